/** Encodes black and white images as PNG, one bit per pixel (ISO 15948). Pure. */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const metersPerInch = 0.0254;

/** A bitmap, white where a bit is set; every row starts on a byte boundary. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** `height` rows of `computeBitmapRowBytes(width)` bytes, leftmost pixel in the highest bit. */
  readonly bits: Uint8Array;
}

/** Bytes of one row of a bitmap that is `width` pixels wide. */
export const computeBitmapRowBytes = (width: number): number => Math.ceil(width / 8);

export function encodePng({ width, height, bits }: Bitmap, dotsPerInch: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Bit depth 1, grayscale.
  head.set([1, 0, 0, 0, 0], 8);
  const density = Buffer.alloc(9);
  const perMeter = Math.round(dotsPerInch / metersPerInch);
  density.writeUInt32BE(perMeter, 0);
  density.writeUInt32BE(perMeter, 4);
  density[8] = 1;
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('pHYs', density),
    chunk('IDAT', deflateSync(unfiltered(bits, computeBitmapRowBytes(width), height), { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each row after its filter type byte: none. */
function unfiltered(bits: Uint8Array, stride: number, height: number): Buffer {
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) lines.set(bits.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
