/**
 * Replaces the pictures in docs/pictures by screenshots of the last `npm run test:portal`:
 * `node scripts/docs-pictures.ts`. Each becomes a PNG with a palette, which is a third of the size.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Names in docs/pictures, and the pictures of the test. */
const pictures = {
  overview: 'overview-light-1280',
  holds: 'holds-light-1280',
  release: 'release-address-light-1280',
  order: 'order-held-light-1280',
  'ship-release': 'release-waiting-light-1280',
  'ship-wave': 'wave-light-1280',
  'ship-pick': 'pick-bin-light-1280',
  'ship-pack': 'day-pack-light-1280',
  'ship-close': 'day-close-light-1280',
} as const;

const projectFolder = path.join(import.meta.dirname, '..');
const maxBytes = 60_000;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel. */
  readonly pixels: Buffer;
}

/** Reads a PNG as Chromium writes it: 8 bits, without transparency, not interlaced. */
function readPng(file: string): Picture {
  const png = readFileSync(file);
  const data: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
      if (content[8] !== 8 || content[9] !== 2 || content[12] !== 0) throw new Error(`${file} has another form`);
    } else if (type === 'IDAT') data.push(content);
    at += length + 12;
  }
  return { width, height, pixels: unfiltered(inflateSync(Buffer.concat(data)), width * 3, height) };
}

/** Undoes the filters of the rows (PNG, 9.2). */
function unfiltered(raw: Buffer, rowBytes: number, height: number): Buffer {
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (rowBytes + 1)];
    for (let at = 0; at < rowBytes; at += 1) {
      const to = row * rowBytes + at;
      const left = at < 3 ? 0 : (pixels[to - 3] as number);
      const above = row === 0 ? 0 : (pixels[to - rowBytes] as number);
      const corner = at < 3 || row === 0 ? 0 : (pixels[to - rowBytes - 3] as number);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter as number] as number;
      pixels[to] = (raw[row * (rowBytes + 1) + 1 + at] as number) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** The 256 most frequent colors after rounding; other pixels take the nearest of them. */
function paletteOf(pixels: Buffer, step: number): { readonly colors: readonly number[]; readonly indexes: Buffer } {
  const rounded = (value: number): number => Math.min(255, Math.round(value / step) * step);
  const colorAt = (at: number): number =>
    (rounded(pixels[at] as number) << 16) |
    (rounded(pixels[at + 1] as number) << 8) |
    rounded(pixels[at + 2] as number);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1);
  const colors = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([color]) => color);
  const indexOf = new Map(colors.map((color, index) => [color, index]));
  const indexes = Buffer.alloc(pixels.length / 3);
  for (let nth = 0; nth < indexes.length; nth += 1) {
    const color = colorAt(nth * 3);
    let index = indexOf.get(color);
    if (index === undefined) {
      index = nearest(colors, color);
      indexOf.set(color, index);
    }
    indexes[nth] = index;
  }
  return { colors, indexes };
}

function nearest(colors: readonly number[], color: number): number {
  const distance = (other: number): number =>
    [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  return colors.reduce((best, other, index) => (distance(other) < distance(colors[best] as number) ? index : best), 0);
}

function writePng(file: string, { width, height, pixels }: Picture, step: number): number {
  const { colors, indexes } = paletteOf(pixels, step);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, row) => [
      Buffer.from([0]),
      indexes.subarray(row * width, (row + 1) * width),
    ]).flat(),
  );
  const palette = Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  writeFileSync(file, png);
  return png.length;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

const from = process.env.PORTAL_PICTURES ?? path.join(projectFolder, 'node_modules/.cache/portal-pictures');
const to = path.join(projectFolder, 'docs/pictures');
mkdirSync(to, { recursive: true });
for (const [name, source] of Object.entries(pictures)) {
  const picture = readPng(path.join(from, `${source}.png`));
  // Fewer colors until the file is small enough.
  const bytes = [1, 2, 4, 8, 16]
    .map((step) => () => writePng(path.join(to, `${name}.png`), picture, step))
    .find((write) => write() <= maxBytes);
  if (bytes === undefined) throw new Error(`${name}.png is larger than ${maxBytes} bytes`);
}
