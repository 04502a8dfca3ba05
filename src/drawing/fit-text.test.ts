import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitText, lineHeightRatio } from './fit-text.ts';

/** Every sign is half as wide as the size. */
const half = (text: string) => [...text].length / 2;
const place = { width: 100, height: 60, largest: 20, smallest: 10 };

test('text that fits keeps the maximum size', () => {
  expect(fitText(['ten signs.'], place, half)).toEqual({ size: 20, lines: ['ten signs.'], cut: false });
});

test('text that does not fit is wrapped, then reduced, then broken, then truncated', () => {
  expect(fitText(['some words here'], place, half)).toMatchObject({ size: 20, lines: ['some words', 'here'] });
  expect(fitText(['some words here'], { ...place, lines: 1 }, half)).toMatchObject({ size: 12, cut: false });
  expect(fitText(['a'.repeat(30)], place, half)).toMatchObject({ size: 16, cut: false });
  expect(fitText(['a'.repeat(21)], { ...place, lines: 1 }, half)).toEqual({
    size: 10,
    lines: [`${'a'.repeat(19)}…`],
    cut: true,
  });
});

test('a word is broken after a hyphen or slash where one is near the end of the line', () => {
  const broken = (word: string) => fitText([word], { ...place, largest: 10 }, half).lines;
  expect(broken('ITEM-NUMBER-OF-THIRTY-SIGNS')).toEqual(['ITEM-NUMBER-OF-', 'THIRTY-SIGNS']);
  expect(broken('AB-CDEFGHIJKLMNOPQRSTUVWX')).toEqual(['AB-CDEFGHIJKLMNOPQRS', 'TUVWX']);
});

test('a line may end between ideographs, so that the type is not reduced', () => {
  const fitted = fitText(['東京都千代田区丸の内一丁目 1-1'], place, half);
  expect(fitted).toEqual({ size: 20, lines: ['東京都千代田区丸の内', '一丁目 1-1'], cut: false });
});

test('of a text that is much too long only the beginning is measured', () => {
  let measured = 0;
  const counted = (text: string) => {
    measured += 1;
    return half(text);
  };
  for (const text of ['some words '.repeat(10_000), 'a'.repeat(100_000)]) {
    measured = 0;
    expect(fitText([text, 'two'], place, counted)).toMatchObject({ size: 10, cut: true });
    expect(measured).toBeLessThan(2_000);
  }
});

test('nothing longer than a line and the word after it is measured, because each measured text is kept', () => {
  const measured: string[] = [];
  const listed = (text: string) => {
    measured.push(text);
    return half(text);
  };
  expect(fitText(['ten signs. '.repeat(9).trim()], { ...place, height: 240 }, listed)).toMatchObject({ size: 20 });
  expect(Math.max(...measured.map(({ length }) => length))).toBeLessThan(20);
});

test('paragraphs start on new lines', () => {
  expect(fitText(['one', '', 'two'], { ...place, height: 80 }, half).lines).toEqual(['one', '', 'two']);
});

test('blank lines go before text does, and each paragraph keeps a line while there are enough', () => {
  const small = { width: 40, height: 24, largest: 10, smallest: 10 };
  expect(fitText(['one', '', 'two'], small, half)).toEqual({ size: 10, lines: ['one', 'two'], cut: false });
  expect(fitText(['some long words', 'two'], small, half)).toEqual({ size: 10, lines: ['some…', 'two'], cut: true });
});

test('text never exceeds its box, and truncation is always reported', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 80, unit: 'grapheme' }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 40, max: 400 }),
      fc.integer({ min: 24, max: 200 }),
      (texts, width, height) => {
        const paragraphs = texts.map((text) => text.replace(/\s+/g, ' ').trim());
        const { size, lines, cut } = fitText(paragraphs, { width, height, largest: 40, smallest: 10 }, half);
        for (const line of lines) expect(half(line) * size).toBeLessThanOrEqual(Math.max(width, widest(line) * size));
        expect(lines.length * size * lineHeightRatio).toBeLessThanOrEqual(height);
        if (!cut) expect(lines.join('').replaceAll(' ', '')).toBe(paragraphs.join('').replaceAll(' ', ''));
        else expect(lines.filter((line) => line.endsWith('…'))).not.toEqual([]);
      },
    ),
  );
});

/** One sign of several code points cannot be broken. */
function widest(line: string): number {
  return Math.max(0, ...Array.from(new Intl.Segmenter('en').segment(line), ({ segment }) => half(segment)));
}
