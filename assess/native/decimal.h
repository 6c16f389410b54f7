/* Parses decimal text into the nearest double, independent of locale and Python. */
#ifndef ASSESS_DECIMAL_H
#define ASSESS_DECIMAL_H

/* Whether the whole text is a decimal of at most 19 digits and a small exponent; *value is then the same as from
 * float().  Anything else, number or not, is left to Python. */
int parse_decimal(const char *text, const char *end, double *value);

/* Whether the whole text is an integer of at most 15 digits. */
int parse_integer(const char *text, const char *end, double *value);

#endif
