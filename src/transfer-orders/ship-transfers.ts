/**
 * Transfer orders leave their source, many at once. `Transfer Out` takes the stock off the source; from then on it is on
 * hand at neither end and announced at the destination (decision 10).
 */
import { addExpectations, releaseDemands, shipDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { recordTransferEvent } from './timeline.ts';
import { arrivalStatus, type TransferOrder, type TransferOrderLine, transferSourceStatus } from './transfer-order.ts';
import { addLineCounts, updateTransferOrderStatuses } from './transfer-order-store.ts';
import {
  type LockedTransferTask,
  lockTransferTasks,
  newTransferPosting,
  readTransferItems,
  requireStatus,
  type TransferTask,
} from './transfer-tasks.ts';

export interface TransferShipment extends TransferTask {
  /** What was picked, in units, where it is less than wanted; lines that are not named leave with all that is there. */
  readonly picked?: readonly { readonly line: number; readonly units: number }[] | undefined;
}

interface PlannedShipment extends LockedTransferTask<TransferShipment> {
  /** The order as it leaves: its lines with what is shipped. */
  readonly order: TransferOrder;
}

/**
 * PICKING orders become IN TRANSIT, or CLOSED where nothing of them could be picked; what was not picked goes to those
 * who wait. One outcome per shipment, in their order: the order as it is now. Refusals, in order of precedence:
 * `NotFound`, `StateForbids` naming the state, the faults of `picked`: `UnknownLine`, `Maximum` (more than is there for
 * the line).
 */
export async function shipTransfers(tx: Tx, shipments: readonly TransferShipment[]): Promise<Outcome<TransferOrder>[]> {
  const locked = (await lockTransferTasks(tx, shipments)).map((outcome) =>
    requireStatus(outcome, ['PICKING'], 'shipped'),
  );
  const planned: PlannedShipment[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferOrder> => {
    if ('refused' in outcome) return outcome;
    const { work, order } = outcome.done;
    const lines = shippedLines(order, work.picked ?? []);
    if ('refused' in lines) return lines;
    const status = lines.done.some((line) => line.shipped > 0) ? 'IN TRANSIT' : 'CLOSED';
    const left: TransferOrder = { ...order, status, lines: lines.done };
    planned.push({ ...outcome.done, order: left });
    return { done: left };
  });
  if (planned.length > 0) await write(tx, planned);
  return outcomes;
}

function shippedLines(order: TransferOrder, picked: NonNullable<TransferShipment['picked']>) {
  const faults: Fault[] = [];
  const available = new Map(order.lines.map(({ line, units, missing }) => [line, units - missing]));
  const units = new Map(available);
  for (const [index, pick] of picked.entries()) {
    const maxUnits = available.get(pick.line);
    const message = maxUnits === undefined ? `is no line of ${order.transferOrderNumber}` : `is more than ${maxUnits}`;
    if (maxUnits === undefined) faults.push({ field: `Picked[${index}].Line`, code: 'UnknownLine', message });
    else if (pick.units > maxUnits) faults.push({ field: `Picked[${index}].Units`, code: 'Maximum', message });
    else units.set(pick.line, pick.units);
  }
  const lines = order.lines.map((line): TransferOrderLine => ({ ...line, shipped: units.get(line.line) ?? 0 }));
  return faults.length > 0 ? refuseFaults(faults) : { done: lines };
}

async function write(tx: Tx, planned: readonly PlannedShipment[]): Promise<void> {
  const orders = planned.map(({ order }) => order);
  const skuOf = await readTransferItems(tx, orders);
  const shipped = planned.flatMap((each) =>
    each.order.lines.filter((line) => line.shipped > 0).map((line) => ({ ...each, line })),
  );
  await shipDemands(
    tx,
    shipped.map((each) => {
      const { itemNo, shipped: units } = each.line;
      const status = transferSourceStatus(each.order, each.line);
      return newTransferPosting(each, skuOf, { itemNo, quantity: -units, status }, { type: 'Transfer Out' });
    }),
  );
  await releaseDemands(
    tx,
    orders.filter(isPickedShort).map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  await addExpectations(
    tx,
    shipped.map(({ order, line }) => ({
      customerNo: order.customerNo,
      subject: order.orderId,
      line: line.line,
      itemNo: line.itemNo,
      warehouse: order.toWarehouse,
      status: arrivalStatus(order, line),
      ordered: line.shipped,
      inTransit: true,
    })),
  );
  await addLineCounts(
    tx,
    shipped.map(({ order: { customerNo, orderId }, line }) => ({
      customerNo,
      orderId,
      line: line.line,
      quantity: line.shipped,
      as: 'shipped',
    })),
  );
  await updateTransferOrderStatuses(tx, orders);
  for (const { work, order, at } of planned) {
    recordTransferEvent(tx, order.status === 'CLOSED' ? 'closed' : 'shipped', order, at, work, {
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
