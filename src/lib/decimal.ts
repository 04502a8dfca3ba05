/**
 * Exact decimal amounts. The interface types amounts as strings (`ConsumerTaxCollected`, `Value`, …); they are
 * checked as numbers (decision 4), and parsed here without floating point.
 *
 * A `Decimal` is `units / 10^scale` with `scale >= 0`: `12.50` is `{ units: 1250n, scale: 2 }`.
 */

interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

// Large enough for any amount, and within the range of PostgreSQL's `numeric`.
const decimalPattern = /^([+-]?)(\d{1,15})(?:\.(\d{1,9}))?$/;
const bareFractionPattern = /^([+-]?)\.(\d{1,9})$/;

/**
 * True for a plain decimal number: optional sign, up to 15 digits, fraction of up to 9, one of the two at least. No grouping,
 * currency sign or exponent.
 */
export function isDecimalText(text: string): boolean {
  return decimalPattern.test(text) || bareFractionPattern.test(text);
}

/** Parses texts that `isDecimalText` accepts; `undefined` for any other. */
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
