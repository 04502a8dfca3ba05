/**
 * Encodes bitmaps as ZPL II for label printers: each bitmap becomes a label with one `^GFA` graphic in the printer's
 * dots. The data are hexadecimal with ZPL's run lengths, which every ZPL printer reads; the shorter Z64 needs newer
 * firmware. Pure.
 */
import { type Bitmap, computeBitmapRowBytes } from './png.ts';

/** One label per picture, in their order. */
export function encodeZpl(pictures: readonly Bitmap[]): Buffer {
  return Buffer.from(pictures.map(labelOf).join(''), 'latin1');
}

function labelOf({ width, height, bits }: Bitmap): string {
  const stride = computeBitmapRowBytes(width);
  const size = stride * height;
  return `^XA\n^PW${width}\n^LL${height}\n^LH0,0\n^FO0,0^GFA,${size},${size},${stride},${compressed(bits, stride, height)}^FS\n^PQ1\n^XZ\n`;
}

/** Rows of digits; `:` repeats the row before. */
function compressed(bits: Uint8Array, stride: number, height: number): string {
  const rows: string[] = [];
  let before: string | undefined;
  for (let y = 0; y < height; y += 1) {
    const row = compressedRow(bits.subarray(y * stride, (y + 1) * stride));
    rows.push(row === before ? ':' : row);
    before = row;
  }
  return rows.join('');
}

/** `,` fills the rest of the row with white, `!` with black. */
function compressedRow(bits: Uint8Array): string {
  // In ZPL a set bit is black.
  const digits = Array.from(bits, (byte) => (~byte & 0xff).toString(16).toUpperCase().padStart(2, '0')).join('');
  const [, first, end] = /^(.*?)(0*|F*)$/.exec(digits) as unknown as [string, string, string];
  const fill = end === '' ? '' : end.startsWith('0') ? ',' : '!';
  return first.replaceAll(/(.)\1*/g, (run, digit: string) => countOf(run.length) + digit) + fill;
}

/** Letters for the length of a run: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400; 1 is left out. */
function countOf(length: number): string {
  if (length === 1) return '';
  const twenties = Math.floor(length / 20);
  const many = 'z'.repeat(Math.floor(twenties / 20)) + letterOf('g', twenties % 20);
  return many + letterOf('G', length % 20);
}

const letterOf = (one: string, count: number): string =>
  count === 0 ? '' : String.fromCharCode(one.charCodeAt(0) + count - 1);
