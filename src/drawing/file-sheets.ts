/** Carriers' labels and forms as sheets: a PDF page in its original size, a PNG fitted to label size. */

import { encodePng } from './png.ts';
import { rasterizePdfPages } from './raster.ts';
import { printerDotsPerInch, type Sheet } from './sheet.ts';

/** Pixels per printer dot when a carrier's page is rasterized: bar edges move by at most a third of a dot. */
const oversampling = 3;
/** Label size, used for PNG files, whose physical size is not read. */
const labelSize = { width: 4 * printerDotsPerInch, height: 6 * printerDotsPerInch };

/** A label or form as the carrier returned it. */
export interface PrintableFile {
  readonly kind: 'pdf' | 'png';
  readonly file: Uint8Array;
}

/**
 * The sheets of a file, one per page; a PNG is scaled to fit a sheet of label size. Throws when a PDF, or the size of a PNG, cannot be
 * read; the pixels of a PNG are read only when its sheet is drawn.
 */
export async function convertFileToSheets({ kind, file }: PrintableFile): Promise<Sheet[]> {
  if (kind === 'png') {
    const size = pngSize(file);
    const scale = Math.min(labelSize.width / size.width, labelSize.height / size.height);
    const width = size.width * scale;
    const height = size.height * scale;
    const place = { x: (labelSize.width - width) / 2, y: 0, width, height };
    return [{ ...labelSize, marks: [{ kind: 'picture', ...place, png: Buffer.from(file) }] }];
  }
  const pages = await rasterizePdfPages(file, oversampling * printerDotsPerInch);
  return pages.map((page) => {
    const size = { width: page.width / oversampling, height: page.height / oversampling };
    return {
      ...size,
      marks: [{ kind: 'picture', x: 0, y: 0, ...size, png: encodePng(page, oversampling * printerDotsPerInch) }],
    };
  });
}

/** Size from the first chunk of a PNG. */
function pngSize(file: Uint8Array): { width: number; height: number } {
  const head = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return { width: head.getUint32(16), height: head.getUint32(20) };
}
