/** POST /api/InventoryMovement/CreateTransferOrder (interface: Inventory; Transfer order; decisions 4, 6, 8, 9, 10, 12). */
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import {
  type TransferOrderCreated,
  type TransferOrderCreation,
  transferOrderCreations,
} from '../create-transfer-orders.ts';
import { checkRoute, TransferOrderRequest, toTransferOrderDraft } from '../request-mapping.ts';
import { itemFaults } from './item-faults.ts';

export const createTransferOrder = defineChange<
  typeof TransferOrderRequest,
  typeof TransactionReference,
  TransferOrderCreation,
  TransferOrderCreated
>({
  path: '/api/InventoryMovement/CreateTransferOrder',
  tag: 'Inventory',
  summary: 'Creates a transfer order: inventory goes from one warehouse to another.',
  description:
    'Its stock is reserved at the source at once, whole; where it is not there the order waits, before sales orders, and begins by itself when stock comes. It leaves the source as `Transfer Out`, is on hand at neither end while in transit, and arrives as `Transfer In`; what was short or too much is an `Inventory Adjustment` with the reason `TRANSFER-SHORT` or `TRANSFER-OVER`. The same creation again answers the first reference and changes nothing; other content under a `CustomerReferenceNo` that is not canceled is 400 `DuplicateTransferOrder`, which names the first reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: TransferOrderRequest,
  requestExample: {
    TransferInfo: {
      CustomerReferenceNo: 'TRANSFER-1001',
      RequestedDate: '11/16/2026',
      TransferFromWarehouse: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      TransferToWarehouse: 'COB01',
      FirstName: 'Sample',
      LastName: 'Contact',
      PhoneNumber: '7075550100',
      EmailAddress: 'cellar@example.com',
      SpecialInstruction: 'Keep upright',
    },
    ItemsInfo: [
      { ItemNo: '23PIN-01', ItemDescription: '2023 Pinot Noir Estate 750ml', ItemQuantity: 60, QuantityUnit: 'AUTO' },
      { ItemNo: '22CAB-01', ItemQuantity: 10, QuantityUnit: 'WHOLESALE', InventoryTaxStatus: 'GOOD-ST-TX' },
    ],
  },
  reply: {
    status: 201,
    description: 'The transfer order exists.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'A rule of the interface is broken, an item is unknown, retired or not stored by the operator (`ValidationFailed`), or the reference belongs to other content (`DuplicateTransferOrder`).',
  },
  check: checkRoute,
  dataFaults: itemFaults,
  change: {
    writer: transferOrderCreations,
    member: ({ context, request }) => ({
      ...context,
      draft: toTransferOrderDraft(request),
    }),
    reply: (created) => created.reference,
  },
});
