/** What a text in the field of the weight is: a weight, or a scan. */
import { parseBoxWeightLb } from '../../../src/contract/entry-limits.ts';

/** From this number of characters on, a text that is no valid measure is a code and not a mistyped measure: UPC-E has 6. */
export const minCodeLength = 6;

/** Whether a text is a scan and no mistyped weight, which is short and has no letters. */
const isScan = (text: string): boolean => text.length >= minCodeLength || /[A-Z]/i.test(text);

/**
 * Decides whether a text in the weight field, without spaces around it, is a weight, a scan or a mistake. `isCode`: a
 * shipper, an item of the order or a tote has it as its code; then it is no weight.
 */
export function classifyWeightText(text: string, isCode: (code: string) => boolean): 'weight' | 'scan' | 'fault' {
  if (isCode(text.toUpperCase())) return 'scan';
  if (parseBoxWeightLb(text) !== undefined) return 'weight';
  return isScan(text) ? 'scan' : 'fault';
}
