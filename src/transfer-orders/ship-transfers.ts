/**
 * Ships transfer orders in batches. `Transfer Out` removes the units from the source; until receipt they are not on
 * hand anywhere and are inbound at the destination (decision 10).
 */
import { documentKeyOfOrder, loadOrderSkuLookup } from '../documents/index.ts';
import { addExpectedReceipts, lockBackorderQueues, removeDemands, shipDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import {
  arrivalInventoryStatusOfTransferLine,
  sourceInventoryStatusOfTransferLine,
  type TransferOrder,
  type TransferOrderLine,
} from './transfer-order.ts';
import {
  type LockedTransferStepRequest,
  lockOrdersOfTransferSteps,
  numberedTransferOrderStore,
  type TransferStepRequest,
} from './transfer-order-changes.ts';
import { addTransferLineCounts, updateTransferOrderStatuses } from './transfer-order-store.ts';
import { buildTransferPosting } from './transfer-postings.ts';

export interface TransferShipment extends TransferStepRequest {
  /** Picked units by line; lines that are not listed ship all available units. */
  readonly picked?: readonly { readonly line: number; readonly units: number }[] | undefined;
}

interface PlannedShipment extends LockedTransferStepRequest<TransferShipment> {
  /** The order as it ships: its lines have the shipped units. */
  readonly order: TransferOrder;
}

/**
 * PICKING orders become IN TRANSIT, or CLOSED when nothing was picked; units that were not picked are allocated to backorders.
 * One outcome per shipment, in their order: the changed order. Refusals, in order of precedence: `NotFound`; `StateForbids`
 * unless PICKING; the faults of `picked`: `UnknownLine`, `Maximum` (more than the line has available).
 */
export async function shipTransfers(tx: Tx, shipments: readonly TransferShipment[]): Promise<Outcome<TransferOrder>[]> {
  // A stock change locks the queue before the orders and the balances.
  lockBackorderQueues(tx, shipments);
  const locked = await lockOrdersOfTransferSteps(tx, shipments, { statuses: ['PICKING'], verb: 'shipped' });
  const planned: PlannedShipment[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferOrder> => {
    if ('refused' in outcome) return outcome;
    const { request, order } = outcome.ok;
    const lines = shippedLines(order, request.picked ?? []);
    if ('refused' in lines) return lines;
    const status = lines.ok.some((line) => line.shipped > 0) ? 'IN TRANSIT' : 'CLOSED';
    const shipped: TransferOrder = { ...order, status, lines: lines.ok };
    planned.push({ ...outcome.ok, order: shipped });
    return { ok: shipped };
  });
  if (planned.length > 0) await write(tx, planned);
  return outcomes;
}

function shippedLines(order: TransferOrder, picked: NonNullable<TransferShipment['picked']>) {
  const faults: Fault[] = [];
  const available = new Map(order.lines.map(({ line, units, missing }) => [line, units - missing]));
  const units = new Map(available);
  for (const [index, pick] of picked.entries()) {
    const availableUnits = available.get(pick.line);
    const message =
      availableUnits === undefined
        ? `is not a line of transfer order ${order.number}`
        : `is more than ${availableUnits}`;
    if (availableUnits === undefined) faults.push({ field: `Picked[${index}].Line`, code: 'UnknownLine', message });
    else if (pick.units > availableUnits) faults.push({ field: `Picked[${index}].Units`, code: 'Maximum', message });
    else units.set(pick.line, pick.units);
  }
  const lines = order.lines.map((line): TransferOrderLine => ({ ...line, shipped: units.get(line.line) ?? 0 }));
  return faults.length > 0 ? refuseFaults(faults) : { ok: lines };
}

async function write(tx: Tx, planned: readonly PlannedShipment[]): Promise<void> {
  const orders = planned.map(({ order }) => order);
  const skuOf = await loadOrderSkuLookup(tx, orders);
  const shipped = planned.flatMap((each) =>
    each.order.lines.filter((line) => line.shipped > 0).map((line) => ({ ...each, line })),
  );
  // Before the shipment: it locks backordered documents, which are locked before balances.
  await addExpectedReceipts(
    tx,
    shipped.map(({ order, line }) => ({
      customerNo: order.customerNo,
      subject: order.orderId,
      line: line.line,
      itemNo: line.itemNo,
      warehouse: order.toWarehouse,
      status: arrivalInventoryStatusOfTransferLine(order, line),
      ordered: line.shipped,
      inTransit: true,
    })),
  );
  await shipDemands(
    tx,
    shipped.map((each) => {
      const { itemNo, shipped: units } = each.line;
      const status = sourceInventoryStatusOfTransferLine(each.order, each.line);
      return buildTransferPosting(each, skuOf, { itemNo, quantity: -units, status }, { type: 'Transfer Out' });
    }),
  );
  await removeDemands(tx, orders.filter(isPickedShort).map(documentKeyOfOrder));
  addTransferLineCounts(
    tx,
    shipped.map(({ order: { customerNo, orderId }, line }) => ({
      customerNo,
      orderId,
      line: line.line,
      quantity: line.shipped,
      column: 'shipped',
    })),
  );
  updateTransferOrderStatuses(tx, orders);
  for (const { request, order, at } of planned) {
    numberedTransferOrderStore.record(tx, order.status === 'CLOSED' ? 'closed' : 'shipped', order, at, request, {
      from: order.fromWarehouse,
      to: order.toWarehouse,
      lines: order.lines.map((line) => ({
        itemNo: line.itemNo,
        units: line.shipped,
        ...(line.shipped < line.units ? { wanted: line.units } : {}),
      })),
    });
  }
}

const isPickedShort = ({ lines }: TransferOrder): boolean =>
  lines.some((line) => line.shipped + line.missing < line.units);
