/** SQL that writes, locks and reads `floor_work` and `floor_scans` by order. Callers that write have locked the order. */
import { maxNoteLength } from '../contract/entry-limits.ts';
import { documentKeyOfOrder } from '../documents/index.ts';
import { readDemands } from '../inventory/index.ts';
import { truncate } from '../lib/text.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import { appendLog } from '../platform/log.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { FloorHooks } from '../warehouse/index.ts';
import {
  activeFloorStates,
  type BottlesAside,
  boxesOfPackages,
  type FloorBox,
  type FloorState,
  type FloorWork,
  floorWorkAfterLabeling,
  hasPickedOrPackedBottles,
  packableFloorStates,
  toOrderLabeledLogData,
  trackingNosOf,
  unclaimedFloorWorkColumns,
} from './floor-work.ts';
import type { FloorScanVerdict } from './station.ts';

const orderKey = { customerNo: column.text(), orderId: column.uuid() };
const orderKeyNames = ['customerNo', 'orderId'] as const;

export const floorWorkTable = new Table(
  'floor_work',
  {
    ...orderKey,
    orderNo: column.text(),
    shipmentKey: column.text(),
    warehouse: column.text(),
    carrier: column.text(),
    state: column.text<FloorState>(),
    waveId: column.optional(column.uuid()),
    manifestId: column.optional(column.uuid()),
    pickTaskId: column.optional(column.uuid()),
    isRepacked: column.boolean(),
    units: column.int(),
    lines: column.int(),
    claim: column.int(),
    packerId: column.optional(column.uuid()),
    packer: column.text(),
    claimedUntil: column.optional(column.instant()),
    boxes: column.jsonb<readonly FloorBox[]>(),
    bottlesAside: column.optional(column.jsonb<readonly BottlesAside[]>()),
    trackingNos: column.texts(),
    note: column.text(),
    releasedAt: column.instant(),
    changedAt: column.instant(),
    leftBehindAt: column.optional(column.instant()),
  },
  orderKeyNames,
);

/** Locks the work on orders that the caller has locked. Orders without work are left out. */
export const lockFloorWork: (tx: Tx, orders: readonly SalesOrderKey[]) => Promise<FloorWork[]> = floorWorkTable.lock();

export const readFloorWork: (reader: DbReader, orders: readonly SalesOrderKey[]) => Promise<FloorWork[]> =
  floorWorkTable.find();

/** Inserts or updates all columns of the work. */
export const saveFloorWork: (tx: Tx, changed: readonly FloorWork[]) => void = floorWorkTable.upsert();

/** Updates only the columns that a step of packing changes. */
export const updatePackingColumns: (tx: Tx, changed: readonly FloorWork[]) => void = floorWorkTable.update({
  set: [
    ...(['state', 'carrier', 'pickTaskId', 'claim', 'packerId', 'packer', 'claimedUntil'] as const),
    ...(['boxes', 'trackingNos', 'changedAt'] as const),
  ],
});

const scans = new Table(
  'floor_scans',
  {
    ...orderKey,
    scanId: column.uuid(),
    kind: column.text<'bottle' | 'undo'>(),
    code: column.text(),
    units: column.int(),
    verdict: column.text<FloorScanVerdict>(),
    message: column.text(),
    person: column.text(),
  },
  ['customerNo', 'orderId', 'scanId'],
);

/** Reads scans that were recorded before. Reports of damage and problems are an `undo` with a code. */
export const readPackingScans = scans.find({
  columns: ['customerNo', 'orderId', 'scanId', 'kind', 'code', 'verdict', 'message'],
});

export const insertPackingScans = scans.insert();

/** Deletes the scans of orders that are packed again from the beginning. */
export const deletePackingScans: (tx: Tx, orders: readonly SalesOrderKey[]) => void = scans.delete({
  by: orderKeyNames,
});

/** Condition that skips work that left the floor: its order may have been processed without the floor since. */
const onFloor = "t.state not in ('problem', 'stopped')";

const claimColumns = ['packerId', 'packer', 'claimedUntil'] as const;
const setDeparted = floorWorkTable.update({ set: ['state', ...claimColumns, 'changedAt'], where: onFloor });
/** A JIT order that no station has opened yet has no boxes: they are its packages. */
const setPlannedBoxes = floorWorkTable.update({
  set: ['boxes', 'trackingNos'],
  where: "t.state = 'labeling' and t.boxes = '[]'",
});
/** The carrier scanned one box of the order, which ships the order. Those that are not staged may still be in the warehouse. */
const setLeftBehind = floorWorkTable.update({
  set: ['leftBehindAt'],
  where: `${onFloor} and jsonb_array_length(t.boxes) > 1
          and t.boxes @? '$[*] ? (@.stagedBy == "" && @.trackingNo != "")'`,
});
const setReopened = floorWorkTable.update({
  set: ['state', 'note', 'boxes', 'bottlesAside', 'trackingNos', 'manifestId', ...claimColumns, 'changedAt'],
  where: onFloor,
});

const endProblems = floorWorkTable.update({ set: ['state', 'note', 'bottlesAside'], where: "t.state = 'problem'" });

/** Updates the work on orders when the orders change. The statements skip orders that have no work on the floor. */
export const floorWorkHooks: FloorHooks = {
  packed: async (tx, packages, at) => {
    const byOrder = Map.groupBy(packages, ({ orderId }) => orderId);
    const works = await lockFloorWork(
      tx,
      [...byOrder.values()].flatMap((own) => own.slice(0, 1)),
    );
    const labeled = works.map((work) => ({
      work,
      after: floorWorkAfterLabeling(work, byOrder.get(work.orderId) ?? []),
    }));
    const changed = labeled.flatMap(({ work, after }) => (after === work ? [] : [{ ...after, changedAt: at }]));
    saveFloorWork(tx, changed);
    for (const work of changed) {
      // The carrier may reply after the person's request has ended, so the actor is the packer of the order.
      const { customerNo, orderId: subject, packer } = work;
      const context = {
        ...createSystemCommandContext(customerNo, 'Floor/BuyLabels'),
        ...(packer && { actor: `operator:${packer}` }),
      };
      appendLog(tx, context, {
        kind: 'sales_order.floor_labeled',
        subject,
        occurredAt: at,
        data: toOrderLabeledLogData(work),
      });
    }
  },
  shipped: (tx, orders) => {
    setPlannedBoxes(
      tx,
      orders.flatMap(({ customerNo, orderId, orderType, packages }) =>
        orderType === 'JIT'
          ? [{ customerNo, orderId, boxes: boxesOfPackages(packages), trackingNos: trackingNosOf(packages) }]
          : [],
      ),
    );
    setLeftBehind(
      tx,
      orders.map(({ customerNo, orderId, at }) => ({ customerNo, orderId, leftBehindAt: at })),
    );
    setDeparted(
      tx,
      orders.map(({ customerNo, orderId, at }) => ({
        customerNo,
        orderId,
        ...unclaimedFloorWorkColumns,
        state: 'departed' as const,
        changedAt: at,
      })),
    );
  },
  problemsEnded: (tx, orders) =>
    endProblems(
      tx,
      orders.map(({ customerNo, orderId }) => ({
        customerNo,
        orderId,
        state: 'stopped' as const,
        note: 'It was a problem, which is over.',
        bottlesAside: undefined,
      })),
    ),
  reopened: async (tx, orders) => {
    const packed = (await lockFloorWork(tx, orders)).filter(
      (work) => activeFloorStates.includes(work.state) && hasPickedOrPackedBottles(work),
    );
    const aside = await readBottlesInWork(tx, packed);
    setReopened(
      tx,
      orders.map(({ at, note, ...key }) => ({
        ...key,
        bottlesAside: aside.get(key.orderId),
        ...unclaimedFloorWorkColumns,
        state: 'problem' as const,
        note: truncate(note, maxNoteLength),
        changedAt: at,
        boxes: [],
        trackingNos: [],
        manifestId: undefined,
      })),
    );
    deletePackingScans(tx, orders);
    return new Set(packed.map(({ orderId }) => orderId));
  },
  shortPicked: reopenShortOrders,
};

/** The bottles of orders in work, by order id. */
async function readBottlesInWork(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
): Promise<ReadonlyMap<string, readonly BottlesAside[]>> {
  const demands = await readDemands(reader, orders.map(documentKeyOfOrder));
  const inWork = demands.filter(({ state }) => state === 'in_work');
  const byOrder = Map.groupBy(inWork, ({ subject }) => subject);
  return new Map(
    [...byOrder].map(([orderId, own]) => [
      orderId,
      own.map(({ itemNo, status, quantity: units }) => ({ itemNo, status, units })),
    ]),
  );
}

/**
 * Removes the boxes of orders that have or wait for labels, which are packed again, and makes orders with nothing left to ship a
 * `problem`. Returns the ids of both.
 */
async function reopenShortOrders(
  tx: Tx,
  orders: Parameters<FloorHooks['shortPicked']>[1],
): Promise<ReadonlySet<string>> {
  const works = new Map((await lockFloorWork(tx, orders)).map((work) => [work.orderId, work]));
  const reopened = orders.flatMap(({ orderId, status, at }): FloorWork[] => {
    const work = works.get(orderId);
    if (work === undefined || !activeFloorStates.includes(work.state)) return [];
    const isOver = status !== 'PROCESSING ORDER';
    // Boxes of an order that is still packed stay: the station reports the units that are too many.
    if (!isOver && packableFloorStates.includes(work.state)) return [];
    const state = isOver ? ('problem' as const) : ('short' as const);
    const note = isOver
      ? 'Its stock has disappeared: nothing is left to ship.'
      : 'Stock has disappeared: pack it again.';
    const emptied = { boxes: [], trackingNos: [], manifestId: undefined };
    return [{ ...work, ...emptied, state, note, isRepacked: !isOver, changedAt: at }];
  });
  deletePackingScans(tx, reopened);
  saveFloorWork(tx, reopened);
  return new Set(reopened.map(({ orderId }) => orderId));
}
