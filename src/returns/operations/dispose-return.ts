/** DisposeReturn: apply a disposition to an inspected return (decisions 10 and 21). */

import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { identifierField, quantityField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { dispositionField } from '../return-fields.ts';
import { returnDispositionWriter } from '../return-writers.ts';

const request = Type.Object({
  RMANumber: identifierField('RMA number of the return.'),
  DispositionCode: dispositionField('Disposition of the units that have none yet.'),
  InventoryStatusCode: Type.Optional(
    inventoryStatusField(
      'Inventory status to post to. Default: as found; for Reship as originally shipped where the new order may draw it, else GOOD-NO-TX, unless damaged.',
    ),
  ),
  Lines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          ItemNo: identifierField('Item number on the return.'),
          Quantity: Type.Optional(quantityField('Units to dispose of. Default: all that have no disposition yet.')),
        },
        { title: 'DisposedLine' },
      ),
      {
        minItems: 1,
        maxItems: 1000,
        description: 'Items to dispose of. Default: all units that have no disposition yet.',
      },
    ),
  ),
});

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    RMANumber: Type.String({ description: 'RMA number of the return.' }),
    ReturnStatus: Type.String({
      description: 'CLOSED when every found unit has a disposition; until then AWAITING DISPOSITION.',
    }),
    ReshipTransactionReferenceNumber: Type.String({
      description: 'Reference of the new order; empty unless the disposition is Reship.',
    }),
    ReshipShipmentKey: Type.String({
      description:
        'Shipment key of the new order, which has the OrderNo of the returned order; empty unless the disposition is Reship.',
    }),
  },
  { title: 'ReturnDisposed' },
);

export const disposeReturnOperation = defineInternalChange({
  name: 'DisposeReturn',
  summary: 'Dispose of an inspected return',
  description:
    '`Return to Inventory` posts the found units to stock. `Return to Winery` posts them in and out again. `Reship` posts them in and creates an order of these units for the same recipient; it has the same `OrderNo`, and its `ShipmentKey` starts with the RMA number.',
  request,
  requestExample: { RMANumber: 'RMA-W100-000001', DispositionCode: 'Reship' },
  reply: {
    status: 200,
    description: 'The stock is posted.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      RMANumber: 'RMA-W100-000001',
      ReturnStatus: 'CLOSED',
      ReshipTransactionReferenceNumber: transactionReferenceExample,
      ReshipShipmentKey: 'RMA-W100-000001',
    },
  },
  errors: {
    400: 'An item is not on the return (`UnknownLine`), more units are named than have no disposition (`TooMany`), or the request is otherwise invalid.',
    403: 'The return is not AWAITING DISPOSITION, none of the units that `Lines` names is without a disposition, its warehouse or an inventory status does not exist, an item that the operator does not stock is not returned to the winery, or an item to reship is retired or its recipient erased.',
    404: 'The return does not exist.',
  },
  change: {
    writer: returnDispositionWriter,
    item: ({ context, request }) => ({
      ...context,
      rmaNumber: request.RMANumber,
      disposition: request.DispositionCode,
      inventoryStatus: request.InventoryStatusCode,
      lines: request.Lines?.map(({ ItemNo, Quantity }) => ({
        itemNo: ItemNo,
        ...(Quantity === undefined ? {} : { quantity: Quantity }),
      })),
      recipient: undefined,
    }),
    reply: ({ after, reference, reship }) => ({
      TransactionReferenceNumber: reference,
      RMANumber: after.rmaNumber,
      ReturnStatus: after.status,
      ReshipTransactionReferenceNumber: reship?.orderId ?? '',
      ReshipShipmentKey: reship?.shipmentKey ?? '',
    }),
  },
});
