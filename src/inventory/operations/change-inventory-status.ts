/** ChangeInventoryStatus: move stock to another inventory status, such as damaged (decision 10). */

import Type from 'typebox';
import { inventoryOrTaxStatusField } from '../../contract/code-lists.ts';
import { identifierField } from '../../contract/fields.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { stockStatusChangeWriter } from '../status-changes.ts';
import {
  itemsToMoveField,
  removedReservationsText,
  stockPostedReplyDeclaration,
  stockWarehouseField,
  toItemQuantities,
  toStockPostedBody,
} from './stock-fields.ts';

const request = Type.Object({
  Warehouse: stockWarehouseField,
  FromInventoryStatus: inventoryOrTaxStatusField('Current inventory status.'),
  ToInventoryStatus: inventoryOrTaxStatusField('New inventory status; must differ.'),
  ReasonCode: Type.Optional(
    identifierField(
      'Reason code: DAMAGED, RESTORED, RECLASSIFIED, or one that the operator added. Default: derived from the two statuses.',
    ),
  ),
  Items: itemsToMoveField,
});

export const changeInventoryStatusOperation = defineInternalChange({
  name: 'ChangeInventoryStatus',
  summary: 'Change the inventory status of stock',
  description: `Posts one balanced Inventory Status Change: out of one status and into the other. All items are posted or none. Stock in the new status is allocated to backordered orders first. ${removedReservationsText}`,
  request,
  requestExample: {
    Warehouse: 'APC01',
    FromInventoryStatus: 'GOOD-NO-TX',
    ToInventoryStatus: 'DMGD-NO-TX',
    Items: [{ ItemNo: '23PIN-01', Quantity: 3 }],
  },
  reply: stockPostedReplyDeclaration,
  errors: {
    400: 'Both statuses are the same, the reason code is unknown, an item is unknown or not stored by the operator, or a quantity exceeds the quantity on hand.',
  },
  change: {
    writer: stockStatusChangeWriter,
    item: (call) => ({
      ...call.context,
      warehouse: call.request.Warehouse,
      fromStatus: call.request.FromInventoryStatus,
      toStatus: call.request.ToInventoryStatus,
      reasonCode: call.request.ReasonCode,
      items: toItemQuantities(call.request.Items),
    }),
    reply: toStockPostedBody,
  },
});
