import { expect, test } from 'vitest';
import { readFonts } from '../drawing/fonts.ts';
import { layoutManifest, type ManifestContent } from './manifest-layout.ts';

const content: ManifestContent = {
  code: 'APC01-12',
  warehouse: 'APC01',
  carrier: 'FEX',
  createdAt: 'today',
  departedAt: '',
  orders: 150,
  boxes: 150,
  weightLb: 1_110,
  packages: Array.from({ length: 150 }, (_, n) => ({
    trackingNo: `79461234${1_000 + n}`,
    customerNo: 'W1001',
    orderNo: `CLB${n}`,
    box: 1,
    weightLb: 7.4,
    place: 'Denver 80202',
  })),
};

test('every package is on one page, once, inside the margins', () => {
  const pages = layoutManifest(content, readFonts());
  const texts = pages.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : [])));
  for (const { trackingNo } of content.packages) {
    expect(texts.filter(({ text }) => text === trackingNo)).toHaveLength(1);
  }
  for (const { x, width, baseline } of texts) {
    expect([x >= 90, x + width <= 8.5 * 203 - 90, baseline < 11 * 203 - 60]).toEqual([true, true, true]);
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(texts.some(({ text }) => text === `Page ${pages.length} of ${pages.length}`)).toBe(true);
});

test('an empty manifest has a page', () => {
  expect(layoutManifest({ ...content, packages: [], boxes: 0, orders: 0 }, readFonts())).toHaveLength(1);
});

test('one package of one order is written as such', () => {
  const [page] = layoutManifest(
    { ...content, packages: content.packages.slice(0, 1), boxes: 1, orders: 1 },
    readFonts(),
  );
  const texts = page?.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(texts).toContain('1 package of 1 order, 1110 lb');
});
