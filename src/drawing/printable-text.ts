/** Text that the labels' font can show: nothing is lost without a trace (decision 26). Pure. */

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The font's own mark for what it cannot show. */
const replacement = '\u{FFFD}';
/** Joiners, variation selectors, direction marks: without a shape of their own. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const blank = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu;
/** As most are: nothing to be done. */
const plainText = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * One line of text, composed (é is one sign), white space as single blanks, and one visible mark in the place of each
 * sign that the font does not have: an emoji of several code points is one sign.
 */
export function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  if (plainText.test(text)) return text;
  const plain = text.normalize('NFC').replace(blank, ' ').trim();
  let printable = '';
  for (const { segment } of segments.segment(plain)) {
    const shown = [...segment].filter((sign) => !invisible.test(sign));
    const known = shown.every((sign) => hasGlyph(sign.codePointAt(0) as number));
    printable += known ? shown.join('') : replacement;
  }
  return printable;
}

/** The lines of a text that its writer broke, each to be made printable by itself; empty ones at its ends are left out. */
export function splitLines(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(control)
    .join('\n')
    .replace(/^\s*\n|\s+$/g, '')
    .split('\n');
}
