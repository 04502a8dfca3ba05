/** POST /api/Simulation/DisposeReturn: the simulated warehouse is told what to do with a return (decisions 2, 9, 10). Test only. */
import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { dispositionField } from '../return-fields.ts';
import { returnDisposals } from '../return-writers.ts';

const request = Type.Object({
  RMANumber: nameField('Which return.'),
  DispositionCode: dispositionField('What is done with it, as far as it has no disposition yet.'),
  InventoryStatusCode: Type.Optional(
    inventoryStatusField(
      'In which inventory status it is posted; by default as it was found, and for Reship as it had been shipped unless damaged.',
    ),
  ),
  Lines: Type.Optional(
    Type.Array(Type.Object({ ItemNo: nameField('An item of the return.') }, { title: 'DisposedLine' }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Only what was found of these items; by default all that has no disposition yet.',
    }),
  ),
});

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    RMANumber: Type.String({ description: "The operator's number of the return." }),
    ReturnStatus: Type.String({
      description: 'CLOSED, once everything found has its disposition; until then AWAITING DISPOSITION.',
    }),
    ReshipTransactionReferenceNumber: Type.String({
      description: 'The reference of the order that sends it out again; empty unless the disposition is Reship.',
    }),
    ReshipShipmentKey: Type.String({
      description: "The shipment key of that order; its OrderNo is the returned order's.",
    }),
  },
  { title: 'ReturnDisposed' },
);

export const disposeReturn = defineInternalChange({
  name: 'DisposeReturn',
  summary: 'Decides what becomes of an inspected return.',
  description:
    '`Return to Inventory` posts what was found to stock, `Return to Winery` posts it in and out again, `Reship` posts it in and creates an order of the same lines for the same recipient: it keeps the `OrderNo`, and its `ShipmentKey` begins with the RMA number.',
  request,
  requestExample: { RMANumber: 'RMA-W100-000001', DispositionCode: 'Reship' },
  reply: {
    status: 200,
    description: 'The stock is posted.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      RMANumber: 'RMA-W100-000001',
      ReturnStatus: 'CLOSED',
      ReshipTransactionReferenceNumber: referenceExample,
      ReshipShipmentKey: 'RMA-W100-000001',
    },
  },
  errors: {
    400: 'An item that is not in the return (`UnknownLine`), or another rule is broken.',
    403: 'The return is not AWAITING DISPOSITION, an item that is to be reshipped is retired, or the credentials lack the right to write.',
    404: 'There is no such return.',
  },
  change: {
    writer: returnDisposals,
    member: ({ context, request: asked }) => ({
      ...context,
      rmaNumber: asked.RMANumber,
      disposition: asked.DispositionCode,
      inventoryStatus: asked.InventoryStatusCode,
      lines: asked.Lines?.map(({ ItemNo }) => ({ itemNo: ItemNo })),
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
