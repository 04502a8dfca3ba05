import { expect, test } from 'vitest';
import type { BinContent, Location } from '../locations/index.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import { binsAfterChanges } from './bin-changes.ts';
import {
  binChangesOfExchanges,
  binChangesOfPick,
  decideInventoryStatusExchanges,
  invertBinChanges,
  pickPartsAfterExchanges,
} from './picked-statuses.ts';
import { decidePickScan, decidePickUndo, type PickScanContext, planPutBack } from './picking-session.ts';
import type { BinChange, PickingSnapshot } from './picking-walk.ts';

const item = { customerNo: 'W1', itemNo: 'PN21' };
const bin = (status: string, quantity: number): BinContent =>
  ({ ...item, warehouse: 'APC01', location: 'A-01', status, quantity }) as BinContent;
const order = (units: number) => {
  const line = { line: 1, itemNo: 'PN21', description: '', uom: '750', units, storage: 'service' };
  return { customerNo: 'W1', orderId: 'o', lines: [line] } as unknown as SalesOrder;
};
const context = { codesOf: () => [{ itemNo: 'PN21', code: 'PN21', units: 1 }] } as unknown as PickScanContext;

/** A task of one order of six bottles: five of GOOD-NO-TX and one of GOOD-NO-BD are reserved for it, all in one bin. */
function task() {
  const start = {
    task: { number: 1, state: 'picking', taskId: 't' },
    orders: [order(6)],
    parts: [{ customerNo: 'W1', taskId: 't', stop: { itemNo: 'PN21', location: 'A-01' }, picks: [], shorts: [] }],
    bins: [bin('DMGD-NO-TX', 3), bin('GOOD-NO-BD', 4), bin('GOOD-NO-TX', 5)],
    locations: new Map([['A-01', { location: 'A-01', kind: 'pick', walkOrder: 1 } as unknown as Location]]),
    statuses: new Map([
      [
        'W1\nPN21',
        new Map([
          ['GOOD-NO-BD', 1],
          ['GOOD-NO-TX', 5],
        ]),
      ],
    ]),
    hasTotes: false,
  } as unknown as PickingSnapshot;
  return { start, scan: (snapshot: PickingSnapshot) => decidePickScan(snapshot, 'PN21', context) };
}

/** The snapshot after a step, with the records of the bins as they are saved. */
function afterChanges(snapshot: PickingSnapshot, changes: readonly BinChange[]): PickingSnapshot {
  const changed = binsAfterChanges(snapshot.bins, changes, snapshot.statuses);
  const bins = snapshot.bins.map((each) => changed.find(({ status }) => status === each.status) ?? each);
  return { ...snapshot, bins };
}

const recorded = ({ bins }: PickingSnapshot) => bins.map(({ quantity }) => quantity);

function scanned(bottles: number): PickingSnapshot {
  const { start, scan } = task();
  let snapshot = start;
  for (let n = 0; n < bottles; n += 1) {
    const { parts, taken } = scan(snapshot);
    snapshot = afterChanges({ ...snapshot, parts }, taken);
  }
  return snapshot;
}

test('picks take the units of each status that are reserved for the orders', () => {
  expect(recorded(scanned(6))).toEqual([3, 3, 0]);
});

test('an undone pick goes back to the status that it was taken from', () => {
  const snapshot = scanned(6);
  const { parts, taken } = decidePickUndo(snapshot, []);
  const undone = afterChanges({ ...snapshot, parts }, taken);
  expect(recorded(undone)).toEqual([3, 3, 1]);
});

test('units that no order wants go back to the status of which too many were picked', () => {
  const picked = scanned(6);
  // The order has lost two bottles of GOOD-NO-TX since.
  const drawn = new Map([
    ['GOOD-NO-BD', 1],
    ['GOOD-NO-TX', 3],
  ]);
  const fewer = { ...picked, orders: [order(4)], statuses: new Map([['W1\nPN21', drawn]]) };
  const { parts, returned } = planPutBack(fewer);
  const changes = returned.flatMap(({ units, drawn: of, ...place }) =>
    invertBinChanges(binChangesOfPick(place, units, of)),
  );
  expect(recorded(afterChanges(fewer, changes))).toEqual([3, 3, 2]);
  expect(parts.flatMap(({ picks }) => picks).reduce((sum, { units }) => sum + units, 0)).toBe(4);
});

test('bottles beyond the record of the reserved statuses are taken from the other drawn status', () => {
  const { start, scan } = task();
  let snapshot: PickingSnapshot = {
    ...start,
    bins: [bin('DMGD-NO-TX', 3), bin('GOOD-NO-BD', 4), bin('GOOD-NO-TX', 2)],
  };
  for (let n = 0; n < 6; n += 1) {
    const { parts, taken } = scan(snapshot);
    snapshot = afterChanges({ ...snapshot, parts }, taken);
  }
  expect(recorded(snapshot)).toEqual([3, 0, 0]);
});

test('picks in a status that the orders do not draw are exchanged for one that they draw, and with what bins record of it', () => {
  const picked = scanned(6);
  // The order with bottles of GOOD-NO-TX has left the task, and another one draws GOOD-NO-BD.
  const statuses = new Map([['W1\nPN21', new Map([['GOOD-NO-BD', 6]])]]);
  const exchanges = decideInventoryStatusExchanges({ ...picked, statuses });
  expect(exchanges).toEqual([{ ...item, picked: 'GOOD-NO-TX', drawn: 'GOOD-NO-BD', units: 5 }]);
  const parts = pickPartsAfterExchanges(picked.parts, exchanges);
  expect(decideInventoryStatusExchanges({ parts, statuses })).toEqual([]);
  expect(parts.flatMap(({ picks }) => picks.map(({ drawn }) => drawn))).toEqual(
    Array.from({ length: 6 }, () => [{ status: 'GOOD-NO-BD', units: 1 }]),
  );
  // Three are on record; the other two were in no bin.
  expect(recorded(afterChanges(picked, binChangesOfExchanges(exchanges, picked.bins)))).toEqual([3, 0, 3]);
});
