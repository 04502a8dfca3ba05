/** Returns/Receive: receive a return that has arrived. */
import Type from 'typebox';
import { assertWorksIn, writeStep } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { stepOf } from '../run-station.ts';
import {
  StationReturn,
  stationKeyExample,
  stationKeyFields,
  stationReturn,
  stationReturnExample,
  stationRoles,
  stationWarehouseField,
  unknownReturn,
} from '../station-fields.ts';
import { receiveAtStation } from '../station-steps.ts';

export const returnsReceive = defineOperatorCommand({
  path: '/api/Returns/Receive',
  isResumable: true,
  summary: 'Receive a return',
  description:
    'Receives an expected return in the warehouse, which may be another one than the expected. Repeated, it changes nothing and returns the return as it is. Errors in this precedence: 404, 403, 400.',
  roles: stationRoles,
  request: Type.Object({ ...stationKeyFields, Warehouse: stationWarehouseField }),
  requestExample: { ...stationKeyExample, Warehouse: 'APC01' },
  reply: { description: 'The return.', schema: StationReturn, example: stationReturnExample },
  errors: {
    400: 'A field is not valid, or the warehouse takes no returns.',
    403: 'The operator does not work in the warehouse, or the return was canceled or has arrived at another warehouse.',
    404: unknownReturn,
  },
  execute: async (call) => {
    const { Warehouse: warehouse } = call.request;
    assertWorksIn(call.operator, warehouse);
    const reply = await writeStep(call, (tx) => receiveAtStation(tx, stepOf(call), warehouse));
    return await stationReturn(call.environment.db, reply);
  },
});
