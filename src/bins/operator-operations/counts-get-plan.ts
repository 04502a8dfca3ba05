/** Counts/GetPlan: how often items are counted at a warehouse, and how many are due. */
import Type from 'typebox';
import { codeField, warehouseCodeField } from '../../contract/fields.ts';
import { floorLeadRoles } from '../../floor/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { recordVersionOf } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { countItemsByAbcClass, countPlanAuditRecord, readCountPlan } from '../count-plan-lists.ts';

export const countsGetPlanOperation = defineOperatorQuery({
  path: '/api/Counts/GetPlan',
  summary: 'Read how often items are counted',
  description:
    'Returns the days of the plan of a warehouse (0: it has none), and how many items and statuses with stock each class has, computed from the movements of the last 90 days.',
  roles: floorLeadRoles,
  request: Type.Object({ Warehouse: warehouseCodeField }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'The plan.',
    schema: Type.Object({
      Version: Type.String({ description: 'For `ExpectedVersion` of Counts/SetPlan.' }),
      Classes: Type.Array(
        Type.Object({
          Class: codeField('A moves most.', ['A', 'B', 'C']),
          Days: Type.Integer(),
          Items: Type.Integer(),
          Due: Type.Integer(),
        }),
      ),
    }),
    example: {
      Version: 'c2a94b7f10d35e68',
      Classes: [
        { Class: 'A', Days: 30, Items: 24, Due: 3 },
        { Class: 'B', Days: 90, Items: 61, Due: 0 },
        { Class: 'C', Days: 365, Items: 212, Due: 12 },
      ],
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: `${noSuchWarehouseText}.`,
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const plan = await readCountPlan(db, warehouse);
    const sums = await countItemsByAbcClass(db, warehouse);
    const days = { A: plan?.daysA ?? 0, B: plan?.daysB ?? 0, C: plan?.daysC ?? 0 };
    return {
      Version: recordVersionOf(plan && countPlanAuditRecord(plan)),
      Classes: (['A', 'B', 'C'] as const).map((name) => {
        const sum = sums.find((each) => each.class === name);
        return { Class: name, Days: days[name], Items: sum?.items ?? 0, Due: sum?.due ?? 0 };
      }),
    };
  },
});
