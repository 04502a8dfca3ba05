/** Rendered labels: symbols decoded from pixels, and no overflow or overlap. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from 'vitest';
import { readFonts } from '../../src/drawing/fonts.ts';
import type { Sheet, SheetMark } from '../../src/drawing/sheet.ts';
import { formatJitLabelDataMatrixText } from '../../src/shipping-labels/jit/jit-label-id.ts';
import { type LabelContent, labelFormats, type PackingSlipLine } from '../../src/shipping-labels/jit/label-content.ts';
import { layoutLabel } from '../../src/shipping-labels/jit/label-layout.ts';
import { layoutPackingStationSheet } from '../../src/shipping-labels/jit/packing-station-sheet.ts';
import { renderLabelsAndPackingSlip } from '../../src/shipping-labels/jit/render.ts';
import { layoutPackingSlip } from '../../src/shipping-labels/jit/slip-layout.ts';
import { crowded, empty, plain } from './documents.ts';
import { picturePdf, readPng, symbolsIn } from './symbols-in-pixels.ts';

const fonts = readFonts();
const abroad: LabelContent = {
  ...plain,
  to: { ...plain.to, name: '王小明', contact: '王小明', company: '株式会社ワイン', address: '서울특별시 강남구 123' },
  giftMessage: 'สุขสันต์วันเกิด 🎂',
};

const layoutLabels = (document: LabelContent) =>
  document.packages.map((labeled) => layoutLabel(document, labeled, fonts));

const expectedSymbols = (document: LabelContent, full: boolean): string[] => {
  const { labelId, orderNo, packages } = document;
  const matrices = packages.length + (full ? 1 : 0);
  return [
    ...packages.flatMap(({ trackingNo }) => (trackingNo === '' ? [] : [`Code128: ${trackingNo}`])),
    ...Array.from({ length: matrices }, () => `DataMatrix: ${formatJitLabelDataMatrixText(labelId, orderNo)}`),
  ].sort();
};

const tracked = (trackingNo: string, more: Partial<LabelContent> = {}): LabelContent => ({
  ...plain,
  ...more,
  packages: plain.packages.map((packed) => ({ ...packed, trackingNo })),
});

test.each([
  ['as most are', plain],
  ['as long and as foreign as can be', crowded],
  ['will call, with nothing on it', empty],
  ['UPS', tracked('1Z12345E0205271688')],
  ['GSO', tracked('GSO0123456789012')],
  ['an order number of any signs', tracked('794644012347', { orderNo: 'Ördér №^1 |伟🍷"&' })],
])('every symbol can be decoded from the PNG: %s', async (_, document) => {
  for (const format of ['FullPNG', 'LabelPNG'] as const) {
    const picture = readPng(await renderLabelsAndPackingSlip(document, format));
    expect(picture).toMatchObject({ bitDepth: 1, density: 203 });
    expect(await symbolsIn(picture), format).toEqual(expectedSymbols(document, format === 'FullPNG'));
  }
});

test('the PNG shows the PDF', async () => {
  for (const [pdf, png] of [
    ['FullPDF', 'FullPNG'],
    ['LabelPDF', 'LabelPNG'],
  ] as const) {
    const picture = await picturePdf(await renderLabelsAndPackingSlip(plain, pdf));
    expect(await symbolsIn(picture)).toEqual(expectedSymbols(plain, pdf === 'FullPDF'));
    const { shades, width, height } = readPng(await renderLabelsAndPackingSlip(plain, png));
    expect([width, height]).toEqual([picture.width, picture.height]);
    expect(Buffer.compare(shades, picture.shades)).toBe(0);
  }
});

test('sizes: a label of 4 by 6 inches at 203 dots, a slip of letter size above it', async () => {
  const label = readPng(await renderLabelsAndPackingSlip(plain, 'LabelPNG'));
  expect([label.width, label.height]).toEqual([812, 1218]);
  const full = readPng(await renderLabelsAndPackingSlip(plain, 'FullPNG'));
  expect([full.width, full.height]).toEqual([1726, 2233 + 1218]);
  const pdf = (await renderLabelsAndPackingSlip(plain, 'FullPDF')).toString('latin1');
  expect([...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [Number(w), Number(h)])).toEqual([
    [612, 792],
    [288, 432],
  ]);
});

test('bars are whole dots: every black or white run is a multiple of the module', async () => {
  const { width, shades } = readPng(await renderLabelsAndPackingSlip(plain, 'LabelPNG'));
  const line = shades.subarray(800 * width, 801 * width);
  const runs: number[] = [];
  let from = 0;
  for (let x = 1; x <= width; x += 1) {
    if (x < width && line[x] === line[from]) continue;
    runs.push(x - from);
    from = x;
  }
  const bars = runs.slice(1, -1);
  expect(bars.length).toBeGreaterThan(40);
  const smallest = Math.min(...bars);
  expect(bars.filter((run) => run % smallest !== 0)).toEqual([]);
  // A quiet zone of ten modules on both sides.
  expect(Math.min(runs[0] as number, runs.at(-1) as number)).toBeGreaterThanOrEqual(10 * smallest);
});

const boxOf = (mark: SheetMark) =>
  mark.kind === 'text'
    ? {
        left: mark.x,
        right: mark.x + mark.width,
        // Below accents on capitals and above the deepest descender.
        top: mark.baseline - 0.8 * mark.size,
        bottom: mark.baseline + 0.24 * mark.size,
      }
    : { left: mark.x, right: mark.x + mark.width, top: mark.y, bottom: mark.y + mark.height };

type Box = ReturnType<typeof boxOf>;

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Marks that exceed the sheet, overlap other text, or are black on black. */
function collisions({ width, height, marks }: Sheet): string[] {
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [{ mark, box: boxOf(mark) }] : []));
  const black = marks.flatMap((mark) => (mark.kind === 'rectangle' ? [boxOf(mark)] : []));
  return texts.flatMap(({ mark, box }, index) => [
    ...(box.left < 0 || box.right > width || box.top < 0 || box.bottom > height ? [`${mark.text}: over the edge`] : []),
    ...texts
      .slice(index + 1)
      .filter((other) => overlap(box, other.box))
      .map((other) => `${mark.text}: over ${other.mark.text}`),
    ...(!mark.white && black.some((other) => overlap(box, other)) ? [`${mark.text}: over black`] : []),
  ]);
}

test.each([
  ['as most are', plain],
  ['as long and as foreign as can be', crowded],
  ['with nothing on it', empty],
  ['in other scripts', abroad],
  ['with a gift', { ...plain, giftMessage: crowded.giftMessage }],
])('nothing overflows and nothing overlaps: %s', (_, document) => {
  for (const sheet of [...layoutLabels(document), ...layoutPackingSlip(document, fonts)]) {
    expect(collisions(sheet)).toEqual([]);
  }
});

const textsOf = (sheets: readonly Sheet[]) =>
  sheets.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])));

test('the label has its content; accents and other scripts are kept, unsupported characters are marked', () => {
  const texts = textsOf(layoutLabels({ ...plain, to: { ...plain.to, name: 'Renée Łukasz 伟 👨‍👩‍👧 \u{20BB7}' } }));
  for (const text of [
    'Renée Łukasz 伟 👨👩👧 \u{FFFD}',
    '100 Main St',
    'Denver, CO 80202',
    'Hillside Estate',
    'ADULT SIGNATURE REQUIRED',
    'ICE PACK',
    '7946 4401 2347',
    'JIT-W100-7K3M9QX2PA',
    'Order JIT260001',
    '1 of 1',
  ]) {
    expect(texts).toContain(text);
  }
  expect(texts).toContain('SHIP TO');
  expect(texts).toContain('JIT');
  expect(textsOf(layoutLabels({ ...plain, fromStock: true }))).not.toContain('JIT');
  const kept = { ...plain, atLocation: true } as const;
  expect(textsOf(layoutLabels(kept))).toContain('SHIP TO · HOLD AT LOCATION FOR PICKUP');
  expect(textsOf(layoutPackingSlip(kept, fonts))).toContain('SHIP TO · HOLD AT LOCATION FOR PICKUP');
  const without = textsOf(layoutLabels(empty));
  expect(without.filter((text) => text === 'Will call')).toHaveLength(1);
  expect(without).not.toContain('ADULT SIGNATURE REQUIRED');
  expect(without).not.toContain('ICE PACK');
  expect(without).toContain('WILL CALL');
  for (const texts of [without, textsOf(layoutPackingSlip(empty, fonts))]) {
    expect(texts).toContain('PICKED UP BY');
    expect(texts).not.toContain('SHIP TO');
  }
});

test('label and slip name the person and the company, each once', () => {
  const names = (to: Partial<LabelContent['to']>) => {
    const document = { ...plain, to: { ...plain.to, ...to } };
    const wanted = ['Ana Lee', 'Wine Bar', 'Corner Shop'];
    return [layoutLabels(document), layoutPackingSlip(document, fonts)].map((sheets) =>
      textsOf(sheets).filter((text) => wanted.includes(text)),
    );
  };
  const twice = (...texts: string[]) => [texts, texts];
  expect(names({ name: 'Ana Lee', contact: 'Ana Lee', company: 'Wine Bar' })).toEqual(twice('Ana Lee', 'Wine Bar'));
  expect(names({ name: 'Wine Bar', contact: 'Ana Lee', company: 'Wine Bar' })).toEqual(twice('Wine Bar', 'Ana Lee'));
  expect(names({ name: 'Wine Bar', contact: '', company: 'Wine Bar' })).toEqual(twice('Wine Bar'));
  const held = { name: 'Corner Shop', contact: 'Ana Lee', company: 'Wine Bar' };
  expect(names(held)).toEqual(twice('Corner Shop', 'Ana Lee', 'Wine Bar'));
});

test("label and slip have the warehouse's address; the slip has the instructions, above the table", () => {
  const specialInstructions = 'Ring twice.\nLeave with the doorman if nobody answers.';
  const document = { ...plain, fromAddress: 'Sample Cellars, 1 Dock Rd', specialInstructions };
  expect(textsOf(layoutLabels(document))).toContain('Sample Cellars, 1 Dock Rd');
  const [slip] = layoutPackingSlip(document, fonts) as [Sheet];
  const texts = textsOf([slip]);
  expect(texts.join(' ')).toContain('Sample Cellars, 1 Dock Rd');
  expect(texts).toEqual(expect.arrayContaining(['SPECIAL INSTRUCTIONS', 'Ring twice.']));
  expect(texts.indexOf('Ring twice.')).toBeLessThan(texts.indexOf('DESCRIPTION'));
  expect(textsOf(layoutPackingSlip(plain, fonts))).not.toContain('SPECIAL INSTRUCTIONS');
  for (const text of ['W'.repeat(1000), 'a\n'.repeat(500), `${'long words '.repeat(90)}end`]) {
    const sheets = layoutPackingSlip({ ...plain, specialInstructions: text }, fonts);
    expect(sheets.flatMap(collisions)).toEqual([]);
    expect(textsOf(sheets).filter((each) => each.endsWith('…'))).toEqual([]);
  }
});

test('a long description takes more lines instead of a smaller type than 7 points, and is never truncated', () => {
  const sevenPoints = (7 / 72) * 203;
  const [line] = plain.lines;
  for (const description of [
    crowded.lines[0]?.description ?? '',
    'W'.repeat(255),
    `${'Pinot Noir, Sonoma Coast, '.repeat(9)}2023`,
  ]) {
    const itemNo = 'ITEM-NUMBER-OF-THIRTY-SIGNS-00';
    const sheets = layoutPackingSlip({ ...plain, lines: [{ ...line, itemNo, description } as PackingSlipLine] }, fonts);
    expect(sheets.flatMap(collisions)).toEqual([]);
    const printed = sheets.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : [])));
    const words = printed
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', '');
    expect(words).toContain(description.trim().replace(/ +/g, ''));
    expect(words).toContain(itemNo);
    const rows = printed.filter(({ text }) => description.includes(text) || itemNo.includes(text));
    expect(Math.min(...rows.map(({ size }) => size))).toBeGreaterThanOrEqual(sevenPoints);
  }
});

test('nothing is printed in a smaller type than 7 points, however long the names are', () => {
  const sevenPoints = (7 / 72) * 203;
  const long = (start: string) => `${start} ${'Wilhelmina-Maximiliane von und zu '.repeat(40)}`;
  const longest: LabelContent = {
    ...crowded,
    winery: long('Winery'),
    fromAddress: long('Cellar'),
    shipmentKey: 'W'.repeat(50),
    poNo: 'W'.repeat(20),
    orderNo: 'W'.repeat(30),
    giftMessage: 'W'.repeat(500),
    to: {
      ...crowded.to,
      name: long('Name'),
      contact: long('Contact'),
      company: long('Company'),
      address: long('Street'),
      address2: long('Unit'),
      city: long('City'),
    },
  };
  for (const content of [longest, crowded]) {
    const sheets = [
      ...layoutLabels(content),
      ...layoutPackingSlip(content, fonts),
      layoutPackingStationSheet(content, fonts),
    ];
    expect(sheets.flatMap(collisions)).toEqual([]);
    const sizes = sheets.flatMap(({ marks }) =>
      marks.flatMap((mark) => (mark.kind === 'text' && mark.size < sevenPoints ? [`${mark.text}: ${mark.size}`] : [])),
    );
    expect(sizes).toEqual([]);
  }
  // Long names are truncated; the other lines of the address remain.
  for (const start of ['Contact', 'Company', 'Street', 'Unit', 'City']) {
    expect(textsOf(layoutLabels(longest))).toContainEqual(expect.stringMatching(new RegExp(`^${start} `)));
  }
  expect(textsOf(layoutLabels(longest))).toContainEqual(expect.stringMatching(/…$/));
});

test('the slip has every line, on as many pages as needed, and the gift message on the last', () => {
  const gift = textsOf(layoutPackingSlip({ ...plain, giftMessage: 'Happy birthday!\nYour family' }, fonts));
  expect(gift).toEqual(expect.arrayContaining(['Happy birthday!', 'Your family']));
  expect(textsOf(layoutPackingSlip(plain, fonts))).not.toContain('A GIFT FOR YOU');
  for (const giftMessage of [
    crowded.giftMessage,
    'W'.repeat(500),
    'a\n'.repeat(250),
    `${'long words '.repeat(45)}end`,
  ]) {
    expect(textsOf(layoutPackingSlip({ ...plain, giftMessage }, fonts)).filter((text) => text.endsWith('…'))).toEqual(
      [],
    );
  }
  const pages = layoutPackingSlip(crowded, fonts);
  expect(pages.length).toBeGreaterThan(2);
  // The end of each item number, which takes two lines.
  const items = textsOf(pages).filter((text) => /SIGNS-\d\d$/.test(text));
  expect(new Set(items.map((text) => text.slice(-2))).size).toBe(crowded.lines.length);
  expect(textsOf(pages.slice(0, -1))).not.toContain('A GIFT FOR YOU');
  expect(textsOf(pages.slice(-1))).toContain('A GIFT FOR YOU');
});

test('the slip says of cases that they are cases, and how many of the ordered units are in the packages', () => {
  const [line] = plain.lines as [PackingSlipLine];
  const quantities = (more: Partial<PackingSlipLine>) =>
    textsOf(layoutPackingSlip({ ...plain, lines: [{ ...line, ...more }] }, fonts));
  expect(quantities({ quantity: 1, unit: 'case' })).toContain('1 case');
  expect(quantities({ quantity: 1_000_000, unit: 'case' })).toContain('1000000 cases');
  expect(quantities({ quantity: 7 })).toContain('7');
  expect(quantities({ packed: { units: 2, of: 3 } })).toContain('2 of 3');
  const some = quantities({ unit: 'case', packed: { units: 9996, of: 12000 } });
  expect(some).toEqual(expect.arrayContaining(['9996 of 12000', 'units']));
});

test('the slip shows ice packs and the adult signature', () => {
  const marks = (more: Partial<LabelContent>) =>
    textsOf(layoutPackingSlip({ ...plain, ...more }, fonts)).filter((text) => /ICE|ADULT/.test(text));
  expect(marks({})).toEqual(['1 ICE PACK · KEEP COOL', 'ADULT SIGNATURE · 21 OR OLDER']);
  expect(marks({ packages: crowded.packages })).toContain('3 ICE PACKS · KEEP COOL');
  expect(marks({ adultSignature: false })).toEqual(['1 ICE PACK · KEEP COOL']);
  expect(marks({ icePack: false })).toEqual(['ADULT SIGNATURE · 21 OR OLDER']);
});

/** The text of each line on the sheets, from the top. */
const rowsOf = (sheets: readonly Sheet[]) =>
  sheets.flatMap(({ marks }) => {
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
    const rows = Map.groupBy(texts, ({ baseline }) => Math.round(baseline / 12));
    return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row.map(({ text }) => text).join(' | '));
  });

test('the contents of packages have item numbers in full, and short ones take no more room', () => {
  const ofItem = (itemNo: string) => {
    const line = { ...(plain.lines[0] as PackingSlipLine), itemNo };
    const packages = crowded.packages.map((packed) => ({ ...packed, contents: [{ line: 1, units: 1 }] }));
    return layoutPackingSlip({ ...plain, lines: [line], packages }, fonts);
  };
  const itemNo = 'WIDE-ITEM-NUMBER-WITH-MANY-SIGNS-00';
  const sheets = ofItem(itemNo);
  const texts = textsOf(sheets).join('');
  expect(texts.split(itemNo)).toHaveLength(4);
  expect(sheets.flatMap(collisions)).toEqual([]);
  const short = Array.from({ length: 30 }, () => ({ line: 1, units: 1 }));
  const packages = crowded.packages.map((packed) => ({ ...packed, contents: short }));
  const rows = layoutPackingSlip({ ...plain, packages }, fonts).flatMap(({ marks }) =>
    marks.flatMap((mark) => (mark.kind === 'text' && mark.text === '23PIN-01' ? [mark.baseline] : [])),
  );
  const steps = rows.slice(2).map((baseline, index) => baseline - (rows[index + 1] as number));
  expect(new Set(steps.map(Math.round).filter((step) => step > 0 && step < 100))).toEqual(new Set([46]));
});

test('the slip lists the contents per package when there are several', () => {
  const [first, second] = crowded.packages;
  const several = {
    ...plain,
    lines: [
      { line: 2, itemNo: '23PIN-01', description: 'Pinot Noir Reserve', quantity: 14, unit: 'bottle', uom: '750' },
    ],
    packages: [
      { ...first, trackingNo: '794644012347', weightLb: 44, icePacks: 2, contents: [{ line: 2, units: 12 }] },
      { ...second, trackingNo: '794644012358', weightLb: 9.1, icePacks: 1, contents: [{ line: 2, units: 2 }] },
    ],
  } as LabelContent;
  const rows = rowsOf(layoutPackingSlip(several, fonts));
  const from = rows.findIndex((row) => row.startsWith('IN WHICH PACKAGE'));
  expect(rows.slice(from, from + 5)).toEqual([
    'IN WHICH PACKAGE | UNITS',
    'Package 1 of 2 | 7946 4401 2347 · 44 lb · 2 ice packs',
    '23PIN-01 | Pinot Noir Reserve | 750 ml | 12',
    'Package 2 of 2 | 7946 4401 2358 · 9.1 lb · 1 ice pack',
    '23PIN-01 | Pinot Noir Reserve | 750 ml | 2',
  ]);
  expect(rowsOf(layoutPackingSlip(plain, fonts)).join()).not.toContain('IN WHICH PACKAGE');
});

test('a package continued on another page is named there again, and none starts at the foot of a page', () => {
  const resumed = new Set<string>();
  // Short words are fitted fast.
  const brief = { ...plain, giftMessage: 'Cheers', packages: crowded.packages };
  const lines = crowded.lines.map((line) => ({ ...line, itemNo: `ITEM-${line.line}`, description: 'Pinot' }));
  for (let count = 1; count <= lines.length; count += 1) {
    const sheets = layoutPackingSlip({ ...brief, lines: lines.slice(0, count) }, fonts);
    expect(sheets.flatMap(collisions)).toEqual([]);
    const pages = sheets.map((sheet) => rowsOf([sheet]));
    for (const rows of pages) {
      expect(rows.at(-2)).not.toMatch(/^(Package \d|IN WHICH)/);
      const heads = rows.filter((row) => row.startsWith('IN WHICH PACKAGE'));
      expect(heads.length).toBeLessThanOrEqual(1);
    }
    const heads = pages.flat().filter((row) => row.startsWith('IN WHICH PACKAGE'));
    expect(heads[0]).toBe('IN WHICH PACKAGE | UNITS');
    for (const head of heads.slice(1)) {
      expect(head).toMatch(/^IN WHICH PACKAGE( · PACKAGE [12] OF 2, CONTINUED)? \| UNITS$/);
      resumed.add(head);
    }
    expect(pages.flat().filter((row) => row.startsWith('Package '))).toHaveLength(2);
  }
  expect([...resumed].filter((head) => head.includes('CONTINUED'))).toHaveLength(2);
});

test('names in other scripts are text of the PDF, and only their glyphs are embedded', async () => {
  const pdf = await renderLabelsAndPackingSlip(abroad, 'FullPDF');
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const [slip = '', label = ''] = [...document.pages()].map((page) => page.getText());
    for (const name of ['王小明', '株式会社ワイン', '서울특별시 강남구 123', 'Denver, CO 80202']) {
      expect(slip).toContain(name);
      expect(label).toContain(name);
    }
    expect(slip).toContain('🎂');
    document.destroy();
  } finally {
    library.destroy();
  }
  const plainBytes = (await renderLabelsAndPackingSlip({ ...plain, giftMessage: 'Happy birthday' }, 'FullPDF')).length;
  expect(pdf.length - plainBytes).toBeLessThan(20_000);
});

test('the same label is the same file', async () => {
  for (const document of [plain, abroad]) {
    for (const format of labelFormats) {
      const [first, second] = [
        await renderLabelsAndPackingSlip(document, format),
        await renderLabelsAndPackingSlip(document, format),
      ];
      expect(Buffer.compare(first, second), format).toBe(0);
    }
  }
});
