/** The record of one order in the reply of BatchSalesOrder. */
import Type, { type Static } from 'typebox';

export const CreateSalesOrderStatus = Type.Object(
  {
    RefTransmissionId: Type.String({ description: "The order's TransmissionId." }),
    RefOrderNo: Type.String({ description: "The order's OrderNo." }),
    IsCreated: Type.Boolean({ description: 'Whether the order exists: created by this or by an earlier request.' }),
    TransactionReferenceNumber: Type.String({
      description: "The order's transaction reference; empty when it was not created.",
    }),
    Messages: Type.Array(Type.String(), {
      description: 'Why the order was not created; of an order that exists, warnings and why it is on hold.',
    }),
    Status: Type.Integer({
      description:
        'The status that CreateSalesOrder would have returned: 200 when the order exists, 400 when it was rejected, 503 when it was not created for lack of capacity, 500 after an internal error.',
    }),
    Retry: Type.Boolean({
      description: 'True when the order was neither created nor rejected (Status 503 or 500): send it again unchanged.',
    }),
  },
  { title: 'CreateSalesOrderStatus' },
);

export type CreateSalesOrderStatus = Static<typeof CreateSalesOrderStatus>;
