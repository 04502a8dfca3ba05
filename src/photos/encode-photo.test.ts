/** Uploaded bytes become a plain JPEG, or are refused with what is wrong. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePhoto } from './encode-photo.ts';

const script = '<script>alert(1)</script>';

/** A brown picture of this size. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#885544' } });

async function encoded(bytes: Buffer) {
  const outcome = await encodePhoto(bytes, 'a person');
  if ('refused' in outcome) throw new Error(outcome.refused.reason);
  return outcome.ok;
}

async function refused(bytes: Buffer): Promise<string | undefined> {
  const outcome = await encodePhoto(bytes, 'a person');
  return 'refused' in outcome ? outcome.refused.faults?.[0]?.code : undefined;
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(kind, 4, 'latin1');
  // The checks of chunks are not reached by what is refused before.
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG that declares this size, with 8 bits of gray for each pixel. */
const png = (width: number, height: number, ...chunks: Buffer[]): Buffer => pngOf([8, 0], width, height, ...chunks);

/** A PNG that declares these bits of each color, colors and size. */
function pngOf(depth: readonly [bits: number, colors: number], width: number, height: number, ...chunks: Buffer[]) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([...depth, 0, 0, 0], 8);
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), ...chunks]);
}

test('a photo is turned upright, reduced to 2,048 pixels, and loses its metadata', async () => {
  const taken = await picture(3_000, 1_500)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '38/1 17/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { full, thumbnail, width, height } = await encoded(taken);
  expect([width, height]).toEqual([1_024, 2_048]);
  expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 1_024, height: 2_048 });
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 320 });
  for (const each of [full, thumbnail]) {
    const { exif, orientation, xmp, iptc, icc } = await sharp(each).metadata();
    expect([exif, orientation, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  }
});

test('PNG on white and WebP become JPEG; a small photo is not enlarged', async () => {
  const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { full, width } = await encoded(clear);
  expect(width).toBe(40);
  const pixel = await sharp(full).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  expect([...pixel]).toEqual([255, 255, 255]);
  expect((await encoded(await picture(50, 20).webp().toBuffer())).height).toBe(20);
});

test('what is hidden in or behind a JPEG is not kept', async () => {
  const jpeg = await picture(64, 64).jpeg().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
  const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(`<html>${script}`)]);
  const { full, thumbnail } = await encoded(polyglot);
  for (const each of [full, thumbnail])
    expect([each.includes('script'), each.includes('html')]).toEqual([false, false]);
});

test('other bytes are refused with what is wrong', async () => {
  const jpeg = await picture(600, 400).jpeg().toBuffer();
  const gif = await picture(10, 10).gif().toBuffer();
  const webp = await picture(10, 10).webp().toBuffer();
  const animation = Buffer.concat([webp.subarray(0, 12), Buffer.from('VP8X\n\0\0\0\x02', 'latin1'), Buffer.alloc(9)]);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const cases: Readonly<Record<string, readonly [Buffer, string]>> = {
    empty: [Buffer.alloc(0), 'NotAnImage'],
    HTML: [Buffer.from(`<!doctype html>${script}`), 'NotAnImage'],
    SVG: [Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), 'NotAnImage'],
    'HTML that begins like a JPEG': [Buffer.from(`\xff\xd8\xff<html>${script}`, 'latin1'), 'NotAnImage'],
    GIF: [gif, 'Format'],
    HEIC: [heic, 'Format'],
    'animated WebP': [animation, 'Animated'],
    'animated PNG': [png(10, 10, pngChunk('acTL', Buffer.alloc(8))), 'Animated'],
    'truncated JPEG': [jpeg.subarray(0, jpeg.length / 2), 'Truncated'],
    // 100 MB of zeros in 100 KB, and a header that declares them.
    'decompression bomb': [
      png(20_000, 5_000, pngChunk('IDAT', deflateSync(Buffer.alloc(100_000_000)))),
      'TooManyPixels',
    ],
    // Half as many are permitted, because each takes twice the memory.
    '30 megapixels of 16 bits': [pngOf([16, 6], 6_000, 5_000, pngChunk('IDAT', deflateSync(script))), 'TooManyPixels'],
  };
  const found = Object.fromEntries(
    await Promise.all(Object.entries(cases).map(async ([name, [bytes]]) => [name, await refused(bytes)] as const)),
  );
  expect(found).toEqual(Object.fromEntries(Object.entries(cases).map(([name, [, code]]) => [name, code])));
});
