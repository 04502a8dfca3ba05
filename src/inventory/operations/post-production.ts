/** PostProduction: assemble gift sets from their components (decision 10). */

import Type from 'typebox';
import { identifierField, quantityField } from '../../contract/fields.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { stockProductionWriter } from '../production.ts';
import {
  stockPostedReplyDeclaration,
  stockStatusField,
  stockWarehouseField,
  toStockPostedBody,
} from './stock-fields.ts';

const request = Type.Object({
  Warehouse: stockWarehouseField,
  InventoryStatus: stockStatusField,
  ItemNo: identifierField('Item number of the assembled set.'),
  Quantity: quantityField('Number of sets.'),
  Components: Type.Array(
    Type.Object(
      {
        ItemNo: identifierField('Item number of a component.'),
        QuantityPerSet: quantityField('Units of the component in one set.'),
      },
      { title: 'SetComponent' },
    ),
    { minItems: 1, maxItems: 100, description: 'Components of one set; each item once.' },
  ),
});

export const postProductionOperation = defineInternalChange({
  name: 'PostProduction',
  summary: 'Assemble gift sets from their components',
  description:
    'Posts one balanced Production Line: components out, sets in, at one warehouse and in one inventory status. Reserved components are not used. The sets are allocated to backordered orders first.',
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
  reply: stockPostedReplyDeclaration,
  errors: {
    400: 'An item is unknown or not stored by the operator, the set is its own component, a component is listed twice, or the available quantity of a component is too small.',
  },
  change: {
    writer: stockProductionWriter,
    item: (call) => ({
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
    reply: toStockPostedBody,
  },
});
