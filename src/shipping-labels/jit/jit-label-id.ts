/**
 * The name of a JIT label, `JIT-<CustomerNo>-<10 characters>`. It carries the customer, so that a bench that scans it needs
 * to know nothing else (architecture: Data). Pure but for the random numbers that it is handed.
 */

/** Crockford's letters: none of them is taken for another by eye. 32 of them, so that a byte gives one without bias. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;
const form = /^JIT-(.+)-([0-9A-HJKMNP-TV-Z]{10})$/;

/** Stands between the label's name and the order number in the Data Matrix; no name of a label holds it. */
const separator = '|';

/** A new name. `randomBytes(n)` answers n bytes that nobody can guess: 50 bits keep labels of a customer apart. */
export function newJitLabelId(customerNo: string, randomBytes: (count: number) => Uint8Array): string {
  const name = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return `JIT-${customerNo}-${name}`;
}

/** What the Data Matrix of a label says. */
export function dataMatrixText(labelId: string, orderNo: string): string {
  return `${labelId}${separator}${orderNo}`;
}

/** The name of the label in what was scanned or typed: the whole Data Matrix, or the name alone. */
export function scannedLabelId(scanned: string): string {
  return (scanned.split(separator, 1)[0] as string).trim();
}

/** Whose label a scanned name is; undefined for what is no name of a label. */
export function customerOfJitLabel(scanned: string): string | undefined {
  return form.exec(scannedLabelId(scanned))?.[1];
}
