/** How the portal writes the faults of a rejected request. */
import { expect, test } from 'vitest';
import { ApiError, withoutRequestPath } from '../../portal/api/api-error.ts';
import { formatTimestamp } from '../../portal/design/format.ts';

const rejected = (Reason: string, fields: readonly string[]): string =>
  new ApiError(400, { Code: 'ValidationFailed', Reason, Errors: fields.map((Field) => ({ Field, Message: '' })) })
    .message;

test('the only fault of a request is written without its place in it', () => {
  expect(rejected('Items[0].Quantity must not be 0', ['Items[0].Quantity'])).toBe('Quantity must not be 0');
});

test('one of several faults says its line', () => {
  const fields = ['Components[0].ItemNo', 'Components[1].ItemNo'];
  const more = '. There is 1 more problem; see Errors.';
  expect(rejected(`Components[0].ItemNo is unknown${more}`, fields)).toBe(`Line 1: ItemNo is unknown${more}`);
  expect(fields.map((field) => withoutRequestPath(`${field}: is unknown`, false))).toEqual([
    'Line 1: ItemNo: is unknown',
    'Line 2: ItemNo: is unknown',
  ]);
});

test('the fault of a file says the line in it', () => {
  expect(rejected('Csv line 2, units: is required', ['Csv'])).toBe('Line 2, units: is required');
  expect(withoutRequestPath('Csv: line 3, units: is required', false)).toBe('Line 3, units: is required');
  expect(withoutRequestPath('Csv is not usable: no header', true)).toBe('The file is not usable: no header');
});

test('other messages stay as they are, and begin as they were written', () => {
  expect(rejected('locked by another person', [])).toBe('locked by another person');
  expect(rejected('Items[0] is unknown', ['Items[0]'])).toBe('Items[0] is unknown');
});

test('a field is named as it is labeled, and a time is that of the browser', () => {
  expect(rejected('Url must begin with https://', ['Url'])).toBe('URL must begin with https://');
  expect(rejected('ApiKey has the wrong form', ['ApiKey'])).toBe('API key has the wrong form');
  const local = formatTimestamp('2026-11-23T10:04Z');
  expect(rejected('It was changed by kim@warehouse.example on 2026-11-23 at 10:04 UTC after you read it.', [])).toBe(
    `It was changed by kim@warehouse.example on ${local} after you read it.`,
  );
});
