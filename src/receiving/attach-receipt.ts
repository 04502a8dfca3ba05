/** Attaches parked deliveries to a purchase order, which posts them. */
import { recordAudit } from '../operators/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { lockReceivablePurchaseOrder } from '../purchase-orders/index.ts';
import {
  checkCountedStatuses,
  computeReceiptPostingLines,
  postUnitsToPurchaseOrder,
  toReceiptLogData,
} from './post-receipt.ts';
import { type Receipt, receiptNotFoundRefusal } from './receipt.ts';
import type { ReceiptActor } from './receipt-actor.ts';
import { lockReceipt, type ReceiptKey, saveReceipt } from './receipt-store.ts';

/**
 * Posts a parked delivery to a purchase order of its winery; one that is attached to this order already is returned as it is.
 * Refusals, in order of precedence: `NotFound`; `StateForbids` unless it is parked; those of `lockReceivablePurchaseOrder`;
 * `StateForbids` for an order of another warehouse; `NotOnOrder` for items that the order does not have; those of
 * `checkCountedStatuses` and `postUnitsToPurchaseOrder`.
 */
export async function attachReceiptToPurchaseOrder(
  tx: Tx,
  key: ReceiptKey,
  orderId: string,
  decider: ReceiptActor,
): Promise<Outcome<Receipt>> {
  const { context } = decider;
  const { customerNo } = key;
  const locked = await lockReceivablePurchaseOrder(tx, { customerNo, orderId });
  const receipt = await lockReceipt(tx, key);
  if (receipt === undefined || !decider.mayWorkIn(receipt.warehouse)) return receiptNotFoundRefusal;
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
  const lines = computeReceiptPostingLines(receipt);
  const notOnOrder = lines.filter(({ itemNo }) => !order.lines.some((line) => line.itemNo === itemNo));
  const faults = notOnOrder.map(
    ({ itemNo }): Fault => ({
      field: 'PurchaseOrder',
      code: 'NotOnOrder',
      message: `has no item ${JSON.stringify(itemNo)}, which the delivery has`,
    }),
  );
  if (faults.length > 0) return refuseFaults(faults);
  const statuses = await checkCountedStatuses(tx, receipt);
  if ('refused' in statuses) return statuses;
  const { receiptId, place } = receipt;
  const logged = { ...toReceiptLogData(receipt, []), place };
  const posted = await postUnitsToPurchaseOrder(tx, order, context, { lines, source: 'parked delivery', logged });
  if ('refused' in posted) return posted;
  const attached: Receipt = {
    ...receipt,
    state: 'attached',
    orderId,
    orderNumber: order.number,
    result: { ...posted.ok, differences: [] },
  };
  saveReceipt(tx, attached);
  const occurredAt = await readCustomerClock(tx, customerNo);
  const data = { purchaseOrderNumber: order.number, status: posted.ok.orderStatus };
  appendLog(tx, context.forCustomer(customerNo), { kind: 'receipt.attached', subject: receiptId, occurredAt, data });
  recordAudit(tx, context, {
    action: 'receipt.attached',
    subject: receiptId,
    customerNo,
    before: { State: 'parked' },
    after: { PurchaseOrder: order.number, Status: posted.ok.orderStatus },
  });
  return { ok: attached };
}
