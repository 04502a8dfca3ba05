/**
 * Exact decimal amounts. The interface types amounts as strings (`ConsumerTaxCollected`, `Value`, …); they are
 * checked as numbers (decision 4) and never pass through floating point.
 *
 * A `Decimal` is `units / 10^scale` with `scale >= 0`: `12.50` is `{ units: 1250n, scale: 2 }`.
 */

export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

// Large enough for any amount, and within the range of the `numeric` columns and printed columns.
const decimalPattern = /^([+-]?)(\d{1,15})(?:\.(\d{1,9}))?$/;
const bareFractionPattern = /^([+-]?)\.(\d{1,9})$/;

/** True for a plain decimal number: optional sign, up to 15 digits, optional fraction of up to 9. No grouping, currency sign or exponent. */
export function isDecimal(text: string): boolean {
  return decimalPattern.test(text) || bareFractionPattern.test(text);
}

/** Parses texts that `isDecimal` accepts; `undefined` for any other. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = decimalPattern.exec(text);
  const bare = match ? null : bareFractionPattern.exec(text);
  if (!match && !bare) return undefined;
  const sign = (match ?? bare)?.[1];
  const whole = match?.[2] ?? '0';
  const fraction = (match ? match[3] : bare?.[2]) ?? '';
  const magnitude = BigInt(whole + fraction);
  return { units: sign === '-' ? -magnitude : magnitude, scale: fraction.length };
}

/** Formats the number with exactly `scale` fraction digits: `-0.50`, `12`. */
export function formatDecimal(value: Decimal): string {
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const cut = digits.length - value.scale;
  const text = value.scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return negative ? `-${text}` : text;
}

/** Changes the scale; rounds half away from zero, as on invoices. */
export function rescale(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { units: value.units * 10n ** BigInt(scale - value.scale), scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const negative = value.units < 0n;
  const magnitude = negative ? -value.units : value.units;
  const rounded = (magnitude + divisor / 2n) / divisor;
  return { units: negative ? -rounded : rounded, scale };
}

/** The exact sum, at the larger scale of the two. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: rescale(a, scale).units + rescale(b, scale).units, scale };
}

/** The exact product with a whole number. */
export function multiplyByInteger(value: Decimal, factor: number): Decimal {
  return { units: value.units * BigInt(factor), scale: value.scale };
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`; the scale does not matter. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const left = rescale(a, scale).units;
  const right = rescale(b, scale).units;
  return left < right ? -1 : left > right ? 1 : 0;
}
