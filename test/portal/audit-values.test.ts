/** The values of an audit entry as the portal shows them. */
import { expect, test } from 'vitest';
import { changedValues } from '../../portal/pages/audit/changed-values.ts';

test('only values that differ, by names in words, each with its group', () => {
  const before = {
    CustomerName: 'Hilltop',
    rate_limit: { PerSecond: 5, AtOnce: 9 },
    States: ['CA', 'OR'],
    IsOpen: true,
  };
  const after = { CustomerName: 'Hilltop', rate_limit: { PerSecond: 7, AtOnce: 9 }, States: ['CA'], IsOpen: false };
  expect(changedValues(before, after)).toEqual([
    { name: 'Rate limit · Per second', before: '5', after: '7' },
    { name: 'States', before: 'CA, OR', after: 'CA' },
    { name: 'Is open', before: 'Yes', after: 'No' },
  ]);
});

test('all values of what was created or removed, without those that have no content', () => {
  const created = { Email: 'ann@warehouse.example', Badge: null, Warehouses: [], UPCCode: '1', rules: [{ rank: 1 }] };
  const values = [
    { name: 'Email', text: 'ann@warehouse.example' },
    { name: 'UPC code', text: '1' },
    { name: 'Rules · 1 · Rank', text: '1' },
  ];
  expect(changedValues(null, created)).toEqual(
    values.map(({ name, text }) => ({ name, before: undefined, after: text })),
  );
  expect(changedValues(created, undefined)).toEqual(
    values.map(({ name, text }) => ({ name, before: text, after: undefined })),
  );
  expect(changedValues(null, null)).toEqual([]);
  expect(changedValues('old', 'new')).toEqual([{ name: 'Value', before: 'old', after: 'new' }]);
});
