/** Picking/PutBack: records that bottles of orders that were taken back are out of their tote and in their bins again. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { toteLeftoversExpectedVersionField } from '../picking-fields.ts';
import { recordToteLeftoversPutBack } from '../put-back.ts';

export const pickingPutBackOperation = defineOperatorCommand({
  path: '/api/Picking/PutBack',
  summary: 'Record the leftovers of a tote as put back',
  description:
    'Records that the bottles of orders that were taken back are out of a tote and back in their bins, whose recorded quantities rise by them. Within a picking task, Picking/EmptyTote does the same.',
  roles: floorRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Tote: Type.String({ minLength: 1, maxLength: 200, description: '`Tote` of Picking/ListLeftovers.' }),
    ExpectedVersion: toteLeftoversExpectedVersionField,
  }),
  requestExample: { Warehouse: 'APC01', Tote: 'T-07' },
  reply: {
    description: 'What was put back.',
    schema: Type.Object({ Warehouse: Type.String(), Tote: Type.String(), Units: Type.Integer() }),
    example: { Warehouse: 'APC01', Tote: 'T-07', Units: 2 },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The tote is in use: a person picks into it, or bottles of other orders are in it; or other bottles are left in it than expected.',
    404: `${noSuchWarehouseText}, or orders that were taken back left nothing in the tote.`,
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, Tote: code, ExpectedVersion: expected } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const { tote, units } = await db.write((tx) =>
      recordToteLeftoversPutBack(tx, context, { warehouse, code, expected }),
    );
    return { Warehouse: warehouse, Tote: tote, Units: units };
  },
});
