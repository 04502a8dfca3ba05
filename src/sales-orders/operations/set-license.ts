/** SetLicense: open or close a destination state for the customer (decision 11). */
import Type from 'typebox';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { setLicenseRule as changeLicense } from '../standing-rule-changes.ts';
import {
  StandingRuleChangedReply,
  standingRuleChangedReplyExample,
  toStandingRuleChangedReply,
} from './rule-change.ts';
import { licenseRuleFields } from './rule-fields.ts';

export const setLicenseOperation = defineInternalCommand({
  name: 'SetLicense',
  summary: 'Open or close a destination state',
  description:
    'Opens or closes a destination state to order types of this customer. Orders to a closed state, including open ones, go on License hold; opening the state releases them. A rule for one order type overrides the rule for all order types.',
  request: Type.Object(licenseRuleFields, { title: 'SetLicenseRequest' }),
  requestExample: { State: 'UT', OrderTypes: ['CLUB', 'RETAIL'], Open: false },
  reply: {
    status: 200,
    description: 'The license rule is set.',
    schema: StandingRuleChangedReply,
    example: standingRuleChangedReplyExample,
  },
  errors: {
    400: 'An unknown state or order type, or Open is missing.',
  },
  execute: async (call, run) => {
    const { State, OrderTypes, Open } = call.request;
    const license = { state: State, orderTypes: OrderTypes, open: Open };
    return toStandingRuleChangedReply(await changeLicense(call.environment.db, { ...call.context, run }, license));
  },
});
