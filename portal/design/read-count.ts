/**
 * Reads a whole number of at most 15 digits from a field, without other characters; `''` without digits. Zeros after a decimal
 * point are not part of it; undefined for another fraction, which is no count.
 */
export function readCount(text: string): number | '' | undefined {
  const whole = text.trim().replace(/\.0*$/, '');
  if (whole.includes('.')) return undefined;
  const digits = whole.replaceAll(/\D/g, '').slice(0, 15);
  return digits === '' ? '' : Number(digits);
}
