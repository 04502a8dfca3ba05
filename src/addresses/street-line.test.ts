import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionals, suffixes, units } from './publication-28.ts';
import { streetLineCases } from './street-line.cases.ts';
import { standardStreetLine } from './street-line.ts';

/** Words that a standard line may say with others: what they become is written down here once more, apart from the code. */
const spelledOtherwise: Readonly<Record<string, readonly string[]>> = {
  P: ['PO'],
  O: ['PO'],
  B: ['BOX'],
  BX: ['BOX'],
  POST: ['PO'],
  OFFICE: ['PO', 'OFC'],
  POB: ['PO', 'BOX'],
  POBOX: ['PO', 'BOX'],
  DRAWER: ['BOX'],
  BIN: ['BOX'],
  LOCKBOX: ['BOX'],
  CALLER: ['BOX'],
  APARTADO: ['BOX'],
  R: ['RR'],
  RURAL: ['RR'],
  RFD: ['RR'],
  RD: ['RR', 'ROAD'],
  RT: ['RR', 'ROUTE', 'HC'],
  RTE: ['RR', 'ROUTE', 'HC'],
  ROUTE: ['RR', 'RTE', 'HC'],
  HCR: ['HC'],
  CONTRACT: ['HC'],
  HIGHWAY: ['HC', 'HWY'],
  STAR: ['HC'],
  SR: ['HC', 'STATE'],
  CR: ['COUNTY'],
  CO: ['COUNTY'],
  CNTY: ['COUNTY'],
  SH: ['STATE'],
  ST: ['STATE'],
  HWY: ['HIGHWAY'],
  AV: ['AVENUE'],
  AVE: ['AVENUE'],
  I: ['INTERSTATE'],
  US: ['US'],
  GEN: ['GENERAL'],
  DEL: ['DELIVERY'],
  CARE: ['C/O'],
  OF: ['C/O'],
  ATTENTION: ['ATTN'],
  NO: ['#', 'N'],
  NUMBER: ['#'],
  FARM: ['FM'],
  TO: ['FM'],
  MARKET: ['FM'],
  KY: ['KENTUCKY'],
  CA: ['CALIFORNIA'],
};

/** Every letter and digit of a plain word, in the order of the line. */
const wordsOf = (line: string) => line.toUpperCase().match(/[A-Z0-9]+/g) ?? [];

function isKept(word: string, standard: ReadonlySet<string>, text: string): boolean {
  if (standard.has(word)) return true;
  const others = [suffixes.get(word), units.get(word), directionals.get(word), ...(spelledOtherwise[word] ?? [])];
  if (others.some((other) => other !== undefined && (standard.has(other) || text.split(' ').includes(other))))
    return true;
  const floor = /^(\d+)(?:ST|ND|RD|TH)$/.exec(word)?.[1];
  if (floor !== undefined && text.includes(`FL ${floor}`)) return true;
  // Directionals of two words are one: NORTH EAST, N W.
  const point = directionals.get(word);
  return point !== undefined && [...standard].some((other) => /^[NS][EW]$/.test(other) && other.includes(point));
}

const plainWords = [
  ...['MAIN', 'OAK', 'ALMADEN', 'QUILL', 'ZINFANDEL', 'TASTING', 'X', '5B', '100', '12-14', '1/2', '39.2', '42ND', '7'],
  ...[
    'P',
    'O',
    'PO',
    'BOX',
    'POST',
    'OFFICE',
    'RR',
    'RURAL',
    'ROUTE',
    'HC',
    'STAR',
    'PSC',
    'UNIT',
    'APT',
    'STE',
    'SUITE',
  ],
  ...[
    '#',
    ',',
    'N',
    'S',
    'E',
    'W',
    'NORTH',
    'WEST',
    'NE',
    'ST',
    'STREET',
    'AVE',
    'ROAD',
    'RD',
    'HWY',
    'CR',
    'US',
    'I',
    'CO',
  ],
  ...[
    'FLOOR',
    '3RD',
    'REAR',
    'FRONT',
    'NO',
    'OLD',
    'KY',
    'GENERAL',
    'DELIVERY',
    'BLDG',
    'KEY',
    'PH',
    'LOT',
    'ONE',
    '&',
    'SR',
  ],
];
const messyLine = fc.array(fc.constantFrom(...plainWords), { maxLength: 9 }).map((words) => words.join(' '));

describe('standardStreetLine', () => {
  it('has a table of at least 200 forms, each once', () => {
    expect(streetLineCases.length).toBeGreaterThanOrEqual(200);
    expect(new Set(streetLineCases.map(([written]) => written)).size).toBe(streetLineCases.length);
  });

  it.each(streetLineCases)('%s -> %s', (written, text, kind) => {
    expect(standardStreetLine(written)).toMatchObject({ text, kind });
    expect(standardStreetLine(text)).toMatchObject({ text, kind });
  });

  it.each(streetLineCases)('%s keeps its words', (written, text) => {
    if (/[^\x20-\x7e]/.test(written)) return;
    const standard = new Set(wordsOf(text));
    const joined = written.replace(/'/g, '').replace(/\b([A-Za-z])\.(?=[A-Za-z]\b)/g, '$1');
    const lost = wordsOf(joined).flatMap((word) => {
      if (isKept(word, standard, text)) return [];
      // APT5: a designator and its number that were not apart.
      const parts = /^([A-Z]+)(\d\w*)$/.exec(word)?.slice(1) ?? [word];
      return parts.filter((part) => !isKept(part, standard, text));
    });
    expect(lost).toEqual([]);
  });

  it('loses no word of a line that is thrown together', () => {
    fc.assert(
      fc.property(messyLine, (line) => {
        const { text } = standardStreetLine(line);
        const standard = new Set(wordsOf(text));
        expect(wordsOf(line).filter((word) => !isKept(word, standard, text))).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('keeps every number as often as it was there', () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).sort();
    fc.assert(
      fc.property(messyLine, (line) => {
        expect(numbers(standardStreetLine(line).text)).toEqual(numbers(line));
      }),
      { numRuns: 5_000 },
    );
  });

  it('keeps names as often as they were there', () => {
    const names = (text: string) => (text.match(/\b(?:MAIN|OAK|ALMADEN|QUILL|ZINFANDEL|TASTING)\b/g) ?? []).sort();
    fc.assert(
      fc.property(messyLine, (line) => {
        expect(names(standardStreetLine(line).text)).toEqual(names(line));
      }),
      { numRuns: 5_000 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(messyLine, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (line) => {
        const once = standardStreetLine(line);
        expect(standardStreetLine(once.text)).toEqual(once);
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes any text, also long ones, without throwing and in time', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (line) => void standardStreetLine(line)));
    for (const word of ['PO ', 'N ', '# ', 'A.', '1/', 'NO 5 ', 'APT ', "'", 'STREET ', '1 BOX ']) {
      const started = performance.now();
      standardStreetLine(word.repeat(5_000));
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });

  it.each([
    ['100 MAIN ST APT 5', true, ['APT']],
    ['APT 5', false, ['APT']],
    ['OAK ST APT 5', false, ['APT']],
    ['MAIN ST', false, []],
    ['ONE MAIN ST', true, []],
    ['COUNTY ROAD 20', true, []],
    ['PO BOX 12', true, []],
    ['', false, []],
  ])('tells the numbers and units of %s', (line, hasNumber, found) => {
    expect(standardStreetLine(line)).toMatchObject({ hasNumber, units: found });
  });
});
