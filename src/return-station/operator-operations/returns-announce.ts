/** Returns/Announce: open a return for units of an order that are in no return. */
import Type from 'typebox';
import {
  identifierField,
  quantityField,
  textField,
  transactionReferenceField,
  warehouseCodeField,
} from '../../contract/fields.ts';
import { assertWorksInWarehouse, runStationStepOnce } from '../../operators/index.ts';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { announceReturnAtStation } from '../announce-at-station.ts';
import {
  readStationReturnRecord,
  returnIdExample,
  returnKeyFields,
  StationReturnRecord,
  stationReturnRecordExample,
} from '../station-fields.ts';

const { Verdict: _, ...announcedExample } = stationReturnRecordExample;

export const returnsAnnounceOperation = defineOperatorCommand({
  path: '/api/Returns/Announce',
  summary: 'Open a return for an order',
  description:
    'Announces the return of units of a shipped order that are in no return, all of them unless `Lines` names some, also of a JIT order; what did not arrive can be announced again after the inspection. Its package is received by Returns/Receive. Errors in this precedence: 403 for the warehouse, 404, 403 for the order, 400.',
  roles: operatorRoles,
  request: Type.Object({
    CustomerNo: returnKeyFields.CustomerNo,
    TransactionReferenceNumber: transactionReferenceField('The reference of the order.'),
    Warehouse: warehouseCodeField,
    Lines: Type.Optional(
      Type.Array(
        Type.Object({
          ItemNo: identifierField('Item number on the order.'),
          ItemQuantity: quantityField('Units that come back.'),
        }),
        { minItems: 1, maxItems: 1_000, description: 'What comes back; absent: all units that are in no return.' },
      ),
    ),
    Reason: Type.Optional(textField('Why it comes back, as far as is known.', { maxLength: 500 })),
  }),
  requestExample: { CustomerNo: 'W1001', TransactionReferenceNumber: returnIdExample, Warehouse: 'APC01' },
  reply: {
    description: 'The return; it is EXPECTED.',
    schema: StationReturnRecord,
    example: {
      ...announcedExample,
      Status: 'EXPECTED',
      Found: [],
      Message: 'RMA-W1001-000001 of order CLB1001 is expected.',
    },
  },
  errors: {
    400: 'A field is not valid, an item was not shipped or fewer of it are in no return, or the warehouse takes no returns.',
    403: 'The operator does not work in the warehouse, the order has not shipped, or all of it is in returns.',
    404: 'There is no such order.',
  },
  execute: async (call) => {
    const { CustomerNo, TransactionReferenceNumber, Warehouse: warehouse, Lines, Reason: reason = '' } = call.request;
    assertWorksInWarehouse(call.operator, warehouse);
    const lines = Lines?.map(({ ItemNo: itemNo, ItemQuantity: quantity }) => ({ itemNo, quantity }));
    const announcement = { customerNo: CustomerNo, reference: TransactionReferenceNumber, warehouse, lines, reason };
    return await runStationStepOnce(call, async (tx) => {
      const announced = await announceReturnAtStation(tx, { ...announcement, context: call.context });
      return 'refused' in announced ? announced : { ok: await readStationReturnRecord(tx, announced.ok) };
    });
  },
});
