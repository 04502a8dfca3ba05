/** Picking/Start: a person picks the next orders of a wave. */
import Type from 'typebox';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles, stationPersonOfOperator, worksInWarehouse } from '../floor-fields.ts';
import { maxPickTaskOrders, maxPickTaskUnits } from '../pick-task.ts';
import { PickingState, pickingStateExample, readPickingState } from '../picking-fields.ts';
import { startPicking } from '../start-picking.ts';
import { noSuchWaveMessage, readWave } from '../wave-store.ts';

export const pickingStartOperation = defineOperatorCommand({
  path: '/api/Picking/Start',
  isResumable: true,
  summary: 'Pick the next orders of a wave',
  description:
    `Gives the person a picking task of the wave: the one that the person has, one whose claim has ended, or a new one of the oldest released orders, at most ${maxPickTaskOrders} orders and ${maxPickTaskUnits} bottles. Its orders are being picked, together, into totes. ` +
    'An order is in one task; of several people exactly one gets it.',
  roles: floorRoles,
  request: Type.Object({
    Wave: Type.String({ format: 'uuid', description: '`Wave` of Picking/List, Floor/Release or Floor/Waves.' }),
  }),
  requestExample: { Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff' },
  reply: { description: 'The task.', schema: PickingState, example: pickingStateExample },
  errors: {
    400: 'Wave is not an id.',
    403: 'Others pick its last orders, or nothing of it is left to pick.',
    404: 'There is no such wave in the warehouses of the operator.',
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const wave = await readWave(db, request.Wave);
    if (wave === undefined || !worksInWarehouse(operator, wave.warehouse)) throw notFoundError(noSuchWaveMessage);
    const { taskId, message } = await startPicking(db, wave, { context, person: stationPersonOfOperator(operator) });
    return await readPickingState(db, taskId, { message });
  },
});
