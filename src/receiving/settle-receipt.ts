/** Discards open receipts, and attaches parked deliveries to an order or discards them. */
import { recordAudit } from '../operators/index.ts';
import { customerTime, realTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import type { OperatorCaller, OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { lockPurchaseOrders, lockReceivablePurchaseOrder, removePurchaseReceiver } from '../purchase-orders/index.ts';
import { lockTransferOrders, removeTransferReceiver } from '../transfer-orders/index.ts';
import { lockWithOrder } from './end-receipt.ts';
import {
  linesToPost,
  loggedCount,
  postPurchaseReceipt,
  requireStatuses,
  shownDifferencesData,
} from './post-receipt.ts';
import { nameOfReceipt, type Receipt, receiptNotFound } from './receipt.ts';
import { lockReceipt, type ReceiptKey, saveReceipt } from './receipt-store.ts';

export interface Settling {
  readonly context: OperatorContext;
  readonly operator: OperatorCaller;
  readonly mayWorkIn: (warehouse: string) => boolean;
}

/**
 * Discards a receipt: an open one by the person who has it or a lead, a parked delivery by customer service. Its order
 * gets the status that it would have without the receipt; a transfer that departs stays PICKING. Refusals: `NotFound`,
 * `StateForbids`.
 */
export async function discardReceipt(
  tx: Tx,
  key: ReceiptKey,
  reason: string,
  settling: Settling,
): Promise<Outcome<Receipt>> {
  const { context, operator } = settling;
  const receipt = await lockWithOrder(tx, key);
  if (receipt === undefined || !settling.mayWorkIn(receipt.warehouse)) return receiptNotFound;
  const { customerNo, receiptId, orderId, kind, state, person } = receipt;
  if (state === 'discarded') return { ok: receipt };
  const isOffice = operator.role === 'service' || operator.role === 'admin';
  const mayDiscard =
    state === 'open'
      ? receipt.personId === operator.operatorId || operator.role === 'lead' || operator.role === 'admin'
      : state === 'parked' && isOffice;
  if (!mayDiscard) {
    const why =
      state === 'open'
        ? `${person} counts it.`
        : state === 'parked'
          ? 'Customer service decides about it.'
          : `It is ${state}.`;
    return refuseState(state.toUpperCase(), `The count of ${nameOfReceipt(receipt)} cannot be discarded: ${why}`);
  }
  const discarded: Receipt = { ...receipt, state: 'discarded', note: reason, endedAt: realTime() };
  saveReceipt(tx, discarded);
  const by = context.forCustomer(customerNo);
  const data = { receipt: receiptId, pallet: receipt.pallet, note: reason, ...shownDifferencesData(receipt) };
  if (orderId !== undefined && kind === 'purchase order') {
    for (const order of await lockPurchaseOrders(tx, [{ customerNo, orderId }]))
      await removePurchaseReceiver(tx, order, by, data);
  } else if (orderId !== undefined && kind === 'transfer in') {
    for (const order of await lockTransferOrders(tx, [{ customerNo, orderId }]))
      await removeTransferReceiver(tx, order, by, data);
  } else if (kind === 'unannounced') {
    const occurredAt = await customerTime(tx, customerNo);
    appendLog(tx, by, {
      kind: 'receipt.discarded',
      subject: receiptId,
      occurredAt,
      data: { was: state, note: reason },
    });
  }
  recordAudit(tx, context, {
    ...{ action: 'receipt.discarded', subject: receiptId, customerNo },
    ...{ before: { State: state }, after: { Reason: reason } },
  });
  return { ok: discarded };
}

/**
 * Posts a parked delivery to a purchase order of its winery. Refusals: `NotFound`; `StateForbids` unless it is parked
 * and the order can be received at its warehouse; `NotOnOrder` for items that the order does not have; `StateForbids`
 * when a status that was counted was removed.
 */
export async function attachReceipt(
  tx: Tx,
  key: ReceiptKey,
  orderId: string,
  settling: Settling,
): Promise<Outcome<Receipt>> {
  const { context } = settling;
  const { customerNo } = key;
  const locked = await lockReceivablePurchaseOrder(tx, { customerNo, orderId });
  const receipt = await lockReceipt(tx, key);
  if (receipt === undefined || !settling.mayWorkIn(receipt.warehouse)) return receiptNotFound;
  if (receipt.state === 'attached' && receipt.orderId === orderId) return { ok: receipt };
  if (receipt.state !== 'parked')
    return refuseState(receipt.state.toUpperCase(), `The delivery for ${customerNo} is ${receipt.state}.`);
  if ('refused' in locked) return locked;
  const order = locked.ok;
  if (order.warehouse !== receipt.warehouse)
    return refuseState(
      order.status,
      `${order.number} is to arrive at ${order.warehouse}, the delivery is at ${receipt.warehouse}.`,
    );
  const lines = linesToPost(receipt);
  const notOnOrder = lines.filter(({ itemNo }) => !order.lines.some((line) => line.itemNo === itemNo));
  const faults = notOnOrder.map(
    ({ itemNo }): Fault => ({
      ...{ field: 'PurchaseOrder', code: 'NotOnOrder' },
      message: `has no item ${JSON.stringify(itemNo)}, which the delivery has`,
    }),
  );
  if (faults.length > 0) return refuseFaults(faults);
  const statuses = await requireStatuses(tx, receipt);
  if ('refused' in statuses) return statuses;
  const { receiptId, place } = receipt;
  const logged = { ...loggedCount(receipt, []), place };
  const posted = await postPurchaseReceipt(tx, order, context, { lines, source: 'parked delivery', logged });
  if ('refused' in posted) return posted;
  const attached: Receipt = {
    ...{ ...receipt, state: 'attached', orderId, orderNumber: order.number },
    result: { ...posted.ok, differences: [] },
  };
  saveReceipt(tx, attached);
  const occurredAt = await customerTime(tx, customerNo);
  const data = { purchaseOrderNumber: order.number, status: posted.ok.orderStatus };
  appendLog(tx, context.forCustomer(customerNo), { kind: 'receipt.attached', subject: receiptId, occurredAt, data });
  recordAudit(tx, context, {
    ...{ action: 'receipt.attached', subject: receiptId, customerNo },
    ...{ before: { State: 'parked' }, after: { PurchaseOrder: order.number, Status: posted.ok.orderStatus } },
  });
  return { ok: attached };
}
