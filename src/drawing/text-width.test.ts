/** Widths without layouts: the same as those of the layout, with few layouts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitText } from './fit-text.ts';
import { readFonts } from './fonts.ts';
import { createTextMeasure } from './text-width.ts';

const fonts = readFonts();
const sign = fc.oneof(
  fc.integer({ min: 0x20, max: 0x17f }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom('f', 'i', 'l', 'A', 'V', 'T', 'o', '.', '-', '\u0301', 'Ω', 'Ж', '王', '한', '🍷', 'ش', 'ה'),
);

test('widths are those of the layout, also with kerning, ligatures, marks and other scripts', () => {
  for (const font of [fonts.regular, fonts.bold, fonts.fallback()]) {
    const measure = createTextMeasure(font);
    expect(measure('AVAT. office fluffy')).toBe(font.layout('AVAT. office fluffy').advanceWidth);
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        expect(measure(signs.join(''))).toBe(font.layout(signs.join('')).advanceWidth);
      }),
      { numRuns: 500 },
    );
  }
});

test.each([
  ['letters that are kerned in pairs', 'abcde', 50],
  ['letters of which some are ligatures', 'officefluffy', 50],
  ['letters that only a layout measures', 'превосходный', 150],
])('a long word of %s is fitted with few layouts', (_name, letters, most) => {
  const counted = readFonts();
  let layouts = 0;
  const layout = counted.regular.layout.bind(counted.regular);
  counted.regular.layout = (...given) => {
    layouts += 1;
    return layout(...given);
  };
  const place = { width: 846, height: 700, largest: 28, smallest: 20 };
  const word = letters.repeat(1_000 / letters.length);
  expect(fitText([word], place, (text) => counted.widthOf(text, false)).cut).toBe(false);
  expect(layouts).toBeLessThan(most);
});
