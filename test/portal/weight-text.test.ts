/** The field of the weight at the packing station: no code that is scanned into it is taken as a weight. */
import { expect, test } from 'vitest';
import { classifyWeightText } from '../../portal/pages/pack/weight-text.ts';

const isCode = (code: string): boolean => ['12', '7.5', 'X-1'].includes(code);

test.each([
  ['7.4', 'weight'],
  ['150', 'weight'],
  ['12', 'scan'],
  ['12.00', 'weight'],
  ['7.5', 'scan'],
  ['x-1', 'scan'],
  ['S6', 'scan'],
  ['012345678905', 'scan'],
  ['200', 'fault'],
  ['0', 'fault'],
  ['1-2', 'fault'],
])('%s is a %s', (text, kind) => {
  expect(classifyWeightText(text, isCode)).toBe(kind);
});
