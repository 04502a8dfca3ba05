import { expect, test } from 'vitest';
import { splitLines, toPrintableText } from './printable-text.ts';

/** A font of Latin letters and the mark. */
const latin = (codePoint: number) => codePoint < 0x250 || codePoint === 0xfffd;

test.each([
  ['Renée Łukasz', 'Renée Łukasz'],
  ['Rene\u0301e', 'Renée'],
  ['  two \t blanks\u00a0and\nlines ', 'two blanks and lines'],
  ['Wei 伟', 'Wei \u{FFFD}'],
  ['🍷', '\u{FFFD}'],
  ['👨‍👩‍👧👍🏽', '\u{FFFD}\u{FFFD}'],
  ['zero\u200bwidth\u202e', 'zerowidth'],
  ['', ''],
])('%j is printed as %j', (text, printed) => {
  expect(toPrintableText(text, latin)).toBe(printed);
});

test('a skin tone is not shown beside its emoji', () => {
  expect(toPrintableText('👍🏽 🏽', () => true)).toBe('👍 🏽');
});

test.each([
  ['one', ['one']],
  ['one\r\ntwo\n\nthree\n', ['one', 'two', '', 'three']],
  ['\n \n one', [' one']],
])('%j is split into lines', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});
