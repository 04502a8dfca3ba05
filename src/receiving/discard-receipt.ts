/** Discards open receipts and parked deliveries. */
import { recordAudit } from '../operators/index.ts';
import { currentRealTime, readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { lockPurchaseOrders, purchaseOpenReceiptUpdater } from '../purchase-orders/index.ts';
import { lockTransferOrders, transferOpenReceiptUpdater } from '../transfer-orders/index.ts';
import { lockReceiptWithOrder } from './end-receipt.ts';
import { toWereDifferencesShownLogData } from './post-receipt.ts';
import { nameOfReceipt, type Receipt, receiptNotFoundRefusal } from './receipt.ts';
import type { ReceiptActor } from './receipt-actor.ts';
import { type ReceiptKey, saveReceipt } from './receipt-store.ts';

/**
 * Discards a receipt: an open one by the person who has it, a lead or an admin, a parked delivery by customer service or an
 * admin. Its order gets the status that it would have without the receipt; a transfer that departs stays PICKING. One that is
 * discarded already is returned as it is. Refusals: `NotFound`, `StateForbids`.
 */
export async function discardReceipt(
  tx: Tx,
  key: ReceiptKey,
  reason: string,
  decider: ReceiptActor,
): Promise<Outcome<Receipt>> {
  const { context, operator } = decider;
  const receipt = await lockReceiptWithOrder(tx, key);
  if (receipt === undefined || !decider.mayWorkIn(receipt.warehouse)) return receiptNotFoundRefusal;
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
  const discarded: Receipt = { ...receipt, state: 'discarded', note: reason, endedAt: currentRealTime() };
  saveReceipt(tx, discarded);
  const by = context.forCustomer(customerNo);
  const data = { receipt: receiptId, pallet: receipt.pallet, note: reason, ...toWereDifferencesShownLogData(receipt) };
  if (orderId !== undefined && kind === 'purchase order') {
    for (const order of await lockPurchaseOrders(tx, [{ customerNo, orderId }]))
      await purchaseOpenReceiptUpdater.remove(tx, order, by, data);
  } else if (orderId !== undefined && kind === 'transfer in') {
    for (const order of await lockTransferOrders(tx, [{ customerNo, orderId }]))
      await transferOpenReceiptUpdater.remove(tx, order, by, data);
  } else if (kind === 'unannounced') {
    const occurredAt = await readCustomerClock(tx, customerNo);
    appendLog(tx, by, {
      kind: 'receipt.discarded',
      subject: receiptId,
      occurredAt,
      data: { was: state, note: reason },
    });
  }
  recordAudit(tx, context, {
    action: 'receipt.discarded',
    subject: receiptId,
    customerNo,
    before: { State: state },
    after: { Reason: reason },
  });
  return { ok: discarded };
}
