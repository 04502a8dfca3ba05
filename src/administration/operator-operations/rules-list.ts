/** Rules/List: the standing rules that no person has ended. */

import Type from 'typebox';
import { assertCustomerFound, readCustomerNameLookup } from '../../auth/index.ts';
import { formatInstant } from '../../lib/dates.ts';
import {
  readCreditHolds,
  readLicenseRules,
  readWeatherWindows,
  weatherWindowRecord,
} from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { customerNoField } from '../customer-fields.ts';
import { computeCreditHoldVersion, computeLicenseRulesVersion } from '../rule-changes.ts';

const setFields = {
  SetBy: Type.String({ description: 'A UserKey, or an operator.' }),
  SetAt: Type.String(),
};
const owner = Type.String({ description: '`*`: all customers.' });
const ownerName = Type.String({ description: '`""`: all customers.' });
const set = { SetBy: 'operator:ann@warehouse.example', SetAt: '2026-07-10T17:00:00Z' };

export const rulesListOperation = defineOperatorQuery({
  path: '/api/Rules/List',
  summary: 'List the standing rules',
  description:
    'Returns the open weather windows, also those that begin later, the license rules and the credit holds: all of them, or those that apply to one customer. A state without a rule is open.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({ CustomerNo: Type.Optional(customerNoField) }),
  requestExample: {},
  reply: {
    description: 'The rules, those for all customers first.',
    schema: Type.Object({
      WeatherWindows: Type.Array(
        Type.Object({
          WindowId: Type.String(),
          CustomerNo: owner,
          CustomerName: ownerName,
          States: Type.Array(Type.String()),
          ZipPrefixes: Type.Array(Type.String()),
          StartDate: Type.String(),
          EndDate: Type.String(),
          ExemptServices: Type.Array(Type.String()),
          IcePackExempt: Type.Boolean(),
          Description: Type.String(),
          ...setFields,
        }),
      ),
      LicenseRules: Type.Array(
        Type.Object({
          CustomerNo: owner,
          CustomerName: ownerName,
          State: Type.String(),
          OrderType: Type.String({ description: '`*`: all order types.' }),
          Open: Type.Boolean(),
          Version: Type.String({
            description:
              'For `ExpectedVersion` of Rules/SetLicense: of all rules of this customer, or of `*`, for the state.',
          }),
          ...setFields,
        }),
      ),
      CreditHolds: Type.Array(
        Type.Object({
          CustomerNo: Type.String(),
          CustomerName: Type.String(),
          Description: Type.String(),
          Version: Type.String({ description: 'For `ExpectedVersion` of Rules/SetCredit.' }),
          ...setFields,
        }),
      ),
    }),
    example: {
      WeatherWindows: [
        {
          WindowId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
          CustomerNo: '*',
          CustomerName: '',
          States: ['TX', 'OK'],
          ZipPrefixes: [],
          StartDate: '07/13/2026',
          EndDate: '07/17/2026',
          ExemptServices: ['ONPR'],
          IcePackExempt: true,
          Description: '',
          ...set,
        },
      ],
      LicenseRules: [
        {
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          State: 'UT',
          OrderType: '*',
          Open: false,
          Version: '0c8e3b57a94d12f6',
          ...set,
        },
      ],
      CreditHolds: [
        {
          CustomerNo: 'W1002',
          CustomerName: 'Cedar Ridge Winery',
          Description: 'Invoice 4711 is overdue',
          Version: 'e17a40c9d5b823f6',
          ...set,
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  execute: async ({ environment, request: { CustomerNo: customerNo } }) => {
    if (customerNo !== undefined) await assertCustomerFound(environment.db, customerNo);
    const { db } = environment;
    const [windows, licenses, credits] = await Promise.all([
      readWeatherWindows(db, customerNo),
      readLicenseRules(db, customerNo),
      readCreditHolds(db, customerNo),
    ]);
    const nameOf = await readCustomerNameLookup(db, [...windows, ...licenses, ...credits]);
    return {
      WeatherWindows: windows.map((window) => ({
        WindowId: window.ruleId,
        CustomerNo: window.customerNo,
        CustomerName: nameOf(window.customerNo),
        ...weatherWindowRecord(window),
        ...setBy(window),
      })),
      LicenseRules: licenses.map((rule) => ({
        CustomerNo: rule.customerNo,
        CustomerName: nameOf(rule.customerNo),
        State: rule.state,
        OrderType: rule.orderType,
        Open: rule.open,
        Version: computeLicenseRulesVersion(
          licenses.filter(({ customerNo, state }) => customerNo === rule.customerNo && state === rule.state),
        ),
        ...setBy(rule),
      })),
      CreditHolds: credits.map((rule) => ({
        CustomerNo: rule.customerNo,
        CustomerName: nameOf(rule.customerNo),
        Description: rule.note,
        Version: computeCreditHoldVersion(rule),
        ...setBy(rule),
      })),
    };
  },
});

const setBy = (rule: { readonly setBy: string; readonly setAt: Temporal.Instant }) => ({
  SetBy: rule.setBy,
  SetAt: formatInstant(rule.setAt),
});
