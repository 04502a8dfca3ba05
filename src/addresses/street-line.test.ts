import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streetLineCases } from '../../test/addresses/street-line.cases.ts';
import { hardStreetLineCases } from '../../test/addresses/street-line.hard-cases.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { directionalAbbreviations, streetSuffixAbbreviations, unitDesignatorAbbreviations } from './publication-28.ts';
import { lacksStreetName, standardizeStreetLine } from './street-line.ts';

/** Words that a standard line may replace, with their replacements: listed here again, independently of the code. */
const spelledOtherwise: Readonly<Record<string, readonly string[]>> = {
  P: ['PO'],
  O: ['PO'],
  0: ['PO'],
  P0: ['PO'],
  POSTAL: ['PO'],
  POSTBOX: ['PO'],
  CASILLA: ['BOX'],
  CORREO: ['BOX'],
  LOCK: ['BOX'],
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
  APDO: ['BOX'],
  FIRM: ['BOX'],
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
  HIWAY: ['HIGHWAY'],
  IH: ['INTERSTATE'],
  AV: ['AVENUE'],
  AVE: ['AVENUE'],
  I: ['INTERSTATE'],
  US: ['US'],
  GEN: ['GENERAL'],
  DEL: ['DELIVERY'],
  CARE: ['C/O'],
  OF: ['C/O'],
  DE: ['BOX'],
  ATTENTION: ['ATTN'],
  NO: ['#', 'N'],
  NUMBER: ['#'],
  FARM: ['FM'],
  TO: ['FM'],
  MARKET: ['FM'],
  KY: ['KENTUCKY'],
  CA: ['CALIFORNIA'],
  TX: ['TEXAS'],
  LA: ['LOUISIANA'],
  BYP: ['BYPASS'],
};

/** Every letter and digit of a plain word, in the order of the line. */
const wordsOf = (line: string) => line.toUpperCase().match(/[A-Z0-9]+/g) ?? [];

function isKept(word: string, standard: ReadonlySet<string>, text: string): boolean {
  if (standard.has(word)) return true;
  const others = [
    streetSuffixAbbreviations.get(word),
    unitDesignatorAbbreviations.get(word),
    directionalAbbreviations.get(word),
    ...(spelledOtherwise[word] ?? []),
  ];
  if (others.some((other) => other !== undefined && (standard.has(other) || text.split(' ').includes(other))))
    return true;
  const floor = /^(\d+)(?:ST|ND|RD|TH)$/.exec(word)?.[1];
  if (floor !== undefined && text.includes(`FL ${floor}`)) return true;
  // A house number of a grid: N6 W23001.
  if ([...standard].some((other) => /^[NSEW]\d+[NSEW]\d+$/.test(other) && other.includes(word))) return true;
  // Directionals of two words are one: NORTH EAST, N W.
  const point = directionalAbbreviations.get(word);
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
    'ATTN',
    'C/O',
    '%',
    'PMB',
    'BIN',
    'BYP',
    'MM',
    'K',
    'N6',
    'W23',
    'TWELVE',
    'N/W',
    'SIDE',
    'STATE',
    'COUNTY',
    'APDO',
    'CASILLA',
    'POSTAL',
    'PO-BOX',
    'P/O',
    'W7373',
    'TX-71',
    'UPPER',
    'STOP',
    'OF',
    'THE',
    'LA',
    'PINE',
    'FARM-TO-MARKET',
  ],
];
const numRuns = propertyRuns(2_000);

const messyLine = fc.array(fc.constantFrom(...plainWords), { maxLength: 9 }).map((words) => words.join(' '));

const cases = [...streetLineCases, ...hardStreetLineCases];

describe('standardizeStreetLine', () => {
  it('has a table of at least 400 forms, each once', () => {
    expect(cases.length).toBeGreaterThanOrEqual(400);
    expect(new Set(cases.map(([written]) => written)).size).toBe(cases.length);
  });

  it.each(cases)('%s -> %s', (written, text, kind) => {
    expect(standardizeStreetLine(written)).toMatchObject({ text, kind });
    expect(standardizeStreetLine(text)).toMatchObject({ text, kind });
  });

  it.each(cases)('%s keeps its words', (written, text) => {
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

  it('keeps every word of a random line', () => {
    fc.assert(
      fc.property(messyLine, (line) => {
        const { text } = standardizeStreetLine(line);
        const standard = new Set(wordsOf(text));
        expect(wordsOf(line).filter((word) => !isKept(word, standard, text))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('keeps every number and its count', () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).sort();
    fc.assert(
      fc.property(messyLine, (line) => {
        expect(numbers(standardizeStreetLine(line).text)).toEqual(numbers(line));
      }),
      { numRuns },
    );
  });

  it('keeps every name and its count', () => {
    const names = (text: string) => (text.match(/\b(?:MAIN|OAK|ALMADEN|QUILL|ZINFANDEL|TASTING)\b/g) ?? []).sort();
    fc.assert(
      fc.property(messyLine, (line) => {
        expect(names(standardizeStreetLine(line).text)).toEqual(names(line));
      }),
      { numRuns },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(messyLine, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (line) => {
        const once = standardizeStreetLine(line);
        expect(standardizeStreetLine(once.text)).toEqual(once);
      }),
      { numRuns },
    );
  });

  it('standardizes a street from its parts in every spelling', () => {
    const written = (table: ReadonlyMap<string, string>, but: readonly string[] = []) =>
      fc.constantFrom(...[...table].filter(([word, standard]) => !but.includes(standard) && !but.includes(word)));
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    // KEY and TRLR are suffixes as well; those without a number are in the table.
    const unit = fc.tuple(
      written(unitDesignatorAbbreviations, ['KEY', 'TRLR', 'FL']),
      fc.constantFrom('5', '12B', 'C', '4-A'),
    );
    const spelled = (word: string, how: number) =>
      [word, word.toLowerCase(), `${word[0]}${word.slice(1).toLowerCase()}`][how];
    fc.assert(
      fc.property(
        fc.record({
          number: fc.constantFrom('1', '100', '12A', '112-10', '100 1/2', 'N6W23001'),
          before: maybe(written(directionalAbbreviations, ['NO', 'SO'])),
          name: fc.constantFrom('QUILL', 'ALMADEN', 'ZINFANDEL', 'GOLDEN HARVEST', '5TH', '42ND', 'ST MARIE'),
          suffix: written(streetSuffixAbbreviations, ['KY', 'TRLR', 'HWY', 'RTE', 'RD']),
          after: maybe(written(directionalAbbreviations, ['NO', 'SO'])),
          unit: maybe(unit),
          comma: fc.constantFrom(' ', ', ', '  ', '; '),
          point: fc.constantFrom('', '.'),
          sign: fc.constantFrom(' ', ' #', ' # '),
          how: fc.nat(2),
        }),
        ({ number, before, name, suffix, after, unit: inside, comma, point, sign, how }) => {
          const parts = [number, before?.[0], name, suffix[0] + point, after?.[0]];
          const line = parts.flatMap((part) => (part === undefined ? [] : [spelled(part, how)])).join(' ');
          const end = inside === undefined ? '' : `${comma}${spelled(inside[0][0] + point, how)}${sign}${inside[1]}`;
          const standard = [number, before?.[1], name, suffix[1], after?.[1], inside?.[0][1], inside?.[1]];
          expect(standardizeStreetLine(line + end).text).toBe(standard.filter((part) => part !== undefined).join(' '));
        },
      ),
      { numRuns },
    );
  });

  it('accepts any text, however long, without throwing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (line) => void standardizeStreetLine(line)));
    for (const word of ['PO ', 'N ', '# ', 'A.', '1/', 'NO 5 ', 'APT ', "'", 'STREET ', '1 BOX ']) {
      const before = process.threadCpuUsage();
      standardizeStreetLine(word.repeat(5_000));
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1_000, 'milliseconds of processor time').toBeLessThan(2_000);
    }
  });

  it.each(['123', '123-45', '100 Apt 5', '100 St', '100 N', '#5', 'Suite 200', 'N6W23001', '100, Unit 4', '12345'])(
    'finds no street name in %s',
    (line) => {
      expect(lacksStreetName([standardizeStreetLine(line)])).toBe(true);
      expect(lacksStreetName([standardizeStreetLine('Sample Cellars'), standardizeStreetLine(line)])).toBe(true);
      expect(lacksStreetName([standardizeStreetLine('100 Main St'), standardizeStreetLine(line)])).toBe(false);
    },
  );

  it('finds a street name in every other line', () => {
    for (const [written, , kind] of cases) {
      if (['street', 'rural route', 'post office box', 'highway contract route', 'military'].includes(kind)) {
        expect(lacksStreetName([standardizeStreetLine(written)]), written).toBe(false);
      }
    }
    for (const line of [
      'Main St',
      '100 E St',
      '100 Broadway',
      '39.2 RD',
      '1 Pier 39',
      '100 5th',
      '500 E 3200 N',
      'Sample Cellars',
      '',
    ]) {
      expect(lacksStreetName([standardizeStreetLine(line)]), line).toBe(false);
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
  ])('finds the number and units of %s', (line, hasNumber, found) => {
    expect(standardizeStreetLine(line)).toMatchObject({ hasNumber, units: found });
  });
});
