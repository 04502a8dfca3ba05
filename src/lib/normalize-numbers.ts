/**
 * Numbers in the spellings that clients send (decision 4), converted to one text per value, so that a repeated request has
 * the same content in any spelling. A value in no such spelling is returned unchanged, so the check that follows rejects it.
 */

/**
 * A plain decimal number: optional sign, digits, optional fraction. Its length is bounded, because the next steps take
 * more than linear time.
 */
const decimalPattern = /^([+-]?)(\d{0,30})(?:\.(\d{1,30}))?$/;
/** Groups of three digits, separated by commas. */
const groupedPattern = /^[+-]?\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** Far below a cent, and above the noise of sums of up to a billion dollars. */
const maxNoise = 1e-6;
/** As many as `isDecimalText` accepts. More are the noise of a division or of a sum in binary: 25 / 3, `0.21000000000000002`. */
const defaultMaxDecimals = 9;
const twoDecimalsPattern = /^(?:0|[1-9]\d*)\.\d\d$/;

/**
 * A double as decimal text. Fifteen significant digits are exact, which removes the noise of sums in binary
 * (`0.1 + 0.2`); exponents of large numbers are not expanded. `NaN`, which is in no spelling, where more than noise would
 * be lost, as in 12345678901234.56.
 */
function textOf(value: number): string {
  const rounded = Number(value.toPrecision(15));
  if (!(Math.abs(rounded - value) < maxNoise)) return 'NaN';
  const text = String(rounded);
  return text.includes('e-') ? rounded.toFixed(defaultMaxDecimals) : text;
}

/**
 * The shortest text of a plain decimal number with at least `scale` and at most `maxDecimals` decimals: `14.50` is `14.5`. More are
 * rounded; `undefined` for any other text.
 */
function canonical(text: string, scale: number, maxDecimals = defaultMaxDecimals): string | undefined {
  const match = decimalPattern.exec(text);
  if (match === null || ((match[2] ?? '') === '' && match[3] === undefined)) return undefined;
  const [whole, fraction] = roundDecimals(match[2]?.replace(/^0+(?=\d)/, '') || '0', match[3] ?? '', maxDecimals);
  const decimals = fraction.replace(/0+$/, '').padEnd(scale, '0');
  const digits = decimals === '' ? whole : `${whole}.${decimals}`;
  return match[1] === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** The digits before and after the decimal point, rounded half up to `maxDecimals` decimals. */
function roundDecimals(whole: string, fraction: string, maxDecimals: number): readonly [string, string] {
  if (fraction.length <= maxDecimals) return [whole, fraction];
  const up = (fraction[maxDecimals] as string) >= '5' ? 1n : 0n;
  const digits = String(BigInt(whole + fraction.slice(0, maxDecimals)) + up).padStart(maxDecimals + 1, '0');
  return [digits.slice(0, -maxDecimals), digits.slice(-maxDecimals)];
}

/**
 * A decimal number: `12.0` and 12 are `12`. More than nine decimals are rounded.
 * @param unit a sign that may follow the number, such as `%`
 */
export function normalizeDecimalText(value: unknown, unit = ''): unknown {
  if (typeof value === 'number') return canonical(textOf(value), 0) ?? value;
  if (typeof value !== 'string') return value;
  const text = unit !== '' && value.endsWith(unit) ? value.slice(0, -unit.length) : value;
  return canonical(text, 0) ?? value;
}

/**
 * An amount of dollars, with at least two decimals: 4.5, `$4.50` and `4.50` are `4.50`, `1,234.50` is `1234.50`. More than
 * `maxDecimals` decimals are rounded.
 *
 * Commas must separate groups of three digits. Without a dollar sign or decimals `1,234` is ambiguous, because elsewhere a
 * comma separates decimals.
 */
export function normalizeAmountText(value: unknown, maxDecimals = defaultMaxDecimals): unknown {
  if (typeof value === 'number') return canonical(textOf(value), 2, maxDecimals) ?? value;
  if (typeof value !== 'string' || twoDecimalsPattern.test(value)) return value;
  if (!value.includes(',')) return canonical(value.replace(/^([+-]?)\$/, '$1'), 2, maxDecimals) ?? value;
  const isClear = groupedPattern.test(value) && (value.includes('$') || value.includes('.'));
  return isClear ? (canonical(value.replaceAll(/[$,]/g, ''), 2, maxDecimals) ?? value) : value;
}
