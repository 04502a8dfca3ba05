/**
 * Converts WOFF 1 fonts to plain OpenType. The font library would decompress a table again for every glyph, so all
 * tables are decompressed once.
 */
import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const headerBytes = 12;
const entryBytes = 16;

/** @throws when the file is not WOFF 1 or a table cannot be decompressed */
export function decodeWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  const power = Math.floor(Math.log2(count));
  // The version of the font, then the number of tables with the values for a binary search.
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * entryBytes, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((count - 2 ** power) * entryBytes, 10);
  let offset = headerBytes + count * entryBytes;
  for (let index = 0; index < count; index += 1) {
    const from = woffHeaderBytes + index * woffEntryBytes;
    const start = woff.readUInt32BE(from + 4);
    const storedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const stored = woff.subarray(start, start + storedLength);
    const table = storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
    const entry = headerBytes + index * entryBytes;
    woff.copy(font, entry, from, from + 4);
    woff.copy(font, entry + 4, from + 16, from + 20);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(length, entry + 12);
    table.copy(font, offset);
    offset += Math.ceil(length / 4) * 4;
  }
  return font;
}
