/** Shippers/List: the boxes that orders are packed into. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { ShipperBoxRecord, shipperBoxExample, shipperBoxRecord } from '../shipper-fields.ts';

export const shippersListOperation = defineOperatorQuery({
  path: '/api/Shippers/List',
  summary: 'List the shippers',
  description: 'Returns the boxes that orders are packed into, also retired ones, small ones first within a format.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The shippers.',
    schema: Type.Object({ Records: Type.Array(versionedRecordSchema(ShipperBoxRecord)) }),
    example: { Records: [{ ...shipperBoxExample, Version: '3f0c8a51d2b7e964' }] },
  },
  errors: {},
  execute: async ({ environment: { db } }) => {
    const { packing } = await readOperatorSettings(db);
    return { Records: [...packing.shippers.values()].map((shipper) => withRecordVersion(shipperBoxRecord(shipper))) };
  },
});
