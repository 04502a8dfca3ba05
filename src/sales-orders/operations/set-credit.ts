/** POST /api/Simulation/SetCredit (decisions 2 and 11): the caller's account on credit hold, or off it. Test only. */
import Type from 'typebox';
import { textField } from '../../contract/fields.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { placeCreditHold, releaseCreditHold } from '../standing-rule-changes.ts';
import { RuleChanged, ruleChange, ruleChanged, ruleChangedExample } from './rule-change.ts';

export const setCredit = defineInternalCommand({
  name: 'SetCredit',
  summary: 'Puts the account on credit hold',
  description: 'While the account is on credit hold every open order of the customer is on a Credit hold.',
  request: Type.Object(
    {
      OnHold: Type.Boolean({ description: 'true puts the account on credit hold, false ends it.' }),
      Description: Type.Optional(
        textField("Words for the customer, shown in the hold's description.", { maxLength: 500 }),
      ),
    },
    { title: 'SetCreditRequest' },
  ),
  requestExample: { OnHold: true, Description: 'Invoice 4711 is overdue' },
  reply: { status: 200, description: 'The account is as was said.', schema: RuleChanged, example: ruleChangedExample },
  errors: {
    400: 'OnHold is missing.',
    403: 'The credentials lack the right to write.',
  },
  execute: async (call, run) => {
    const { OnHold, Description } = call.request;
    const { db } = call.environment;
    const change = ruleChange(call, run);
    return ruleChanged(
      OnHold ? await placeCreditHold(db, change, Description ?? '') : await releaseCreditHold(db, change),
    );
  },
});
