/** A shipper as its form has it: what it begins with, and the request of a complete one. */
import type { RequestOf } from '../../api/operation-types.ts';
import { type BottleFormat, parseSides, type Shipper, sidesAsText } from './shipper-words.ts';

/** As typed. */
export interface ShipperForm {
  readonly code: string;
  readonly name: string;
  /** Undefined until a person writes one: it follows the code. */
  readonly scanCode: string | undefined;
  readonly format: BottleFormat;
  readonly bottles: string;
  readonly size: string;
  readonly inner: string;
  readonly weight: string;
  readonly icePacks: boolean;
}

export const defaultScanCode = (code: string): string => `BOX-${code}`;

const innerText = ({ InnerLengthIn = 0, InnerWidthIn = 0, InnerHeightIn = 0 }: Shipper): string =>
  InnerLengthIn === 0 ? '' : sidesAsText({ LengthIn: InnerLengthIn, WidthIn: InnerWidthIn, HeightIn: InnerHeightIn });

/** Undefined: of a new one. */
export const formOfShipper = (shipper: Shipper | undefined): ShipperForm => ({
  code: shipper?.Shipper ?? '',
  name: shipper?.Name ?? '',
  scanCode: shipper?.ScanCode,
  format: shipper?.Format ?? 'standard',
  bottles: String(shipper?.Bottles ?? ''),
  size: shipper === undefined ? '' : sidesAsText(shipper),
  inner: shipper === undefined ? '' : innerText(shipper),
  weight: String(shipper?.EmptyWeightLb ?? ''),
  icePacks: shipper?.IcePacks ?? true,
});

/** The request that saves it, in use; undefined while something is missing or is no size. */
export function shipperOfForm({
  code,
  name,
  scanCode = defaultScanCode(code),
  format,
  bottles,
  size,
  inner,
  weight,
  icePacks,
}: ShipperForm): RequestOf<'/api/Shippers/Set'> | undefined {
  const [sides, innerSides] = [parseSides(size), parseSides(inner)];
  if (code === '' || name.trim() === '' || weight === '' || sides === undefined) return undefined;
  if ((inner !== '' && innerSides === undefined) || (bottles === '' && format !== 'large')) return undefined;
  return {
    Shipper: code,
    Name: name.trim(),
    ScanCode: scanCode,
    Format: format,
    ...(bottles !== '' && { Bottles: Number(bottles) }),
    ...(innerSides && {
      InnerLengthIn: innerSides.LengthIn,
      InnerWidthIn: innerSides.WidthIn,
      InnerHeightIn: innerSides.HeightIn,
    }),
    ...sides,
    EmptyWeightLb: Number(weight),
    IcePacks: icePacks,
    InUse: true,
  };
}
