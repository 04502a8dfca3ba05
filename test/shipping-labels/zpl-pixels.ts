/** Reads ZPL as a label printer does, as far as `encodeZpl` writes it: `^PW`, `^LL`, and `^GFA` in compressed hexadecimal. */
import type { Bitmap } from '../../src/drawing/png.ts';

const label = /\^XA\n\^PW(\d+)\n\^LL(\d+)\n\^LH0,0\n\^FO0,0\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS\n\^PQ1\n\^XZ\n/y;

/** Throws for anything else. White is a set bit. */
export function picturesOfZpl(zpl: string): Bitmap[] {
  const pictures: Bitmap[] = [];
  label.lastIndex = 0;
  while (label.lastIndex < zpl.length) {
    const at = label.lastIndex;
    const found = label.exec(zpl);
    if (found === null) throw new Error(`not a label: ${zpl.slice(at, at + 80)}`);
    const [width = 0, height = 0, bytes, field, stride = 0] = found.slice(1, 6).map(Number);
    if (bytes !== stride * height || field !== bytes)
      throw new Error(`a field of ${bytes} bytes has ${stride} in a row`);
    const hex = digitsOf(found[6] as string, stride * 2);
    if (hex.length !== bytes * 2) throw new Error(`${hex.length / 2} bytes instead of ${bytes}`);
    pictures.push({ width, height, bits: Uint8Array.from(Buffer.from(hex, 'hex'), (byte) => ~byte & 0xff) });
  }
  return pictures;
}

function digitsOf(data: string, perRow: number): string {
  let digits = '';
  let count = 0;
  for (const letter of data) {
    if (/[g-z]/.test(letter)) count += (letter.charCodeAt(0) - 'g'.charCodeAt(0) + 1) * 20;
    else if (/[G-Y]/.test(letter)) count += letter.charCodeAt(0) - 'G'.charCodeAt(0) + 1;
    else if (/[0-9A-F]/.test(letter)) {
      digits += letter.repeat(count || 1);
      count = 0;
    } else if (letter === ':') digits += digits.slice(-perRow);
    else if (letter === ',' || letter === '!') {
      const used = digits.length % perRow;
      digits += (letter === ',' ? '0' : 'F').repeat(perRow - used);
    } else throw new Error(`not a digit: ${letter}`);
  }
  return digits;
}
