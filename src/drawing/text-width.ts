/** Widths of texts in a font, exactly as its layout has them, without a layout of each text. */
import type { Font } from 'fontkit';

/** Characters of which each is one glyph unless the font has a ligature: a width is the sum of their advances with kerning. */
const separateSigns = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u017f]*$/;
/** Characters whose advance may depend on others even in a font without features. */
const dependentSigns = /[\p{M}\p{Cf}]/u;
const latin = /\p{Script=Latin}/u;

/** Names of scripts in fonts, on which kerning depends. The layout takes that of the first letter. */
type KerningScript = 'latn' | 'zzzz';

/**
 * Measures texts in font units. A layout takes microseconds for each character, and fitting a long text into a box measures
 * thousands of its parts. The caches are bounded by the characters of Unicode, and by the pairs of `separateSigns`.
 */
export function createTextMeasure(font: Font): (text: string) => number {
  const layoutWidth = (text: string) => font.layout(text).advanceWidth;
  if (font.availableFeatures.length === 0) {
    const advanceOf = memoizeByInteger((sign) => layoutWidth(String.fromCodePoint(sign)));
    return (text) => (dependentSigns.test(text) ? layoutWidth(text) : sumOfSigns(text, advanceOf));
  }
  const advances = { latn: kernedAdvances(font, 'latn'), zzzz: kernedAdvances(font, 'zzzz') };
  return (text) => {
    if (!separateSigns.test(text)) return layoutWidth(text);
    return sumOfPairs(text, advances[latin.test(text) ? 'latn' : 'zzzz']);
  };
}

/** Caches a function of whole numbers from 0. */
export function memoizeByInteger<T>(compute: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}

function sumOfSigns(text: string, advanceOf: (sign: number) => number): number {
  let sum = 0;
  for (const sign of text) sum += advanceOf(sign.codePointAt(0) as number);
  return sum;
}

const pairBase = 0x10000;
/** Maximum number of cached parts with ligatures; a full cache is cleared, to bound memory. */
const maxLigatureParts = 5_000;

/** The advances of characters before another. */
interface KernedAdvances {
  /** The advance of the first character of a pair; NaN when the pair is one glyph. A pair of a last character has 0 after it. */
  ofPair(pair: number): number;
  /** The width of a part with ligatures up to its last character, or with it. */
  ofPart(part: string, isWithLast: boolean): number;
}

/** A pair is one number, because strings of two characters as keys take most of the time. */
function sumOfPairs(text: string, advances: KernedAdvances): number {
  const advanceAt = (index: number) =>
    advances.ofPair(text.charCodeAt(index) * pairBase + (index + 1 < text.length ? text.charCodeAt(index + 1) : 0));
  const isLigatureAt = (index: number) => index >= 0 && index + 1 < text.length && Number.isNaN(advanceAt(index));
  let sum = 0;
  for (let index = 0; index < text.length; ) {
    if (!isLigatureAt(index + 1) && !isLigatureAt(index)) {
      sum += advanceAt(index);
      index += 1;
      continue;
    }
    // With the characters before and after, which are kerned with the ligature.
    let end = index + 1;
    while (isLigatureAt(end - 1) || isLigatureAt(end) || isLigatureAt(end + 1)) end += 1;
    sum += advances.ofPart(text.slice(index, end + 1), end >= text.length);
    index = end;
  }
  return sum;
}

function kernedAdvances(font: Font, script: KerningScript): KernedAdvances {
  const parts = new Map<string, number>();
  return {
    ofPair: memoizeByInteger((pair) => {
      const next = pair % pairBase;
      const text = String.fromCharCode(Math.floor(pair / pairBase), ...(next === 0 ? [] : [next]));
      const { positions } = font.layout(text, undefined, script);
      return positions.length === text.length ? (positions[0]?.xAdvance ?? 0) : Number.NaN;
    }),
    ofPart: (part, isWithLast) => {
      const key = isWithLast ? `${part}\n` : part;
      let width = parts.get(key);
      if (width === undefined) {
        const { advanceWidth, positions } = font.layout(part, undefined, script);
        width = isWithLast ? advanceWidth : advanceWidth - (positions.at(-1)?.xAdvance ?? 0);
        if (parts.size >= maxLigatureParts) parts.clear();
        parts.set(key, width);
      }
      return width;
    },
  };
}
