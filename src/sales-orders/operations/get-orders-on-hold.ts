/** POST /api/SalesOrder/GetOrdersOnHold (interface: Fulfillment; decisions 9 and 11). */

import Type from 'typebox';
import { filterNameSynonyms } from '../../contract/filter-synonyms.ts';
import { notFoundError } from '../../platform/errors.ts';
import { type Caller, defineList } from '../../platform/http/operation.ts';
import { type ListedOrderOnHold, streamOrdersOnHold } from '../hold-list.ts';
import { OnHoldRecord, onHoldRecordExample, toOnHoldRecord } from '../on-hold-record.ts';

export const getOrdersOnHoldOperation = defineList({
  path: '/api/SalesOrder/GetOrdersOnHold',
  tag: 'Fulfillment',
  summary: 'List the orders on hold',
  description: [
    'Returns every order on hold once, oldest first.',
    '',
    'An order can have several holds: `HoldReason` is the first that applies, `HoldReasonDescription` describes all of them. An order that waits for stock has none reserved; all other orders on hold keep their reservation.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'top-level',
  token: false,
  filterSynonyms: filterNameSynonyms,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    status: 200,
    description: 'The orders on hold.',
    schema: Type.Array(OnHoldRecord),
    example: [onHoldRecordExample],
  },
  errors: { 404: 'No order is on hold.' },
  list: async ({ environment: { db, config }, caller }) => {
    const listed = await streamOrdersOnHold(db, caller.customerNo);
    if (listed === undefined) throw notFoundError('No order is on hold.');
    return records(listed, caller, config.timeZone);
  },
});

async function* records(
  pages: AsyncIterable<readonly ListedOrderOnHold[]>,
  caller: Caller,
  timeZone: string,
): AsyncGenerator<OnHoldRecord[]> {
  for await (const orders of pages) yield orders.map((listed) => toOnHoldRecord(listed, caller, timeZone));
}
