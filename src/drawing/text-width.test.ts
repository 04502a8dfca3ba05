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

test('a long text is fitted with one layout for each pair of characters', () => {
  const counted = readFonts();
  let layouts = 0;
  const layout = counted.regular.layout.bind(counted.regular);
  counted.regular.layout = (...given) => {
    layouts += 1;
    return layout(...given);
  };
  const letters = Array.from({ length: 1_000 }, (_, index) => String.fromCharCode(97 + ((index * index * 7) % 5))).join(
    '',
  );
  const place = { width: 846, height: 700, largest: 28, smallest: 20 };
  expect(fitText([letters], place, (text) => counted.widthOf(text, false)).cut).toBe(false);
  expect(layouts).toBeLessThan(50);
});
