/** The codes in what scanners write. */

/**
 * What is scanned, without what a scanner may put around it: a symbology identifier, as `]C1` (ISO/IEC 15424), and control characters, as
 * the FNC1 with which a GS1 barcode begins, and STX and ETX.
 */
export const codeOfScan = (text: string): string =>
  text.replace(/^[\s\p{Cc}]*(?:\][A-Za-z][\dA-Za-z](?=.))?[\s\p{Cc}]*|[\s\p{Cc}]+$/gu, '');

/**
 * What a scanner has written that writes text without keys, as on Android devices: the codes that end with a tab, and the text after
 * the last one, which is not complete.
 */
export function splitWrittenCodes(text: string): { readonly codes: readonly string[]; readonly rest: string } {
  const parts = text.split('\t');
  const rest = parts.pop() ?? '';
  return { codes: parts.map(codeOfScan).filter((code) => code !== ''), rest };
}
