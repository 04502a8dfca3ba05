/** SetWeather: hold the customer's shipments to states or ZIP code areas for some days (decision 11). */
import Type, { type Static } from 'typebox';
import { stateNames } from '../../addresses/index.ts';
import { carrierCodes, carrierServiceCodes } from '../../contract/code-lists.ts';
import { codeField, dateField, textField } from '../../contract/fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { openWeatherWindow } from '../standing-rule-changes.ts';
import { RuleChanged, ruleChanged, ruleChangedExample } from './rule-change.ts';

const request = Type.Object(
  {
    States: Type.Optional(
      Type.Array(codeField('State, 2 letters.', Object.keys(stateNames)), {
        description: 'Destination states. States or ZipPrefixes is required.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
    ZipPrefixes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{3}$', description: 'First three digits of ZIP codes.' }), {
        description: 'Destination ZIP code areas.',
        minItems: 1,
        maxItems: 1000,
      }),
    ),
    StartDate: dateField('First day without shipments.'),
    EndDate: dateField('Last day without shipments.'),
    ExemptServices: Type.Optional(
      Type.Array(
        codeField('Carrier service, or a carrier for all its services.', [...carrierServiceCodes, ...carrierCodes]),
        {
          maxItems: 100,
          description: 'Carriers and services that still ship.',
        },
      ),
    ),
    IcePackExempt: Type.Optional(
      Type.Boolean({ description: 'true: orders with ice packs still ship. Default false.' }),
    ),
    Description: Type.Optional(
      textField('Text for the customer, shown in the description of the hold.', { maxLength: 500 }),
    ),
  },
  { title: 'SetWeatherRequest' },
);
type SetWeatherRequest = Static<typeof request>;

const day = (sent: string) => assertPresent(parseDate(sent), 'a checked date');

function check({ States, ZipPrefixes, StartDate, EndDate }: Partial<SetWeatherRequest>): Fault[] {
  const faults: Fault[] = [];
  if (States === undefined && ZipPrefixes === undefined) {
    faults.push({ field: 'States', code: 'Required', message: 'or ZipPrefixes is required' });
  }
  const from = StartDate === undefined ? undefined : parseDate(StartDate);
  const to = EndDate === undefined ? undefined : parseDate(EndDate);
  if (from !== undefined && to !== undefined && Temporal.PlainDate.compare(from, to) > 0) {
    faults.push({ field: 'EndDate', code: 'BeforeStart', message: 'must not be before StartDate' });
  }
  return faults;
}

export const setWeather = defineInternalCommand({
  name: 'SetWeather',
  summary: 'Open a weather window',
  description: [
    'From StartDate to EndDate nothing of this customer ships to the given states or ZIP code areas. Orders whose planned ship date is on one of these days, including open ones, go on Weather hold. The hold ends by itself after EndDate.',
    '',
    'Several windows can be open at the same time. Pass the returned reference to ClearWeather to close this one.',
  ].join('\n'),
  request,
  requestExample: {
    States: ['TX', 'OK'],
    StartDate: '07/13/2026',
    EndDate: '07/17/2026',
    ExemptServices: ['ONPR', 'ONST'],
    IcePackExempt: true,
  },
  reply: { status: 200, description: 'The window is open.', schema: RuleChanged, example: ruleChangedExample },
  errors: {
    400: 'Neither States nor ZipPrefixes was given, EndDate is before StartDate, or a state, carrier or service is unknown.',
  },
  check,
  execute: async (call, run) => {
    const { States, ZipPrefixes, StartDate, EndDate, ExemptServices, IcePackExempt, Description } = call.request;
    const changed = await openWeatherWindow(
      call.environment.db,
      { ...call.context, run },
      {
        states: [...new Set(States)],
        zipPrefixes: [...new Set(ZipPrefixes)],
        from: day(StartDate),
        to: day(EndDate),
        exemptServices: [...new Set(ExemptServices)],
        icePackExempt: IcePackExempt ?? false,
        note: Description ?? '',
      },
    );
    return ruleChanged(changed);
  },
});
