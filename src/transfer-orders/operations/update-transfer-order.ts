/** POST /api/InventoryMovement/UpdateTransferOrder (interface: Inventory; Transfer order; decisions 4, 9, 10, 12). */
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { findRequestItemFaults } from '../../documents/index.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { transferItemEligibilityOptions } from '../accept-lines.ts';
import {
  checkTransferOrderSelector,
  TransferOrderPatchRequest,
  toTransferOrderPatch,
  toTransferOrderSelector,
} from '../request-mapping.ts';
import { noSuchTransferOrderMessage } from '../transfer-order.ts';
import { transferOrderUpdateWriter } from '../update-transfer-orders.ts';

const referenceField = 'TransferInfo.CustomerReferenceNo';

export const updateTransferOrderOperation = defineChange({
  path: '/api/InventoryMovement/UpdateTransferOrder',
  tag: 'Inventory',
  summary: 'Update a transfer order',
  description:
    'Updates a transfer order that is OPEN: a field that is absent or null stays, `""` clears a text, `ItemsInfo` replaces all lines; a line without description, unit, tax status or price keeps those of its item. The reservation is replaced in one step; when the new quantity cannot be reserved whole, the order is backordered with its old position in the queue. The warehouses cannot change (400 when others are sent): cancel the order and create another one. `TransferOrderNumber` (or any transaction reference returned for the order) or `CustomerReferenceNo` identifies the order. Returns the transaction reference of the update, which identifies the order as well.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: TransferOrderPatchRequest,
  requestExample: {
    TransferInfo: { CustomerReferenceNo: 'TRANSFER-1001', SpecialInstruction: 'Dock 2' },
    ItemsInfo: [{ ItemNo: '23PIN-01', ItemQuantity: 48 }],
  },
  reply: transactionReferenceReply('The transaction reference of the update.'),
  errors: {
    400: 'The request is not valid, `TransferOrderNumber` and `CustomerReferenceNo` are missing or name different orders, or an item is unknown or not stored by the operator (`ValidationFailed`).',
    403: 'The transfer order is not OPEN, or the credentials lack the right to write.',
    404: noSuchTransferOrderMessage,
  },
  check: (sent) => checkTransferOrderSelector(sent.TransferInfo, referenceField),
  dataFaults: (input) => findRequestItemFaults(input, transferItemEligibilityOptions),
  change: {
    writer: transferOrderUpdateWriter,
    item: ({ context, request }) => ({
      ...context,
      ...toTransferOrderSelector(context.customerNo, request.TransferInfo, referenceField),
      patch: toTransferOrderPatch(request),
    }),
    reply: ({ reference }) => reference,
  },
});
