import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { readFonts } from './fonts.ts';
import { decodeWoff } from './woff.ts';

const fonts = readFonts();

test('a text is split into runs of the usual font and of the one that has what it lacks', () => {
  const usual = (text: string) => ({ text, isFallback: false });
  const other = (text: string) => ({ text, isFallback: true });
  expect(fonts.runsOf('Ana Lee')).toEqual([usual('Ana Lee')]);
  expect(fonts.runsOf('Łukasz Ἀλέξανδρος')).toEqual([usual('Łukasz Ἀλέξανδρος')]);
  expect(fonts.runsOf('Wei 王伟, 서울 🍷')).toEqual([
    usual('Wei '),
    other('王伟'),
    usual(', '),
    other('서울'),
    usual(' '),
    other('🍷'),
  ]);
  expect(fonts.runsOf('שלום עולם')).toEqual([usual('עולם'), usual(' '), usual('שלום')]);
  const width = (text: string) => fonts.widthOf(text, true);
  expect(width('Wei 王伟')).toBeCloseTo(width('Wei ') + width('王伟'));
  expect(width('王伟')).toBeCloseTo(2);
});

test.each(['王', '伟', '張', 'さ', 'カ', '한', '🍷', '🎉', 'ก', 'ह'])('%s has a glyph', (sign) => {
  expect(fonts.hasGlyph(sign.codePointAt(0) as number)).toBe(true);
});

test('a WOFF font becomes the same font as OpenType; another file is refused', () => {
  const resolve = createRequire(import.meta.url).resolve;
  const woff = readFileSync(resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'));
  const [packed, plain] = [create(woff), create(decodeWoff(woff))];
  if (!('layout' in packed && 'layout' in plain)) throw new Error('not a single font');
  expect([plain.numGlyphs, plain.unitsPerEm, plain.postscriptName]).toEqual([
    packed.numGlyphs,
    packed.unitsPerEm,
    packed.postscriptName,
  ]);
  const truetype = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
  expect(() => decodeWoff(truetype)).toThrow('not a WOFF font');
});
