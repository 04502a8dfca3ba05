/** SetWeather: hold the customer's shipments to states or ZIP code areas for some days (decision 11). */
import Type from 'typebox';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { openWeatherWindow } from '../standing-rule-changes.ts';
import {
  StandingRuleChangedReply,
  standingRuleChangedReplyExample,
  toStandingRuleChangedReply,
} from './rule-change.ts';
import { checkWeatherWindow, toNewWeatherWindow, weatherWindowExample, weatherWindowFields } from './rule-fields.ts';

export const setWeatherOperation = defineInternalCommand({
  name: 'SetWeather',
  summary: 'Open a weather window',
  description: [
    'From StartDate to EndDate nothing of this customer ships to the given states or ZIP code areas. Orders whose planned ship date is on one of these days, including open ones, go on Weather hold. The hold ends by itself after EndDate.',
    '',
    'Several windows can be open at the same time. Pass the returned reference to ClearWeather to close this one.',
  ].join('\n'),
  request: Type.Object(weatherWindowFields, { title: 'SetWeatherRequest' }),
  requestExample: weatherWindowExample,
  reply: {
    status: 200,
    description: 'The window is open.',
    schema: StandingRuleChangedReply,
    example: standingRuleChangedReplyExample,
  },
  errors: {
    400: 'Neither States nor ZipPrefixes was given, EndDate is before StartDate, or a state, carrier or service is unknown.',
  },
  check: checkWeatherWindow,
  execute: async ({ environment: { db }, context, request }, run) =>
    toStandingRuleChangedReply(await openWeatherWindow(db, { ...context, run }, toNewWeatherWindow(request))),
});
