/** PackingRules/Preview: into which packages an order would be packed. */
import Type from 'typebox';
import {
  describePackingSettingsFault,
  packingSettingsWithRule,
  readOperatorSettings,
  shippersByFormatOf,
} from '../../operator-settings/index.ts';
import { valueOrThrowAppError } from '../../operators/index.ts';
import { notFoundError, refuse } from '../../platform/errors.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { packLinesIntoBoxes } from '../../warehouse/index.ts';
import {
  packingRuleFromRequest,
  packingRuleStepsField,
  packingRuleWarehouseField,
  shipperBoxField,
  shipperBoxFormatField,
} from '../shipper-fields.ts';

export const packingRulesPreviewOperation = defineOperatorQuery({
  path: '/api/PackingRules/Preview',
  summary: 'Preview how an order is packed',
  description:
    'Packs an order by the rules of a warehouse, or by a rule as `Set` would leave it, and returns its packages. Nothing is written.',
  roles: operatorRoles,
  request: Type.Object({
    Warehouse: packingRuleWarehouseField,
    Lines: Type.Array(
      Type.Object({
        Uom: Type.String({ minLength: 1, maxLength: 20, description: 'The unit of measure: 750, 1500, 750-6-W, EA …' }),
        Units: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many of this unit of measure.' }),
      }),
      { minItems: 1, maxItems: 20, description: 'The ordered items.' },
    ),
    IcePack: Type.Optional(Type.Boolean({ description: 'Whether it ships with ice packs.' })),
    Rule: Type.Optional(
      Type.Object(
        { Format: shipperBoxFormatField, Steps: packingRuleStepsField },
        { description: 'A rule of the warehouse that is not set yet.' },
      ),
    ),
  }),
  requestExample: { Warehouse: 'APC01', Lines: [{ Uom: '750', Units: 4 }] },
  reply: {
    description: 'The packages.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          Package: Type.Integer({ description: 'From 1.' }),
          Shipper: shipperBoxField,
          Name: Type.String(),
          Units: Type.Integer({ description: 'Bottles, or pieces of another unit.' }),
          WeightLb: Type.Number({ description: 'With the shipper and ice packs.' }),
          LengthIn: Type.Number(),
          WidthIn: Type.Number(),
          HeightIn: Type.Number(),
          IcePacks: Type.Integer(),
        }),
      ),
    }),
    example: {
      Records: [
        {
          Package: 1,
          Shipper: 'S6',
          Name: '6 bottles',
          Units: 4,
          WeightLb: 15.2,
          LengthIn: 16,
          WidthIn: 13,
          HeightIn: 10,
          IcePacks: 0,
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid, or an order could not be packed by the rule.',
    404: 'There is no such warehouse.',
  },
  execute: async ({ environment: { db }, request }) => {
    const { Warehouse: warehouse, Lines, IcePack: icePack = false, Rule } = request;
    const { packing: current, warehouses } = await readOperatorSettings(db);
    if (warehouse !== '' && !warehouses.has(warehouse)) throw notFoundError(`There is no warehouse ${warehouse}.`);
    const packing =
      Rule === undefined
        ? current
        : packingSettingsWithRule(current, packingRuleFromRequest({ Warehouse: warehouse, ...Rule }));
    const fault = describePackingSettingsFault(packing);
    if (fault !== undefined) valueOrThrowAppError(refuse('ValidationFailed', fault));
    const lines = Lines.map(({ Uom: uom, Units: quantity }, index) => ({ lineNo: index + 1, uom, quantity }));
    const packages = packLinesIntoBoxes(lines, { shippers: shippersByFormatOf(packing, warehouse, icePack), icePack });
    return {
      Records: packages.map(({ packageNo, shipper, items, weightLb, lengthIn, widthIn, heightIn, icePacks }) => ({
        Package: packageNo,
        Shipper: shipper.code,
        Name: shipper.name,
        Units: items.reduce((sum, { quantity }) => sum + quantity, 0),
        WeightLb: weightLb,
        LengthIn: lengthIn,
        WidthIn: widthIn,
        HeightIn: heightIn,
        IcePacks: icePacks,
      })),
    };
  },
});
