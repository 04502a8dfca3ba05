/** Transactions/List: the journal of requests: rejected ones of all customers, or all of one customer. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import {
  cappedCountField,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
  takePage,
  toCappedCount,
} from '../../contract/list-fields.ts';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { parseInstant } from '../../lib/dates.ts';
import { isUuid } from '../../lib/uuid.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import {
  countRejectedRequests,
  findCustomersOfReference,
  type JournalEntry,
  listJournalRequests,
  listRejectedRequests,
  type RejectedRequestPosition,
  readJournalOfReference,
} from '../../platform/journal-reads.ts';
import { JournalRequestRecord, journalRequestExample, journalRequestRecord } from '../transaction-fields.ts';

const request = Type.Object({
  CustomerNo: Type.Optional(customerKeyField('Only of this customer; needed for `Show: "all"`.')),
  Show: Type.Optional(
    codeField(
      '`rejected`: requests that were refused. `all`: also those that changed something. Default: `rejected`.',
      ['rejected', 'all'],
    ),
  ),
  Text: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'A whole UserKey, or a TransactionReferenceNumber: that finds its request alone, of any customer and whether rejected or not.',
    }),
  ),
  ...cursorPageRequestFields,
});

export const transactionsListOperation = defineOperatorQuery({
  path: '/api/Transactions/List',
  summary: 'List requests in the journal',
  description:
    'Returns requests that were to change something, newest first: those that were rejected, of all customers or of one, or all requests of a customer. The work of jobs is left out. ' +
    'A page of all requests looks through a bounded part of the log: it may have fewer rows than `Top`, and is the last one only when it has no `Next`. Such a list has no `Count`.',
  roles: ['service', 'admin'],
  request,
  requestExample: { Text: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' },
  reply: {
    description: 'A page of requests.',
    schema: Type.Object({
      Records: Type.Array(JournalRequestRecord),
      Next: Type.Optional(Type.String({ description: '`After` of the next page; absent: this is the last one.' })),
      Count: Type.Optional(cappedCountField),
    }),
    example: { Records: [journalRequestExample], Count: 1 },
  },
  errors: {
    400: 'A filter is not valid, `Show: "all"` has no `CustomerNo`, or `After` is not the `Next` of an earlier page.',
  },
  check,
  execute: async ({ environment: { db }, request: asked }) =>
    await readWithCustomPlans(db, async (reader) => {
      const { entries, ...page } = await readPage(reader, asked);
      const nameOf = await readCustomerNameLookup(reader, entries);
      const toRecord = (entry: JournalEntry) => journalRequestRecord(entry, nameOf(entry.customerNo));
      return { Records: entries.map(toRecord), ...page };
    }),
});

type Request = Static<typeof request>;

function check({ CustomerNo: customerNo, Show: show, Text: text = '', After: after }: Request) {
  const needsCustomer = show === 'all' && customerNo === undefined && !isUuid(text.trim());
  const isPosition =
    after === undefined || (show === 'all' ? isSeq(after) : parseRejectionPosition(after) !== undefined);
  return [
    ...(needsCustomer ? [{ field: 'CustomerNo', code: 'Required', message: 'is required when Show is all' }] : []),
    ...(isPosition ? [] : [{ field: 'After', code: 'Format', message: 'must be the Next of an earlier page' }]),
  ];
}

interface Page {
  readonly entries: readonly JournalEntry[];
  readonly Next?: string;
  readonly Count?: number | '10,000+';
}

async function readPage(reader: DbReader, asked: Request): Promise<Page> {
  const { CustomerNo: customerNo, Show: show = 'rejected', After: after, Top: top = defaultListPageSize } = asked;
  const actor = asked.Text?.trim() ?? '';
  if (isUuid(actor)) return await findByReference(reader, actor, customerNo);
  if (show === 'all' && customerNo !== undefined) {
    const before = after === undefined ? undefined : Number(after);
    const { entries, next } = await listJournalRequests(reader, { customerNo, actor }, { before, top });
    return { entries, ...(next !== undefined && { Next: String(next) }) };
  }
  const filter = { customerNo, actor };
  const page = { after: after === undefined ? undefined : parseRejectionPosition(after), limit: top + 1 };
  const { shown, next } = takePage(await listRejectedRequests(reader, filter, page), top, formatRejectionPosition);
  return {
    entries: shown,
    ...next,
    Count: toCappedCount(await countRejectedRequests(reader, filter, maxExactListCount + 1)),
  };
}

/** The request with a reference, by the first of its entries. */
async function findByReference(reader: DbReader, reference: string, customerNo: string | undefined): Promise<Page> {
  const found = await findCustomersOfReference(reader, reference);
  const customers = found.filter((each) => customerNo === undefined || each === customerNo);
  const entries = await Promise.all(customers.map((each) => readJournalOfReference(reader, each, reference, 1)));
  return { entries: entries.flat(), Count: customers.length };
}

const formatRejectionPosition = ({ recordedAt, seq, customerNo }: JournalEntry): string =>
  `${recordedAt} ${seq} ${customerNo}`;

function parseRejectionPosition(after: string): RejectedRequestPosition | undefined {
  const [time = '', seq = '', customerNo = ''] = after.split(' ');
  const at = parseInstant(time);
  return at !== undefined && isSeq(seq) && customerNo !== '' ? { at, seq: Number(seq), customerNo } : undefined;
}

const isSeq = (text: string): boolean => /^\d{1,15}$/.test(text);
