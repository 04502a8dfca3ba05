/** Inventory/Produce: gift sets are assembled, or bottles relabeled, by a lead or an admin. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { postProduction } from '../operations/post-production.ts';
import { postStockProductions } from '../production.ts';
import {
  changeStockByHand,
  StockEffectsReply,
  singleOutcome,
  stockCustomerField,
  stockEditorRoles,
  stockEffectsExample,
  stockPreviewField,
} from '../stock-effect-fields.ts';

const { properties } = postProduction.request;

export const inventoryProduce = defineOperatorCommand({
  path: '/api/Inventory/Produce',
  summary: 'Assemble sets, or relabel bottles',
  description:
    'Posts one balanced Production Line: components out, sets in, at one warehouse and in one inventory status; one component of one unit relabels it. Reserved components are not used, so no order loses stock. The sets are allocated to backordered orders first: the reply names them; `Preview` returns it without changing anything.',
  roles: stockEditorRoles,
  request: Type.Object({
    CustomerNo: stockCustomerField,
    Warehouse: properties.Warehouse,
    InventoryStatus: properties.InventoryStatus,
    ItemNo: properties.ItemNo,
    Quantity: properties.Quantity,
    Components: properties.Components,
    Note: Type.Optional(Type.String({ maxLength: 500, description: 'Why, in the words of the person.' })),
    Preview: stockPreviewField,
  }),
  requestExample: {
    ...{ CustomerNo: 'W1001', Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ItemNo: 'GIFT-DUO', Quantity: 50 },
    Components: [
      { ItemNo: '23PIN-01', QuantityPerSet: 1 },
      { ItemNo: '23CHA-01', QuantityPerSet: 1 },
    ],
  },
  reply: {
    description: 'Posted, and what it does to orders.',
    schema: StockEffectsReply,
    example: stockEffectsExample,
  },
  errors: {
    400: 'An item is unknown or not stored by the operator, the set is its own component, a component is listed twice, or the available quantity of a component is too small.',
    404: 'There is no such customer.',
  },
  execute: async (call) => {
    const {
      Warehouse: warehouse,
      InventoryStatus: status,
      ItemNo: itemNo,
      Quantity: quantity,
      Components,
    } = call.request;
    const components = Components.map(({ ItemNo, QuantityPerSet }) => ({
      itemNo: ItemNo,
      quantityPerSet: QuantityPerSet,
    }));
    const production = { warehouse, status, itemNo, quantity, components };
    return await changeStockByHand(
      call,
      [itemNo, ...components.map((component) => component.itemNo)],
      async (tx, context) => singleOutcome(await postStockProductions(tx, [{ ...context, ...production }])),
      'inventory.produced',
    );
  },
});
