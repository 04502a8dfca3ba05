/** Rules/ClearWeather: closes a weather window before its last day. */

import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { findWeatherWindowCustomerNo, WILDCARD, withoutWeatherWindow } from '../../operator-settings/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { closeWeatherWindows } from '../../sales-orders/index.ts';
import {
  createAuditedStandingRuleChange,
  RuleChangedReplyWithCustomerCount,
  replyToRuleChange,
  ruleChangedReplyWithCustomerCountExample,
  rulePreviewField,
} from '../rule-changes.ts';

export const rulesClearWeatherOperation = defineOperatorCommand({
  path: '/api/Rules/ClearWeather',
  summary: 'Close a weather window',
  description: 'Closes the window. Orders without other holds are released at once, oldest first.',
  roles: ['lead', 'admin'],
  request: Type.Object({ WindowId: transactionReferenceField('The id of the window.'), Preview: rulePreviewField }),
  requestExample: { WindowId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' },
  reply: {
    description: 'The window is closed.',
    schema: RuleChangedReplyWithCustomerCount,
    example: { ...ruleChangedReplyWithCustomerCountExample, OrdersHeld: 0, OrdersReleased: 3 },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such open window.' },
  timeoutSeconds: 120,
  execute: async (call) => {
    const {
      environment,
      request: { WindowId: windowId, Preview },
    } = call;
    // A retry after a failure only completes what follows: the window is closed already.
    const mayHaveEnded = call.run.progress !== undefined;
    const owner = await findWeatherWindowCustomerNo(environment.db, windowId, { mayHaveEnded });
    if (owner === undefined) throw notFoundError(`There is no open weather window ${windowId}.`);
    const change = await createAuditedStandingRuleChange(call, owner === WILDCARD ? undefined : owner);
    return await replyToRuleChange(environment, change, {
      edit: (rules) => withoutWeatherWindow(rules, windowId),
      exclude: undefined,
      isPreview: Preview,
      make: () => closeWeatherWindows(environment.db, change, windowId),
    });
  },
});
