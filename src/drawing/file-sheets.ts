/** Labels that carriers made, as sheets: their pages, at their true size. */

import { encodePng } from './png.ts';
import { rasterEachPage } from './raster.ts';
import { dotsPerInch, type Sheet } from './sheet.ts';

/** Dots of a carrier's page to each dot of the printer: no edge of a bar moves by more than a third of a dot. */
const oversampling = 3;
/** The size of a label, for pictures, which do not tell theirs. */
const labelSize = { width: 4 * dotsPerInch, height: 6 * dotsPerInch };

export interface PrintableFile {
  readonly kind: 'pdf' | 'png';
  readonly file: Uint8Array;
}

/** The sheets of a carrier's label, one a page; a picture fills the width or the height of a sheet of label size. */
export async function sheetsOfFile({ kind, file }: PrintableFile): Promise<Sheet[]> {
  if (kind === 'png') {
    const size = pngSize(file);
    const scale = Math.min(labelSize.width / size.width, labelSize.height / size.height);
    const width = size.width * scale;
    const height = size.height * scale;
    const place = { x: (labelSize.width - width) / 2, y: 0, width, height };
    return [{ ...labelSize, marks: [{ kind: 'picture', ...place, png: Buffer.from(file) }] }];
  }
  const pages = await rasterEachPage(file, oversampling * dotsPerInch);
  return pages.map((page) => {
    const size = { width: page.width / oversampling, height: page.height / oversampling };
    return {
      ...size,
      marks: [{ kind: 'picture', x: 0, y: 0, ...size, png: encodePng(page, oversampling * dotsPerInch) }],
    };
  });
}

/** From the first chunk of a PNG. */
function pngSize(file: Uint8Array): { width: number; height: number } {
  const head = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return { width: head.getUint32(16), height: head.getUint32(20) };
}
