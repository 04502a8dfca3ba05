/** Rules/SetWeather: opens a weather window, for one customer or for all. */
import Type from 'typebox';
import { isPastInAllTimeZones, withoutWeatherWindow, withWeatherWindow } from '../../operator-settings/index.ts';
import { AppError, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  checkWeatherWindow,
  openWeatherWindow,
  toNewWeatherWindow,
  weatherWindowExample,
  weatherWindowFields,
} from '../../sales-orders/index.ts';
import { customerNoField } from '../customer-fields.ts';
import {
  createAuditedStandingRuleChange,
  RuleChangedReplyWithCustomerCount,
  replyToRuleChange,
  ruleChangedReplyWithCustomerCountExample,
  rulePreviewField,
} from '../rule-changes.ts';

export const rulesSetWeatherOperation = defineOperatorCommand({
  path: '/api/Rules/SetWeather',
  summary: 'Open a weather window',
  description:
    'From StartDate to EndDate nothing ships to the given states or ZIP code areas; open orders go on hold at once, but not those on which the warehouse works already, and are released after EndDate. Without `CustomerNo` the window is for all customers. The reference is the id of the window.',
  roles: ['lead', 'admin'],
  request: Type.Object({
    CustomerNo: Type.Optional(customerNoField),
    ...weatherWindowFields,
    Preview: rulePreviewField,
  }),
  requestExample: weatherWindowExample,
  reply: {
    description: 'The window is open.',
    schema: RuleChangedReplyWithCustomerCount,
    example: ruleChangedReplyWithCustomerCountExample,
  },
  errors: {
    400: 'Neither States nor ZipPrefixes was given, EndDate is before StartDate or has passed, or a field is not valid.',
    404: 'There is no such customer.',
  },
  timeoutSeconds: 120,
  check: checkWeatherWindow,
  execute: async (call) => {
    const { request } = call;
    const window = toNewWeatherWindow(request);
    if (isPastInAllTimeZones(window.to, Temporal.Now.instant())) {
      const fault = { field: 'EndDate', code: 'Passed', message: 'is a day that has passed' };
      throw new AppError(validationRefusal([fault]));
    }
    const change = await createAuditedStandingRuleChange(call, request.CustomerNo);
    const owner = { customerNo: change.customerNo, ruleId: change.reference };
    return await replyToRuleChange(call.environment, change, {
      edit: (rules) => withWeatherWindow(rules, { ...window, ...owner }),
      exclude: (rules) => withoutWeatherWindow(rules, owner.ruleId),
      isPreview: request.Preview,
      make: () => openWeatherWindow(call.environment.db, change, window),
    });
  },
});
