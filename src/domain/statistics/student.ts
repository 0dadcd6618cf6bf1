import { LRUCache } from "lru-cache";

/**
 * The chance that Student's t with some degrees of freedom is as far from zero as `t`, to either side: the p of a
 * two-sided test, 0 to 1. Source: Abramowitz and Stegun 26.5.27, as an incomplete beta function.
 */
export function studentP(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** Each takes some rounds, and a report needs those of hundreds of rows again and again. */
const QUANTILES = new LRUCache<number, number>({ max: 20_000 });

/**
 * The point that Student's t stays within, to either side, in 95 % of cases; from one degree of freedom on. Source:
 * Abramowitz and Stegun 26.7.5 as the first guess, then Newton's method, which comes from below to a convex end.
 */
export function studentQuantile(freedom: number): number {
  const known = QUANTILES.get(freedom);
  if (known !== undefined) return known;
  const z = 1.959963984540054;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  let t = z + (z ** 3 + z) / (4 * freedom) + second;
  let last = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) {
    const step = (studentP(t, freedom) - 0.05) / (2 * density(t, freedom));
    // Steps that get no smaller are rounding.
    if (!(Math.abs(step) < last)) break;
    t += step;
    last = Math.abs(step);
    if (last < 1e-14 * t) break;
  }
  QUANTILES.set(freedom, t);
  return t;
}

function density(t: number, freedom: number): number {
  const height = Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2));
  return (height / Math.sqrt(Math.PI * freedom)) * (1 + (t * t) / freedom) ** (-(freedom + 1) / 2);
}

/** The regularised incomplete beta function, by Lentz's continued fraction. Source: Press et al., 6.4. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  const off = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / off(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let step = 1; step <= 300; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    const before = fraction;
    for (const term of [even, odd]) {
      d = 1 / off(1 + term * d);
      c = off(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(fraction - before) < 1e-14 * Math.abs(fraction)) break;
  }
  return (front * fraction) / a;
}

/** The logarithm of the gamma function of a positive number. Source: Lanczos 1964, six terms. */
function logGamma(x: number): number {
  const terms = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155,
    0.1208650973866179e-2, -0.5395239384953e-5,
  ];
  const sum = terms.reduce(
    (total, term, index) => total + term / (x + 1 + index),
    1.000000000190015,
  );
  const base = x + 5.5;
  return (x + 0.5) * Math.log(base) - base + Math.log((Math.sqrt(2 * Math.PI) * sum) / x);
}
