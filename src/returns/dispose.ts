/**
 * Disposes of inspected returns, in batches: the only step that changes the ledger (decision 21).
 *
 * One transaction saves the dispositions, posts the stock, and creates the orders of reshipments. Locks: the backorder queues, orders,
 * returns, backordered documents, balances, then names and balances of the new orders.
 */
import {
  insertMovementShipToNames,
  itemFieldsOfPosting,
  lockBackorderQueues,
  type Posting,
  receiveStock,
  type StockReceipt,
} from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import {
  consumerInventoryStatusesOfCustomer,
  inventoryStatusesOfCustomer,
  type OperatorSettings,
  readOperatorSettings,
  unknownInventoryStatusFault,
} from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, type Outcome, refuse, refuseFaults, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import {
  type Contact,
  createSalesOrders,
  formatRecipientName,
  lockOrderDetailsForShare,
  lockSalesOrders,
  type OrderDetails,
  readTakenShipmentKeys,
  type SalesOrder,
  type SalesOrderDraft,
} from '../sales-orders/index.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import { flattenReturnableUnits, sumReturnableUnits } from './remaining-units.ts';
import { chooseReshipmentInventoryStatus, createReshipmentDraft, reshipmentShipmentKey } from './reship.ts';
import {
  type DisposedFinding,
  decideReturnDisposition,
  type OrderReturn,
  type RequestedDisposition,
  type ReturnFinding,
  type ReturnLine,
  sharedDispositionOfFindings,
} from './return.ts';
import {
  lockReturns,
  type ReturnKey,
  readReturns,
  saveReturnDispositions,
  updateReturnStatuses,
} from './return-store.ts';
import { recordReturnEvent } from './timeline.ts';

/** A request to apply a disposition to findings of a return. */
export interface ReturnDispositionRequest extends ReturnKey, CommandContext, RequestedDisposition {
  /** The recipient of `Reship`; absent: that of the order. */
  readonly recipient: Contact | undefined;
}

export interface ReturnDispositionResult {
  /** Of the disposal. */
  readonly reference: string;
  readonly after: OrderReturn;
  /** The order that a `Reship` placed. */
  readonly reship: { readonly orderId: string; readonly shipmentKey: string } | undefined;
}

interface Planned {
  readonly disposal: ReturnDispositionRequest;
  readonly after: OrderReturn;
  readonly disposed: readonly DisposedFinding[];
  /** The rests of findings of which only some units were disposed of. */
  readonly split: readonly ReturnFinding[];
  readonly order: SalesOrder;
  readonly document: OrderDetails | undefined;
  readonly draft: SalesOrderDraft | undefined;
  readonly at: Temporal.Instant;
}

/** Data that decisions use. */
interface DisposalContext {
  readonly operator: OperatorSettings;
  readonly orders: ReadonlyMap<string, SalesOrder>;
  readonly documents: ReadonlyMap<string, OrderDetails>;
  readonly skus: ReadonlyMap<string, Sku>;
  readonly takenKeys: TakenShipmentKeys;
}

/** The shipment keys of the live orders that share the number of an order, by the order's id. Those of planned reshipments are added. */
type TakenShipmentKeys = ReadonlyMap<string, Set<string>>;

/**
 * Disposes of returns; one outcome per disposal, in their order. `Return to Inventory` posts the found units as `Return
 * Order`; `Return to Winery` posts them in and at once out as `Transfer Out`, so that nothing can reserve them in
 * between; `Reship` posts them in and creates an order that is filled before all that waits for the stock but earlier reshipments.
 * Refusals, in order of precedence: `NotFound`, those of `decideReturnDisposition`, the fault `UnknownStatus`, `StateForbids` when its
 * warehouse or an inventory status to post to does not exist, `StateForbids` of an item that the operator does not stock, unless it goes
 * back to the winery, and `StateForbids` of a reshipment (a retired item, an erased recipient).
 */
export async function applyReturnDispositions(
  tx: Tx,
  disposals: readonly ReturnDispositionRequest[],
): Promise<Outcome<ReturnDispositionResult>[]> {
  // A stock change locks the queue before orders and returns.
  lockBackorderQueues(tx, disposals);
  const orders = await lockSalesOrders(tx, await readReturns(tx, disposals));
  const returns = new Map((await lockReturns(tx, disposals)).map((each) => [each.returnId, each]));
  const reshipped = new Set(disposals.flatMap((each) => (each.disposition === 'Reship' ? [each.returnId] : [])));
  const context = await readDisposalContext(tx, orders, [...returns.values()], reshipped);
  const timeOf = await readCustomerClockLookup(tx, disposals);
  const planned: Planned[] = [];
  const outcomes = disposals.map((disposal): Outcome<ReturnDispositionResult> => {
    const awaiting = returns.get(disposal.returnId);
    if (awaiting?.customerNo !== disposal.customerNo)
      return refuse('NotFound', `There is no return ${disposal.returnId}.`);
    const plan = planDisposal(disposal, awaiting, context, timeOf(disposal.customerNo));
    if ('refused' in plan) return plan;
    returns.set(disposal.returnId, plan.ok.after);
    planned.push(plan.ok);
    const { after, draft } = plan.ok;
    const reship = draft && { orderId: draft.reference, shipmentKey: draft.shipmentKey };
    return { ok: { reference: disposal.reference, after, reship } };
  });
  if (planned.length > 0) {
    await postDisposals(tx, planned, context);
    updateReturnStatuses(tx, [...new Map(planned.map(({ after }) => [after.returnId, after])).values()]);
    for (const plan of planned) recordDisposal(tx, plan);
  }
  return outcomes;
}

async function readDisposalContext(
  tx: Tx,
  orders: readonly SalesOrder[],
  returns: readonly OrderReturn[],
  reshipped: ReadonlySet<string>,
): Promise<DisposalContext> {
  return {
    takenKeys: await readTakenKeys(
      tx,
      returns.filter(({ returnId }) => reshipped.has(returnId)),
    ),
    operator: await readOperatorSettings(tx),
    orders: new Map(orders.map((order) => [order.orderId, order])),
    // Movements and reshipments copy the recipient.
    documents: await lockOrderDetailsForShare(tx, orders),
    skus: await readSkus(
      tx,
      returns.flatMap(({ customerNo, lines }) => lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
    ),
  };
}

async function readTakenKeys(tx: Tx, returns: readonly OrderReturn[]): Promise<TakenShipmentKeys> {
  if (returns.length === 0) return new Map();
  const taken = await readTakenShipmentKeys(tx, returns);
  const keysOf = ({ customerNo, orderNo }: OrderReturn) =>
    taken.filter((each) => each.customerNo === customerNo && each.orderNo === orderNo);
  return new Map(returns.map((each) => [each.orderId, new Set(keysOf(each).map(({ shipmentKey }) => shipmentKey))]));
}

function planDisposal(
  disposal: ReturnDispositionRequest,
  awaiting: OrderReturn,
  { operator, orders, documents, skus, takenKeys }: DisposalContext,
  at: Temporal.Instant,
): Outcome<Planned> {
  const statuses = inventoryStatusesOfCustomer(operator, disposal.customerNo);
  const reshipOrderId = uuidv7();
  const isDamaged = (status: string) => statuses.get(status)?.damaged === true;
  const order = assertPresent(orders.get(awaiting.orderId), `the order of return ${awaiting.rmaNumber}`);
  const drawn = consumerInventoryStatusesOfCustomer(operator, disposal.customerNo);
  const reshipStatusOf = (line: Pick<ReturnLine, 'itemNo' | 'shippedStatus'>) =>
    chooseReshipmentInventoryStatus(order, line, drawn);
  const decided = decideReturnDisposition(awaiting, disposal, { isDamaged, reshipOrderId, reshipStatusOf }, at);
  if ('refused' in decided) return decided;
  const { inventoryStatus } = disposal;
  if (inventoryStatus !== undefined && !statuses.has(inventoryStatus)) {
    return refuseFaults([unknownInventoryStatusFault('InventoryStatusCode', inventoryStatus)]);
  }
  // An earlier version allowed removing a warehouse that had open returns.
  if (!operator.warehouses.has(awaiting.warehouse)) {
    const reason = `Return ${awaiting.rmaNumber} cannot be disposed of: warehouse ${awaiting.warehouse} does not exist. Add it again.`;
    return refuseState(awaiting.status, reason);
  }
  const { after, disposed, split } = decided.ok;
  const unknown = disposed.find(({ disposed: { postedStatus } }) => !statuses.has(postedStatus))?.disposed.postedStatus;
  if (unknown !== undefined) {
    const reason = `Return ${awaiting.rmaNumber} cannot be disposed of: inventory status ${unknown} does not exist. Name another one, or add it again.`;
    return refuseState(awaiting.status, reason);
  }
  const skuOf = (itemNo: string) => skus.get(formatSkuKey({ ...awaiting, itemNo }));
  const notStored = disposed.find(({ itemNo }) => (skuOf(itemNo)?.storage ?? 'service') !== 'service');
  if (notStored !== undefined && disposal.disposition !== 'Return to Winery') {
    const why = `the operator does not stock item ${notStored.itemNo}; its disposition is Return to Winery`;
    return refuseState(awaiting.status, `Return ${awaiting.rmaNumber} cannot be disposed of as asked: ${why}.`);
  }
  const document = documents.get(awaiting.orderId);
  const plan = { disposal, after, disposed, split, order, document, draft: undefined, at };
  if (disposal.disposition !== 'Reship') return { ok: plan };
  const retired = disposed.find(({ itemNo }) => skuOf(itemNo)?.retired === true);
  if (retired !== undefined) {
    const why = `item ${retired.itemNo} is retired`;
    return refuseState(awaiting.status, `Return ${awaiting.rmaNumber} cannot be reshipped: ${why}.`);
  }
  if (document === undefined) {
    return refuseState(awaiting.status, `Return ${awaiting.rmaNumber} cannot be reshipped: its recipient was erased.`);
  }
  const reship = {
    ...disposal,
    orderId: reshipOrderId,
    shipmentKey: claimShipmentKey(awaiting, countReships(after), takenKeys),
    warehouse: awaiting.warehouse,
    lines: [...flattenReturnableUnits(sumReturnableUnits(disposed))],
  };
  return { ok: { ...plan, draft: createReshipmentDraft(order, document, reship) } };
}

/** The shipment key of the `nth` reshipment of a return, or of the next one that no other order with its OrderNo has. */
function claimShipmentKey({ orderId, rmaNumber }: OrderReturn, nth: number, takenKeys: TakenShipmentKeys): string {
  const taken = takenKeys.get(orderId);
  let next = nth;
  while (taken?.has(reshipmentShipmentKey(rmaNumber, next))) next += 1;
  const shipmentKey = reshipmentShipmentKey(rmaNumber, next);
  taken?.add(shipmentKey);
  return shipmentKey;
}

/** The number of orders that reship units of the return. */
function countReships({ lines }: OrderReturn): number {
  const orders = lines.flatMap(({ findings }) => findings.flatMap(({ disposed }) => disposed?.reshipOrderId ?? []));
  return new Set(orders).size;
}

/** Saves the findings, posts stock and names to the ledger, and creates the orders of reshipments. */
async function postDisposals(tx: Tx, planned: readonly Planned[], { skus }: DisposalContext): Promise<void> {
  saveReturnDispositions(
    tx,
    planned.flatMap(({ after: { customerNo, returnId }, disposed }) =>
      disposed.map((finding) => ({ ...finding, customerNo, returnId })),
    ),
    planned.flatMap(({ after: { customerNo, returnId }, split }) =>
      split.map((finding) => ({ ...finding, customerNo, returnId })),
    ),
  );
  await receiveStock(
    tx,
    planned.flatMap((plan) => plan.disposed.flatMap((finding) => arrivalsOf(plan, finding, skus))),
    planned.some(({ draft }) => draft !== undefined) ? () => placeReships(tx, planned) : undefined,
  );
  insertMovementShipToNames(
    tx,
    planned.map(({ after, order, document }) => ({
      customerNo: after.customerNo,
      subject: after.returnId,
      shipToName: document === undefined ? '' : formatRecipientName(document.recipient, order.orderType),
    })),
  );
}

/** Posts units in and, for `Return to Winery`, out again; both are netted before backorders are allocated. */
function arrivalsOf(
  { after, order, at }: Planned,
  { itemNo, quantity, line, disposed }: DisposedFinding,
  skus: ReadonlyMap<string, Sku>,
): StockReceipt[] {
  const sku = skus.get(formatSkuKey({ customerNo: after.customerNo, itemNo }));
  const known = assertPresent(
    after.lines.find((each) => each.line === line),
    `line ${line} of return ${after.rmaNumber}`,
  );
  const posting: Posting = {
    customerNo: after.customerNo,
    itemNo,
    warehouse: after.warehouse,
    status: disposed.postedStatus,
    quantity,
    type: 'Return Order',
    reference: after.orderNo,
    subject: after.returnId,
    occurredAt: at,
    poNumber: after.rmaNumber,
    orderType: order.orderType,
    ...itemFieldsOfPosting(sku ?? { ...known, alcoholByVolume: '' }),
  };
  if (disposed.disposition !== 'Return to Winery') return [{ posting }];
  return [{ posting }, { posting: { ...posting, quantity: -quantity, type: 'Transfer Out' } }];
}

/** A refused draft fails the transaction, because the stock of the return is posted already. */
async function placeReships(tx: Tx, planned: readonly Planned[]): Promise<void> {
  const drafts = planned.flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  for (const outcome of await createSalesOrders(tx, drafts)) {
    if ('refused' in outcome) throw new AppError(outcome.refused);
  }
}

function recordDisposal(tx: Tx, { disposal, after, disposed, draft, at }: Planned): void {
  const { disposition } = disposal;
  recordReturnEvent(tx, 'disposed', after, at, disposal, {
    disposition,
    lines: disposed.map(({ itemNo, quantity, disposed: { postedStatus } }) => ({
      itemNo,
      quantity,
      inventoryStatus: postedStatus,
    })),
    ...(draft === undefined ? {} : { reshipOrderId: draft.reference }),
  });
  if (draft !== undefined) {
    appendLog(tx, disposal, {
      kind: 'sales_order.reships',
      subject: draft.reference,
      occurredAt: at,
      data: { orderId: after.orderId, returnId: after.returnId, rmaNumber: after.rmaNumber },
    });
  }
  if (after.status !== 'CLOSED') return;
  const whole = sharedDispositionOfFindings(after.lines);
  recordReturnEvent(tx, 'closed', after, at, disposal, whole === undefined ? {} : { disposition: whole });
}
