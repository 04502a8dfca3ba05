/** Codes as scanners read them. Pure. */

/** What a code stands for, for one item of an order. */
export interface ItemCode {
  readonly code: string;
  readonly itemNo: string;
  /** Units of the item: 12 for a case of bottles. */
  readonly units: number;
}

const gtinLengths: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/**
 * The form in which codes are compared: EAN-8, UPC-A, EAN-13 and ITF-14 as GTIN-14, any other text in capital letters
 * without spaces around it.
 */
export function normalizeCode(scanned: string): string {
  const text = scanned.trim();
  return /^\d+$/.test(text) && gtinLengths.has(text.length) ? text.padStart(14, '0') : text.toUpperCase();
}

/** The codes of an item of the catalog: its UPC and its item number, each for one unit. */
export function catalogCodes(itemNo: string, upcCode: string): ItemCode[] {
  const own = { code: normalizeCode(itemNo), itemNo, units: 1 };
  const upc = normalizeCode(upcCode.replaceAll(/[\s-]/g, ''));
  return upc === '' ? [own] : [{ code: upc, itemNo, units: 1 }, own];
}
