import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from 'vitest';
import { examplePdf } from './example-pdf.ts';

test('the example is a valid PDF with one page of label size and its text', async () => {
  const file = Buffer.from(examplePdf(['EXAMPLE (1)', 'back\\slash']), 'base64');
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
