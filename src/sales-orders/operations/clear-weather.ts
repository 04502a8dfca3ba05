/** POST /api/Simulation/ClearWeather (decisions 2 and 11). Test only. */
import Type from 'typebox';
import { referenceField } from '../../contract/fields.ts';
import { referenceExample } from '../../contract/orders.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { closeWeatherWindows } from '../standing-rule-changes.ts';
import { ruleChange, ruleChanged, ruleChangedExample, ruleChangedFields } from './rule-change.ts';

export const clearWeather = defineInternalCommand({
  name: 'ClearWeather',
  summary: 'Closes weather windows',
  description:
    'Closes the weather windows that SetWeather opened, all or one of them. Orders that nothing else holds go on at once, first come, first served.',
  request: Type.Object(
    {
      WeatherReference: Type.Optional(
        referenceField('The reference that SetWeather answered; absent for all windows.'),
      ),
    },
    { title: 'ClearWeatherRequest' },
  ),
  requestExample: { WeatherReference: referenceExample },
  reply: {
    status: 200,
    description: 'The windows are closed.',
    schema: Type.Object(
      {
        ...ruleChangedFields,
        WindowsClosed: Type.Integer({ description: 'Windows that were open.', minimum: 0 }),
      },
      { title: 'WeatherCleared' },
    ),
    example: { ...ruleChangedExample, OrdersHeld: 0, OrdersReleased: 3, WindowsClosed: 1 },
  },
  errors: {
    400: 'WeatherReference is not a UUID.',
    403: 'The credentials lack the right to write.',
    404: 'The customer has no open window with this reference.',
  },
  execute: async (call, run) => {
    const done = await closeWeatherWindows(call.environment.db, ruleChange(call, run), call.request.WeatherReference);
    return { ...ruleChanged(done), WindowsClosed: done.windows };
  },
});
