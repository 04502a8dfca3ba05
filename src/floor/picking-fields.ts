/** Picking tasks in requests and replies. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import { codeField } from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import { formatSkuKey, readSkus } from '../skus/index.ts';
import { sumUnits } from './floor-work.ts';
import { formatPickSession, parsePickSession } from './pick-task.ts';
import { readPickingSnapshot } from './picking-snapshot.ts';
import type { OccupiedTote } from './picking-step.ts';
import { readPickTask, readWaveNumbersAndNames } from './picking-store.ts';
import {
  comparePickWalkStops,
  computeCurrentPickStop,
  computeItemsToPick,
  computePickWalk,
  computeSurplusPickedItems,
  type PickingSnapshot,
  type PickWalkStop,
} from './picking-walk.ts';
import { toteLeftoversVersionOf } from './put-back.ts';
import type { FloorScanVerdict } from './station.ts';

export const pickSessionField = Type.String({
  minLength: 1,
  maxLength: 60,
  description: '`Session` of Picking/Start or Picking/Open.',
});

export const pickSessionExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0d1.1';

/** The fault of a `Session` that is not in the form of one. */
export function checkPickSessionFormat({ Session: session }: { readonly Session: string }): Fault[] {
  if (parsePickSession(session) !== undefined) return [];
  return [{ field: 'Session', code: 'Format', message: 'must be a Session of Picking/Start or Picking/Open' }];
}

const Stop = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  ItemNo: Type.String(),
  Description: Type.String(),
  Uom: Type.String(),
  Location: Type.String({ description: '`""`: look for the name.' }),
  Zone: Type.String(),
  Units: Type.Integer({ description: 'To pick here.' }),
  Picked: Type.Integer({ description: 'Picked here.' }),
  IsMoreThanRecorded: Type.Boolean({
    description:
      'The bins have fewer units on record than are to be picked. The rest are looked for here first: records may be wrong, or they stand in no bin, where Picking/Short sends the person next.',
  }),
});

/** Bottles that orders that were taken back have left in a tote. */
export const toteLeftoversFields = {
  Tote: Type.String(),
  Leftovers: Type.Array(
    Type.Object({
      CustomerNo: Type.String(),
      CustomerName: Type.String(),
      OrderNo: Type.String(),
      ItemNo: Type.String(),
      Description: Type.String(),
      Location: Type.String({ description: 'The bin that they came from; `""`: look for the name.' }),
      Units: Type.Integer(),
    }),
  ),
  Version: Type.String({ description: 'For `ExpectedVersion` of Picking/PutBack and Picking/EmptyTote.' }),
};

export const toteLeftoversExpectedVersionField = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      '`Version` of what was put back. When something else is left in the tote by now, nothing is recorded. Absent: whatever is left in it.',
  }),
);

export const toteLeftoversExample = {
  Tote: 'T-07',
  Leftovers: [
    {
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      OrderNo: 'CLB1001',
      ItemNo: 'PN21',
      Description: 'Pinot Noir 2021',
      Location: 'A-01-02',
      Units: 2,
    },
  ],
  Version: '9b1f04d7c2a3586e',
};

export const PickingState = Type.Object(
  {
    Session: Type.String({ description: 'Names this claim in further requests.' }),
    Task: Type.String(),
    Number: Type.Integer({ description: 'From 1 in the wave.' }),
    Wave: Type.String(),
    WaveNumber: Type.Integer(),
    WaveName: Type.String(),
    Warehouse: Type.String(),
    State: codeField('Whether everything is picked.', ['picking', 'done']),
    Picker: Type.String({ description: 'Who has it.' }),
    UsesTotes: Type.Boolean({ description: 'Whether picked bottles go into totes: the warehouse has some.' }),
    Next: codeField('The next scan of the person.', ['bin', 'item', 'tote', 'none']),
    Current: Type.Optional(Stop),
    Stops: Type.Array(Stop, { description: 'The stops that are left, in walk order; the current stop included.' }),
    Orders: Type.Integer({ description: 'That are picked in it.' }),
    Units: Type.Integer({ description: 'That its orders want.' }),
    Picked: Type.Integer(),
    InHand: Type.Integer({ description: 'Picked, and in no tote yet.' }),
    Totes: Type.Array(Type.Object({ Tote: Type.String(), Units: Type.Integer() })),
    Shorts: Type.Array(
      Type.Object({
        CustomerNo: Type.String(),
        ItemNo: Type.String(),
        Location: Type.String(),
        Units: Type.Integer(),
        ReasonCode: Type.String(),
      }),
      { description: 'Units that were not found, with their bins.' },
    ),
    PutBack: Type.Array(
      Type.Object({
        CustomerNo: Type.String(),
        ItemNo: Type.String(),
        Description: Type.String(),
        Units: Type.Integer(),
      }),
      { description: 'Picked units that no order wants any more.' },
    ),
    FullTote: Type.Optional(
      Type.Object(toteLeftoversFields, {
        description:
          'The tote that was scanned holds bottles of orders that were taken back. The person takes another one, or puts them back and then calls Picking/EmptyTote.',
      }),
    ),
    Verdict: Type.Optional(
      codeField('Of the scan: `done` completes the task; `wrong` was not counted.', ['right', 'wrong', 'done']),
    ),
    Message: Type.String({ description: 'For the person.' }),
  },
  { title: 'PickingTask' },
);

const stopExample: Static<typeof Stop> = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  ItemNo: 'PN21',
  Description: 'Pinot Noir 2021',
  Uom: '750',
  Location: 'A-01-02',
  Zone: 'A',
  Units: 5,
  Picked: 1,
  IsMoreThanRecorded: false,
};

export const pickingStateExample: Static<typeof PickingState> = {
  Session: pickSessionExample,
  Task: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0d1',
  Number: 1,
  Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff',
  WaveNumber: 12,
  WaveName: 'FedEx Ground',
  Warehouse: 'APC01',
  State: 'picking',
  Picker: 'ann@warehouse.example',
  UsesTotes: true,
  Next: 'item',
  Current: stopExample,
  Stops: [stopExample],
  Orders: 3,
  Units: 6,
  Picked: 1,
  InHand: 1,
  Totes: [],
  Shorts: [],
  PutBack: [],
  Verdict: 'right',
  Message: 'Pinot Noir 2021. 5 left here.',
};

interface PickOutcome {
  readonly verdict?: FloorScanVerdict;
  readonly message: string;
  readonly fullTote?: OccupiedTote;
}

/** The whole state of a task, as pages show it. */
export async function readPickingState(
  reader: DbReader,
  taskId: string,
  outcome: PickOutcome,
): Promise<Static<typeof PickingState>> {
  const task = assertPresent(await readPickTask(reader, taskId), 'a task that was locked');
  return await readPickingStateOfSnapshot(reader, await readPickingSnapshot(reader, task), outcome);
}

/** `readPickingState` of a snapshot that the caller has read. */
export async function readPickingStateOfSnapshot(
  reader: DbReader,
  snapshot: PickingSnapshot,
  outcome: PickOutcome,
): Promise<Static<typeof PickingState>> {
  const { task } = snapshot;
  const { taskId } = task;
  const [waves, nameOf] = await Promise.all([
    readWaveNumbersAndNames(reader, [task.waveId]),
    readCustomerNameLookup(reader, snapshot.parts),
  ]);
  const [fullTote] = outcome.fullTote === undefined ? [] : await readToteLeftoversRecords(reader, [outcome.fullTote]);
  const wave = waves.get(task.waveId);
  const isDone = task.state === 'done';
  const walk = isDone ? [] : computePickWalk(snapshot);
  const { next, stop, inHand } = computeCurrentPickStop(snapshot, walk);
  const stops =
    stop === undefined || isDone || walk.includes(stop) ? walk : [stop, ...walk].toSorted(comparePickWalkStops);
  const picks = snapshot.parts.flatMap((part) => part.picks);
  const picked = sumUnits(picks);
  const record = (each: PickWalkStop) => stopRecord(snapshot, each, nameOf(each.customerNo));
  return {
    Session: formatPickSession(task),
    Task: taskId,
    Number: task.number,
    Wave: task.waveId,
    WaveNumber: wave?.number ?? 0,
    WaveName: wave?.name ?? '',
    Warehouse: task.warehouse,
    State: task.state,
    Picker: task.picker,
    UsesTotes: snapshot.hasTotes,
    Next: isDone ? 'none' : next,
    ...(stop === undefined || isDone ? {} : { Current: record(stop) }),
    Stops: stops.map(record),
    Orders: snapshot.orders.length,
    Units: isDone ? picked : sumUnits(computeItemsToPick(snapshot.orders, [])),
    Picked: picked,
    InHand: inHand,
    Totes: [
      ...Map.groupBy(
        picks.filter(({ tote }) => tote !== ''),
        ({ tote }) => tote,
      ),
    ].map(([tote, own]) => ({ Tote: tote, Units: sumUnits(own) })),
    Shorts: snapshot.parts.flatMap(({ customerNo, shorts }) =>
      shorts.map(({ itemNo, location, units, reasonCode }) => ({
        CustomerNo: customerNo,
        ItemNo: itemNo,
        Location: location,
        Units: units,
        ReasonCode: reasonCode,
      })),
    ),
    PutBack: isDone
      ? []
      : computeSurplusPickedItems(snapshot).map((item) => ({
          CustomerNo: item.customerNo,
          ItemNo: item.itemNo,
          Description: item.description,
          Units: item.picked - item.units,
        })),
    ...(fullTote && { FullTote: fullTote }),
    ...(outcome.verdict === undefined ? {} : { Verdict: outcome.verdict }),
    Message: outcome.message,
  };
}

/** Totes with what orders left in them, as `toteLeftoversFields`. */
export async function readToteLeftoversRecords(reader: DbReader, totes: readonly OccupiedTote[]) {
  const allLeftovers = totes.flatMap(({ leftovers }) => leftovers);
  const skus = await readSkus(reader, allLeftovers);
  const nameOf = await readCustomerNameLookup(reader, allLeftovers);
  return totes.map(({ tote, leftovers }) => ({
    Tote: tote,
    Leftovers: leftovers.map((each) => ({
      CustomerNo: each.customerNo,
      CustomerName: nameOf(each.customerNo),
      OrderNo: each.orderNo,
      ItemNo: each.itemNo,
      Description: skus.get(formatSkuKey(each))?.description ?? '',
      Location: each.location,
      Units: each.units,
    })),
    Version: toteLeftoversVersionOf(leftovers),
  }));
}

function stopRecord({ parts }: PickingSnapshot, stop: PickWalkStop, customerName: string): Static<typeof Stop> {
  const { customerNo, itemNo, description, uom, location, left } = stop;
  const code = location?.location ?? '';
  const picks = parts.find((part) => part.customerNo === customerNo)?.picks ?? [];
  return {
    CustomerNo: customerNo,
    CustomerName: customerName,
    ItemNo: itemNo,
    Description: description,
    Uom: uom,
    Location: code,
    Zone: location?.zone ?? '',
    Units: left,
    Picked: sumUnits(picks.filter((pick) => pick.itemNo === itemNo && pick.location === code)),
    IsMoreThanRecorded: stop.isMoreThanRecorded === true,
  };
}
