/** Floor/FinishBox: close a box with its weight and size. */
import Type from 'typebox';
import { maxBoxWeightLb, minBoxWeightLb } from '../../contract/entry-limits.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { AppError, type Fault, refuse } from '../../platform/errors.ts';
import { definePackingOperation } from '../packing-operation.ts';
import { runPackingStep } from '../packing-requests.ts';
import { type BoxMeasurements, matchShipperByCode } from '../packing-session.ts';

const inches = (description: string) => Type.Optional(Type.Number({ minimum: 1, maximum: 108, description }));

export const floorFinishBoxOperation = definePackingOperation({
  path: '/api/Floor/FinishBox',
  summary: 'Close a box with its weight and size',
  description:
    'Closes a box: its label is bought with this weight, and the size of the shipper; a box of another size is named by its sides instead. The next scan opens another box. A box that is closed already gets the new values, as long as its labels are not bought.',
  fields: {
    Box: Type.Integer({ minimum: 1, maximum: 10_000, description: 'The number of the box.' }),
    WeightLb: Type.Number({
      minimum: minBoxWeightLb,
      maximum: maxBoxWeightLb,
      description: 'As weighed, in pounds, with up to two decimals.',
    }),
    Shipper: Type.Optional(
      Type.String({ minLength: 1, maxLength: 30, description: 'The code or scan code of a shipper in use.' }),
    ),
    LengthIn: inches('Length in inches, without `Shipper`.'),
    WidthIn: inches('Width in inches, without `Shipper`.'),
    HeightIn: inches('Height in inches, without `Shipper`.'),
  },
  requestExample: { Box: 1, WeightLb: 7.4, Shipper: 'S2' },
  errors: {
    400: 'Session is not one, a weight or size is not possible, the shipper is none in use, or there is neither a shipper nor a size.',
    403: 'Another person has taken the order over, or its labels are bought.',
    404: 'The order is not on the floor, or has no such box.',
  },
  check: sizeFaults,
  step: async (call, session) => {
    const { Box: box, WeightLb, Shipper: named } = call.request;
    const size = named === undefined ? sizeIn(call.request) : await sizeOfShipper(call.environment.db, named);
    const measures = { weightLb: cents(WeightLb), ...size };
    return await runPackingStep(call, session, { kind: 'finish', session, box, measures });
  },
});

/** Rounded to what packages store. */
const cents = (value: number): number => Math.round(value * 100) / 100;

interface Sides {
  readonly LengthIn?: number | undefined;
  readonly WidthIn?: number | undefined;
  readonly HeightIn?: number | undefined;
}

function sizeFaults(request: Sides & { readonly Shipper?: string | undefined }): Fault[] {
  const sides = (['LengthIn', 'WidthIn', 'HeightIn'] as const).filter((side) => request[side] !== undefined);
  if (request.Shipper === undefined ? sides.length === 3 : sides.length === 0) return [];
  return [{ field: 'Shipper', code: 'Required', message: 'name a shipper, or all three sides without one' }];
}

const sizeIn = ({ LengthIn = 0, WidthIn = 0, HeightIn = 0 }: Sides): Omit<BoxMeasurements, 'weightLb'> => ({
  lengthIn: cents(LengthIn),
  widthIn: cents(WidthIn),
  heightIn: cents(HeightIn),
});

async function sizeOfShipper(db: DbReader, named: string): Promise<Omit<BoxMeasurements, 'weightLb'>> {
  const { packing } = await readOperatorSettings(db);
  const shipper = matchShipperByCode(named, packing.shippers.values());
  if (shipper === undefined) {
    const fault = { field: 'Shipper', code: 'Format', message: 'must be the code of a shipper in use' } as const;
    throw new AppError(
      refuse('ValidationFailed', `There is no shipper ${JSON.stringify(named)} in use.`, [fault]).refused,
    );
  }
  const { code, lengthIn, widthIn, heightIn } = shipper;
  return { lengthIn, widthIn, heightIn, shipper: code };
}
