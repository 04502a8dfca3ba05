/** Whole numbers as people type and paste them. */
import { expect, test } from 'vitest';
import { readCount } from '../../portal/design/read-count.ts';

test('a pasted 12.0 is 12 and not 120, and a fraction is no count', () => {
  expect(['12', '12.0', '12.', ' 1,200.00 ', '12 bottles', '', 'x'].map(readCount)).toEqual([
    12,
    12,
    12,
    1200,
    12,
    '',
    '',
  ]);
  expect(['12.5', '0.75', '1.200.0'].map(readCount)).toEqual([undefined, undefined, undefined]);
});
