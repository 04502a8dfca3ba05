/** Bins/PutAway: record that unplaced bottles were put into a bin. */

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

const { From: _, ...example } = binMoveReplyExample;

export const binsPutAwayOperation = defineOperatorCommand({
  path: '/api/Bins/PutAway',
  isResumable: true,
  summary: 'Put bottles into a bin',
  description:
    'Records that unplaced units of an item were put into a bin. Unplaced is the on-hand quantity of the ledger, less the recorded contents of bins and totes, what is picked for orders that have not left, and units that people have confirmed missing. Stock and what customers see do not change. Idempotent by `MoveId`.',
  roles: binOperationRoles,
  request: Type.Object({
    MoveId: clientGeneratedIdField('move'),
    Warehouse: warehouseCodeField,
    To: binLocationField,
    ...itemInStatusFields,
    Quantity: quantityField('Units.'),
  }),
  requestExample: {
    MoveId: clientGeneratedIdExample,
    Warehouse: 'APC01',
    To: 'A-01-02',
    CustomerNo: 'W1001',
    ItemNo: '23PIN-01',
    Quantity: 48,
  },
  reply: { description: 'The bin now, and what is still in none.', schema: BinMoveReply, example },
  errors: {
    400: 'A field is not valid, the customer has no such item or status, or the location is a tote.',
    403: 'Less is in no bin, the bin has no room for it, or `MoveId` is of another move.',
    404: `${noSuchWarehouseText}, or no such location.`,
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo, Warehouse: warehouse, Quantity: quantity } = request;
    const moved = await makeBinMove(db, operator, {
      kind: 'put away',
      moveId: request.MoveId.toLowerCase(),
      customerNo,
      itemNo,
      warehouse,
      quantity,
      fromLocation: '',
      toLocation: normalizeLocationCode(request.To),
      status: request.InventoryStatus ?? primaryInventoryStatus,
    });
    return toBinMoveReply(moved);
  },
});
