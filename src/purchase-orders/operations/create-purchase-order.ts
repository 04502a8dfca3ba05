/** POST /api/InventoryMovement/CreatePurchaseOrder (interface: Inventory; Purchase order; decisions 4, 6, 8, 9, 10). */
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { findRequestItemFaults } from '../../documents/index.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { purchaseOrderCreationWriter } from '../create-purchase-orders.ts';
import { checkPurchaseOrderRequest, PurchaseOrderRequest, toPurchaseOrderDraft } from '../request-mapping.ts';

export const createPurchaseOrderOperation = defineChange({
  path: '/api/InventoryMovement/CreatePurchaseOrder',
  tag: 'Inventory',
  summary: 'Create a purchase order',
  description:
    'Announces inbound inventory, by pickup or drop-off. Its lines count as `OpenPOQuantity` until they are received. Repeating the request with the same content returns the first reference and changes nothing. Other content under the `CustomerReferenceNo` of a purchase order that is not canceled returns 400 `DuplicatePurchaseOrder` with the first reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: PurchaseOrderRequest,
  requestExample: {
    OrderInfo: {
      CustomerReferenceNo: 'INBOUND-1001',
      TransportMethod: 'PICKUP',
      RequestedDate: '11/16/2026',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'PICKUP-1001',
      FirstName: 'Sample',
      LastName: 'Contact',
      Company: 'Sample Winery',
      Address: '100 Cellar Road',
      Address2: '',
      City: 'Napa',
      State: 'CA',
      ZipCode: '94558',
      PhoneNumber: '7075550100',
      EmailAddress: 'cellar@example.com',
      SpecialInstruction: 'Dock 2',
    },
    ItemsInfo: [{ ItemNo: '23PIN-01', ItemDescription: '2023 Pinot Noir Estate 750ml', ItemQuantity: 1200 }],
  },
  reply: transactionReferenceReply('The transaction reference of the purchase order.', 201),
  errors: {
    400: 'The request is not valid, an item is unknown, retired or not stored by the operator (`ValidationFailed`), or the reference belongs to a purchase order with other content (`DuplicatePurchaseOrder`).',
  },
  check: checkPurchaseOrderRequest,
  dataFaults: (input) => findRequestItemFaults(input, { isStoredRequired: true }),
  change: {
    writer: purchaseOrderCreationWriter,
    item: ({ context, request }) => ({
      ...context,
      draft: toPurchaseOrderDraft(request),
    }),
    reply: ({ reference }) => reference,
  },
});
