/**
 * Splits a street line into words: capitals, no accents, no insignificant punctuation. Pure.
 * A word consists of letters and digits, including inner hyphens and slashes (`112-10`, `1/2`, `C/O`) and decimal
 * points (`39.2`). `#`, `&` and `%` are separate words; `,` marks a separator.
 */
import { unitDesignatorAbbreviations } from './publication-28.ts';

const vulgarFractions: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

/** Letters that Unicode does not decompose into a base letter and an accent. */
const foreignLetters: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' };

/** Designators that may be written without a blank before their number: `APT5`, `POBOX12`, `US64`. */
const gluedWords = new Set(
  'APT STE SUITE UNIT RM ROOM BLDG FL FLOOR LOT SPC PH PMB BOX POBOX POB RR RFD HC HCR PSC CMR HWY CR SR FM IH US RTE ROUTE I'.split(
    ' ',
  ),
);

const plainAscii = /^[\x20-\x7e]*$/;
const wordPattern = /[\p{L}\p{N}]+(?:(?:[-/]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}]+)*|[#&%,]/gu;

function unaccented(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}

/** Upper case without accents; dashes, apostrophes and fractions are converted to ASCII. */
function plainText(text: string): string {
  if (plainAscii.test(text)) return text.toUpperCase();
  const readable = text.replace(/[½⅓⅔¼¾⅛⅜⅝⅞]/g, (sign) => ` ${vulgarFractions[sign] ?? ''} `);
  // Upper-casing may compose letters again.
  return unaccented(unaccented(readable).toUpperCase())
    .replace(/[ÆŒØŁĐÐÞ]/g, (letter) => foreignLetters[letter] ?? letter)
    .replace(/\p{Pd}/gu, '-')
    .replaceAll('\u2044', '/')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/№/g, '#');
}

/** The words of a line in order. Drops only punctuation. */
export function splitStreetWords(text: string): string[] {
  const plain = plainText(text)
    .replace(/(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])/gu, '')
    // P.O.Box, N.W., J.F.K: letters separated by periods are one word.
    .replace(/(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?/gu, (letters) => `${letters.replaceAll('.', '')} `)
    // P/O BOX, PO-BOX, P. 0. BOX (with a zero): the usual spellings of one designator.
    .replace(/(?<![\p{L}\p{N}])P[-/. ]*[O0][-/. ]*(BO?X)(?!\p{L})-?/gu, 'PO $1 ')
    // POST-BOX, POSTAL-BOX, MAIL-BOX, LOCK-BOX likewise.
    .replace(/(?<![\p{L}\p{N}])(POST|POSTAL|MAIL|LOCK|CALLER)[-/](?=(?:OFFICE|BO?X)(?!\p{L}))/gu, '$1 ')
    .replace(/(?<=\b(?:FARM|RANCH))-TO-(?=MARKET\b)/g, ' TO ')
    .replace(/[;|()\r\n\t]/g, ',')
    .replace(/^(\s*\d+)\s+-\s+(?=\d+\s)/, '$1-');
  return (plain.match(wordPattern) ?? []).flatMap(splitGlued);
}

function splitGlued(word: string): string[] {
  const mixed = /^(\d+)-(\d+\/\d+)$/.exec(word);
  if (mixed) return mixed.slice(1);
  const glued = /^([A-Z]+)-?(\d.*)$/.exec(word) ?? /^([A-Z]+)-([A-Z])$/.exec(word);
  if (!glued) return [word];
  const [, designator = '', id = ''] = glued;
  const divided = word.includes('-') && word[designator.length] === '-';
  if (gluedWords.has(designator) || (divided && unitDesignatorAbbreviations.has(designator))) return [designator, id];
  return [word];
}
