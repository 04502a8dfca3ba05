/** Units of items in words. */
import { expect, test } from 'vitest';
import { unitInWords, unitOnShelf } from '../../portal/pages/skus/sku-words.ts';

test.each([
  ['750', '750 ml', '750 ml bottle'],
  ['1500', '1,500 ml', '1,500 ml bottle'],
  ['1500-6-W', '6 × 1,500 ml, wood box', 'pack of 6 × 1,500 ml, wood box'],
  ['each', 'each', 'each'],
])('the unit %s reads %j, on the shelf %j', (uom, words, onShelf) => {
  expect([unitInWords(uom), unitOnShelf(uom)]).toEqual([words, onShelf]);
});
