/** Inventory/ChangeStatus: stock moves to another inventory status, by a lead or an admin. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { changeInventoryStatus } from '../operations/change-inventory-status.ts';
import { shortagePolicyText, toItemQuantities } from '../operations/stock-fields.ts';
import { changeStockStatuses } from '../status-changes.ts';
import {
  changeStockByHand,
  StockEffectsReply,
  singleOutcome,
  stockCustomerField,
  stockEditorRoles,
  stockEffectsExample,
  stockPreviewField,
} from '../stock-effect-fields.ts';

const { properties } = changeInventoryStatus.request;

export const inventoryChangeStatus = defineOperatorCommand({
  path: '/api/Inventory/ChangeStatus',
  summary: 'Change the inventory status of stock',
  description: `Posts one balanced Inventory Status Change: all items, or none. Stock in the new status is allocated to backordered orders first. ${shortagePolicyText} The reply names them; \`Preview\` returns it without changing anything.`,
  roles: stockEditorRoles,
  request: Type.Object({
    CustomerNo: stockCustomerField,
    Warehouse: properties.Warehouse,
    FromInventoryStatus: properties.FromInventoryStatus,
    ToInventoryStatus: properties.ToInventoryStatus,
    ReasonCode: properties.ReasonCode,
    Items: properties.Items,
    Preview: stockPreviewField,
  }),
  requestExample: {
    ...{ CustomerNo: 'W1001', Warehouse: 'APC01' },
    ...{ FromInventoryStatus: 'GOOD-NO-TX', ToInventoryStatus: 'DMGD-NO-TX', ReasonCode: 'DAMAGED' },
    Items: [{ ItemNo: '23PIN-01', Quantity: 3 }],
  },
  reply: {
    description: 'Posted, and what it does to orders.',
    schema: StockEffectsReply,
    example: stockEffectsExample,
  },
  errors: {
    400: 'Both statuses are the same, the reason code is unknown, an item is unknown or not stored by the operator, or a quantity exceeds the quantity on hand.',
    404: 'There is no such customer.',
  },
  execute: async (call) => {
    const { Warehouse: warehouse, FromInventoryStatus: fromStatus, ToInventoryStatus: toStatus, Items } = call.request;
    const change = {
      warehouse,
      fromStatus,
      toStatus,
      reasonCode: call.request.ReasonCode,
      items: toItemQuantities(Items),
    };
    return await changeStockByHand(
      call,
      Items.map(({ ItemNo }) => ItemNo),
      async (tx, context) => singleOutcome(await changeStockStatuses(tx, [{ ...context, ...change }])),
      'inventory.status_changed',
    );
  },
});
