/**
 * What update and cancellation have in common: how a request names its order, and whether the order's state still allows
 * it (interface: States and transitions; decisions 6, 9, 11).
 */

import { isUuid } from '../lib/uuid.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import { type OrderKey, resolveNames, type TransferName } from './identity-store.ts';
import { type TransferOrder, transferStateForbids } from './transfer-order.ts';
import { lockTransferOrders } from './transfer-order-store.ts';

/** The names that a request brings; at least one of them is not empty. */
export interface SentTransferName {
  /** Ours, or any reference that was answered for the order (decision 9). */
  readonly transferOrderNumber: string;
  readonly customerReferenceNo: string;
  /** Where the wire has `CustomerReferenceNo`, for faults. */
  readonly referenceField: string;
}

/** A request to change an order. */
export interface TransferOrderChange extends CommandContext {
  readonly customerNo: string;
  readonly name: SentTransferName;
}

/** The reference of the request that changed the order. */
export interface TransferOrderChanged {
  readonly reference: string;
}

function nameOf({ customerNo, name }: TransferOrderChange): TransferName {
  const { transferOrderNumber, customerReferenceNo } = name;
  if (transferOrderNumber === '') return { customerNo, customerReferenceNo };
  if (isUuid(transferOrderNumber)) return { customerNo, reference: transferOrderNumber };
  return { customerNo, transferOrderNumber };
}

/** Names that two changes of one set must not share: the order as it was named. */
export function changeIdentities(request: TransferOrderChange): string[] {
  const { transferOrderNumber, customerReferenceNo } = request.name;
  return [
    ...(transferOrderNumber === '' ? [] : [`transfer order number\t${transferOrderNumber}`]),
    ...(customerReferenceNo === '' ? [] : [`transfer order\t${customerReferenceNo}`]),
  ];
}

/**
 * Finds and locks the orders meant, sorted. One outcome per request: the order under its lock, or a refusal, in order of
 * precedence: `NotFound`; the fault `Contradiction` where both names are given and mean different orders;
 * `StateForbids` naming the state, unless it is OPEN.
 */
export async function lockOpenTransferOrders(
  tx: Tx,
  requests: readonly TransferOrderChange[],
  verb: 'updated' | 'canceled',
): Promise<Outcome<TransferOrder>[]> {
  const keys = await resolveNames(tx, requests.map(nameOf));
  const locked = await lockTransferOrders(
    tx,
    keys.filter((key): key is OrderKey => key !== undefined),
  );
  const orders = new Map(locked.map((order) => [order.orderId, order]));
  return requests.map(({ name }, index): Outcome<TransferOrder> => {
    const order = orders.get(keys[index]?.orderId ?? '');
    if (order === undefined) {
      return refuse('NotFound', `there is no transfer order ${name.transferOrderNumber || name.customerReferenceNo}`);
    }
    if (name.customerReferenceNo !== '' && name.customerReferenceNo !== order.customerReferenceNo) {
      const message = `${name.customerReferenceNo} does not name transfer order ${order.transferOrderNumber}, whose reference is ${order.customerReferenceNo}`;
      return refuseFaults([{ field: name.referenceField, code: 'Contradiction', message }]);
    }
    return order.status === 'OPEN' ? { done: order } : transferStateForbids(order, verb);
  });
}
