#include "decimal.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_DIGITS 19
#define MOST_PLACES 400
#define MOST_FIVES 27 /* 5^27 < 2^63 */

/* significand * 10^exponent */
typedef struct {
    uint64_t significand;
    int exponent;
    int negative;
} decimal;

static int is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static const char *skip_sign(const char *at, const char *end, int *negative)
{
    *negative = at < end && *at == '-';
    return at < end && (*at == '-' || *at == '+') ? at + 1 : at;
}

static const char *take_digits(const char *at, const char *end, uint64_t *value)
{
    for (; at < end && is_digit(*at); at++)
        *value = 10 * *value + (uint64_t)(*at - '0');
    return at;
}

/* Parses digits with an optional point; NULL if there are none, or too many for the significand. */
static const char *take_significand(const char *at, const char *end, decimal *number)
{
    const char *start = at, *point = at = take_digits(at, end, &number->significand);
    if (at < end && *at == '.') {
        at = take_digits(at + 1, end, &number->significand);
        number->exponent = (int)(point + 1 - at);
    }
    ptrdiff_t digits = at - start - (at > point);
    if (digits <= MOST_DIGITS)
        return digits ? at : NULL;
    while (*start == '0' || *start == '.')
        digits -= *start++ == '0';
    return digits <= MOST_DIGITS && at - point <= MOST_PLACES ? at : NULL;
}

static const char *take_exponent(const char *at, const char *end, decimal *number)
{
    if (at == end || (*at != 'e' && *at != 'E'))
        return at;
    int negative, value = 0;
    const char *first = at = skip_sign(at + 1, end, &negative);
    for (; at < end && is_digit(*at) && value < 1000; at++)
        value = 10 * value + (*at - '0');
    number->exponent += negative ? -value : value;
    return at == first ? NULL : at;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static uint64_t five_to_the(int exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0)
        power *= 5;
    return power;
}

/* The double nearest to (whole + a fraction, if inexact) * 2^exponent, halves to even; whole has 54 bits or more. */
static double nearest(wide whole, int inexact, int exponent)
{
    uint64_t high = (uint64_t)(whole >> 64);
    int bits = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)whole);
    int dropped = bits - DBL_MANT_DIG;
    uint64_t kept = (uint64_t)(whole >> dropped);
    wide rest = whole & (((wide)1 << dropped) - 1), half = (wide)1 << (dropped - 1);
    if (rest > half || (rest == half && (inexact || (kept & 1))))
        kept++;
    return ldexp((double)kept, exponent + dropped);
}

/* For 54 bits or more, or a power of ten that is not exact as a double: whole * 5^n is one integer, or one quotient. */
static int convert_wide(const decimal *number, double *value)
{
    int places = number->exponent < 0 ? -number->exponent : number->exponent;
    if (places > MOST_FIVES)
        return 0;
    uint64_t fives = five_to_the(places);
    if (number->exponent >= 0) {
        *value = nearest((wide)number->significand * fives, 0, places);
        return 1;
    }
    int shift = __builtin_clzll(number->significand);
    wide shifted = (wide)(number->significand << shift) << 64; /* its quotient has more than 64 bits */
    *value = nearest(shifted / fives, shifted % fives != 0, -64 - shift - places);
    return 1;
}
#else
static int convert_wide(const decimal *number, double *value)
{
    (void)number, (void)value;
    return 0;
}
#endif

static int convert(const decimal *number, double *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int small = number->significand <= UINT64_C(1) << DBL_MANT_DIG && number->exponent >= -22 && number->exponent <= 22;
    if (number->significand == 0)
        *value = 0.0;
    else if (small && FLT_EVAL_METHOD == 0) /* both exact, so one rounding */
        *value = number->exponent < 0 ? (double)number->significand / tens[-number->exponent]
                                      : (double)number->significand * tens[number->exponent];
    else
        return convert_wide(number, value);
    return 1;
}

int parse_decimal(const char *text, const char *end, double *value)
{
    decimal number = {0, 0, 0};
    const char *at = take_significand(skip_sign(text, end, &number.negative), end, &number);
    if (!at || !(at = take_exponent(at, end, &number)) || at != end || !convert(&number, value))
        return 0;
    if (number.negative)
        *value = -*value;
    return 1;
}

int parse_integer(const char *text, const char *end, double *value)
{
    int negative;
    const char *at = skip_sign(text, end, &negative);
    if (at == end || end - at > 15)
        return 0;
    int64_t number = 0;
    for (; at < end && is_digit(*at); at++)
        number = 10 * number + (*at - '0');
    *value = (double)(negative ? -number : number);
    return at == end;
}
