/** Explanations of balances as records, for Inventory/Explain and `dray explain --json`. */
import Type, { type Static } from 'typebox';
import type { BalanceExplanation, ExplainedDocument, ExplainedQuantity } from './explain.ts';

const quantityFields = {
  Quantity: Type.Integer({ description: 'As stored in the balance.' }),
  Sum: Type.Integer({ description: 'Of all entries, listed or not.' }),
  Count: Type.Integer({ description: 'Of all entries, listed or not, without movements of archived months.' }),
};

const documentFields = {
  Quantity: Type.Integer(),
  Document: Type.String({ description: '`sales order`, `purchase order`, `transfer order`.' }),
  Name: Type.String({ description: 'The number by which people know it.' }),
  Status: Type.String(),
  TransactionReferenceNumber: Type.String(),
};

const Demand = Type.Object({
  ...documentFields,
  State: Type.String({ description: '`waiting`, `reserved` or `in_work`.' }),
  QueuedAt: Type.String(),
});

const expectations = (description: string) =>
  Type.Object({
    ...quantityFields,
    Expectations: Type.Array(
      Type.Object({
        ...documentFields,
        Line: Type.Integer(),
        Ordered: Type.Integer(),
        Received: Type.Integer(),
      }),
      { description },
    ),
  });

export const BalanceExplanationRecord = Type.Object({
  Warehouse: Type.String(),
  InventoryStatus: Type.String(),
  AddsUp: Type.Boolean({ description: 'Whether every quantity is the sum of its entries.' }),
  OnHand: Type.Object({
    ...quantityFields,
    Movements: Type.Array(
      Type.Object({
        Quantity: Type.Integer(),
        TransactionDateTime: Type.String(),
        TransactionType: Type.String(),
        Reference: Type.String(),
        PONumber: Type.String(),
      }),
      { description: 'The newest first.' },
    ),
  }),
  Reserved: Type.Object({ ...quantityFields, Reservations: Type.Array(Demand) }),
  Available: Type.Object({ Quantity: Type.Integer({ description: 'On hand less reserved.' }) }),
  BackOrder: Type.Object({
    ...quantityFields,
    Waiting: Type.Array(Demand, { description: 'In the order of the queue.' }),
  }),
  OpenPO: expectations('Lines of purchase orders of which units are not received.'),
  InTransit: expectations('Lines of transfer orders that have left their warehouse, of which units have not arrived.'),
});

export const balanceExplanationExample: Static<typeof BalanceExplanationRecord> = {
  Warehouse: 'APC01',
  InventoryStatus: 'GOOD-NO-TX',
  AddsUp: true,
  OnHand: {
    Quantity: 600,
    Sum: 600,
    Count: 1,
    Movements: [
      {
        Quantity: 600,
        TransactionDateTime: '2026-11-18T17:00:00Z',
        TransactionType: 'Purchase Order',
        Reference: 'INBOUND-1',
        PONumber: 'PO000001',
      },
    ],
  },
  Reserved: {
    Quantity: 6,
    Sum: 6,
    Count: 1,
    Reservations: [
      {
        Quantity: 6,
        Document: 'sales order',
        Name: 'CLB1001',
        Status: 'RECEIVED',
        TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
        State: 'reserved',
        QueuedAt: '2026-11-18T18:00:00Z',
      },
    ],
  },
  Available: { Quantity: 594 },
  BackOrder: { Quantity: 0, Sum: 0, Count: 0, Waiting: [] },
  OpenPO: { Quantity: 0, Sum: 0, Count: 0, Expectations: [] },
  InTransit: { Quantity: 0, Sum: 0, Count: 0, Expectations: [] },
};

/** An explanation as a record; `at` formats its times. */
export function toBalanceExplanationRecord(
  place: BalanceExplanation,
  at: (instant: Temporal.Instant) => string,
): Static<typeof BalanceExplanationRecord> {
  const { onHand, reserved, available, backOrder, openPO, inTransit } = place;
  const demands = ({ parts }: BalanceExplanation['reserved']) =>
    parts.map((part) => ({ ...documentRecord(part), State: part.state, QueuedAt: at(part.queuedAt) }));
  const expected = (quantity: BalanceExplanation['openPO']) => ({
    ...quantityRecord(quantity),
    Expectations: quantity.parts.map((part) => ({
      ...documentRecord(part),
      Line: part.line,
      Ordered: part.ordered,
      Received: part.received,
    })),
  });
  return {
    Warehouse: place.warehouse,
    InventoryStatus: place.status,
    AddsUp: place.addsUp,
    OnHand: {
      ...quantityRecord(onHand),
      Movements: onHand.parts.map((movement) => ({
        Quantity: movement.quantity,
        TransactionDateTime: at(movement.occurredAt),
        TransactionType: movement.type,
        Reference: movement.reference,
        PONumber: movement.poNumber,
      })),
    },
    Reserved: { ...quantityRecord(reserved), Reservations: demands(reserved) },
    Available: { Quantity: available },
    BackOrder: { ...quantityRecord(backOrder), Waiting: demands(backOrder) },
    OpenPO: expected(openPO),
    InTransit: expected(inTransit),
  };
}

const quantityRecord = ({ kept, sum, count }: ExplainedQuantity<unknown>) => ({
  Quantity: kept,
  Sum: sum,
  Count: count,
});

const documentRecord = ({ quantity, document, subject }: ExplainedDocument) => ({
  Quantity: quantity,
  Document: document?.kind ?? '',
  Name: document?.name ?? '',
  Status: document?.status ?? '',
  TransactionReferenceNumber: subject,
});
