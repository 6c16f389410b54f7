/* The yardstick: how fast Greedy PGC can be computed on one core of this machine.
 *
 * A separate program, without Python and without a check of its input, compiled for this processor
 * (cc -O3 -march=native -shared -fPIC).  scripts/bench compares the kernel of assess with it.
 * Every edge is given here, also those that the kernel derives from grades.
 *
 * The rule: the run is extended by the judged items it lacks, in ascending number; this gives every item a place.
 * While items remain: take sinks, worst place first, onto the front of the tail; then sources, best place first,
 * onto the end of the head; then one item of largest out-degree minus in-degree, best place first, onto the head.
 * Score = rank-biased overlap of head and tail with the run, divided by the sum of the weights. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t i32;
typedef int64_t i64;
typedef uint64_t u64;

static void *grab(size_t bytes)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, bytes + 64)) { fputs("out of memory\n", stderr); exit(2); }
    return p;
}
#define NEW(type, count) ((type *)grab(sizeof(type) * (size_t)(count)))

/* ------------------------------------------------ 64-ary bitmap over places */

#define LEVELS 4                                   /* 64^4 items */
typedef struct { int top; u64 *lev[LEVELS]; u64 *mem; size_t words; } bits;

static void bits_init(bits *b, int n)
{
    size_t w[LEVELS], total = 0;
    int k = 0, need = n < 1 ? 1 : n;
    do { need = (need + 63) >> 6; w[k] = (size_t)need; total += w[k++]; } while (need > 1);
    b->top = k - 1; b->words = total;
    b->mem = NEW(u64, total);
    memset(b->mem, 0, total * 8);
    for (u64 *p = b->mem, j = 0; j < (u64)k; p += w[j++]) b->lev[j] = p;
}
static inline void bits_set(bits *b, i32 i)
{
    for (int k = 0; k <= b->top; k++, i >>= 6) b->lev[k][i >> 6] |= 1ull << (i & 63);
}
static inline void bits_del(bits *b, i32 i)
{
    for (int k = 0; k <= b->top; k++, i >>= 6)
        if (b->lev[k][i >> 6] &= ~(1ull << (i & 63))) break;
}
static inline int bits_any(const bits *b) { return b->lev[b->top][0] != 0; }
static inline i32 bits_max(const bits *b)
{
    i32 i = 0;
    for (int k = b->top; k >= 0; k--) i = (i << 6) | (63 - __builtin_clzll(b->lev[k][i]));
    return i;
}
static inline i32 bits_min(const bits *b)
{
    i32 i = 0;
    for (int k = b->top; k >= 0; k--) i = (i << 6) | __builtin_ctzll(b->lev[k][i]);
    return i;
}

/* ------------------------------------------------------------------- graph */

typedef struct { i32 *start, *adj, *w; } csr;

/* One peeled part.  Twins share a class; class c is released when `need`
 * reaches 0, and counts as gone when all `size` members have left. */
typedef struct {
    i32 count, classes;
    i32 *item, *cls, *size, *need;      /* item[count], cls[count], per class */
    i32 *cstart, *cadj;                 /* class -> dependent classes         */
    i32 *mstart, *mem;                  /* class -> member local numbers      */
} part;

typedef struct graph {
    i32 n, m, nc, shift, wide;
    part S, T;
    i32 *part_of, *local;               /* per item: 0=S 1=T 2=core; number   */
    i32 *core;                          /* core local -> item                 */
    csr out, in;                        /* core only, weights shifted         */
    i32 *od, *id;                       /* core degrees (shifted)             */
} graph;

typedef struct { i32 a, b; } pair;

/* merged adjacency, sorted: counting sort by b then by a */
static csr merged(i32 n, i32 m, const pair *e, int flip)
{
    csr g; i32 *head = NEW(i32, n + 1); pair *t = NEW(pair, m + 1);
    memset(head, 0, sizeof(i32) * (size_t)(n + 1));
    for (i32 i = 0; i < m; i++) head[(flip ? e[i].a : e[i].b) + 1]++;
    for (i32 v = 0; v < n; v++) head[v + 1] += head[v];
    for (i32 i = 0; i < m; i++) {
        i32 u = flip ? e[i].b : e[i].a, v = flip ? e[i].a : e[i].b;
        t[head[v]++] = (pair){u, v};
    }
    g.start = NEW(i32, n + 2); g.adj = NEW(i32, m + 1); g.w = NEW(i32, m + 1);
    memset(head, 0, sizeof(i32) * (size_t)(n + 1));
    for (i32 i = 0; i < m; i++) head[t[i].a + 1]++;
    for (i32 v = 0; v < n; v++) head[v + 1] += head[v];
    memcpy(g.start, head, sizeof(i32) * (size_t)(n + 1));
    for (i32 i = 0; i < m; i++) g.adj[head[t[i].a]++] = t[i].b;
    i32 k = 0;
    for (i32 v = 0; v < n; v++) {
        i32 s = g.start[v], f = g.start[v + 1];
        g.start[v] = k;
        for (i32 i = s; i < f; i++) {
            if (k > g.start[v] && g.adj[k - 1] == g.adj[i]) g.w[k - 1]++;
            else { g.adj[k] = g.adj[i]; g.w[k++] = 1; }
        }
    }
    g.start[n] = k;
    free(head); free(t);
    return g;
}
static void csr_free(csr *g) { free(g->start); free(g->adj); free(g->w); }

typedef struct { u64 h; i32 v; } hv;
static int by_hash(const void *x, const void *y)
{
    const hv *a = x, *b = y;
    return a->h != b->h ? (a->h < b->h ? -1 : 1) : a->v - b->v;
}
static u64 scramble(u64 x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/* Adjacency of v kept to one part, for comparing twins. */
static int same_list(const csr *g, const i32 *part_of, int which, i32 a, i32 b)
{
    i32 i = g->start[a], j = g->start[b], ie = g->start[a + 1], je = g->start[b + 1];
    for (;;) {
        while (i < ie && part_of[g->adj[i]] != which) i++;
        while (j < je && part_of[g->adj[j]] != which) j++;
        if (i == ie || j == je) return i == ie && j == je;
        if (g->adj[i++] != g->adj[j++]) return 0;
    }
}

/* v is released when all its neighbours in `wait` have left (they all lie in
 * the same part).  Twins - same neighbours both ways within the part - form one
 * class; a class is then wholly or not at all a neighbour of any item. */
static void part_build(part *P, i32 n, const i32 *part_of, int which, i32 *local,
                       const csr *wait, const csr *back)
{
    i32 k = 0;
    for (i32 v = 0; v < n; v++) k += part_of[v] == which;
    hv *s = NEW(hv, k + 1);
    P->count = k;
    P->item = NEW(i32, k + 1); P->cls = NEW(i32, k + 1);
    k = 0;
    for (i32 v = 0; v < n; v++) if (part_of[v] == which) {
        u64 h = 0;
        for (i32 i = wait->start[v]; i < wait->start[v + 1]; i++) h += scramble((u64)wait->adj[i]);
        for (i32 i = back->start[v]; i < back->start[v + 1]; i++)
            if (part_of[back->adj[i]] == which) h += scramble((u64)back->adj[i] + 0x100000000ull);
        local[v] = k; P->item[k] = v; s[k++] = (hv){h, v};
    }
    qsort(s, (size_t)k, sizeof(hv), by_hash);
    i32 c = -1, arcs = 0;
    for (i32 i = 0; i < k; i++) {
        i32 v = s[i].v;
        if (!i || s[i].h != s[i - 1].h || !same_list(wait, part_of, which, v, s[i - 1].v) ||
            !same_list(back, part_of, which, v, s[i - 1].v))
            c++, arcs += wait->start[v + 1] - wait->start[v];
        P->cls[local[v]] = c;
    }
    i32 nc = P->classes = c + 1;
    P->size = NEW(i32, nc + 1); P->need = NEW(i32, nc + 1);
    P->cstart = NEW(i32, nc + 2); P->cadj = NEW(i32, arcs + 1);
    P->mstart = NEW(i32, nc + 2); P->mem = NEW(i32, k + 1);
    i32 *seen = NEW(i32, nc + 1), *fill = NEW(i32, nc + 1);
    memset(P->size, 0, sizeof(i32) * (size_t)(nc + 1));
    memset(P->cstart, 0, sizeof(i32) * (size_t)(nc + 2));
    memset(P->mstart, 0, sizeof(i32) * (size_t)(nc + 2));
    for (i32 i = 0; i < k; i++) P->mstart[P->cls[i] + 1]++, P->size[P->cls[i]]++;
    for (i32 q = 0; q < nc; q++) P->mstart[q + 1] += P->mstart[q];
    memcpy(fill, P->mstart, sizeof(i32) * (size_t)(nc + 1));
    for (i32 i = 0; i < k; i++) P->mem[fill[P->cls[i]]++] = i;
    for (int pass = 0; pass < 2; pass++) {
        for (i32 q = 0; q < nc; q++) seen[q] = -1;
        for (i32 q = 0; q < nc; q++) {
            i32 v = P->item[P->mem[P->mstart[q]]];
            P->need[q] = 0;
            for (i32 i = wait->start[v]; i < wait->start[v + 1]; i++) {
                i32 d = P->cls[local[wait->adj[i]]];
                if (seen[d] == q) continue;
                seen[d] = q; P->need[q]++;
                if (pass == 0) P->cstart[d + 1]++; else P->cadj[fill[d]++] = q;
            }
        }
        if (pass) break;
        for (i32 q = 0; q < nc; q++) P->cstart[q + 1] += P->cstart[q];
        memcpy(fill, P->cstart, sizeof(i32) * (size_t)(nc + 1));
    }
    free(seen); free(fill); free(s);
}
static void part_free(part *P)
{
    free(P->item); free(P->cls); free(P->size); free(P->need);
    free(P->cstart); free(P->cadj); free(P->mstart); free(P->mem);
}

void *pgc_build(i32 n, i32 m, const i32 *edges)
{
    graph *g = NEW(graph, 1);
    const pair *e = (const pair *)edges;
    csr out = merged(n, m, e, 0), in = merged(n, m, e, 1);
    i32 *od = NEW(i32, n + 1), *id = NEW(i32, n + 1), *stack = NEW(i32, n + 1), sp = 0;
    g->n = n; g->m = m;
    g->part_of = NEW(i32, n + 1); g->local = NEW(i32, n + 1);
    for (i32 v = 0; v < n; v++) {
        g->part_of[v] = 2; od[v] = id[v] = 0;
        for (i32 i = out.start[v]; i < out.start[v + 1]; i++) od[v] += out.w[i];
        for (i32 i = in.start[v]; i < in.start[v + 1]; i++) id[v] += in.w[i];
        if (!od[v]) stack[sp++] = v;
    }
    while (sp) {                                   /* first sink phase: S */
        i32 v = stack[--sp];
        g->part_of[v] = 0;
        for (i32 i = in.start[v]; i < in.start[v + 1]; i++)
            if (!(od[in.adj[i]] -= in.w[i])) stack[sp++] = in.adj[i];
    }
    for (i32 v = 0; v < n; v++) if (g->part_of[v] == 2 && !id[v]) stack[sp++] = v;
    while (sp) {                                   /* first source phase: T */
        i32 v = stack[--sp];
        g->part_of[v] = 1;
        for (i32 i = out.start[v]; i < out.start[v + 1]; i++) {
            i32 u = out.adj[i];
            if (!(id[u] -= out.w[i]) && g->part_of[u] == 2) stack[sp++] = u;
        }
    }
    part_build(&g->S, n, g->part_of, 0, g->local, &out, &in);
    part_build(&g->T, n, g->part_of, 1, g->local, &in, &out);

    i32 nc = 0;
    for (i32 v = 0; v < n; v++) if (g->part_of[v] == 2) g->local[v] = nc++;
    g->nc = nc; g->core = NEW(i32, nc + 1);
    pair *ce = NEW(pair, m + 1); i32 cm = 0;
    for (i32 v = 0; v < n; v++) if (g->part_of[v] == 2) g->core[g->local[v]] = v;
    for (i32 i = 0; i < m; i++)
        if (g->part_of[e[i].a] == 2 && g->part_of[e[i].b] == 2)
            ce[cm++] = (pair){g->local[e[i].a], g->local[e[i].b]};
    g->out = merged(nc, cm, ce, 0); g->in = merged(nc, cm, ce, 1);
    g->od = NEW(i32, nc + 1); g->id = NEW(i32, nc + 1);
    g->shift = 0;
    while ((1 << g->shift) < nc) g->shift++;
    i64 big = 0;
    for (i32 v = 0; v < nc; v++) {
        i32 o = 0, d = 0;
        for (i32 i = g->out.start[v]; i < g->out.start[v + 1]; i++) o += g->out.w[i];
        for (i32 i = g->in.start[v]; i < g->in.start[v + 1]; i++) d += g->in.w[i];
        g->od[v] = o; g->id[v] = d;
        if (o + (i64)d > big) big = o + (i64)d;
    }
    g->wide = ((big + 2) << g->shift) * 4 >= ((i64)1 << 31);
#ifdef PGC_FORCE_WIDE
    g->wide = 1;
#endif
    if (!g->wide) {
        for (i32 v = 0; v < nc; v++) g->od[v] <<= g->shift, g->id[v] <<= g->shift;
        for (i32 i = 0; i < g->out.start[nc]; i++) g->out.w[i] <<= g->shift;
        for (i32 i = 0; i < g->in.start[nc]; i++) g->in.w[i] <<= g->shift;
    }
    csr_free(&out); csr_free(&in);
    free(od); free(id); free(stack); free(ce);
    return g;
}

void pgc_free(void *h)
{
    graph *g = h;
    part_free(&g->S); part_free(&g->T);
    csr_free(&g->out); csr_free(&g->in);
    free(g->od); free(g->id); free(g->core); free(g->part_of); free(g->local);
    free(g);
}

/* ------------------------------------------------------------------ scoring */

/* Peel one part.  order[k] = local number by place; sinks leave from the worst
 * place into dst[count-1..0], sources from the best place into dst[0..]. */
static void peel(const part *P, const i32 *order, i32 *place, i32 *need, i32 *left, bits *b,
                 int from_worst, i32 *dst)
{
    i32 k = P->count;
    memcpy(need, P->need, sizeof(i32) * (size_t)P->classes);
    memcpy(left, P->size, sizeof(i32) * (size_t)P->classes);
    for (i32 i = 0; i < k; i++) {
        place[order[i]] = i;
        if (!need[P->cls[order[i]]]) bits_set(b, i);
    }
    for (i32 done = 0; done < k; done++) {
        i32 at = from_worst ? bits_max(b) : bits_min(b), v = order[at], c = P->cls[v];
        bits_del(b, at);
        dst[from_worst ? k - 1 - done : done] = P->item[v];
        if (--left[c]) continue;
        for (i32 i = P->cstart[c]; i < P->cstart[c + 1]; i++) {
            i32 q = P->cadj[i];
            if (--need[q]) continue;
            for (i32 j = P->mstart[q]; j < P->mstart[q + 1]; j++) bits_set(b, place[P->mem[j]]);
        }
    }
}

/* Core: KEY = (delta << shift) + (2^shift - 1 - place), so max KEY = max delta,
 * then best place.  Dead items get a key no update can lift and degrees no
 * update can bring to zero. */
#define CORE(NAME, KEY, DEAD, FAR)                                              \
static void NAME(const graph *g, const i32 *order, i32 *place, KEY *restrict key, \
                 KEY *restrict od, KEY *restrict id, bits *b, i32 *src, i32 *dst) \
{                                                                                \
    const i32 nc = g->nc, sh = g->shift, mask = (i32)((1ll << sh) - 1);          \
    const i32 *restrict os = g->out.start, *restrict oa = g->out.adj, *restrict ow = g->out.w; \
    const i32 *restrict is = g->in.start, *restrict ia = g->in.adj, *restrict iw = g->in.w; \
    const int up = sizeof(KEY) == 8 ? sh : 0;                                    \
    i32 lo = 0, hi = nc;                                                         \
    const i32 padded = (nc + 15) & ~15;                                          \
    for (i32 i = 0; i < nc; i++) {                                               \
        i32 v = order[i];                                                        \
        place[v] = i;                                                            \
        od[v] = (KEY)g->od[v] << up; id[v] = (KEY)g->id[v] << up;                \
        key[v] = od[v] - id[v] + (mask - i);                                     \
    }                                                                            \
    for (i32 i = nc; i < padded; i++) key[i] = DEAD;                             \
    while (lo < hi) {                                                            \
        KEY best = key[0];                                                       \
        for (i32 i = 0; i < padded; i++) best = key[i] > best ? key[i] : best;   \
        i32 v = order[mask - (i32)(best & mask)];                                \
        dst[lo++] = g->core[v];                                                  \
        key[v] = DEAD; od[v] = id[v] = FAR;                                      \
        i32 newsrc = 0;                                                          \
        for (i32 i = os[v]; i < os[v + 1]; i++) {                                \
            i32 u = oa[i]; KEY w = (KEY)ow[i] << up;                             \
            key[u] += w;                                                         \
            if (!(id[u] -= w)) src[newsrc++] = u;                                \
        }                                                                        \
        for (i32 i = is[v]; i < is[v + 1]; i++) {                                \
            i32 u = ia[i]; KEY w = (KEY)iw[i] << up;                             \
            key[u] -= w;                                                         \
            if (!(od[u] -= w)) bits_set(b, place[u]);                            \
        }                                                                        \
        while (bits_any(b)) {                          /* sinks, worst first */  \
            i32 at = bits_max(b), s = order[at];                                 \
            bits_del(b, at);                                                     \
            dst[--hi] = g->core[s];                                              \
            key[s] = DEAD; od[s] = id[s] = FAR;                                  \
            for (i32 i = is[s]; i < is[s + 1]; i++) {                            \
                i32 u = ia[i]; KEY w = (KEY)iw[i] << up;                         \
                key[u] -= w;                                                     \
                if (!(od[u] -= w)) bits_set(b, place[u]);                        \
            }                                                                    \
        }                                                                        \
        for (i32 i = 0; i < newsrc; i++)                                         \
            if (!id[src[i]]) bits_set(b, place[src[i]]);                         \
        while (bits_any(b)) {                          /* sources, best first */ \
            i32 at = bits_min(b), s = order[at];                                 \
            bits_del(b, at);                                                     \
            dst[lo++] = g->core[s];                                              \
            key[s] = DEAD; od[s] = id[s] = FAR;                                  \
            for (i32 i = os[s]; i < os[s + 1]; i++) {                            \
                i32 u = oa[i]; KEY w = (KEY)ow[i] << up;                         \
                key[u] += w;                                                     \
                if (!(id[u] -= w)) bits_set(b, place[u]);                        \
            }                                                                    \
        }                                                                        \
    }                                                                            \
}
CORE(core32, i32, INT32_MIN / 2 - INT32_MAX / 4, INT32_MAX / 2)
CORE(core64, i64, INT64_MIN / 2 - INT64_MAX / 4, INT64_MAX / 2)

/* ranks: runs x n, 1-based place in the run, 0 = absent.
 * ideal (may be NULL): runs x n item numbers.  scores: runs. */
void pgc_score(const void *h, i32 runs, const i32 *ranks, double p, i32 depth,
               double *scores, i32 *ideal)
{
    const graph *g = h;
    const i32 n = g->n;
    i32 top = 0;
    for (i64 i = 0; i < (i64)runs * n; i++) if (ranks[i] > top) top = ranks[i];
    i32 *slot = NEW(i32, top + 1), *order = NEW(i32, n + 1), *place = NEW(i32, n + 1);
    i32 *sub = NEW(i32, 3 * (n + 1)), *need = NEW(i32, n + 1), *left = NEW(i32, n + 1);
    i32 *mine = NEW(i32, n + 1);
    i64 *key = NEW(i64, n + 16), *od = NEW(i64, n + 1), *id = NEW(i64, n + 1);
    double *tail = NEW(double, depth + 2), norm = 0, w = 1;
    bits b;
    bits_init(&b, n);
    i32 *src = NEW(i32, n + 1);
    for (i32 i = 1; i <= depth; i++, w *= p) tail[i] = w / i, norm += w;
    tail[depth + 1] = 0;
    for (i32 i = depth; i >= 1; i--) tail[i] += tail[i + 1];
    memset(slot, 0, sizeof(i32) * (size_t)(top + 1));
    i32 *sS = sub, *sT = sub + n + 1, *sC = sub + 2 * (n + 1);

    for (i32 r = 0; r < runs; r++) {
        const i32 *rk = ranks + (i64)r * n;
        i32 *out = ideal ? ideal + (i64)r * n : mine, k = 0, nS = 0, nT = 0, nC = 0;
        if (n <= 48) {                                  /* insertion sort */
            for (i32 v = 0; v < n; v++) if (rk[v]) {
                i32 j = k++;
                while (j && rk[order[j - 1]] > rk[v]) order[j] = order[j - 1], j--;
                order[j] = v;
            }
        } else {                                        /* place = rank: bucket */
            i32 seen = 0;
            for (i32 v = 0; v < n; v++) if (rk[v]) slot[rk[v]] = v + 1, seen++;
            for (i32 i = 1; k < seen; i++) if (slot[i]) order[k++] = slot[i] - 1, slot[i] = 0;
        }
        for (i32 v = 0; v < n; v++) if (!rk[v]) order[k++] = v;
        for (i32 i = 0; i < n; i++) {
            i32 v = order[i], l = g->local[v];
            switch (g->part_of[v]) {
            case 0: sS[nS++] = l; break;
            case 1: sT[nT++] = l; break;
            default: sC[nC++] = l;
            }
        }
        if (nT) peel(&g->T, sT, place, need, left, &b, 0, out);
        if (nC) {
            if (g->wide) core64(g, sC, place, key, od, id, &b, src, out + nT);
            else core32(g, sC, place, (i32 *)key, (i32 *)od, (i32 *)id, &b, src, out + nT);
        }
        if (nS) peel(&g->S, sS, place, need, left, &b, 1, out + nT + nC);
        double s = 0;
        i32 lim = n < depth ? n : depth;
        for (i32 i = 0; i < lim; i++) {
            i32 q = rk[out[i]];
            if (q && q <= depth) s += tail[q > i + 1 ? q : i + 1];
        }
        scores[r] = s / norm;
    }
    free(slot); free(order); free(place); free(sub); free(need); free(left); free(mine);
    free(key); free(od); free(id); free(tail); free(b.mem); free(src);
}
