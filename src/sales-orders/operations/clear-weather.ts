/** ClearWeather: close weather windows of the customer (decision 11). */

import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { closeWeatherWindows } from '../standing-rule-changes.ts';
import {
  standingRuleChangedReplyExample,
  standingRuleChangedReplyFields,
  toStandingRuleChangedReply,
} from './rule-change.ts';

export const clearWeatherOperation = defineInternalCommand({
  name: 'ClearWeather',
  summary: 'Close weather windows',
  description:
    'Closes one or all weather windows that SetWeather opened. Orders without other holds are released at once, oldest first.',
  request: Type.Object(
    {
      WeatherReference: Type.Optional(
        transactionReferenceField('The reference that SetWeather returned. Default: all open windows.'),
      ),
    },
    { title: 'ClearWeatherRequest' },
  ),
  requestExample: { WeatherReference: transactionReferenceExample },
  reply: {
    status: 200,
    description: 'The windows are closed.',
    schema: Type.Object(
      {
        ...standingRuleChangedReplyFields,
        WindowsClosed: Type.Integer({ description: 'Windows that were closed.', minimum: 0 }),
      },
      { title: 'WeatherCleared' },
    ),
    example: { ...standingRuleChangedReplyExample, OrdersHeld: 0, OrdersReleased: 3, WindowsClosed: 1 },
  },
  errors: {
    400: 'WeatherReference is not a UUID.',
    404: 'The customer has no open window with this reference.',
  },
  execute: async (call, run) => {
    const closed = await closeWeatherWindows(
      call.environment.db,
      { ...call.context, run },
      call.request.WeatherReference,
    );
    return { ...toStandingRuleChangedReply(closed), WindowsClosed: closed.windows };
  },
});
