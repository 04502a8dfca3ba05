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
const form = /^JIT-(.+)-([0-9A-HJKMNP-TV-Z]{10})$/;

/** Separates label id and order number in the Data Matrix; never part of a label id. */
const separator = '|';

/** A new label id with 50 random bits. `randomBytes(n)` returns n cryptographically random bytes. */
export function newJitLabelId(customerNo: string, randomBytes: (count: number) => Uint8Array): string {
  const name = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return `JIT-${customerNo}-${name}`;
}

/** Content of a label's Data Matrix. */
export function jitLabelDataMatrixText(labelId: string, orderNo: string): string {
  return `${labelId}${separator}${orderNo}`;
}

/** The label id in scanned or typed input: the whole Data Matrix, or the id alone. */
export function parseScannedJitLabelId(scanned: string): string {
  return (scanned.split(separator, 1)[0] as string).trim();
}

/** The customer of a scanned label id; undefined when it is not one. */
export function customerOfJitLabel(scanned: string): string | undefined {
  return form.exec(parseScannedJitLabelId(scanned))?.[1];
}
