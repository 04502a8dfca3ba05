/**
 * RMA numbers on return labels: `RMA-<CustomerNo>-<number>`. They contain the customer, so that a warehouse can process
 * a scan without other data (architecture: Data). Pure.
 */

const form = /^RMA-(.+)-(\d{6,})$/;

/** The `number`-th RMA number of a customer, from 1. */
export function rmaNumber(customerNo: string, number: number): string {
  return `RMA-${customerNo}-${String(number).padStart(6, '0')}`;
}

/** The customer of an RMA number; undefined when the text is not an RMA number. */
export function customerOfRma(scanned: string): string | undefined {
  return form.exec(scanned)?.[1];
}
