/** Bins/ClaimReplenishment: a person fills a pick face. */
import Type from 'typebox';
import { endOfWorkClaim, workClaimMinutes } from '../../lib/work-claims.ts';
import { readLocations } from '../../locations/index.ts';
import { readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { publishChangedTopics, recordAudit } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { AppError, notFoundError, refuseState } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { binOperationRoles } from '../bin-fields.ts';
import {
  ReplenishmentRuleRecord,
  replenishmentRuleExample,
  replenishmentRuleKeyExample,
  replenishmentRuleKeyFields,
  replenishmentRuleKeyOf,
  replenishmentRuleRecord,
} from '../replenishment-rule-fields.ts';
import { lockReplenishmentRule, saveReplenishmentRule } from '../replenishment-rule-store.ts';

export const binsClaimReplenishmentOperation = defineOperatorCommand({
  path: '/api/Bins/ClaimReplenishment',
  summary: 'Fill a pick face',
  description: `Gives a pick face to the operator to fill, for ${workClaimMinutes} minutes. Of two people one gets it. The operator's first move into it by \`Bins/Move\` ends the claim.`,
  roles: binOperationRoles,
  request: Type.Object(replenishmentRuleKeyFields),
  requestExample: replenishmentRuleKeyExample,
  reply: { description: 'The rule of the face.', schema: ReplenishmentRuleRecord, example: replenishmentRuleExample },
  errors: {
    400: 'A field is not valid.',
    403: 'Another person is filling it.',
    404: 'The face has no such rule at a warehouse in which the operator works, or is no pick face any more.',
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const key = replenishmentRuleKeyOf(request);
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, key.warehouse);
      const rule = await lockReplenishmentRule(tx, key);
      if (rule === undefined) throw notFoundError(`${key.location} has no rule for ${key.itemNo}.`);
      const [face] = await readLocations(tx, [key]);
      if (face?.kind !== 'pick') throw notFoundError(`${key.location} is not a pick face any more. Remove its rule.`);
      const now = currentRealTime();
      const isTaken =
        rule.claimedUntil !== undefined &&
        rule.personId !== operator.operatorId &&
        Temporal.Instant.compare(rule.claimedUntil, now) > 0;
      if (isTaken) throw new AppError(refuseState('CLAIMED', `${rule.person} is filling ${key.location}.`).refused);
      const { operatorId: personId, email: person } = operator;
      saveReplenishmentRule(tx, { ...rule, personId, person, claimedUntil: endOfWorkClaim(now) });
      recordAudit(tx, context, {
        action: 'bin_rule.claimed',
        subject: `${key.warehouse} ${key.location}`,
        customerNo: key.customerNo,
      });
      publishChangedTopics(tx, ['floor']);
      return replenishmentRuleRecord(rule);
    });
  },
});
