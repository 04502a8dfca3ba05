/**
 * A customer's record of its own acknowledged changes. At the end the server must show exactly these. Changes with an unknown
 * outcome are recorded apart: the server may show them or not.
 */
import type { Report } from '../report.ts';

export interface Line {
  readonly itemNo: string;
  readonly quantity: number;
}

export interface LedgerOrder {
  readonly orderNo: string;
  /** The request that created it, to send it again. */
  readonly request: object;
  readonly warehouse: string;
  readonly reference: string;
  lines: readonly Line[];
  /** The lines of an update with an unknown outcome: the order has these instead if that update took effect. */
  possibleLines?: readonly Line[];
  isHeld: boolean;
  isCanceled: boolean;
  /** A change was abandoned and may still take effect: the order is not changed any more. */
  isFinal: boolean;
}

export interface LedgerPurchaseOrder {
  readonly customerReferenceNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly lines: readonly Line[];
  readonly received: Map<string, number>;
  isCanceled: boolean;
}

export interface LedgerTransfer {
  readonly customerReferenceNo: string;
  readonly from: string;
  readonly to: string;
  readonly lines: readonly Line[];
  isCanceled: boolean;
}

export interface LedgerReturn {
  readonly orderNo: string;
  readonly rmaNumber: string;
  readonly warehouse: string;
  readonly disposition: string;
  readonly lines: readonly Line[];
}

export const goodStatus = 'GOOD-NO-TX';

export function stockKey(itemNo: string, warehouse: string, status: string): string {
  return `${itemNo} ${warehouse} ${status}`;
}

export class CustomerLedger {
  readonly customerNo: string;
  readonly orders: LedgerOrder[] = [];
  readonly purchaseOrders: LedgerPurchaseOrder[] = [];
  readonly transfers: LedgerTransfer[] = [];
  readonly returns: LedgerReturn[] = [];
  /** Order numbers whose creation was rejected: no such order may exist. */
  readonly refusedOrderNos: string[] = [];
  readonly items = new Set<string>();
  /** Stock changes with an unknown outcome, by stock key, at most one per key: each took effect once or not at all. */
  readonly uncertain = new Map<string, number>();
  /** Units posted by receipts, adjustments, status changes, counts and production; not by orders, transfers and returns. */
  readonly #posted = new Map<string, number>();
  /** The change that each reference was returned for. */
  readonly #references = new Map<string, string>();
  readonly #report: Report;

  constructor(customerNo: string, report: Report) {
    this.customerNo = customerNo;
    this.#report = report;
  }

  post(itemNo: string, warehouse: string, status: string, quantity: number): void {
    const key = stockKey(itemNo, warehouse, status);
    this.#posted.set(key, (this.#posted.get(key) ?? 0) + quantity);
  }

  postedAt(itemNo: string, warehouse: string, status: string): number {
    return this.#posted.get(stockKey(itemNo, warehouse, status)) ?? 0;
  }

  get posted(): ReadonlyMap<string, number> {
    return this.#posted;
  }

  /** Records a reference; a reference that was returned for another change is a finding. */
  addReference(reference: unknown, what: string): void {
    if (typeof reference !== 'string' || !/^[0-9a-f-]{36}$/.test(reference)) {
      this.#report.finding(
        'ledger',
        'an acknowledged change has no reference',
        `${what}: ${JSON.stringify(reference)}`,
      );
      return;
    }
    const known = this.#references.get(reference);
    if (known !== undefined && known !== what) {
      this.#report.finding('ledger', 'a reference was given out twice', `${reference}: ${known}, ${what}`);
    }
    this.#references.set(reference, what);
    this.#report.count('acknowledged changes');
  }

  get referenceCount(): number {
    return this.#references.size;
  }
}
