/** Shippers and packing rules in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { codeField } from '../contract/fields.ts';
import { shipperBoxFormats } from '../contract/operator-settings.ts';
import type { PackingRule, ShipperBox } from '../operator-settings/index.ts';

export const shipperBoxField = Type.String({
  pattern: '^[A-Z0-9][A-Z0-9-]{1,19}$',
  description: 'The code of a shipper: 2 to 20 capital letters, digits and `-`.',
});

export const shipperBoxFormatField = codeField(
  'The bottles that it is made for: `standard`, bottles of up to 1 liter; `magnum`, of up to 1.5 liters; `large`, one larger bottle, wooden box or closed pack.',
  shipperBoxFormats,
);

const side = (description: string) => Type.Number({ minimum: 0.5, maximum: 108, description });
const innerSide = (of: string) =>
  Type.Optional(side(`Inner ${of} in inches; all three inner sides, or none when they are not known.`));

const bottles = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 48, description }));

const shipperProperties = {
  Shipper: shipperBoxField,
  Name: Type.String({ minLength: 1, maxLength: 60, description: 'For people at the stations.' }),
  ScanCode: Type.String({
    pattern: '^[A-Z0-9][A-Z0-9-]{1,29}$',
    description: 'The code that people scan at the packing station: 2 to 30 capital letters, digits and `-`.',
  }),
  Format: shipperBoxFormatField,
  Bottles: bottles(
    'The most that it holds: magnums of the format `magnum`, else standard bottles of 750 ml. Absent, of `large` only: one piece of any size.',
  ),
  InnerLengthIn: innerSide('length'),
  InnerWidthIn: innerSide('width'),
  InnerHeightIn: innerSide('height'),
  LengthIn: side('Outer length in inches, as carriers measure it.'),
  WidthIn: side('Outer width in inches.'),
  HeightIn: side('Outer height in inches.'),
  EmptyWeightLb: Type.Number({ minimum: 0, maximum: 50, description: 'With its inserts, in pounds.' }),
  IcePacks: Type.Boolean({ description: 'Whether it takes ice packs.' }),
  InUse: Type.Boolean({ description: 'False: it is retired, and nothing is packed into it any more.' }),
};

export const ShipperBoxRecord = Type.Object(shipperProperties);

export const shipperBoxExample: Static<typeof ShipperBoxRecord> = {
  Shipper: 'S4',
  Name: '4 bottles',
  ScanCode: 'BOX-S4',
  Format: 'standard',
  Bottles: 4,
  LengthIn: 16,
  WidthIn: 16,
  HeightIn: 6,
  EmptyWeightLb: 2.4,
  IcePacks: true,
  InUse: true,
};

/** A shipper as replies, the audit and the command line show it. */
export function shipperBoxRecord(shipper: ShipperBox): Static<typeof ShipperBoxRecord> {
  const { code, name, scanCode, format, bottles: most, inner, emptyLb, takesIcePacks, isInUse } = shipper;
  return {
    Shipper: code,
    Name: name,
    ScanCode: scanCode,
    Format: format,
    ...(most !== undefined && { Bottles: most }),
    ...(inner && { InnerLengthIn: inner.lengthIn, InnerWidthIn: inner.widthIn, InnerHeightIn: inner.heightIn }),
    LengthIn: shipper.lengthIn,
    WidthIn: shipper.widthIn,
    HeightIn: shipper.heightIn,
    EmptyWeightLb: emptyLb,
    IcePacks: takesIcePacks,
    InUse: isInUse,
  };
}

/** The shipper of a request; sizes and weights as they are stored, to hundredths. */
export function shipperBoxFromRequest(fields: Static<typeof ShipperBoxRecord>): ShipperBox {
  const { Shipper: code, Name, ScanCode, Format, Bottles, InnerLengthIn, InnerWidthIn, InnerHeightIn } = fields;
  const inner = [InnerLengthIn, InnerWidthIn, InnerHeightIn];
  return {
    code,
    name: Name.trim(),
    scanCode: ScanCode,
    format: Format,
    bottles: Bottles,
    // A missing side becomes 0, which is rejected.
    inner: inner.every((each) => each === undefined)
      ? undefined
      : { lengthIn: hundredths(inner[0]), widthIn: hundredths(inner[1]), heightIn: hundredths(inner[2]) },
    lengthIn: hundredths(fields.LengthIn),
    widthIn: hundredths(fields.WidthIn),
    heightIn: hundredths(fields.HeightIn),
    emptyLb: hundredths(fields.EmptyWeightLb),
    takesIcePacks: fields.IcePacks,
    isInUse: fields.InUse,
  };
}

const hundredths = (value = 0): number => Math.round(value * 100) / 100;

export const packingRuleWarehouseField = Type.String({
  pattern: '^([A-Z][A-Z0-9]{1,9})?$',
  description: 'The warehouse; `""`: all that have no rule of their own for the format.',
});

export const packingRuleStepsField = Type.Array(
  Type.Object({
    UpTo: bottles('Counted as `Bottles` of a shipper. Absent, of the last step of `large` only: any size.'),
    Shipper: shipperBoxField,
  }),
  {
    minItems: 1,
    maxItems: 50,
    description: 'Ascending: the first step with room is used, and what is more than the last one holds is split.',
  },
);

export const PackingRuleRecord = Type.Object({
  Warehouse: packingRuleWarehouseField,
  Format: shipperBoxFormatField,
  Steps: packingRuleStepsField,
});

export const packingRuleExample: Static<typeof PackingRuleRecord> = {
  Warehouse: 'APC01',
  Format: 'standard',
  Steps: [
    { UpTo: 3, Shipper: 'S3' },
    { UpTo: 6, Shipper: 'S6' },
  ],
};

/** A packing rule as replies, the audit and the command line show it. */
export const packingRuleRecord = ({ warehouse, format, steps }: PackingRule): Static<typeof PackingRuleRecord> => ({
  Warehouse: warehouse,
  Format: format,
  Steps: steps.map(({ upTo, shipper }) => ({ ...(upTo !== undefined && { UpTo: upTo }), Shipper: shipper })),
});

export const packingRuleFromRequest = ({
  Warehouse,
  Format,
  Steps,
}: Static<typeof PackingRuleRecord>): PackingRule => ({
  warehouse: Warehouse,
  format: Format,
  steps: Steps.map(({ UpTo, Shipper: shipper }) => ({ upTo: UpTo, shipper })),
});
