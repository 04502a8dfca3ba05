/** Returns/Receive: receive a return that has arrived. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { assertWorksInWarehouse } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  noSuchReturnAnywhereMessage,
  returnKeyExample,
  returnKeyFields,
  returnStationRoles,
  StationReturnRecord,
  stationReturnRecordExample,
} from '../station-fields.ts';
import { runReturnStep } from '../station-requests.ts';
import { receiveReturnAtStation } from '../station-steps.ts';

export const returnsReceiveOperation = defineOperatorCommand({
  path: '/api/Returns/Receive',
  isResumable: true,
  summary: 'Receive a return',
  description:
    'Receives an expected return in the warehouse, which may be another one than the expected. Repeated, it changes nothing and returns the return as it is. Errors in this precedence: 403 for the warehouse, 404, 403 for the return, 400.',
  roles: returnStationRoles,
  request: Type.Object({ ...returnKeyFields, Warehouse: warehouseCodeField }),
  requestExample: { ...returnKeyExample, Warehouse: 'APC01' },
  reply: { description: 'The return.', schema: StationReturnRecord, example: stationReturnRecordExample },
  errors: {
    400: 'A field is not valid, or the warehouse takes no returns.',
    403: 'The operator does not work in the warehouse, or the return was canceled or has arrived at another warehouse.',
    404: noSuchReturnAnywhereMessage,
  },
  execute: async (call) => {
    const { Warehouse: warehouse } = call.request;
    assertWorksInWarehouse(call.operator, warehouse);
    return await runReturnStep(call, (tx, step) => receiveReturnAtStation(tx, step, warehouse));
  },
});
