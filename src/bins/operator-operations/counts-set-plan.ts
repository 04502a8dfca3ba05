/** Counts/SetPlan: how often items are counted at a warehouse. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { floorLeadRoles } from '../../floor/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField, publishChangedTopics, recordAudit } from '../../operators/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  countPlanAuditRecord,
  deleteCountPlan,
  lockCountPlanEdits,
  readCountPlan,
  saveCountPlan,
} from '../count-plan-lists.ts';

const daysField = (description: string) => Type.Integer({ minimum: 0, maximum: 3650, description });

const planFields = { Warehouse: Type.String(), DaysA: Type.Integer(), DaysB: Type.Integer(), DaysC: Type.Integer() };

export const countsSetPlanOperation = defineOperatorCommand({
  path: '/api/Counts/SetPlan',
  summary: 'Set how often items are counted',
  description:
    'Sets after how many days the items of a warehouse are due to be counted again, by class: A makes the first 80 % of the units that moved in the last 90 days, B the next 15 %, C the rest. Three zeros remove the plan.',
  roles: floorLeadRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    DaysA: daysField('Of class A.'),
    DaysB: daysField('Of class B.'),
    DaysC: daysField('Of class C.'),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { Warehouse: 'APC01', DaysA: 30, DaysB: 90, DaysC: 365 },
  reply: {
    description: 'The plan now; zeros: none.',
    schema: Type.Object(planFields),
    example: { Warehouse: 'APC01', DaysA: 30, DaysB: 90, DaysC: 365 },
  },
  errors: {
    400: 'A field is not valid, or only some of the days are 0.',
    403: 'The plan is not the expected one.',
    404: `${noSuchWarehouseText}.`,
  },
  check: ({ DaysA, DaysB, DaysC }): Fault[] => {
    const zeros = [DaysA, DaysB, DaysC].filter((days) => days === 0).length;
    return zeros === 0 || zeros === 3
      ? []
      : [{ field: 'DaysA', code: 'Incomplete', message: 'and the others: all are 0, or none is' }];
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, DaysA: daysA, DaysB: daysB, DaysC: daysC } = request;
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      await lockCountPlanEdits(tx, warehouse);
      const before = await readCountPlan(tx, warehouse);
      const was = before && countPlanAuditRecord(before);
      await assertRecordVersion(tx, {
        noun: 'count_plan',
        actions: ['count.plan_set'],
        subject: warehouse,
        before: was,
        expected: request.ExpectedVersion,
      });
      if (daysA === 0) await deleteCountPlan(tx, warehouse);
      else await saveCountPlan(tx, { warehouse, daysA, daysB, daysC });
      const after = { DaysA: daysA, DaysB: daysB, DaysC: daysC };
      recordAudit(tx, context, {
        action: 'count.plan_set',
        subject: warehouse,
        before: was,
        after: daysA === 0 ? undefined : after,
      });
      publishChangedTopics(tx, ['floor']);
      return { Warehouse: warehouse, ...after };
    });
  },
});
