/**
 * Text that the label fonts can show; unsupported characters with a shape are replaced visibly, never dropped (decision 26).
 * Pure.
 */

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The Unicode replacement character. */
const replacement = '\u{FFFD}';
/** Format characters and others that are ignored in display, such as joiners, variation selectors and direction marks. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
/** Skin tones: dropped after an emoji that they change, else shown as separate patches. */
const modifier = /^\p{Emoji_Modifier}$/u;
const modifiable = /^\p{Emoji_Modifier_Base}$/u;
const blank = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu;
/** Matches the common case, which is returned unchanged. */
const plainText = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * One line of text in NFC, white space collapsed, without invisible characters, with one replacement character for each
 * grapheme of which the fonts lack a part (an emoji of several code points counts as one).
 */
export function toPrintableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  if (plainText.test(text)) return text;
  const plain = text.normalize('NFC').replace(blank, ' ').trim();
  let printable = '';
  for (const { segment } of segments.segment(plain)) {
    const signs = [...segment].filter((sign) => !invisible.test(sign));
    const shown = signs.filter((sign, index) => !(modifier.test(sign) && modifiable.test(signs[index - 1] ?? '')));
    const known = shown.every((sign) => hasGlyph(sign.codePointAt(0) as number));
    printable += known ? shown.join('') : replacement;
  }
  return printable;
}

/**
 * Splits a text at its line breaks and other control characters, without empty lines at the start and end; each line still
 * has to be made printable.
 */
export function splitLines(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(control)
    .join('\n')
    .replace(/^\s*\n|\s+$/g, '')
    .split('\n');
}
