/**
 * The label fonts, of which the used glyphs are embedded into every document. DejaVu Sans Condensed (the standard PDF
 * fonts lack accents beyond Western Europe), and for characters that it lacks, such as Chinese, Japanese, Korean and
 * emoji, UnifontEX. Both have free licenses. UnifontEX is read when a text first needs it, which takes 0.2 s and 45 MB.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { FontMetrics } from './sheet.ts';
import { createTextMeasure, memoizeByInteger } from './text-width.ts';
import { splitInBidiVisualOrder } from './visual-order.ts';
import { decodeWoff } from './woff.ts';

/** Maximum number of words in each cache; a full one is cleared, to bound memory. */
const maxWords = 20_000;

const resolve = createRequire(import.meta.url).resolve;

function readFont(file: Buffer): Font {
  const font = create(file);
  if (!('layout' in font)) throw new Error('the file is a collection, not a font');
  return cacheLayouts(font);
}

const read = (file: string) => readFont(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`)));

function readFallback(): Font {
  return readFont(decodeWoff(readFileSync(resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'))));
}

type TextLayout = ReturnType<Font['layout']>;

/** Caches text layouts by word: labels repeat the same words, and kerning is a fifth of the work of a document. */
function cacheLayouts(font: Font): Font {
  const layOut = font.layout.bind(font);
  const known = new Map<string, TextLayout>();
  font.layout = (text, ...rest) => {
    if (rest.some((given) => given !== undefined)) return layOut(text, ...rest);
    let layout = known.get(text);
    if (layout === undefined) {
      layout = layOut(text);
      if (known.size >= maxWords) known.clear();
      known.set(text, layout);
    }
    return copyOf(layout);
  };
  return font;
}

/** A copy, because drawing scales positions in place. */
function copyOf(layout: TextLayout): TextLayout {
  const copies = layout.positions.map((place) => Object.assign(sameKind(place), place));
  return Object.assign(sameKind(layout), layout, { positions: copies });
}

const sameKind = <T extends object>(value: T): T => Object.create(Object.getPrototypeOf(value));

interface MeasuredFont {
  readonly font: Font;
  measure(text: string): number;
}

const measured = (font: Font): MeasuredFont => ({ font, measure: createTextMeasure(font) });

/** A part of a text in one font. */
interface FontRun {
  readonly text: string;
  readonly isFallback: boolean;
}

/** The regular and the bold font of sheets, their metrics, and the fallback font, which is read when a text first needs it. */
export interface Fonts extends FontMetrics {
  readonly regular: Font;
  readonly bold: Font;
  /** The font of characters that one of the others lacks. */
  fallback(): Font;
  /** Splits a text into runs of one font each, in the order in which they are drawn from left to right. */
  runsOf(text: string): FontRun[];
}

/** The common case, which needs no second font. */
const plainText = /^[\x20-\x7e]*$/;

/** Reads the regular and the bold font from disk; takes some milliseconds. */
export function readFonts(): Fonts {
  const regular = read('DejaVuSansCondensed.ttf');
  const bold = read('DejaVuSansCondensed-Bold.ttf');
  let readBefore: MeasuredFont | undefined;
  const fallback = () => {
    readBefore ??= measured(readFallback());
    return readBefore;
  };
  const usual = { regular: measured(regular), bold: measured(bold) };
  // Fonts find a character by binary search, which takes most of the time of a text in another script.
  const isUsual = memoizeByInteger((sign) => regular.hasGlyphForCodePoint(sign) && bold.hasGlyphForCodePoint(sign));
  const runsOf = (text: string) =>
    plainText.test(text)
      ? [{ text, isFallback: false }]
      : splitInBidiVisualOrder(text).flatMap((part) => splitByFont(part, isUsual));
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const wordWidth = (word: string, isBold: boolean): number => {
    const known = isBold ? widths.bold : widths.regular;
    const before = known.get(word);
    if (before !== undefined) return before;
    let width = 0;
    for (const { text, isFallback } of runsOf(word)) {
      const { font, measure } = isFallback ? fallback() : isBold ? usual.bold : usual.regular;
      width += measure(text) / font.unitsPerEm;
    }
    if (known.size >= maxWords) known.clear();
    known.set(word, width);
    return width;
  };
  return {
    regular,
    bold,
    fallback: () => fallback().font,
    runsOf,
    // Word by word with the trailing space, as the PDF library lays text out.
    widthOf: (text, isBold) => {
      let width = 0;
      for (let from = 0; from < text.length; ) {
        const space = text.indexOf(' ', from);
        const end = space < 0 ? text.length : space + 1;
        width += wordWidth(text.slice(from, end), isBold);
        from = end;
      }
      return width;
    },
    hasGlyph: memoizeByInteger((sign) => isUsual(sign) || fallback().font.hasGlyphForCodePoint(sign)),
  };
}

/** Every character that the usual fonts lack is in a fallback run, also one that the fallback font lacks. */
function splitByFont(text: string, isUsual: (codePoint: number) => boolean): FontRun[] {
  const runs: { text: string; isFallback: boolean }[] = [];
  for (const sign of text) {
    const isFallback = !isUsual(sign.codePointAt(0) as number);
    const last = runs.at(-1);
    if (last?.isFallback === isFallback) last.text += sign;
    else runs.push({ text: sign, isFallback });
  }
  return runs;
}
