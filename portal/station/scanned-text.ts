/** The codes in what scanners write. */

import { codeOfScan } from '../../src/contract/scanned-code.ts';

/**
 * What a scanner has written that writes text without keys, as on Android devices: the codes that end with a tab, and the text after
 * the last one, which is not complete.
 */
export function splitWrittenCodes(text: string): { readonly codes: readonly string[]; readonly rest: string } {
  const parts = text.split('\t');
  const rest = parts.pop() ?? '';
  return { codes: parts.map(codeOfScan).filter((code) => code !== ''), rest };
}
