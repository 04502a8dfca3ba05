/** POST /api/Simulation/AdjustInventory: the stock is not what the ledger says (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { stockAdjustments } from '../adjustments.ts';
import {
  InventoryStatus,
  itemsOf,
  postedBody,
  postedReply,
  SignedItems,
  shortagePolicy,
  Warehouse,
} from './stock-fields.ts';

const request = Type.Object({
  Warehouse,
  InventoryStatus,
  ReasonCode: nameField(
    'Why: FOUND, LOST, BROKEN, DESTROYED, SAMPLE, CORRECTION, COUNT, TRANSFER-SHORT, TRANSFER-OVER, or a code of the operator.',
  ),
  Items: SignedItems,
});

export const adjustInventory = defineInternalChange({
  name: 'AdjustInventory',
  summary: 'Adjusts stock, with a reason',
  description: `Posts an Inventory Adjustment whose reference is the reason. All of it is posted or nothing. What is found goes to waiting orders first. ${shortagePolicy}`,
  request,
  requestExample: {
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    ReasonCode: 'BROKEN',
    Items: [{ ItemNo: '23PIN-01', Quantity: -2 }],
  },
  reply: postedReply,
  errors: {
    400: 'The reason is unknown or does not go with the sign of a quantity, an item is unknown or not stored by the operator, or more would be taken than is on hand.',
    403: 'The credentials lack the right to write.',
  },
  check: ({ Items }) =>
    (Items ?? []).flatMap((item, index) =>
      item?.Quantity === 0 ? [{ field: `Items[${index}].Quantity`, code: 'NotZero', message: 'must not be 0' }] : [],
    ),
  change: {
    writer: stockAdjustments,
    member: (call) => ({
      ...call.context,
      warehouse: call.request.Warehouse,
      status: call.request.InventoryStatus,
      reasonCode: call.request.ReasonCode,
      items: itemsOf(call.request.Items),
    }),
    reply: postedBody,
  },
});
