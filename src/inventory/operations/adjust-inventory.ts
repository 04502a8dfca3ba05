/** AdjustInventory: correct the quantity on hand, with a reason (decision 10). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { stockAdjustmentWriter } from '../adjustments.ts';
import {
  itemsToAdjustField,
  removedReservationsText,
  stockPostedReplyDeclaration,
  stockStatusField,
  stockWarehouseField,
  toItemQuantities,
  toStockPostedBody,
} from './stock-fields.ts';

const request = Type.Object({
  Warehouse: stockWarehouseField,
  InventoryStatus: stockStatusField,
  ReasonCode: identifierField(
    'Reason code: FOUND, LOST, BROKEN, DESTROYED, SAMPLE, CORRECTION, COUNT, TRANSFER-SHORT, TRANSFER-OVER, OPENING, or one that the operator added.',
  ),
  Items: itemsToAdjustField,
});

export const adjustInventoryOperation = defineInternalChange({
  name: 'AdjustInventory',
  summary: 'Adjust stock',
  description: `Posts an Inventory Adjustment whose reference is the reason code. All items are posted or none. Added stock is allocated to backordered orders first. ${removedReservationsText}`,
  request,
  requestExample: {
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    ReasonCode: 'BROKEN',
    Items: [{ ItemNo: '23PIN-01', Quantity: -2 }],
  },
  reply: stockPostedReplyDeclaration,
  errors: {
    400: 'The reason code is unknown or not allowed for the sign of a quantity, an item is unknown or not stored by the operator, or a removal exceeds the quantity on hand.',
  },
  check: ({ Items }) =>
    (Items ?? []).flatMap((item, index) =>
      item?.Quantity === 0 ? [{ field: `Items[${index}].Quantity`, code: 'NotZero', message: 'must not be 0' }] : [],
    ),
  change: {
    writer: stockAdjustmentWriter,
    item: (call) => ({
      ...call.context,
      warehouse: call.request.Warehouse,
      status: call.request.InventoryStatus,
      reasonCode: call.request.ReasonCode,
      items: toItemQuantities(call.request.Items),
    }),
    reply: toStockPostedBody,
  },
});
