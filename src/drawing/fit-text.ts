/**
 * Fits text into a box: in as many lines as the box has, first in smaller type, then with broken words, then without blank
 * lines, then truncated with an ellipsis. Pure.
 */

export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Maximum number of lines; by default as many as fit. */
  readonly lines?: number;
  /** Type sizes in dots, tried from the largest in steps of 2. Text that fits at none is truncated at the smallest. */
  readonly largest: number;
  readonly smallest: number;
}

/** The type size and the lines of a text that was fitted into a box. */
export interface FittedText {
  /** In dots. */
  readonly size: number;
  readonly lines: readonly string[];
  /** Whether the text fits at none of the sizes and was truncated. */
  readonly cut: boolean;
}

/** Width of a text at size 1. */
type MeasureTextWidth = (text: string) => number;

/** Distance between baselines, relative to the type size. */
export const lineHeightRatio = 1.2;
const step = 2;
/**
 * The share of a line that parts fill at most when the sum of their own widths does: kerning makes a few of them wider by less. Each
 * line is measured only where its end is near, because measuring takes time for each character from its beginning.
 */
const surelyFits = 0.95;
const ellipsis = '…';
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The largest size at which the paragraphs fit with words unbroken; else the largest at which they fit with broken
 * words; else the same without blank lines; else the smallest size, truncated. Lines never exceed the box in width unless
 * one character does, nor in height if at least one line fits.
 */
export function fitText(paragraphs: readonly string[], place: TextBox, widthOf: MeasureTextWidth): FittedText {
  // Each end of a line lacks kerning of less than the type size.
  const roomAt = (size: number) => linesAt(size, place) * (place.width / size + 1);
  const words = sumOfWords(paragraphs, widthOf, roomAt(place.smallest));
  for (const breaking of [false, true]) {
    for (let size = place.largest; size >= place.smallest; size -= step) {
      const most = linesAt(size, place);
      // Far too long: wrapping it would take as long as printing it.
      if (words > roomAt(size)) continue;
      const lines = wrap(paragraphs, place.width / size, widthOf, breaking, most);
      if (lines !== undefined && lines.length <= most) return { size, lines, cut: false };
    }
  }
  const written = paragraphs.filter((paragraph) => paragraph !== '');
  if (written.length < paragraphs.length) return fitText(written, place, widthOf);
  const size = place.smallest;
  return {
    size,
    lines: truncate(paragraphs, Math.max(1, linesAt(size, place)), place.width / size, widthOf),
    cut: true,
  };
}

/** The widths of the words together, until they are more than `enough`. Word by word, because fonts keep what they have measured. */
function sumOfWords(paragraphs: readonly string[], widthOf: MeasureTextWidth, enough: number): number {
  let sum = 0;
  for (const paragraph of paragraphs) {
    for (const word of paragraph.split(' ')) {
      sum += widthOf(word);
      if (sum > enough) return sum;
    }
  }
  return sum;
}

/** Truncates the longest paragraphs, so that each keeps a line if there are enough: a long name does not hide the street. */
function truncate(paragraphs: readonly string[], maxLines: number, width: number, widthOf: MeasureTextWidth): string[] {
  const wrapped = paragraphs.map((paragraph) => wrap([paragraph], width, widthOf, true, maxLines) ?? []);
  const kept = wrapped.map(({ length }) => length);
  for (let excess = kept.reduce((sum, lines) => sum + lines, 0) - maxLines; excess > 0; excess -= 1) {
    const most = Math.max(...kept);
    // When each has one line, the last ones are dropped.
    const longest = most > 1 ? kept.indexOf(most) : kept.lastIndexOf(1);
    kept[longest] = most - 1;
  }
  const lastKept = kept.findLastIndex((lines) => lines > 0);
  return wrapped.flatMap((lines, index) => {
    const shown = lines.slice(0, kept[index]);
    const isCut = shown.length < lines.length || (index === lastKept && lastKept < wrapped.length - 1);
    if (!isCut || shown.length === 0) return shown;
    return [...shown.slice(0, -1), shorten(`${shown.at(-1)}${ellipsis}`, width, widthOf)];
  });
}

function linesAt(size: number, { height, lines }: TextBox): number {
  return Math.min(lines ?? Number.POSITIVE_INFINITY, Math.floor(height / (size * lineHeightRatio)));
}

/**
 * Greedy line breaking, until there are more than `maxLines`: the rest of a long text would take seconds. Undefined when a word is wider
 * than a line and must not be broken.
 */
function wrap(
  paragraphs: readonly string[],
  width: number,
  widthOf: MeasureTextWidth,
  breaking: boolean,
  maxLines: number,
): string[] | undefined {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    let line = '';
    let sum = 0;
    for (const { word, space } of wordsOf(paragraph)) {
      const longer = line === '' ? word : `${line}${space}${word}`;
      sum += widthOf(line === '' ? word : `${space}${word}`);
      if (sum <= width * surelyFits || widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      if (lines.length > maxLines) return lines;
      line = word;
      sum = widthOf(word);
      if (sum <= width) continue;
      if (!breaking) return undefined;
      const parts = breakWord(word, width, widthOf, maxLines);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
      sum = widthOf(line);
    }
    lines.push(line);
  }
  return lines;
}

/** A line may end next to these characters without a space. */
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const betweenIdeographs = new RegExp(`(?<=${ideograph.source})|(?=${ideograph.source})`, 'u');

/** The unbreakable parts of a paragraph, with the space before each. */
function wordsOf(paragraph: string): { readonly word: string; readonly space: string }[] {
  const words = paragraph.split(' ');
  if (!ideograph.test(paragraph)) return words.map((word) => ({ word, space: ' ' }));
  return words.flatMap((spaced) =>
    spaced.split(betweenIdeographs).map((word, index) => ({ word, space: index === 0 ? ' ' : '' })),
  );
}

/** Breaks after a hyphen or slash in the second half of a line, else after any character, until there are more than `maxParts`. */
function breakWord(word: string, width: number, widthOf: MeasureTextWidth, maxParts: number): string[] {
  const parts: string[] = [];
  let part = '';
  let sum = 0;
  for (const { segment } of segments.segment(word)) {
    sum += widthOf(segment);
    if (part !== '' && sum > width * surelyFits && widthOf(part + segment) > width) {
      const hyphen = Math.max(part.lastIndexOf('-'), part.lastIndexOf('/')) + 1;
      const end = hyphen > part.length / 2 ? hyphen : part.length;
      parts.push(part.slice(0, end));
      part = part.slice(end);
      if (parts.length > maxParts) break;
      sum = widthOf(part + segment);
    }
    part += segment;
  }
  return [...parts, part];
}

function shorten(line: string, width: number, widthOf: MeasureTextWidth): string {
  const signs = Array.from(segments.segment(line), ({ segment }) => segment);
  while (signs.length > 1 && widthOf(signs.join('')) > width) signs.splice(-2, 1);
  return signs.join('');
}
