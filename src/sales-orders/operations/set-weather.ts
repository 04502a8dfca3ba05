/** POST /api/Simulation/SetWeather (decisions 2 and 11): a weather window of the caller's own. Test only. */
import Type, { type Static } from 'typebox';
import { stateNames } from '../../addresses/index.ts';
import { carrierCodes, carrierServiceCodes } from '../../contract/code-lists.ts';
import { codeField, dateField, textField } from '../../contract/fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { openWeatherWindow } from '../standing-rule-changes.ts';
import { RuleChanged, ruleChange, ruleChanged, ruleChangedExample } from './rule-change.ts';

const request = Type.Object(
  {
    States: Type.Optional(
      Type.Array(codeField('A state, 2 letters.', Object.keys(stateNames)), {
        description: 'Destination states; they or ZipPrefixes are required.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
    ZipPrefixes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{3}$', description: 'The first three digits of ZIP codes.' }), {
        description: 'Destination areas.',
        minItems: 1,
        maxItems: 1000,
      }),
    ),
    StartDate: dateField('The first day on which nothing leaves for there.'),
    EndDate: dateField('The last such day.'),
    ExemptServices: Type.Optional(
      Type.Array(
        codeField('A carrier service, or a carrier with all its services.', [...carrierServiceCodes, ...carrierCodes]),
        {
          maxItems: 100,
          description: 'What leaves all the same.',
        },
      ),
    ),
    IcePackExempt: Type.Optional(
      Type.Boolean({ description: 'true lets orders with ice packs leave all the same. Default false.' }),
    ),
    Description: Type.Optional(
      textField("Words for the customer, shown in the hold's description.", { maxLength: 500 }),
    ),
  },
  { title: 'SetWeatherRequest' },
);
type Sent = Static<typeof request>;

const day = (sent: string) => assertPresent(parseDate(sent), 'a checked date');

function check({ States, ZipPrefixes, StartDate, EndDate }: Partial<Sent>): Fault[] {
  const faults: Fault[] = [];
  if (States === undefined && ZipPrefixes === undefined) {
    faults.push({ field: 'States', code: 'Required', message: 'or ZipPrefixes must name where the weather is bad' });
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
  summary: 'Opens a weather window',
  description: [
    'From StartDate to EndDate nothing of this customer leaves for the named states or ZIP areas: orders whose planned ship day falls on one of these days go on a Weather hold, open orders at once. The hold ends by itself after EndDate.',
    '',
    'Windows add up. The answered reference names this one for ClearWeather.',
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
    400: 'Neither States nor ZipPrefixes; EndDate before StartDate; an unknown state, service or carrier.',
    403: 'The credentials lack the right to write.',
  },
  check,
  execute: async (call, run) => {
    const { States, ZipPrefixes, StartDate, EndDate, ExemptServices, IcePackExempt, Description } = call.request;
    const changed = await openWeatherWindow(call.environment.db, ruleChange(call, run), {
      states: [...new Set(States)],
      zipPrefixes: [...new Set(ZipPrefixes)],
      from: day(StartDate),
      to: day(EndDate),
      exemptServices: [...new Set(ExemptServices)],
      icePackExempt: IcePackExempt ?? false,
      note: Description ?? '',
    });
    return ruleChanged(changed);
  },
});
