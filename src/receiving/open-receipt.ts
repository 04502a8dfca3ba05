/**
 * Opens receipts (decision 43). A person who has a pallet of the order open continues it. Several people may count
 * different pallets of one order, but only one person picks a transfer that departs.
 */

import type { OrderKey } from '../documents/index.ts';
import type { StationPerson } from '../floor/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { endOfWorkClaim } from '../lib/work-claims.ts';
import { recordAudit } from '../operators/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { lockReceivablePurchaseOrder, purchaseOpenReceiptUpdater } from '../purchase-orders/index.ts';
import {
  lockArrivingTransfer,
  lockTransferOrders,
  noSuchTransferOrderMessage,
  startTransfers,
  type TransferOrder,
  transferOpenReceiptUpdater,
} from '../transfer-orders/index.ts';
import {
  decideReceiptClaim,
  nameOfReceipt,
  type Receipt,
  type ReceiptKind,
  receiptNotFoundRefusal,
} from './receipt.ts';
import { lockReceipt, type ReceiptKey, readReceiptsOfOrder, saveReceipt } from './receipt-store.ts';

/** The person who opens a receipt, and whether they take it over from another person. */
interface ReceiptOpeningRequest {
  readonly context: OperatorContext;
  readonly person: StationPerson;
  readonly takesOver: boolean;
}

/** A purchase or transfer order on which a receipt can be opened. */
export interface ReceiptOrderKey extends OrderKey {
  readonly kind: Exclude<ReceiptKind, 'unannounced'>;
  readonly warehouse: string;
  readonly number: string;
}

/** Returns a new open receipt, claimed by the person. It is not saved. */
export function newReceipt(
  { customerNo, kind, warehouse }: Pick<Receipt, 'customerNo' | 'kind' | 'warehouse'>,
  { operatorId, email }: StationPerson,
): Receipt {
  return {
    customerNo,
    receiptId: uuidv7(),
    kind,
    warehouse,
    orderId: undefined,
    orderNumber: '',
    pallet: 1,
    label: '',
    state: 'open',
    claim: 1,
    personId: operatorId,
    person: email,
    claimedUntil: endOfWorkClaim(currentRealTime()),
    place: '',
    note: '',
    counted: [],
    issues: [],
    scans: 0,
    shown: undefined,
    result: undefined,
    endedAt: undefined,
  };
}

/**
 * Opens the person's pallet of an order: the open one, with this label unless `label` is '', or a new one. Refusals:
 * `NotFound`; `StateForbids` when the order cannot be received or picked, when the labeled pallet is counted already,
 * or when another person picks the transfer and it is not taken over.
 */
export async function openReceipt(
  tx: Tx,
  found: ReceiptOrderKey,
  label: string,
  opening: ReceiptOpeningRequest,
): Promise<Outcome<Receipt>> {
  const { context, person, takesOver } = opening;
  const locked = await lockOrder(tx, found, context);
  if ('refused' in locked) return locked;
  const earlier = (await readReceiptsOfOrder(tx, found)).filter(({ kind }) => kind === found.kind);
  const open = earlier.filter(({ state }) => state === 'open');
  const own = open.find(({ personId, label: of }) => personId === person.operatorId && (label === '' || of === label));
  const theirs = found.kind === 'transfer out' ? open[0] : undefined;
  const continued = own ?? theirs;
  if (continued !== undefined) return await claim(tx, continued, opening);
  const same = earlier.find(
    ({ state, label: of }) => label !== '' && of === label && ['open', 'finished'].includes(state),
  );
  if (same !== undefined) {
    const did = same.state === 'open' ? 'counts' : 'has counted';
    return refuseState('RECEIVING', `${same.person} ${did} the pallet ${label} of ${found.number}.`);
  }
  const pallet = Math.max(0, ...earlier.map((each) => each.pallet)) + 1;
  const receipt: Receipt = {
    ...newReceipt(found, person),
    orderId: found.orderId,
    orderNumber: found.number,
    pallet,
    label,
  };
  await locked.ok({ pallet, receipt: receipt.receiptId, ...(label === '' ? {} : { label }) });
  saveReceipt(tx, receipt);
  recordAudit(tx, context, {
    action: 'receipt.opened',
    subject: receipt.receiptId,
    customerNo: found.customerNo,
    after: { Order: found.number, Pallet: pallet, TakenOver: takesOver },
  });
  return { ok: receipt };
}

/**
 * Continues a receipt by its id. The person who ended it may still read it. Refusals: `NotFound`; `StateForbids` when
 * another person has it or has ended it.
 */
export async function continueReceipt(
  tx: Tx,
  key: ReceiptKey,
  opening: ReceiptOpeningRequest & { readonly mayWorkIn: (warehouse: string) => boolean },
): Promise<Outcome<Receipt>> {
  const receipt = await lockReceipt(tx, key);
  if (receipt === undefined || !opening.mayWorkIn(receipt.warehouse)) return receiptNotFoundRefusal;
  if (receipt.state !== 'open' && receipt.personId === opening.person.operatorId) return { ok: receipt };
  return claimLocked(tx, receipt, opening);
}

async function claim(tx: Tx, found: Receipt, opening: ReceiptOpeningRequest): Promise<Outcome<Receipt>> {
  const receipt = await lockReceipt(tx, found);
  return receipt === undefined ? receiptNotFoundRefusal : claimLocked(tx, receipt, opening);
}

function claimLocked(
  tx: Tx,
  receipt: Receipt,
  { context, person, takesOver }: ReceiptOpeningRequest,
): Outcome<Receipt> {
  const claimed = decideReceiptClaim(receipt, person, currentRealTime(), takesOver);
  if ('refused' in claimed) return claimed;
  saveReceipt(tx, claimed.ok);
  if (claimed.ok.claim !== receipt.claim) {
    recordAudit(tx, context, {
      action: 'receipt.taken_over',
      subject: receipt.receiptId,
      customerNo: receipt.customerNo,
      before: { Person: receipt.person, Pallet: nameOfReceipt(receipt) },
      after: { Person: person.email },
    });
  }
  return claimed;
}

/** Refuses an order whose warehouse was changed after the scan found it. */
const warehouseChangedRefusal = ({ number }: { readonly number: string }) =>
  refuse('NotFound', `${number} has another warehouse now: scan it again.`);

type BeginReceiving = (data: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * Locks the order, and starts to pick a transfer that departs. Returns the function that adds a new receipt to an order that
 * arrives; for one that departs it does nothing.
 */
async function lockOrder(tx: Tx, found: ReceiptOrderKey, context: OperatorContext): Promise<Outcome<BeginReceiving>> {
  const { customerNo, kind } = found;
  const by = context.forCustomer(customerNo);
  if (kind === 'purchase order') {
    const order = await lockReceivablePurchaseOrder(tx, found);
    if ('refused' in order) return order;
    if (order.ok.warehouse !== found.warehouse) return warehouseChangedRefusal(order.ok);
    return { ok: (data) => purchaseOpenReceiptUpdater.add(tx, order.ok, by, data) };
  }
  if (kind === 'transfer in') {
    const order = await lockArrivingTransfer(tx, found);
    if ('refused' in order) return order;
    if (order.ok.toWarehouse !== found.warehouse) return warehouseChangedRefusal(order.ok);
    return { ok: (data) => transferOpenReceiptUpdater.add(tx, order.ok, by, data) };
  }
  const [transfer] = await lockTransferOrders(tx, [found]);
  if (transfer === undefined) return refuse('NotFound', noSuchTransferOrderMessage);
  if (transfer.fromWarehouse !== found.warehouse) return warehouseChangedRefusal(transfer);
  const departing = await startDeparture(tx, transfer, by);
  return 'refused' in departing ? departing : { ok: async () => undefined };
}

/** Starts to pick the transfer, unless it is being picked already. `StateForbids` unless its stock is reserved. */
async function startDeparture(tx: Tx, order: TransferOrder, context: CommandContext): Promise<Outcome<TransferOrder>> {
  if (order.status === 'PICKING') return { ok: order };
  const name = { customerNo: order.customerNo, reference: order.orderId };
  const [started] = await startTransfers(tx, [{ ...context, name }]);
  return started ?? refuse('NotFound', noSuchTransferOrderMessage);
}
