/** Requests of the journal in replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { formatInstant } from '../lib/dates.ts';
import type { JournalEntry } from '../platform/journal-reads.ts';

/** A request as the journal lists it: who sent it, what it was about, and why it was rejected. */
export const JournalRequestRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String(),
  At: Type.String({ description: 'When it was recorded, on real time.' }),
  Operation: Type.String({ description: 'An operation, `SalesOrder/CreateSalesOrder`, or a command.' }),
  Actor: Type.String({ description: 'A UserKey, or `operator:` with who it was.' }),
  IsRejected: Type.Boolean(),
  Code: Type.String({ description: 'Of the error; `""` unless it was rejected.' }),
  Reason: Type.String({ description: 'Why it was rejected, as the caller read it; `""` unless it was.' }),
  Kind: Type.String({ description: 'The kind of its first entry in the log: `sales_order.accepted`.' }),
  Document: Type.String({ description: 'The number by which people know the document, as far as the log names it.' }),
});

export const journalRequestExample: Static<typeof JournalRequestRecord> = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  At: '2026-11-18T17:00:00Z',
  Operation: 'SalesOrder/CreateSalesOrder',
  Actor: 'dru_1',
  IsRejected: true,
  Code: 'ValidationFailed',
  Reason: 'ZipCode must be a ZIP code.',
  Kind: 'request.rejected',
  Document: 'CLB1001',
};

/** The data that the log keeps of a rejected request, and of some others. */
interface JournalData {
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly request?: Readonly<Record<string, unknown>>;
}

/** Names of documents, as entries have them, the best first. */
const documentNames = ['orderNo', 'itemNo', 'customerReferenceNo', 'rmaNumber', 'batchId'] as const;
const requestNames = [
  ...['OrderNo', 'OrderNumber', 'CustomerReferenceNo', 'PurchaseOrderNumber', 'TransferOrderNumber', 'ItemNo'],
  ...['TransmissionId', 'TransactionReferenceNumber'],
];

function documentOf({ data = {} }: JournalEntry): string {
  const { request = {} } = data as JournalData;
  const names = [
    ...documentNames.map((name) => (data as Readonly<Record<string, unknown>>)[name]),
    ...requestNames.map((name) => request[name]),
  ];
  const name = names.find((each) => typeof each === 'string' && each !== '');
  return typeof name === 'string' ? name : '';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function journalRequestRecord(entry: JournalEntry, customerName: string): Static<typeof JournalRequestRecord> {
  const isRejected = entry.kind === 'request.rejected';
  const { code, reason } = (entry.data ?? {}) as JournalData;
  return {
    CustomerNo: entry.customerNo,
    CustomerName: customerName,
    TransactionReferenceNumber: entry.reference,
    At: formatInstant(entry.recordedAt),
    Operation: entry.operation,
    Actor: entry.actor,
    IsRejected: isRejected,
    Code: isRejected ? text(code) : '',
    Reason: isRejected ? text(reason) : '',
    Kind: entry.kind,
    Document: documentOf(entry),
  };
}
