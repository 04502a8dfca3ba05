/** The shippers and rules of a first start. */
import { type ShipperBoxFormat, shipperBoxFormats } from '../../src/contract/operator-settings.ts';
import type { PackingSettings, ShipperBox } from '../../src/operator-settings/index.ts';

const standard = (code: string, name: string, bottles: number, emptyLb: number, ...size: Sides): ShipperBox =>
  shipperOf('standard', code, name, bottles, emptyLb, size);
const magnum = (code: string, name: string, bottles: number, emptyLb: number, ...size: Sides): ShipperBox =>
  shipperOf('magnum', code, name, bottles, emptyLb, size);
const large = (code: string, name: string, bottles: number | undefined, emptyLb: number, ...size: Sides): ShipperBox =>
  shipperOf('large', code, name, bottles, emptyLb, size);

type Sides = readonly [lengthIn: number, widthIn: number, heightIn: number];

function shipperOf(
  format: ShipperBoxFormat,
  code: string,
  name: string,
  bottles: number | undefined,
  emptyLb: number,
  [lengthIn, widthIn, heightIn]: Sides,
): ShipperBox {
  const size = { lengthIn, widthIn, heightIn };
  return {
    code,
    name,
    scanCode: `BOX-${code}`,
    format,
    bottles,
    ...size,
    inner: undefined,
    emptyLb,
    takesIcePacks: true,
    isInUse: true,
  };
}

/** As migration 0049 writes them. */
const defaultShippers: readonly ShipperBox[] = [
  standard('S1', '1 bottle', 1, 1.2, 16, 6, 6),
  standard('S2', '2 bottles', 2, 1.6, 16, 10, 6),
  standard('S3', '3 bottles', 3, 2, 16, 13, 6),
  standard('S6', '6 bottles', 6, 3.2, 16, 13, 10),
  standard('S12', '12 bottles', 12, 5, 20, 16, 14),
  magnum('M1', '1 magnum', 1, 2, 19, 8, 8),
  magnum('M2', '2 magnums', 2, 2.8, 19, 13, 8),
  magnum('M3', '3 magnums', 3, 3.6, 19, 18, 8),
  magnum('M6', '6 magnums', 6, 6.5, 20, 19, 17),
  large('L4', 'Overbox, 3 liters', 4, 3, 22, 9, 9),
  large('L8', 'Overbox, 6 liters', 8, 4.5, 26, 14, 11),
  large('L12', 'Overbox, 9 liters', 12, 6, 26, 18, 14),
  large('LX', 'Overbox, any size', undefined, 9, 32, 22, 18),
];

/** The default packing: up to twelve standard bottles or six magnums in a box; larger pieces by their size. */
export const defaultPacking: PackingSettings = {
  shippers: new Map(defaultShippers.map((shipper) => [shipper.code, shipper])),
  rules: shipperBoxFormats.map((format) => ({
    warehouse: '',
    format,
    steps: defaultShippers.flatMap(({ code, bottles, ...each }) =>
      each.format === format ? [{ upTo: bottles, shipper: code }] : [],
    ),
  })),
};
