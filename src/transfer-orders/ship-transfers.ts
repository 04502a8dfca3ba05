/**
 * Transfer orders leave their source, many at once. `Transfer Out` takes the stock off the source; from then on it is on
 * hand at neither end and announced at the destination (decision 10).
 */
import { expectStock, releaseDemands, shipDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { type FloorWork, inState, type LockedWork, lockWork, postingOf, readItems } from './floor-work.ts';
import { tellTransfer } from './timeline.ts';
import { arrivalStatus, drawnStatus, type TransferOrder, type TransferOrderLine } from './transfer-order.ts';
import { countUnits, setStatuses } from './transfer-order-store.ts';

export interface TransferShipment extends FloorWork {
  /** What was picked, in units, where it is less than wanted; lines that are not named leave with all that is there. */
  readonly picked?: readonly { readonly line: number; readonly units: number }[] | undefined;
}

interface Leaving extends LockedWork<TransferShipment> {
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
  const locked = (await lockWork(tx, shipments)).map((outcome) => inState(outcome, ['PICKING'], 'shipped'));
  const leaving: Leaving[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferOrder> => {
    if ('refused' in outcome) return outcome;
    const { work, order } = outcome.done;
    const lines = shippedLines(order, work.picked ?? []);
    if ('refused' in lines) return lines;
    const status = lines.done.some((line) => line.shipped > 0) ? 'IN TRANSIT' : 'CLOSED';
    const left: TransferOrder = { ...order, status, lines: lines.done };
    leaving.push({ ...outcome.done, order: left });
    return { done: left };
  });
  if (leaving.length > 0) await write(tx, leaving);
  return outcomes;
}

function shippedLines(order: TransferOrder, picked: NonNullable<TransferShipment['picked']>) {
  const faults: Fault[] = [];
  const there = new Map(order.lines.map(({ line, units, missing }) => [line, units - missing]));
  const units = new Map(there);
  for (const [index, pick] of picked.entries()) {
    const most = there.get(pick.line);
    const message = most === undefined ? `is no line of ${order.transferOrderNumber}` : `is more than ${most}`;
    if (most === undefined) faults.push({ field: `Picked[${index}].Line`, code: 'UnknownLine', message });
    else if (pick.units > most) faults.push({ field: `Picked[${index}].Units`, code: 'Maximum', message });
    else units.set(pick.line, pick.units);
  }
  const lines = order.lines.map((line): TransferOrderLine => ({ ...line, shipped: units.get(line.line) ?? 0 }));
  return faults.length > 0 ? refuseFaults(faults) : { done: lines };
}

async function write(tx: Tx, leaving: readonly Leaving[]): Promise<void> {
  const orders = leaving.map(({ order }) => order);
  const skuOf = await readItems(tx, orders);
  const shipped = leaving.flatMap((each) =>
    each.order.lines.filter((line) => line.shipped > 0).map((line) => ({ ...each, line })),
  );
  await shipDemands(
    tx,
    shipped.map((each) => {
      const { itemNo, shipped: units } = each.line;
      const status = drawnStatus(each.order, each.line);
      return postingOf(each, skuOf, { itemNo, quantity: -units, status }, { type: 'Transfer Out' });
    }),
  );
  await releaseDemands(
    tx,
    orders.filter(isPickedShort).map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  await expectStock(
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
  await countUnits(
    tx,
    shipped.map(({ order: { customerNo, orderId }, line }) => ({
      customerNo,
      orderId,
      line: line.line,
      quantity: line.shipped,
      as: 'shipped',
    })),
  );
  await setStatuses(tx, orders);
  for (const { work, order, at } of leaving) {
    tellTransfer(tx, order.status === 'CLOSED' ? 'closed' : 'shipped', order, at, work, {
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
