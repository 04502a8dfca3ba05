/** POST /api/Simulation/SetLicense (decisions 2 and 11): opens or closes a state for the caller alone. Test only. */
import Type from 'typebox';
import { stateNames } from '../../addresses/index.ts';
import { orderTypeField } from '../../contract/code-lists.ts';
import { codeField } from '../../contract/fields.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { setLicenseRule as changeLicense } from '../standing-rule-changes.ts';
import { RuleChanged, ruleChange, ruleChanged, ruleChangedExample } from './rule-change.ts';

export const setLicense = defineInternalCommand({
  name: 'SetLicense',
  summary: 'Opens or closes a state',
  description:
    'Says whether a destination state is open to order types of this customer. Orders to a closed state go on a License hold, open orders at once; when it is opened they go on. What is said of single order types decides before what is said of all.',
  request: Type.Object(
    {
      State: codeField('Destination state, 2 letters.', Object.keys(stateNames)),
      OrderTypes: Type.Optional(
        Type.Array(orderTypeField('Order type.'), {
          minItems: 1,
          maxItems: 100,
          description: 'Absent for all order types.',
        }),
      ),
      Open: Type.Boolean({ description: 'true opens the state, false closes it.' }),
    },
    { title: 'SetLicenseRequest' },
  ),
  requestExample: { State: 'UT', OrderTypes: ['CLUB', 'RETAIL'], Open: false },
  reply: { status: 200, description: 'The state is as was said.', schema: RuleChanged, example: ruleChangedExample },
  errors: {
    400: 'An unknown state or order type, or Open is missing.',
    403: 'The credentials lack the right to write.',
  },
  execute: async (call, run) => {
    const { State, OrderTypes, Open } = call.request;
    const license = { state: State, orderTypes: OrderTypes, open: Open };
    return ruleChanged(await changeLicense(call.environment.db, ruleChange(call, run), license));
  },
});
