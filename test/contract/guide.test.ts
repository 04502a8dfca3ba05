/** The guide for integrators, which the API reference includes, lists every error code that a caller can get. */
import { expect, it } from 'vitest';
import { readGuide } from '../../src/api/guide.ts';
import {
  carrierCodes,
  carrierServiceCodes,
  inventoryStatusCodes,
  inventoryTaxStatusCodes,
  salesOrderTypeCodes,
} from '../../src/contract/code-lists.ts';
import { type ErrorCode, errorStatusByCode } from '../../src/platform/errors.ts';
import { orderAndPackageStatusDescriptions } from '../../src/tracking/status-descriptions.ts';

/** Codes that only the operator interface has. */
const operatorErrorCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'DuplicateCustomer',
  'SessionRequired',
  'CodeRequired',
  'RoleMissing',
  'ForeignOrigin',
  'CsrfTokenMissing',
  'PersonRequired',
]);

const guide = readGuide('Acme');

/** The codes in the rows of the tables. */
const tableCodes = new Set(
  guide
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1])),
);

it.each([
  ['error codes', Object.keys(errorStatusByCode).filter((code) => !operatorErrorCodes.has(code))],
  ['statuses', Object.keys(orderAndPackageStatusDescriptions)],
  ['order types', salesOrderTypeCodes],
  ['carriers', carrierCodes],
  ['services', carrierServiceCodes],
  ['inventory statuses', [...inventoryStatusCodes, ...inventoryTaxStatusCodes]],
])('explains all %s', (_what, codes: readonly string[]) => {
  expect(codes.filter((code) => !tableCodes.has(code))).toEqual([]);
});

it('explains all reasons of holds, in the order of their precedence', () => {
  const reasons = [...guide.matchAll(/^\| (License|Address|Credit|Customer Service|Winery|Weather|Inventory) \|/gm)];
  expect(reasons.map((match) => match[1])).toEqual([
    'License',
    'Address',
    'Credit',
    'Customer Service',
    'Winery',
    'Weather',
    'Inventory',
  ]);
});

it('has the chapters of an integration', () => {
  const headings = [...guide.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  expect(headings).toEqual(
    expect.arrayContaining([
      'Order and package statuses',
      'Codes and their meanings',
      'Retries and idempotency',
      'Polling for changes',
      'Going live',
    ]),
  );
  expect(headings.some((heading) => heading?.startsWith('Holds'))).toBe(true);
});

it('has the brand in the Authorization scheme, and no links to files that the server does not serve', () => {
  expect(guide).toContain('Authorization: AcmeAuth');
  expect(guide).not.toContain('ServiceAuth');
  expect(guide).not.toMatch(/\]\((?!https?:|#)/);
  expect(guide).not.toMatch(/decision \d/);
});
