/** POST /api/InventoryMovement/CreateTransferOrder (interface: Inventory; Transfer order; decisions 4, 6, 8, 9, 10, 12). */
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { findRequestItemFaults } from '../../documents/index.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { transferItemEligibilityOptions } from '../accept-lines.ts';
import { transferOrderCreationWriter } from '../create-transfer-orders.ts';
import { checkWarehousesDiffer, TransferOrderRequest, toTransferOrderDraft } from '../request-mapping.ts';

export const createTransferOrderOperation = defineChange({
  path: '/api/InventoryMovement/CreateTransferOrder',
  tag: 'Inventory',
  summary: 'Create a transfer order',
  description:
    'Moves inventory between two warehouses. The whole stock is reserved at the source at once. When it is not available the order is backordered, ahead of sales orders, and starts when stock arrives. The stock leaves the source as `Transfer Out`, is on hand at neither warehouse while in transit, and arrives as `Transfer In`; shortage and surplus are an `Inventory Adjustment` with the reason `TRANSFER-SHORT` or `TRANSFER-OVER`. Repeating the request with the same content returns the first reference and changes nothing. Other content under the `CustomerReferenceNo` of a transfer order that is not canceled returns 400 `DuplicateTransferOrder` with the first reference.',
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
  reply: transactionReferenceReply('The transaction reference of the transfer order.', 201),
  errors: {
    400: 'The request is not valid, an item is unknown or not stored by the operator (`ValidationFailed`), or the reference belongs to a transfer order with other content (`DuplicateTransferOrder`).',
  },
  check: checkWarehousesDiffer,
  dataFaults: (input) => findRequestItemFaults(input, transferItemEligibilityOptions),
  change: {
    writer: transferOrderCreationWriter,
    item: ({ context, request }) => ({
      ...context,
      draft: toTransferOrderDraft(request),
    }),
    reply: ({ reference }) => reference,
  },
});
