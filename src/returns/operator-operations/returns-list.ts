/** Returns/List: returns of all customers, newest first. */

import Type from 'typebox';
import { codeField, dateTimeField, endDateTimeField } from '../../contract/fields.ts';
import { codesFilterField, customersFilterField } from '../../contract/list-fields.ts';
import {
  formatTimePosition,
  parseTimePosition,
  parseTimeRangeEnd,
  parseTimeRangeStart,
} from '../../contract/time-pages.ts';
import { assertPresent } from '../../lib/assert.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { countReturns, findReturnPageKeys } from '../list-returns.ts';
import { readListedReturns } from '../read-returns.ts';
import { returnStatuses } from '../return.ts';
import { ReturnRecord, readReturnRecords, returnRecordExample } from '../return-record.ts';

export const returnsListOperation = defineOperatorList({
  path: '/api/Returns/List',
  summary: 'List returns of all customers',
  description:
    'Returns the returns that match all filters, the last announced first, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: ['lead', 'service', 'admin'],
  filters: {
    Customers: customersFilterField,
    Statuses: Type.Optional(
      Type.Array(codeField('A status of returns.', returnStatuses), {
        maxItems: returnStatuses.length,
        description: 'Statuses of returns; absent or empty: all.',
      }),
    ),
    Warehouses: codesFilterField('Codes of the warehouses that expect or received the return; absent or empty: all.'),
    Text: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'A part of the RMANumber or of the OrderNo, a whole tracking number, or the TransactionReferenceNumber of the return or of its order.',
      }),
    ),
    From: Type.Optional(dateTimeField('Announced at or after this time.')),
    To: Type.Optional(endDateTimeField('Announced at or before this time; a date includes its whole day.')),
  },
  requestExample: { Statuses: ['AWAITING DISPOSITION'], Text: 'RMA-W1001' },
  reply: {
    description: 'A page of returns.',
    record: ReturnRecord,
    example: returnRecordExample,
  },
  parsePosition: parseTimePosition,
  execute: async ({ environment: { db, config }, request }, page, buildReply) => {
    const filter = {
      customers: request.Customers ?? [],
      statuses: request.Statuses ?? [],
      warehouses: request.Warehouses ?? [],
      text: request.Text?.trim() ?? '',
      from: parseTimeRangeStart(request.From, config.timeZone),
      before: parseTimeRangeEnd(request.To, config.timeZone),
    };
    return await readWithCustomPlans(db, async (reader) => {
      const found = await findReturnPageKeys(reader, filter, page);
      const records = await readReturnRecords(reader, await readListedReturns(reader, found.slice(0, page.limit - 1)));
      const byId = new Map(records.map((record) => [record.TransactionReferenceNumber, record]));
      return buildReply(found, await countReturns(reader, filter, page.maxCounted), {
        keyOf: ({ announcedAt, returnId }) => formatTimePosition({ at: announcedAt, id: returnId }),
        toRecord: ({ returnId }) => assertPresent(byId.get(returnId), 'the record of a return'),
      });
    });
  },
});
