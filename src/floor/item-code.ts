/** Codes as scanners read them. Pure. */

/** A code of an item, and the number of units that it means. */
export interface ItemCode {
  readonly code: string;
  readonly itemNo: string;
  /** Units of the item: 12 for a case of bottles. */
  readonly units: number;
}

const gtinLengths: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/**
 * The form in which codes are compared: EAN-8, UPC-A, EAN-13, ITF-14 and the GTIN of a GS1 barcode as GTIN-14, whatever spaces and
 * hyphens a person typed between their digits; any other text in capital letters without spaces around it.
 */
export function normalizeItemCode(scanned: string): string {
  const digits = scanned.replaceAll(/[\s-]/g, '');
  if (isGtin(digits)) return digits.padStart(14, '0');
  return gtinOfGs1Barcode(digits) ?? scanned.trim().toUpperCase();
}

/**
 * The GTIN with which a GS1-128 or GS1 DataMatrix barcode of a case begins (application identifier 01, also as it is printed, in
 * parentheses); lot, date and others follow. Source: GS1 General Specifications.
 */
function gtinOfGs1Barcode(text: string): string | undefined {
  const gtin = /^(?:01|\(01\))(\d{14})/.exec(text)?.[1];
  return gtin !== undefined && hasCheckDigit(gtin) ? gtin : undefined;
}

const isGtin = (text: string): boolean => /^\d+$/.test(text) && gtinLengths.has(text.length);

/** The fault of a normalized code that cannot be an item's code; undefined when it can. */
export function describeItemCodeFault(code: string): string | undefined {
  if (code === '' || /\s/.test(code)) return 'must be a code without spaces';
  return isGtin(code) && !hasCheckDigit(code) ? 'has a wrong check digit: read it again' : undefined;
}

/** Whether the last digit of a GTIN is the check digit of the others. */
function hasCheckDigit(gtin: string): boolean {
  const weighted = [...gtin].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 3));
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/**
 * The normalized codes that a scan may name: literally, in capital letters, and as `normalizeItemCode` reads it. The literal form is that
 * of item numbers that look like a short GTIN, and of GS1 barcodes that were set as a whole, as they once were.
 */
export function itemCodeCandidatesOfScan(scanned: string): string[] {
  return [...new Set([scanned.trim().toUpperCase(), normalizeItemCode(scanned)])];
}

/** `itemCodeCandidatesOfScan` as a predicate: whether this scan may name a normalized code. */
export function createItemCodeMatcher(scanned: string): (code: string) => boolean {
  const forms: ReadonlySet<string> = new Set(itemCodeCandidatesOfScan(scanned));
  return (code) => forms.has(code);
}

/**
 * The codes of an item of the catalog, each for one unit: its UPC, if it has one, and its item number in capital letters. A UPC of
 * digits may have lost leading zeros, as it may be sent as a number. `upcMatchesScannedCodeSql` finds the items of a code.
 */
export function catalogCodesOfItem(itemNo: string, upcCode: string): ItemCode[] {
  const digits = upcCode.replaceAll(/[\s-]/g, '');
  const upcs = [upcCode, ...(/^\d+$/.test(digits) ? [digits, digits.padStart(14, '0')] : [])].map(normalizeItemCode);
  const codes = new Set([...upcs.filter((code) => code !== ''), itemNo.trim().toUpperCase()]);
  return [...codes].map((code) => ({ code, itemNo, units: 1 }));
}
