import { inflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from 'vitest';
import { createExamplePdf, createExamplePng, labelSizeIn, packingSlipSizeIn } from './example-label.ts';
import { computeBitmapRowBytes } from './png.ts';
import { rasterizePdfStacked } from './raster.ts';

test('the example is a valid PDF with one page of label size and its text', async () => {
  const file = Buffer.from(createExamplePdf([{ ...labelSizeIn, lines: ['EXAMPLE (1)', 'back\\slash'] }]), 'base64');
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(file);
    const [page, ...more] = [...document.pages()];
    expect(more).toEqual([]);
    expect(page?.getOriginalSize()).toEqual({ originalWidth: 288, originalHeight: 432 });
    expect(page?.getText()).toMatch(/^EXAMPLE \(1\)\s+back\\slash$/);
    document.destroy();
  } finally {
    library.destroy();
  }
  // The table of its objects is where it says, and says where they are.
  const text = file.toString('latin1');
  const at = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(at, at + 4)).toBe('xref');
  const offsets = [...text.slice(at).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} 0 obj`));
});

test('a full example PDF has a slip of letter size before the label', async () => {
  const pages = [
    { ...packingSlipSizeIn, lines: ['SLIP'] },
    { ...labelSizeIn, lines: ['LABEL'] },
  ];
  const { width, height } = await rasterizePdfStacked(Buffer.from(createExamplePdf(pages), 'base64'));
  expect({ width, height }).toEqual({ width: 1726, height: 2233 + 1218 });
});

test('the example PNG is a valid image of 203 dpi', () => {
  const file = Buffer.from(createExamplePng([packingSlipSizeIn, labelSizeIn]), 'base64');
  expect(file.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1726, 2233 + 1218]);
  const data = file.indexOf('IDAT');
  const rows = inflateSync(file.subarray(data + 4, data + 4 + file.readUInt32BE(data - 4)));
  const stride = computeBitmapRowBytes(1726) + 1;
  expect(rows).toHaveLength(stride * (2233 + 1218));
  // The border is black, the middle of the slip is white.
  expect(rows[1]).toBe(0);
  expect(rows[1000 * stride + 100]).toBe(0xff);
});
