/** POST /api/InventoryMovement/UpdateTransferOrder (interface: Inventory; Transfer order; decisions 4, 9, 10, 12). */
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import type { TransferOrderChanged } from '../change.ts';
import { checkTransferName, TransferOrderPatchRequest, toTransferOrderPatch } from '../request-mapping.ts';
import { type TransferOrderUpdate, transferOrderUpdates } from '../update-transfer-orders.ts';
import { itemFaults } from './item-faults.ts';

const referenceField = 'TransferInfo.CustomerReferenceNo';

export const updateTransferOrder = defineChange<
  typeof TransferOrderPatchRequest,
  typeof TransactionReference,
  TransferOrderUpdate,
  TransferOrderChanged
>({
  path: '/api/InventoryMovement/UpdateTransferOrder',
  tag: 'Inventory',
  summary: 'Updates an open transfer order.',
  description:
    'What is absent (or null) stays, `""` clears a text, `ItemsInfo` when present replaces all lines; a line keeps the unit, tax status and price of its item where it leaves them out. What the order has reserved is replaced under one lock; when the new whole cannot be reserved the order waits at its old place. The warehouses never change: cancel the order and create another. The order is named by `TransferOrderNumber` (or, in its place, any reference answered for the order) or by `CustomerReferenceNo`. Answers the transaction reference of the update; from then on it identifies the order too.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: TransferOrderPatchRequest,
  requestExample: {
    TransferInfo: { CustomerReferenceNo: 'TRANSFER-1001', SpecialInstruction: 'Dock 2' },
    ItemsInfo: [{ ItemNo: '23PIN-01', ItemQuantity: 48 }],
  },
  reply: {
    status: 200,
    description: 'The transaction reference of the update.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'A rule of the interface is broken, no name or two that contradict each other are given, or an item is unknown, retired (and not yet on the order) or not stored by the operator.',
    403: 'The transfer order is not OPEN: the reason names its state. Or the credentials lack the right to write.',
    404: 'There is no such transfer order.',
  },
  check: (sent) => checkTransferName(sent.TransferInfo, referenceField),
  // Whether a retired item may stay depends on the order: the operation itself judges that.
  dataFaults: async (input) => (await itemFaults(input)).filter((fault) => fault.code !== 'RetiredItem'),
  change: {
    writer: transferOrderUpdates,
    member: ({ context, request }) => ({
      ...context,
      name: {
        transferOrderNumber: request.TransferInfo.TransferOrderNumber ?? '',
        customerReferenceNo: request.TransferInfo.CustomerReferenceNo ?? '',
        referenceField,
      },
      patch: toTransferOrderPatch(request),
    }),
    reply: (changed) => changed.reference,
  },
});
