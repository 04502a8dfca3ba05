/** Transactions/Get: who sent a request, why it was rejected or what it changed. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { transactionReferenceField } from '../../contract/fields.ts';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { formatInstant } from '../../lib/dates.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readJournalOfReference } from '../../platform/journal-reads.ts';
import { JournalRequestRecord, journalRequestExample, journalRequestRecord } from '../transaction-fields.ts';

const maxEntries = 200;

export const transactionsGetOperation = defineOperatorQuery({
  path: '/api/Transactions/Get',
  summary: 'Get a request of the journal',
  description:
    'Returns a request as the log has it: who sent what, why it was rejected or what it changed, in the order of commits (its first 200 entries). The log holds no secrets and no names or addresses of people: ' +
    'of a rejected request it keeps the numbers of documents and items, and the fields that were in error without their values.',
  roles: ['service', 'admin'],
  request: Type.Object({
    CustomerNo: customerKeyField('The customer of the request.'),
    TransactionReferenceNumber: transactionReferenceField('The reference of the request.'),
  }),
  requestExample: { CustomerNo: 'W1001', TransactionReferenceNumber: journalRequestExample.TransactionReferenceNumber },
  reply: {
    description: 'The request.',
    schema: Type.Object({
      ...JournalRequestRecord.properties,
      Received: Type.Record(Type.String(), Type.String(), {
        description: 'Of a rejected request: the numbers of documents and items that it named.',
      }),
      Faults: Type.Array(Type.Object({ Field: Type.String(), Code: Type.String() }), {
        description: 'Of a rejected request: the fields in error.',
      }),
      IgnoredProperties: Type.Array(Type.String(), {
        description: 'Properties of the request that the interface does not define, without their values.',
      }),
      Entries: Type.Array(
        Type.Object({
          Kind: Type.String(),
          Subject: Type.String({ description: 'The reference of the document that was changed.' }),
          OccurredAt: Type.String({ description: 'On the clock of the customer.' }),
          Data: Type.Record(Type.String(), Type.Unknown(), { description: 'The data that the log keeps of it.' }),
        }),
      ),
    }),
    example: {
      ...journalRequestExample,
      Received: { OrderNo: 'CLB1001' },
      Faults: [{ Field: 'RecipientContactInfo.ZipCode', Code: 'Format' }],
      IgnoredProperties: [],
      Entries: [
        {
          Kind: 'request.rejected',
          Subject: journalRequestExample.TransactionReferenceNumber,
          OccurredAt: '2026-11-18T17:00:00Z',
          Data: { code: 'ValidationFailed' },
        },
      ],
    },
  },
  errors: { 400: 'The reference is not one.', 404: 'The log of the customer has no such request.' },
  execute: async ({ environment: { db }, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: reference } = request;
    const entries = await readJournalOfReference(db, customerNo, reference, maxEntries);
    const [first] = entries;
    if (first === undefined) {
      throw notFoundError(`Customer ${customerNo} has no request with TransactionReferenceNumber ${reference}.`);
    }
    const nameOf = await readCustomerNameLookup(db, [{ customerNo }]);
    const isRejected = first.kind === 'request.rejected';
    const { request: received, faults, unknownProperties } = (first.data ?? {}) as LoggedRequest;
    return {
      ...journalRequestRecord(first, nameOf(customerNo)),
      Received: isRejected ? { ...received } : {},
      Faults: isRejected ? (faults ?? []).map(({ field, code }) => ({ Field: field, Code: code })) : [],
      IgnoredProperties: [...(unknownProperties ?? [])],
      Entries: entries.map(({ kind, subject, occurredAt, data }) => ({
        Kind: kind,
        Subject: subject,
        OccurredAt: formatInstant(occurredAt),
        Data: { ...data },
      })),
    };
  },
});

/** The data of a logged request (rejection-log.ts). */
interface LoggedRequest {
  readonly request?: Readonly<Record<string, string>>;
  readonly faults?: readonly { readonly field: string; readonly code: string }[];
  readonly unknownProperties?: readonly string[];
}
