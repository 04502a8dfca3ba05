/**
 * Ends receipts (decision 43): posts the counted units by the functions that receive and ship orders, or parks a
 * delivery that no order announced. Ending a receipt again returns the same result and posts nothing.
 */
import type { StationPerson } from '../floor/index.ts';
import { lockBackorderQueues, readReasonCodes } from '../inventory/index.ts';
import { formatCountWithNoun } from '../lib/text.ts';
import { recordAudit } from '../operators/index.ts';
import { currentRealTime, readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { lockPurchaseOrders } from '../purchase-orders/index.ts';
import { lockTransferOrders } from '../transfer-orders/index.ts';
import { readCountableReceiptItems } from './inbound-orders.ts';
import { postReceipt } from './post-receipt.ts';
import {
  checkReceiptCanEnd,
  decideReceiptClaimRenewal,
  type ExplainedReceiptDifference,
  type Receipt,
  type ReceiptDifference,
  type ReceiptSession,
  receiptDifferencesOf,
  receiptNotFoundRefusal,
} from './receipt.ts';
import type { ReceiptStepResult } from './receipt-step.ts';
import { lockReceipt, type ReceiptKey, readReceipt, readReceiptsOfOrder, saveReceipt } from './receipt-store.ts';

/** The reason of the person for a difference that the station has shown. */
interface ReceiptDifferenceReason {
  readonly itemNo: string;
  readonly reasonCode: string;
  readonly note: string;
}

interface ReceiptEndRequest {
  readonly session: ReceiptSession;
  readonly context: OperatorContext;
  readonly person: StationPerson;
  readonly mayWorkIn: (warehouse: string) => boolean;
  /**
   * The reasons with which the person confirms differences. Undefined: differences are shown first, and nothing is
   * posted when there are any.
   */
  readonly confirmed: readonly ReceiptDifferenceReason[] | undefined;
  /** Note of the person; undefined keeps the earlier note. */
  readonly note: string | undefined;
}

/** A receipt that has ended, with its differences, or that has differences to be confirmed. */
interface ReceiptEndResult extends ReceiptStepResult {
  readonly differences: readonly ReceiptDifference[];
}

/** Locks the order of a receipt, then the receipt, in the order in which every other change locks them. */
export async function lockReceiptWithOrder(tx: Tx, key: ReceiptKey): Promise<Receipt | undefined> {
  const { customerNo, orderId, kind } = (await readReceipt(tx, key)) ?? {};
  if (customerNo !== undefined && orderId !== undefined) {
    // Units that were not picked become free, and a stock change locks the queue before the orders.
    if (kind === 'transfer out') lockBackorderQueues(tx, [customerNo]);
    if (kind === 'transfer in' || kind === 'transfer out') await lockTransferOrders(tx, [{ customerNo, orderId }]);
    else await lockPurchaseOrders(tx, [{ customerNo, orderId }]);
  }
  return await lockReceipt(tx, key);
}

/**
 * Posts or parks a receipt. Returns its differences when they are not confirmed, or confirmed with faults before they were
 * shown. Refusals, in order of precedence: `NotFound`; `StateForbids` when another person has it, it was discarded, or nothing
 * is counted; the faults of `confirmed`; those of `postReceipt`.
 */
export async function endReceipt(tx: Tx, ending: ReceiptEndRequest): Promise<Outcome<ReceiptEndResult>> {
  const { session, context, person } = ending;
  const before = await lockReceiptWithOrder(tx, session);
  if (before === undefined || !ending.mayWorkIn(before.warehouse)) return receiptNotFoundRefusal;
  const resumed = decideReceiptClaimRenewal(before, session, person, currentRealTime());
  if ('refused' in resumed) return resumed;
  const receipt = ending.note === undefined ? resumed.ok : { ...resumed.ok, note: ending.note };
  const items = await readCountableReceiptItems(tx, receipt);
  const done = (
    ended: Receipt,
    differences: readonly ReceiptDifference[],
    message: string,
  ): Outcome<ReceiptEndResult> => ({
    ok: { receipt: ended, items, differences, verdict: undefined, message },
  });
  if (before.result !== undefined) return done(before, before.result.differences, messageOf(before));
  const checked = checkReceiptCanEnd(receipt);
  if ('refused' in checked) return checked;
  const differences = receiptDifferencesOf(receipt, items, await areOthersCounting(tx, receipt));
  const explained = await explain(tx, receipt, differences, ending.confirmed ?? []);
  // Faults of the reasons reveal how the count differs, so they too are recorded as shown.
  const isFirstSight = 'refused' in explained && receipt.shown === undefined;
  if (differences.length > 0 && (ending.confirmed === undefined || isFirstSight)) {
    const shown = { ...receipt, shown: receipt.shown ?? differences };
    saveReceipt(tx, shown);
    const message = 'This differs from what was expected. Count again, or confirm it.';
    return done(shown, differences, `${message}${surplusText(receipt, differences)}`);
  }
  if ('refused' in explained) return explained;
  const posted = await postReceipt(tx, receipt, explained.ok, context);
  if ('refused' in posted) return posted;
  const result = { ...posted.ok, differences: explained.ok };
  const state = receipt.kind === 'unannounced' ? 'parked' : 'finished';
  const ended: Receipt = { ...receipt, state, result, endedAt: currentRealTime() };
  saveReceipt(tx, ended);
  if (state === 'parked') await logParked(tx, ended, context);
  recordAudit(tx, context, {
    action: `receipt.${state}`,
    subject: receipt.receiptId,
    customerNo: receipt.customerNo,
    after: {
      Order: receipt.orderNumber,
      Pallet: receipt.pallet,
      Status: result.orderStatus,
      Differences: explained.ok.length,
    },
  });
  return done(ended, explained.ok, messageOf(ended));
}

function messageOf(receipt: Receipt): string {
  const { kind, orderNumber, place, result } = receipt;
  if (kind === 'unannounced') return `Parked at ${place}. Customer service has it.`;
  if (kind !== 'transfer out') return `Received. ${orderNumber} is ${result?.orderStatus}.`;
  return `${orderNumber} is ${result?.orderStatus}.${surplusText(receipt, result?.differences ?? [])}`;
}

const maxNamedItems = 5;

/**
 * What a transfer that departs leaves behind of the counted units: those that were lost from stock after they were counted. '' for
 * nothing. The surplus of an order that arrives is posted.
 */
function surplusText({ kind, orderNumber }: Receipt, differences: readonly ReceiptDifference[]): string {
  const surplus = differences.filter(({ difference }) => difference > 0);
  if (kind !== 'transfer out' || surplus.length === 0) return '';
  const named = surplus.slice(0, maxNamedItems).map(({ itemNo, difference }) => `${difference} × ${itemNo}`);
  const more =
    surplus.length > maxNamedItems ? ` and ${formatCountWithNoun(surplus.length - maxNamedItems, 'more item')}` : '';
  return ` Put back ${named.join(', ')}${more}: these units are no longer in stock and do not leave with ${orderNumber}.`;
}

async function areOthersCounting(tx: Tx, { customerNo, orderId, receiptId }: Receipt): Promise<boolean> {
  if (orderId === undefined) return false;
  const receipts = await readReceiptsOfOrder(tx, { customerNo, orderId });
  return receipts.some((each) => each.state === 'open' && each.receiptId !== receiptId);
}

/**
 * The differences with the reasons of the person. A surplus needs a reason, except of a transfer that departs; missing
 * units do not.
 */
async function explain(
  tx: Tx,
  { kind }: Receipt,
  differences: readonly ReceiptDifference[],
  reasons: readonly ReceiptDifferenceReason[],
): Promise<Outcome<readonly ExplainedReceiptDifference[]>> {
  const known = await readReasonCodes(tx);
  const faults: Fault[] = [];
  for (const [index, { itemNo, reasonCode }] of reasons.entries()) {
    const difference = differences.find((each) => each.itemNo === itemNo);
    const reason = known.get(reasonCode);
    const wanted = (difference?.difference ?? 0) > 0 ? 'in' : 'out';
    if (reasonCode === '') continue;
    if (reason?.usedFor === 'adjustment' && (reason.direction === wanted || reason.direction === 'both')) continue;
    const message = `${JSON.stringify(reasonCode)} is not a reason for ${wanted === 'in' ? 'too many' : 'missing'} units`;
    faults.push({ field: `Reasons[${index}].ReasonCode`, code: 'UnknownReason', message });
  }
  const explained = differences.map((difference) => {
    const { reasonCode = '', note = '' } = reasons.find(({ itemNo }) => itemNo === difference.itemNo) ?? {};
    return { ...difference, reasonCode, note };
  });
  for (const { itemNo, difference, reasonCode } of explained) {
    if (difference <= 0 || reasonCode !== '' || kind === 'transfer out') continue;
    faults.push({
      field: 'Reasons',
      code: 'Required',
      message: `must have a reason for ${difference} too many of ${itemNo}`,
    });
  }
  return faults.length > 0 ? refuseFaults(faults) : { ok: explained };
}

async function logParked(tx: Tx, receipt: Receipt, context: OperatorContext): Promise<void> {
  const { customerNo, receiptId: subject, warehouse, place, issues } = receipt;
  appendLog(tx, context.forCustomer(customerNo), {
    kind: 'receipt.parked',
    subject,
    occurredAt: await readCustomerClock(tx, customerNo),
    data: { warehouse, place, lines: receipt.counted, issues: issues.length },
  });
}
