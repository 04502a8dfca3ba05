/** POST /api/SalesOrder/GetReturns (interface: Fulfillment; decisions 4, 9, 15). */

import Type, { type Static } from 'typebox';
import { dateTimeField, endDateTimeField, identifierField } from '../../contract/fields.ts';
import { filterNameSynonyms } from '../../contract/filter-synonyms.ts';
import {
  includeTotalRecordCountField,
  int32Bounds,
  pageReplyFields,
  pageRequestFields,
} from '../../contract/paging.ts';
import { assertPresent, invariant } from '../../lib/assert.ts';
import { dateInZone, formatUsDate, parseInstant, startOfNextMillisecond } from '../../lib/dates.ts';
import { defaultPagingRules, hasMoreRecords, parsePageRange } from '../../lib/paging.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { type CustomerReturnFilter, listCustomerReturns } from '../read-returns.ts';
import { dispositionField, returnWarehouseField } from '../return-fields.ts';
import { ReturnSalesOrderHeader, returnHeaderExample, returnSalesOrderHeaderRecord } from '../return-header.ts';

const request = Type.Object({
  OrderNumbers: Type.Optional(
    Type.Array(identifierField('An order number.'), {
      maxItems: 100,
      description: 'Only returns of these orders, up to 100.',
    }),
  ),
  StartTime: Type.Optional(
    dateTimeField("Only returns received from this time on; without offset, in the operator's time zone."),
  ),
  EndTime: Type.Optional(
    endDateTimeField(
      "Only returns received up to and including this time, to the millisecond; without offset, in the operator's time zone. To include a whole last day, send its date alone, or its last millisecond: `…T23:59:59.999`.",
    ),
  ),
  DispositionCode: Type.Optional(dispositionField('Only returns of which a line has this disposition.')),
  Warehouse: Type.Optional(returnWarehouseField('Only returns to this warehouse.')),
  IncludeTotalRecordCount: Type.Optional(includeTotalRecordCountField),
  ...pageRequestFields(defaultPagingRules.defaultTop, int32Bounds),
});
type Request = Static<typeof request>;

const reply = Type.Object(
  { ...pageReplyFields(defaultPagingRules.defaultTop), ReturnSalesOrderHeaders: Type.Array(ReturnSalesOrderHeader) },
  { title: 'GetReturnsReply' },
);

function check(asked: Request): Fault[] {
  const page = parsePageRange({ skip: asked.Skip, top: asked.Top });
  return page.ok ? [] : [...page.faults];
}

/** Both ends are inclusive; times have millisecond precision. */
function receivedRange(
  { StartTime, EndTime }: Request,
  zone: string,
): Pick<CustomerReturnFilter, 'receivedFrom' | 'receivedBefore'> & { readonly faults: Fault[] } {
  const instantOf = (sent: string, which?: 'later') =>
    assertPresent(parseInstant(sent, zone, which), 'a date-time that has been checked');
  const start = StartTime === undefined ? undefined : instantOf(StartTime);
  const end = EndTime === undefined ? undefined : instantOf(EndTime, 'later');
  const isReversed = start !== undefined && end !== undefined && Temporal.Instant.compare(start, end) > 0;
  const faults = isReversed ? [{ field: 'EndTime', code: 'Range', message: 'must not be before StartTime' }] : [];
  return { receivedFrom: start, receivedBefore: end && startOfNextMillisecond(end), faults };
}

const example: Static<typeof reply> = {
  TotalRecordCount: 1,
  Skip: 0,
  Top: 500,
  MoreRecords: false,
  ReturnSalesOrderHeaders: [returnHeaderExample],
};

/** A return that was received in the requested range. */
function exampleFor(asked: Request): Static<typeof reply> {
  const { receivedFrom, receivedBefore } = receivedRange(asked, 'UTC');
  const received = receivedFrom ?? receivedBefore?.subtract({ milliseconds: 1 });
  if (received === undefined) return example;
  const day = formatUsDate(dateInZone(received, 'UTC'));
  return {
    ...example,
    ReturnSalesOrderHeaders: example.ReturnSalesOrderHeaders.map((header) => ({
      ...header,
      ReceivedDate: day,
      CloseDate: day,
    })),
  };
}

export const getReturnsOperation = defineQuery({
  path: '/api/SalesOrder/GetReturns',
  tag: 'Fulfillment',
  summary: 'List returns',
  description:
    'Returns of shipped orders, including announced ones, in a stable order: pages never skip or repeat a return while others are added. `StartTime` and `EndTime` filter the received date. A return that is received at another warehouse than announced changes to that warehouse: with `Warehouse`, ask for a received time to page through a list that only grows. `TotalRecordCount` is always exact.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  filterSynonyms: filterNameSynonyms,
  request,
  requestExample: {
    OrderNumbers: ['CLB260001'],
    StartTime: '2026-11-01T00:00:00Z',
    EndTime: '2026-11-30T23:59:59.999Z',
    DispositionCode: 'Return to Inventory',
    Warehouse: 'APC01',
    IncludeTotalRecordCount: true,
    Skip: 0,
    Top: 500,
  },
  reply: {
    status: 200,
    description: 'The returns that match; none is an empty list.',
    schema: reply,
    example,
    exampleFor,
  },
  errors: { 400: 'A rule of the interface is broken (`ValidationFailed`).' },
  check,
  mockCheck: (asked) => receivedRange(asked, 'UTC').faults,
  execute: async ({ environment, caller, request: asked }) => {
    const { timeZone } = environment.config;
    const read = parsePageRange({ skip: asked.Skip, top: asked.Top });
    invariant(read.ok, 'a page was not checked');
    const { page } = read;
    const { faults, ...received } = receivedRange(asked, timeZone);
    if (faults.length > 0) throw new AppError(validationRefusal(faults));
    const { returns, total } = await listCustomerReturns(
      environment.db,
      caller.customerNo,
      {
        ...received,
        orderNos: asked.OrderNumbers?.length ? asked.OrderNumbers : undefined,
        disposition: asked.DispositionCode,
        warehouse: asked.Warehouse,
      },
      page,
    );
    return {
      TotalRecordCount: total,
      Skip: page.skip,
      Top: page.top,
      MoreRecords: hasMoreRecords(page, total),
      ReturnSalesOrderHeaders: returns.map((listed) => returnSalesOrderHeaderRecord(listed, caller, timeZone)),
    };
  },
});
