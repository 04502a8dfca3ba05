/** The pixels of a ZPL label are those of the picture that it was made from. */
import { expect, test } from 'vitest';
import { type Bitmap, computeBitmapRowBytes } from '../../src/drawing/png.ts';
import { rasterizePdfStacked } from '../../src/drawing/raster.ts';
import { encodeZpl } from '../../src/drawing/zpl.ts';
import { renderLabelsAndPackingSlip } from '../../src/shipping-labels/jit/render.ts';
import { crowded, plain } from './documents.ts';
import { symbolsIn } from './symbols-in-pixels.ts';
import { picturesOfZpl } from './zpl-pixels.ts';

const pictureOf = (width: number, rows: readonly (readonly number[])[]): Bitmap => ({
  width,
  height: rows.length,
  bits: Uint8Array.from(rows.flat()),
});

test('rows, runs and repetitions', () => {
  const picture = pictureOf(24, [
    [0xff, 0xff, 0xff],
    [0xff, 0xff, 0xff],
    [0, 0, 0],
    [0x0f, 0xff, 0xff],
    [0xf0, 0x12, 0x00],
    [0xf0, 0x12, 0x00],
  ]);
  const zpl = encodeZpl([picture]).toString('latin1');
  expect(zpl).toBe('^XA\n^PW24\n^LL6\n^LH0,0\n^FO0,0^GFA,18,18,3,,:!F,0FED!:^FS\n^PQ1\n^XZ\n');
  expect(picturesOfZpl(zpl)).toEqual([picture]);
});

test('runs of every length, and labels one after the other', () => {
  const widths = [8, 152, 160, 168, 812, 3_400];
  const pictures = widths.map((width) => {
    const stride = computeBitmapRowBytes(width);
    const rows = [0, 1, stride >> 1, stride - 1].map((white) =>
      Array.from({ length: stride }, (_, at) => (at < white ? 0xff : at === white ? 0x5a : 0x00)),
    );
    return pictureOf(width, rows);
  });
  expect(picturesOfZpl(encodeZpl(pictures).toString('latin1'))).toEqual(pictures);
});

/** One byte per pixel. */
const shadesOf = ({ width, height, bits }: Bitmap): Uint8Array => {
  const stride = computeBitmapRowBytes(width);
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return ((bits[y * stride + (x >> 3)] as number) & (0x80 >> (x & 7))) === 0 ? 0 : 0xff;
  });
};

test.each([
  ['as most are', plain],
  ['as long and as foreign as can be', crowded],
])('labels have the pixels of the PNG, one label each, and their symbols can be decoded: %s', async (_, document) => {
  const zpl = await renderLabelsAndPackingSlip(document, 'LabelZPL');
  const pictures = picturesOfZpl(zpl.toString('latin1'));
  expect(pictures).toHaveLength(document.packages.length);
  const png = await rasterizePdfStacked(await renderLabelsAndPackingSlip(document, 'LabelPDF'));
  expect(Buffer.concat(pictures.map(({ bits }) => bits)).equals(png.bits)).toBe(true);
  for (const [index, picture] of pictures.entries()) {
    expect([picture.width, picture.height]).toEqual([812, 1218]);
    const symbols = await symbolsIn({ ...picture, shades: shadesOf(picture) });
    expect(symbols).toContain(`Code128: ${document.packages[index]?.trackingNo}`);
  }
  // Run lengths pay: a label has 124 kB of pixels.
  expect(zpl.length / pictures.length).toBeLessThan(60_000);
});
