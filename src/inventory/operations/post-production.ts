/** POST /api/Simulation/PostProduction: gift sets are made of their components (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { nameField, quantityField } from '../../contract/fields.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { productions } from '../production.ts';
import { InventoryStatus, postedBody, postedReply, Warehouse } from './stock-fields.ts';

const request = Type.Object({
  Warehouse,
  InventoryStatus,
  ItemNo: nameField('The set that is made; an item of its own.'),
  Quantity: quantityField('How many sets.'),
  Components: Type.Array(
    Type.Object(
      {
        ItemNo: nameField('An item that goes into the set.'),
        QuantityPerSet: quantityField('How many units of it one set takes.'),
      },
      { title: 'SetComponent' },
    ),
    { minItems: 1, maxItems: 100, description: 'What one set is made of; each item once.' },
  ),
});

export const postProduction = defineInternalChange({
  name: 'PostProduction',
  summary: 'Makes gift sets of their components',
  description:
    'Posts one balanced Production Line: components out, sets in, at one warehouse and in one inventory status. Only what is available is used: nothing that is reserved. Orders that wait for the set are served.',
  request,
  requestExample: {
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    ItemNo: 'GIFT-DUO',
    Quantity: 50,
    Components: [
      { ItemNo: '23PIN-01', QuantityPerSet: 1 },
      { ItemNo: '23CHA-01', QuantityPerSet: 1 },
    ],
  },
  reply: postedReply,
  errors: {
    400: 'An item is unknown or not stored by the operator, the set is its own component, a component is named twice, or less of a component is available than the sets take.',
    403: 'The credentials lack the right to write.',
  },
  change: {
    writer: productions,
    member: (call) => ({
      ...call.context,
      warehouse: call.request.Warehouse,
      status: call.request.InventoryStatus,
      itemNo: call.request.ItemNo,
      quantity: call.request.Quantity,
      components: call.request.Components.map(({ ItemNo, QuantityPerSet }) => ({
        itemNo: ItemNo,
        quantityPerSet: QuantityPerSet,
      })),
    }),
    reply: postedBody,
  },
});
