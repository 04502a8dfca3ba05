/** Bins/Move: record that bottles were moved from one bin to another. */

import Type from 'typebox';
import { clientGeneratedIdField, quantityField, warehouseCodeField } from '../../contract/fields.ts';
import { primaryInventoryStatus } from '../../contract/operator-settings.ts';
import { itemInStatusFields, normalizeLocationCode } from '../../locations/index.ts';
import { noSuchWarehouseText } from '../../operator-settings/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  BinMoveReply,
  binLocationField,
  binMoveReplyExample,
  binOperationRoles,
  clientGeneratedIdExample,
  toBinMoveReply,
} from '../bin-fields.ts';
import { makeBinMove } from '../moves.ts';

export const binsMoveOperation = defineOperatorCommand({
  path: '/api/Bins/Move',
  isResumable: true,
  summary: 'Move bottles between bins',
  description:
    'Records that units of an item lie in another bin. An emptied pick face stays the item’s; an emptied location of the reserve is free. It changes no stock and nothing that customers see. A `MoveId` is counted once.',
  roles: binOperationRoles,
  request: Type.Object({
    MoveId: clientGeneratedIdField('move'),
    Warehouse: warehouseCodeField,
    From: binLocationField,
    To: binLocationField,
    ...itemInStatusFields,
    Quantity: quantityField('Units.'),
  }),
  requestExample: {
    MoveId: clientGeneratedIdExample,
    Warehouse: 'APC01',
    From: 'R-04-01',
    To: 'A-01-02',
    CustomerNo: 'W1001',
    ItemNo: '23PIN-01',
    Quantity: 48,
  },
  reply: { description: 'Both bins now.', schema: BinMoveReply, example: binMoveReplyExample },
  errors: {
    400: 'A field is not valid, both bins are the same, the customer has no such item or status, or the target is a tote.',
    403: 'Fewer units are recorded in the bin, or the other one has no room for it, or `MoveId` is of another move.',
    404: `${noSuchWarehouseText}, or no such location.`,
  },
  check: ({ From: from, To: to }) =>
    normalizeLocationCode(from) === normalizeLocationCode(to)
      ? [{ field: 'To', code: 'SameLocation', message: 'must be another bin than From' }]
      : [],
  execute: async ({ environment: { db }, operator, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo, Warehouse: warehouse, Quantity: quantity } = request;
    const [fromLocation, toLocation] = [normalizeLocationCode(request.From), normalizeLocationCode(request.To)];
    const moved = await makeBinMove(db, operator, {
      kind: 'move',
      moveId: request.MoveId.toLowerCase(),
      customerNo,
      itemNo,
      warehouse,
      quantity,
      fromLocation,
      toLocation,
      status: request.InventoryStatus ?? primaryInventoryStatus,
    });
    return toBinMoveReply(moved);
  },
});
