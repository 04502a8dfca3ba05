/**
 * A laid-out sheet: texts, rectangles (also those of symbols) and pictures with their positions in printer dots from the
 * top left corner. Pure.
 */
import { type FittedText, fitText, lineHeightRatio, type TextBox } from './fit-text.ts';
import { toPrintableText } from './printable-text.ts';
import type { BarcodeModules } from './symbols.ts';

/** Resolution of thermal label printers and of the PNG files, in dots per inch. */
export const printerDotsPerInch = 203;

/** Smallest type size on labels and packing slips, in dots: 7 points. Manifests use smaller type in their table. */
export const minTypeSizeDots = Math.ceil((7 / 72) * printerDotsPerInch);

export type SheetMark =
  | {
      readonly kind: 'rectangle';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly baseline: number;
      readonly width: number;
      readonly size: number;
      readonly bold: boolean;
      /** White, for text on black. */
      readonly white: boolean;
    }
  | {
      /** An embedded image, such as a carrier's label. */
      readonly kind: 'picture';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly png: Buffer;
    };

/** A page to print. Its size and the positions of its marks are in printer dots (`printerDotsPerInch`). */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SheetMark[];
}

/** Font metrics that layouts need. */
export interface FontMetrics {
  /** Width at size 1. */
  widthOf(text: string, bold: boolean): number;
  hasGlyph(codePoint: number): boolean;
}

interface PositionedTextBox extends TextBox {
  readonly x: number;
  readonly y: number;
  readonly bold?: boolean;
  readonly white?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

/** Text as it is printed in a box: made printable and fitted. Undefined when there is nothing to print. */
export function fitPrintableText(
  font: FontMetrics,
  paragraphs: string | readonly string[],
  box: TextBox & { readonly bold?: boolean },
): FittedText | undefined {
  const given = typeof paragraphs === 'string' ? [paragraphs] : paragraphs;
  const printable = given.map((paragraph) => toPrintableText(paragraph, (sign) => font.hasGlyph(sign)));
  if (printable.every((line) => line === '')) return undefined;
  return fitText(printable, box, (text) => font.widthOf(text, box.bold ?? false));
}

/** From the top of a line to its baseline, relative to the type size: room for accents on capitals. */
const ascent = 0.95;

/** Collects the marks of one sheet, in printer dots. Text is made printable and fitted into its box. */
export class SheetBuilder {
  readonly width: number;
  readonly height: number;
  readonly #font: FontMetrics;
  readonly #marks: SheetMark[] = [];

  constructor(width: number, height: number, font: FontMetrics) {
    this.width = width;
    this.height = height;
    this.#font = font;
  }

  /**
   * Adds text to a box, made printable and fitted; each paragraph begins a line. Returns the y position below it; empty
   * text takes no room.
   */
  text(paragraphs: string | readonly string[], place: PositionedTextBox): number {
    const { x, y, bold = false, white = false, align = 'left' } = place;
    const fitted = fitPrintableText(this.#font, paragraphs, place);
    if (fitted === undefined) return y;
    const { size, lines } = fitted;
    for (const [index, text] of lines.entries()) {
      if (text === '') continue;
      const width = this.#font.widthOf(text, bold) * size;
      const shift = { left: 0, center: (place.width - width) / 2, right: place.width - width }[align];
      const baseline = y + size * (ascent + index * lineHeightRatio);
      this.#marks.push({ kind: 'text', text, x: x + shift, baseline, width, size, bold, white });
    }
    return y + lines.length * size * lineHeightRatio;
  }

  rectangle(x: number, y: number, width: number, height: number): void {
    this.#marks.push({ kind: 'rectangle', x, y, width, height });
  }

  frame(x: number, y: number, width: number, height: number, thickness: number): void {
    this.rectangle(x, y, width, thickness);
    this.rectangle(x, y + height - thickness, width, thickness);
    this.rectangle(x, y, thickness, height);
    this.rectangle(x + width - thickness, y, thickness, height);
  }

  /**
   * Adds a symbol with `dots` (a whole number) per module; a barcode is stretched to `height`. The layout has to leave the
   * quiet zone free.
   */
  symbol(modules: BarcodeModules, place: { x: number; y: number; dots: number; height?: number }): void {
    const { dots } = place;
    const dotsHigh = place.height === undefined ? dots : place.height / modules.height;
    for (const [x, y, width, height] of modules.rectangles) {
      this.rectangle(place.x + x * dots, place.y + y * dotsHigh, width * dots, height * dotsHigh);
    }
  }

  finish(): Sheet {
    return { width: this.width, height: this.height, marks: this.#marks };
  }
}
