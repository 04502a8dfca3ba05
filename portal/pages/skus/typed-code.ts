/** A typed or scanned code in the form in which the server stores item codes, to find the one that it would replace. */

/** The lengths of EAN-8, UPC-A, EAN-13 and ITF-14. */
const gtinLengths: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** `normalizeItemCode` of src/floor/item-code.ts: GTINs as GTIN-14, also that of a GS1 barcode; any other text in capital letters. */
export function normalizeTypedCode(text: string): string {
  const bare = text.replaceAll(/[\s-]/g, '');
  if (/^\d+$/.test(bare) && gtinLengths.has(bare.length)) return bare.padStart(14, '0');
  const gtin = /^(?:01|\(01\))(\d{14})/.exec(bare)?.[1];
  return gtin !== undefined && hasCheckDigit(gtin) ? gtin : text.trim().toUpperCase();
}

/** Whether the last digit of a GTIN-14 is the check digit of the others. */
const hasCheckDigit = (gtin: string): boolean =>
  [...gtin].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0;
