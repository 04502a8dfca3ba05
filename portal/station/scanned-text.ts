/** The codes in what scanners write. */

import { codeOfScan } from '../../src/contract/scanned-code.ts';

/** What labels do not have, but a scanner writes for digits and signs that a computer reads with a French or German layout. */
const ofOtherLayout = /["'&(]|\P{ASCII}/u;

/** What to check after a scan that is not known and has characters that labels do not have; '' without any. */
export const adviceOnLayout = (code: string): string =>
  ofOtherLayout.test(code)
    ? 'Does the label show something else? Then the scanner and this computer have different keyboard layouts.'
    : '';

/**
 * What a scanner has written that writes text without keys, as on Android devices: the codes that end with a tab, and the text after
 * the last one, which is not complete.
 */
export function splitWrittenCodes(text: string): { readonly codes: readonly string[]; readonly rest: string } {
  const parts = text.split('\t');
  const rest = parts.pop() ?? '';
  return { codes: parts.map(codeOfScan).filter((code) => code !== ''), rest };
}
