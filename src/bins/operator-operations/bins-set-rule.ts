/** Bins/SetRule: when a pick face is filled from the reserve. */

import Type from 'typebox';
import { quantityOrZeroField } from '../../contract/fields.ts';
import { floorLeadRoles } from '../../floor/index.ts';
import { checkBinContents, type Location, lockLocations, unknownLocationError } from '../../locations/index.ts';
import {
  lockInventoryStatusesForShare,
  noSuchWarehouseText,
  readWarehouseWhereOperatorWorks,
} from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField, publishChangedTopics, recordAudit } from '../../operators/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  ReplenishmentRuleRecord,
  replenishmentRuleExample,
  replenishmentRuleKeyExample,
  replenishmentRuleKeyFields,
  replenishmentRuleKeyOf,
  replenishmentRuleRecord,
} from '../replenishment-rule-fields.ts';
import {
  deleteReplenishmentRules,
  lockReplenishmentRule,
  type ReplenishmentRuleKey,
  saveReplenishmentRule,
} from '../replenishment-rule-store.ts';

export const binsSetRuleOperation = defineOperatorCommand({
  path: '/api/Bins/SetRule',
  summary: 'Set when a pick face is filled',
  description:
    'Sets below how many units of an item a pick face is filled from the reserve, and up to how many. Zeros remove the rule.',
  roles: floorLeadRoles,
  request: Type.Object({
    ...replenishmentRuleKeyFields,
    Minimum: quantityOrZeroField('It is filled when it has fewer.'),
    Target: quantityOrZeroField('It is filled up to as many.'),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { ...replenishmentRuleKeyExample, Minimum: 12, Target: 48 },
  reply: {
    description: 'The rule now; zeros: none.',
    schema: ReplenishmentRuleRecord,
    example: replenishmentRuleExample,
  },
  errors: {
    400: 'A field is not valid, the target is below the minimum or above the capacity, the location is no pick face, or the customer has no such item or status.',
    403: 'The rule is not the expected one.',
    404: `${noSuchWarehouseText}, or no such location.`,
  },
  check: ({ Minimum: minimum, Target: target }): Fault[] =>
    (minimum === 0 && target === 0) || (minimum > 0 && target >= minimum)
      ? []
      : [
          {
            field: 'Target',
            code: 'Order',
            message: 'must not be below Minimum, which is at least 1 unless both are 0',
          },
        ],
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Minimum: minimum, Target: target } = request;
    const key = replenishmentRuleKeyOf(request);
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, key.warehouse);
      const [at] = await lockLocations(tx, [key]);
      const before = await lockReplenishmentRule(tx, key);
      const edit = {
        noun: 'bin_rule',
        subject: `${key.warehouse} ${key.location}`,
        customerNo: key.customerNo,
        before: before && replenishmentRuleRecord(before),
        expected: request.ExpectedVersion,
      };
      await assertRecordVersion(tx, edit);
      // A rule is removed even when its location, item or status is gone.
      if (target > 0 || before === undefined) await refuseRule(tx, key, target, at);
      const after = { ...before, ...key, minimum, target, person: before?.person ?? '' };
      if (target === 0) deleteReplenishmentRules(tx, [key]);
      else {
        saveReplenishmentRule(tx, after);
        await lockInventoryStatusesForShare(tx, [after]);
      }
      recordAudit(tx, context, {
        action: target === 0 ? 'bin_rule.removed' : 'bin_rule.set',
        subject: edit.subject,
        customerNo: key.customerNo,
        before: edit.before,
        after: target === 0 ? undefined : replenishmentRuleRecord(after),
      });
      publishChangedTopics(tx, ['floor']);
      return replenishmentRuleRecord(after);
    });
  },
});

async function refuseRule(tx: Tx, key: ReplenishmentRuleKey, target: number, at: Location | undefined): Promise<void> {
  if (at === undefined) throw unknownLocationError(key.warehouse, key.location);
  const faults = (await checkBinContents(tx, [{ ...key, quantity: 0 }], () => at)).flat();
  if (at.kind === 'reserve') faults.push({ field: 'Location', code: 'WrongKind', message: 'is no pick face' });
  if (at.capacity > 0 && target > at.capacity) {
    faults.push({ field: 'Target', code: 'TooMany', message: `is above the capacity of ${at.capacity} units` });
  }
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
}
