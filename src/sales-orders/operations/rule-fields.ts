/** Fields of requests that change standing rules, of customers and of operators (decision 11). */

import Type, { type Static } from 'typebox';
import { carrierCodes, carrierServiceCodes, salesOrderTypeField } from '../../contract/code-lists.ts';
import { codeField, dateField, holdTextField } from '../../contract/fields.ts';
import { stateNamesByCode } from '../../contract/state-names.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseUsDate } from '../../lib/dates.ts';
import type { Fault } from '../../platform/errors.ts';
import type { NewWeatherWindow } from '../standing-rule-changes.ts';

export const weatherWindowFields = {
  States: Type.Optional(
    Type.Array(codeField('State, 2 letters.', Object.keys(stateNamesByCode)), {
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
  IcePackExempt: Type.Optional(Type.Boolean({ description: 'true: orders with ice packs still ship. Default false.' })),
  Description: Type.Optional(holdTextField('Text for the customer, shown in the description of the hold.')),
};

const WeatherRequest = Type.Object(weatherWindowFields);
type WeatherRequest = Static<typeof WeatherRequest>;

export const weatherWindowExample = {
  States: ['TX', 'OK'],
  StartDate: '07/13/2026',
  EndDate: '07/17/2026',
  ExemptServices: ['ONPR' as const, 'ONST' as const],
  IcePackExempt: true,
};

const day = (sent: string) => assertPresent(parseUsDate(sent), 'a checked date');

/** The faults between the fields of a weather window. Pure. */
export function checkWeatherWindow({ States, ZipPrefixes, StartDate, EndDate }: Partial<WeatherRequest>): Fault[] {
  const faults: Fault[] = [];
  if (States === undefined && ZipPrefixes === undefined) {
    faults.push({ field: 'States', code: 'Required', message: 'or ZipPrefixes is required' });
  }
  const from = StartDate === undefined ? undefined : parseUsDate(StartDate);
  const to = EndDate === undefined ? undefined : parseUsDate(EndDate);
  if (from !== undefined && to !== undefined && Temporal.PlainDate.compare(from, to) > 0) {
    faults.push({ field: 'EndDate', code: 'BeforeStart', message: 'must not be before StartDate' });
  }
  return faults;
}

/** The window of a request that has been checked. */
export function toNewWeatherWindow(request: WeatherRequest): NewWeatherWindow {
  const { States, ZipPrefixes, StartDate, EndDate, ExemptServices, IcePackExempt, Description } = request;
  return {
    states: [...new Set(States)],
    zipPrefixes: [...new Set(ZipPrefixes)],
    from: day(StartDate),
    to: day(EndDate),
    exemptServices: [...new Set(ExemptServices)],
    icePackExempt: IcePackExempt ?? false,
    note: Description ?? '',
  };
}

export const licenseRuleFields = {
  State: codeField('Destination state, 2 letters.', Object.keys(stateNamesByCode)),
  OrderTypes: Type.Optional(
    Type.Array(salesOrderTypeField('Order type.'), {
      minItems: 1,
      maxItems: 100,
      description: 'Default: all order types.',
    }),
  ),
  Open: Type.Boolean({ description: 'true opens the state, false closes it.' }),
};

export const creditHoldFields = {
  OnHold: Type.Boolean({ description: 'true puts the account on credit hold, false ends the hold.' }),
  Description: Type.Optional(holdTextField('Text for the customer, shown in the description of the hold.')),
};
