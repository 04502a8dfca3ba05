/** The portal finds the code that a typed one would replace in the form in which the server stores it. */
import { expect, test } from 'vitest';
import { normalizeTypedCode } from '../../portal/pages/skus/typed-code.ts';
import { normalizeItemCode } from '../../src/floor/item-code.ts';

test.each([
  'case-22cab',
  ' CASE 1 ',
  // Two codes, of which an item may have both.
  'AB12',
  'AB-12',
  '0012345',
  '12345',
  '0 81234 56789 0',
  '10812345678903',
  '96385074',
  '0110812345678903172612311060AB',
  '(01)10812345678903(17)261231',
  '0110812345678904172612311060AB',
  '',
])('%j', (typed) => {
  expect(normalizeTypedCode(typed)).toBe(normalizeItemCode(typed));
});
