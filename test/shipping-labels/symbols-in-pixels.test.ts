/** The reader of symbols that the tests of labels rely on: one reading for a symbol, and the right one. */
import { expect, test } from 'vitest';
import { encodeCode128 } from '../../src/drawing/symbols.ts';
import { symbolsIn } from './symbols-in-pixels.ts';

test('a number that a smaller picture could be taken for is read once, as it is printed', async () => {
  const { rectangles, width } = encodeCode128('770605167956');
  const dots = 5;
  const picture = { width: 812, height: 400, shades: new Uint8Array(812 * 400).fill(255) };
  const left = Math.floor((picture.width - width * dots) / 2);
  for (const [x, , bar] of rectangles) {
    for (let y = 100; y < 284; y += 1) {
      const from = y * picture.width + left + x * dots;
      picture.shades.fill(0, from, from + bar * dots);
    }
  }
  expect(await symbolsIn(picture)).toEqual(['Code128: 770605167956']);
});
