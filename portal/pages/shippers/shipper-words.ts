/** Shippers and formats in words. */

import type { ReplyOf } from '../../api/operation-types.ts';
import { countOf } from '../../design/format.ts';

export type Shipper = ReplyOf<'/api/Shippers/List'>['Records'][number];
export type PackingRule = ReplyOf<'/api/PackingRules/List'>['Records'][number];
export type BottleFormat = Shipper['Format'];

export const bottleFormatNames: Readonly<Record<BottleFormat, string>> = {
  standard: 'Bottles up to 1 L',
  magnum: 'Bottles up to 1.5 L',
  large: 'Larger pieces',
};

/** The name of a format within a sentence. */
export const bottleFormatInSentence = (format: BottleFormat): string =>
  bottleFormatNames[format].replace(/^./, (letter) => letter.toLowerCase());

export const bottleFormatOptions = (['standard', 'magnum', 'large'] as const).map((value) => ({
  value,
  label: bottleFormatNames[value],
}));

/** The number of bottles that a shipper, or a step of a rule, holds, in words. */
export function bottleCountText(format: BottleFormat, count: number | undefined): string {
  if (count === undefined) return 'Any size';
  const unit = format === 'magnum' ? 'magnum' : 'bottle';
  return countOf(count, unit);
}

interface Sides {
  readonly LengthIn: number;
  readonly WidthIn: number;
  readonly HeightIn: number;
}

export const formatBoxDimensions = ({ LengthIn, WidthIn, HeightIn }: Sides): string =>
  `${LengthIn} × ${WidthIn} × ${HeightIn} in`;

/** The three sides of `16 x 10 x 6`; undefined for any other text. */
export function parseSides(text: string): Sides | undefined {
  const sides = /^(\d{1,3}(?:\.\d{1,2})?)\s*[x×*]\s*(\d{1,3}(?:\.\d{1,2})?)\s*[x×*]\s*(\d{1,3}(?:\.\d{1,2})?)$/i.exec(
    text.trim(),
  );
  if (sides === null) return undefined;
  const [LengthIn = 0, WidthIn = 0, HeightIn = 0] = sides.slice(1).map(Number);
  return { LengthIn, WidthIn, HeightIn };
}

export const sidesAsText = ({ LengthIn, WidthIn, HeightIn }: Sides): string => `${LengthIn} x ${WidthIn} x ${HeightIn}`;
