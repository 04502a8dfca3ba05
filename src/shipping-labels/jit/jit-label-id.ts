/**
 * JIT label ids, `JIT-<CustomerNo>-<10 characters>`. The id includes the customer, so that scanning it is sufficient
 * (architecture: Data). Pure except for the random bytes passed in.
 */

/**
 * Crockford's base 32 alphabet, without characters that look alike. 32 characters, so that a byte selects one without
 * bias.
 */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;
const form = /^JIT-(.+)-([0-9A-HJKMNP-TV-Z]{10})$/i;

/** Separates label id and order number in the Data Matrix; never part of a label id. */
const separator = '|';

/** A new label id with 50 random bits. `randomBytes(n)` returns n cryptographically random bytes. */
export function newJitLabelId(customerNo: string, randomBytes: (count: number) => Uint8Array): string {
  const name = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return formatJitLabelId(customerNo, name);
}

/** The id of the label of a customer with this name, the last part of the id. */
export const formatJitLabelId = (customerNo: string, name: string): string => `JIT-${customerNo}-${name}`;

/** Content of a label's Data Matrix. */
export function formatJitLabelDataMatrixText(labelId: string, orderNo: string): string {
  return `${labelId}${separator}${orderNo}`;
}

/**
 * Customer and name of a label id in scanned or typed input: the whole Data Matrix, or the id alone, in any letter case; undefined when
 * it is none. The customer stays as written, because numbers of customers distinguish upper and lower case.
 */
export function parseJitLabelId(scanned: string): { readonly customerNo: string; readonly name: string } | undefined {
  const [, customerNo, name] = form.exec(withoutOrderNo(scanned)) ?? [];
  return customerNo === undefined || name === undefined ? undefined : { customerNo, name: name.toUpperCase() };
}

/** The label id in scanned or typed input, as `parseJitLabelId` reads it; other input as it is written. */
export function normalizeScannedJitLabelId(scanned: string): string {
  const label = parseJitLabelId(scanned);
  return label === undefined ? withoutOrderNo(scanned) : formatJitLabelId(label.customerNo, label.name);
}

const withoutOrderNo = (scanned: string): string => (scanned.split(separator, 1)[0] as string).trim();
