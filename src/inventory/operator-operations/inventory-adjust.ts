/** Inventory/Adjust: stock is found, lost or corrected, by a lead or an admin. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { adjustStock } from '../adjustments.ts';
import { adjustInventory } from '../operations/adjust-inventory.ts';
import { shortagePolicyText, toItemQuantities } from '../operations/stock-fields.ts';
import {
  changeStockByHand,
  StockEffectsReply,
  singleOutcome,
  stockCustomerField,
  stockEditorRoles,
  stockEffectsExample,
  stockPreviewField,
} from '../stock-effect-fields.ts';

const { properties } = adjustInventory.request;

export const inventoryAdjust = defineOperatorCommand({
  path: '/api/Inventory/Adjust',
  summary: 'Adjust stock',
  description: `Posts an Inventory Adjustment with a reason code: all items, or none. Added stock is allocated to backordered orders first. ${shortagePolicyText} The reply names them; \`Preview\` returns it without changing anything.`,
  roles: stockEditorRoles,
  request: Type.Object({
    CustomerNo: stockCustomerField,
    Warehouse: properties.Warehouse,
    InventoryStatus: properties.InventoryStatus,
    ReasonCode: properties.ReasonCode,
    Items: properties.Items,
    Preview: stockPreviewField,
  }),
  requestExample: {
    CustomerNo: 'W1001',
    ...{ Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN' },
    Items: [{ ItemNo: '23PIN-01', Quantity: -2 }],
  },
  reply: {
    description: 'Posted, and what it does to orders.',
    schema: StockEffectsReply,
    example: stockEffectsExample,
  },
  errors: {
    400: 'The reason code is unknown or not allowed for the sign of a quantity, an item is unknown or not stored by the operator, or a removal exceeds the quantity on hand.',
    404: 'There is no such customer.',
  },
  check: ({ Items }) =>
    (Items ?? []).flatMap((item, index) =>
      item?.Quantity === 0 ? [{ field: `Items[${index}].Quantity`, code: 'NotZero', message: 'must not be 0' }] : [],
    ),
  execute: async (call) => {
    const { Warehouse: warehouse, InventoryStatus: status, ReasonCode: reasonCode, Items } = call.request;
    const items = toItemQuantities(Items);
    return await changeStockByHand(
      call,
      items.map(({ itemNo }) => itemNo),
      async (tx, context) =>
        singleOutcome(await adjustStock(tx, [{ ...context, warehouse, status, reasonCode, items }])),
      'inventory.adjusted',
    );
  },
});
