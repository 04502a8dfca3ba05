/**
 * RMA numbers on return labels: `RMA-<CustomerNo>-<number>`. They contain the customer, so that a warehouse can process
 * a scan without other data (architecture: Data). Pure.
 */

const form = /^RMA-(.+)-(\d{6,})$/;

/** The `number`-th RMA number of a customer, from 1. */
export function formatRmaNumber(customerNo: string, number: number): string {
  return `RMA-${customerNo}-${String(number).padStart(6, '0')}`;
}

/**
 * The RMA numbers that a scanned or typed text may be, the likeliest first: as it is written, because numbers of customers
 * distinguish upper and lower case, then in upper case. Empty when it is no RMA number.
 */
export function parseRmaNumbers(text: string): { readonly customerNo: string; readonly rmaNumber: string }[] {
  const written = text.replace(/^rma-/i, 'RMA-');
  return [...new Set([written, text.toUpperCase()])].flatMap((rmaNumber) => {
    const customerNo = customerNoOfRmaNumber(rmaNumber);
    return customerNo === undefined ? [] : [{ customerNo, rmaNumber }];
  });
}

/** The customer of an RMA number; undefined when the text is not an RMA number. */
export function customerNoOfRmaNumber(scanned: string): string | undefined {
  return form.exec(scanned)?.[1];
}
