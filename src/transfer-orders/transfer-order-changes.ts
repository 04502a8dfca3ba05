/**
 * Creates, identifies, locks and logs transfer orders with the shared functions of numbered orders; common parts of
 * their changes.
 */
import { assertDifferentDocuments, createNumberedOrderStore, type NumberedOrderName } from '../documents/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { TransferOrder, TransferOrderStatus } from './transfer-order.ts';
import { lockTransferOrders } from './transfer-order-store.ts';

export const numberedTransferOrderStore = createNumberedOrderStore({
  kind: 'transfer order',
  numberPrefix: 'TO',
  referenceField: 'TransferInfo.CustomerReferenceNo',
  duplicateCode: 'DuplicateTransferOrder',
});

/** A request to update or cancel an order. */
export interface TransferOrderChange extends CommandContext {
  readonly name: NumberedOrderName;
  /** The CustomerReferenceNo sent in addition to the number, and its field. It must match the order. */
  readonly expected?: { readonly customerReferenceNo: string; readonly field: string } | undefined;
}

/**
 * Returns a function that finds and locks the orders of updates or cancellations, in sorted order. It returns one outcome per change: the
 * order, or a refusal, in order of precedence: `NotFound`; the fault `Contradiction` when it has another reference than `expected`;
 * `StateForbids` unless it is OPEN.
 */
export const lockRequestedOpenTransferOrders =
  (verb: 'updated' | 'canceled') =>
  async (tx: Tx, changes: readonly TransferOrderChange[]): Promise<Outcome<TransferOrder>[]> => {
    const names = changes.map(({ name }) => name);
    const locked = await numberedTransferOrderStore.lock(tx, names, lockTransferOrders);
    return locked.map((outcome, index) => {
      if ('refused' in outcome) return outcome;
      const order = outcome.ok;
      const expected = changes[index]?.expected;
      if (expected !== undefined && expected.customerReferenceNo !== order.customerReferenceNo) {
        const message = `${expected.customerReferenceNo} is not the reference of transfer order ${order.number}, which is ${order.customerReferenceNo}`;
        return refuseFaults([{ field: expected.field, code: 'Contradiction', message }]);
      }
      return numberedTransferOrderStore.requireStatus(order, ['OPEN'], verb);
    });
  };

/** A request for a step of one transfer order: start, ship, receive or close. */
export interface TransferStepRequest extends CommandContext {
  readonly name: NumberedOrderName;
  /** When the step happened; absent: now, on the customer's clock. */
  readonly at?: Temporal.Instant | undefined;
}

/** A requested step, its locked transfer order, and the time of the step. */
export interface LockedTransferStepRequest<Request extends TransferStepRequest> {
  readonly request: Request;
  readonly order: TransferOrder;
  readonly at: Temporal.Instant;
}

/**
 * Finds and locks the orders, in sorted order; throws when two requests are of one order. One outcome per request: the order, or a
 * refusal, in order of precedence: `NotFound`, `StateForbids` unless the order is in one of the required statuses.
 */
export async function lockOrdersOfTransferSteps<Request extends TransferStepRequest>(
  tx: Tx,
  requests: readonly Request[],
  required?: { readonly statuses: readonly TransferOrderStatus[]; readonly verb: string },
): Promise<Outcome<LockedTransferStepRequest<Request>>[]> {
  const names = requests.map(({ name }) => name);
  const locked = await numberedTransferOrderStore.lock(tx, names, lockTransferOrders);
  assertDifferentDocuments(locked);
  const timeOf = await readCustomerClockLookup(tx, names);
  return requests.map((request, index) => {
    const found = locked[index] as Outcome<TransferOrder>;
    if ('refused' in found) return found;
    const order = found.ok;
    const at = request.at ?? timeOf(order.customerNo);
    const allowed = required
      ? numberedTransferOrderStore.requireStatus(order, required.statuses, required.verb)
      : found;
    return 'refused' in allowed ? allowed : { ok: { request, order, at } };
  });
}
