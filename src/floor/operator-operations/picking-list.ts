/** Picking/List: waves with orders to pick, and tasks that people pick. */

import Type from 'typebox';
import {
  errorsOfListOperations,
  nextPageField,
  parseUuidKey,
  takePage,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { createMultiArrayPaging, stationPageRequestFields } from '../../contract/station-pages.ts';
import { assertPresent } from '../../lib/assert.ts';
import { isWorkClaimed } from '../../lib/work-claims.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { listWavesToPick, readPickTaskTotals } from '../picking-lists.ts';
import { listUnfinishedPickTasks, readWaveNumbersAndNames } from '../picking-store.ts';

const pages = createMultiArrayPaging({ Waves: parseUuidKey, Tasks: parseUuidKey });

export const pickingListOperation = defineOperatorQuery({
  path: '/api/Picking/List',
  summary: 'List what is to be picked',
  description:
    'Returns waves with released orders that are in no picking task, oldest first, and the tasks that are not done, with who has them.',
  roles: floorRoles,
  request: Type.Object({
    Warehouses: warehousesFilterField,
    Number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Only waves with this number, and their tasks.',
      }),
    ),
    ...stationPageRequestFields,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'Waves and tasks.',
    schema: Type.Object({
      Waves: Type.Array(
        Type.Object({
          Wave: Type.String(),
          Warehouse: Type.String(),
          Number: Type.Integer(),
          Name: Type.String(),
          Orders: Type.Integer({ description: 'In no task yet.' }),
          Bottles: Type.Integer({ description: 'Of these orders.' }),
        }),
      ),
      Tasks: Type.Array(
        Type.Object({
          Task: Type.String(),
          Number: Type.Integer({ description: 'From 1 in the wave.' }),
          Wave: Type.String(),
          WaveNumber: Type.Integer(),
          Warehouse: Type.String(),
          Picker: Type.String(),
          IsMine: Type.Boolean(),
          IsFree: Type.Boolean({ description: 'The claim has ended: the next person who starts its wave gets it.' }),
          Orders: Type.Integer(),
          Bottles: Type.Integer({ description: 'That its orders were released with.' }),
          Picked: Type.Integer(),
        }),
      ),
      Next: nextPageField,
    }),
    example: {
      Waves: [
        {
          Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff',
          Warehouse: 'APC01',
          Number: 12,
          Name: 'FedEx Ground',
          Orders: 31,
          Bottles: 102,
        },
      ],
      Tasks: [
        {
          Task: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0d1',
          Number: 1,
          Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff',
          WaveNumber: 12,
          Warehouse: 'APC01',
          Picker: 'ann@warehouse.example',
          IsMine: true,
          IsFree: false,
          Orders: 3,
          Bottles: 6,
          Picked: 1,
        },
      ],
    },
  },
  errors: errorsOfListOperations,
  check: pages.faults,
  execute: async ({ environment: { db }, operator, request }) => {
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const { top, starts } = pages.startOf(request);
    const filter = { warehouses, waveNumber: request.Number };
    const foundWaves = await listWavesToPick(db, filter, starts.Waves);
    const foundTasks = await listUnfinishedPickTasks(db, filter, starts.Tasks);
    const { shown: waves, next: nextWaves } = takePage(foundWaves, top, ({ waveId }) => waveId);
    const { shown: tasks, next: nextTasks } = takePage(foundTasks, top, ({ taskId }) => taskId);
    const ids = tasks.map(({ taskId }) => taskId);
    const counts = await readPickTaskTotals(db, ids);
    const names = await readWaveNumbersAndNames(
      db,
      tasks.map(({ waveId }) => waveId),
    );
    const now = currentRealTime();
    return {
      Waves: waves.map(({ waveId, warehouse, number, name, orders, units }) => ({
        Wave: waveId,
        Warehouse: warehouse,
        Number: number,
        Name: name,
        Orders: orders,
        Bottles: units,
      })),
      Tasks: tasks.map((task) => {
        const { orders, units, picked } = assertPresent(counts.get(task.taskId), 'the counts of a task');
        return {
          Task: task.taskId,
          Number: task.number,
          Wave: task.waveId,
          Warehouse: task.warehouse,
          WaveNumber: names.get(task.waveId)?.number ?? 0,
          Picker: task.picker,
          IsMine: task.pickerId === operator.operatorId,
          IsFree: !isWorkClaimed(task, now),
          Orders: orders,
          Bottles: units,
          Picked: picked,
        };
      }),
      ...pages.next({ Waves: nextWaves.Next, Tasks: nextTasks.Next }),
    };
  },
});
