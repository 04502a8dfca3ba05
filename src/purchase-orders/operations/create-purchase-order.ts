/** POST /api/InventoryMovement/CreatePurchaseOrder (interface: Inventory; Purchase order; decisions 4, 6, 8, 9, 10). */
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import {
  type PurchaseOrderCreated,
  type PurchaseOrderCreation,
  purchaseOrderCreations,
} from '../create-purchase-orders.ts';
import { checkPurchaseOrder, PurchaseOrderRequest, toPurchaseOrderDraft } from '../request-mapping.ts';
import { itemFaults } from './item-faults.ts';

export const createPurchaseOrder = defineChange<
  typeof PurchaseOrderRequest,
  typeof TransactionReference,
  PurchaseOrderCreation,
  PurchaseOrderCreated
>({
  path: '/api/InventoryMovement/CreatePurchaseOrder',
  tag: 'Inventory',
  summary: 'Creates a purchase order: inbound inventory, by pickup or drop-off.',
  description:
    'Its lines count as `OpenPOQuantity` until they have been received. The same creation again answers the first reference and changes nothing; other content under a `CustomerReferenceNo` that is not canceled is 400 `DuplicatePurchaseOrder`, which names the first reference.',
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
  reply: {
    status: 201,
    description: 'The purchase order exists.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'A rule of the interface is broken, an item is unknown, retired or not stored by the operator (`ValidationFailed`), or the reference belongs to other content (`DuplicatePurchaseOrder`).',
  },
  check: checkPurchaseOrder,
  dataFaults: itemFaults,
  change: {
    writer: purchaseOrderCreations,
    member: ({ context, request }) => ({
      ...context,
      draft: toPurchaseOrderDraft(request),
    }),
    reply: (created) => created.reference,
  },
});
