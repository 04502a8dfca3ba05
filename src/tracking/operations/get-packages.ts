/** POST /api/Tracking/GetPackages (interface: Tracking; decisions 9 and 15). */

import Type, { type Static } from 'typebox';
import { carrierField } from '../../contract/code-lists.ts';
import { identifierField, textField, transactionReferenceField } from '../../contract/fields.ts';
import { filterNameSynonyms } from '../../contract/filter-synonyms.ts';
import { pageReplyFields, pageRequestFields } from '../../contract/paging.ts';
import { transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { invariant } from '../../lib/assert.ts';
import { formatInstant, formatUsDate, formatUsDateTime, startOfDay } from '../../lib/dates.ts';
import { defaultPagingRules, hasMoreRecords, parsePageRange } from '../../lib/paging.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { defineQuery, type OperationCall } from '../../platform/http/operation.ts';
import {
  findOrderIdsByNumbers,
  type OrderHeader,
  readLeanOrderDetails,
  readOrderHeaders,
} from '../../sales-orders/index.ts';
import { type Package as Packed, readPackagePage } from '../../warehouse/index.ts';
import { type DateRange, parseDateRange, parseTimeRange, type TimeRange } from '../date-range.ts';
import { ListedPackageRecord, listedPackageExample, toListedPackageRecord } from '../listed-package.ts';

const request = Type.Object(
  {
    ShipDateRange: Type.Optional(
      textField(
        "Packages with an actual or planned ship date in this range, both inclusive, in the operator's time zone: `MM/DD/YYYY - MM/DD/YYYY`. Without an end (`MM/DD/YYYY -`): from that day on.",
      ),
    ),
    LastActivityDateRange: Type.Optional(
      textField(
        "Packages with activity in this range, both inclusive, in the operator's time zone: `MM/DD/YYYY HH:mm:ss - MM/DD/YYYY HH:mm:ss`. For one day, use 00:00:00 to 23:59:59. Without an end (`MM/DD/YYYY HH:mm:ss -`): from that time on.",
        { minLength: 1 },
      ),
    ),
    ShippingCarrier: Type.Optional(carrierField('Only packages of this carrier.')),
    OrderNumbers: Type.Optional(
      Type.Array(identifierField('An order number.'), {
        maxItems: 100,
        description: 'Only packages of these orders, at most 100.',
      }),
    ),
    ...pageRequestFields(defaultPagingRules.defaultTop),
  },
  { title: 'GetPackagesRequest' },
);
type Request = Static<typeof request>;

const reply = Type.Object(
  {
    TransactionReferenceNumber: transactionReferenceField('Reference of this request.'),
    LatestActivityTimestamp: textField(
      "The latest activity in the requested range, or before it when there was none; in the operator's time zone, `MM/DD/YYYY HH:mm:ss`. Empty when there was no activity at all.",
    ),
    ...pageReplyFields(defaultPagingRules.defaultTop),
    Packages: Type.Array(ListedPackageRecord, { description: 'In the order in which they were created.' }),
  },
  { title: 'GetPackagesReply' },
);

interface Ranges {
  readonly shipped: DateRange | undefined;
  readonly active: TimeRange | undefined;
}

/** The ranges, of times in a time zone, or the faults: which end is earlier can depend on the zone when only one has an offset. */
function parseRanges(
  { ShipDateRange: days, LastActivityDateRange: times }: Request,
  zone: string,
): Ranges & { readonly faults: readonly Fault[] } {
  const shipped = days ? parseDateRange(days) : undefined;
  const active = times ? parseTimeRange(times, zone) : undefined;
  const faults: Fault[] = [];
  if (days && shipped === undefined) {
    const message = 'must be MM/DD/YYYY - MM/DD/YYYY, the earlier date first, or MM/DD/YYYY - without an end';
    faults.push({ field: 'ShipDateRange', code: 'Format', message });
  }
  if (times && active === undefined) {
    const message =
      'must be MM/DD/YYYY HH:mm:ss - MM/DD/YYYY HH:mm:ss, the earlier time first, or MM/DD/YYYY HH:mm:ss - without an end';
    faults.push({ field: 'LastActivityDateRange', code: 'Format', message });
  }
  return { shipped, active, faults };
}

/** The time zones where an hour of the day comes last and first. */
const [lastZone, firstZone] = ['Etc/GMT+12', 'Etc/GMT-14'] as const;

/** The faults in every time zone: the operator's is not known here. `execute` checks the ranges in that. */
function check(requested: Request): Fault[] {
  const [faults, others] = [parseRanges(requested, firstZone).faults, parseRanges(requested, lastZone).faults];
  const inBoth = faults.filter(({ field }) => others.some((other) => other.field === field));
  const page = parsePageRange({ skip: requested.Skip, top: requested.Top });
  return page.ok ? inBoth : [...inBoth, ...page.faults];
}

async function execute({
  environment,
  caller,
  request: requested,
  context: { reference: transactionReference },
}: OperationCall<Request>): Promise<Static<typeof reply>> {
  const { timeZone } = environment.config;
  const { customerNo } = caller;
  const page = parsePageRange({ skip: requested.Skip, top: requested.Top });
  invariant(page.ok, 'the page was not validated');
  const { shipped, active, faults } = parseRanges(requested, timeZone);
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
  const found = await environment.db.snapshot(async (reader) => {
    const numbers = requested.OrderNumbers ?? [];
    const filter = {
      orderIds: numbers.length === 0 ? undefined : await findOrderIdsByNumbers(reader, customerNo, numbers),
      carrier: requested.ShippingCarrier,
      shipped,
      active,
      rangeStart: active?.from ?? (shipped && startOfDay(shipped.from, timeZone)),
    };
    const packages = await readPackagePage(reader, customerNo, filter, page.page);
    const ids = [...new Set(packages.packages.map((p) => p.orderId))].map((orderId) => ({ customerNo, orderId }));
    const [headers, detailsByOrder] = await Promise.all([
      readOrderHeaders(reader, ids),
      readLeanOrderDetails(reader, ids),
    ]);
    return { ...packages, orders: new Map(headers.map((order) => [order.orderId, order])), detailsByOrder };
  });
  const toReply = (p: Packed): ListedPackageRecord =>
    toListedPackageRecord(found.orders.get(p.orderId) as OrderHeader, found.detailsByOrder.get(p.orderId), p, timeZone);
  return {
    TransactionReferenceNumber: transactionReference,
    LatestActivityTimestamp:
      found.latestActivityAt === undefined ? '' : formatUsDateTime(found.latestActivityAt, timeZone),
    TotalRecordCount: found.total,
    Skip: page.page.skip,
    Top: page.page.top,
    MoreRecords: hasMoreRecords(page.page, found.total),
    Packages: found.packages.map(toReply),
  };
}

const example: Static<typeof reply> = {
  TransactionReferenceNumber: transactionReferenceExample,
  LatestActivityTimestamp: '11/19/2026 21:15:00',
  TotalRecordCount: 1,
  Skip: 0,
  Top: 500,
  MoreRecords: false,
  Packages: [listedPackageExample],
};

/** A package that ships and has activity at the beginning of the requested ranges. */
function exampleFor(requested: Request): Static<typeof reply> {
  const zone = 'UTC';
  const { shipped, active } = parseRanges(requested, zone);
  const found = { ...listedPackageExample };
  if (shipped !== undefined) found.ShipDate = found.RequestedShipDate = formatUsDate(shipped.from);
  if (active === undefined) return { ...example, Packages: [found] };
  found.LastActivityTimestamp = found.CarrierStatusTimestamp = formatInstant(active.from, zone);
  return { ...example, LatestActivityTimestamp: formatUsDateTime(active.from, zone), Packages: [found] };
}

export const getPackagesOperation = defineQuery({
  path: '/api/Tracking/GetPackages',
  tag: 'Tracking',
  summary: 'List packages',
  description: [
    'Returns packages once warehouse activity has started, in the order in which they were created, so that pages stay stable while packages are added.',
    '',
    'To poll without repeats:',
    '',
    '1. Request `LastActivityDateRange: "<LatestActivityTimestamp of your last poll, minus one minute> -"`, with `Skip` 0.',
    '2. While `MoreRecords` is true, request the next page with the same range and `Skip` raised by `Top`.',
    '3. Ignore a package whose `OrderNumber`, `PackageNo` and `LastActivityTimestamp` you have already seen: the range includes its ends, and the minute covers activity that was being written during your last poll.',
    '4. Store the `LatestActivityTimestamp` of the first page once all pages are processed: that of a later page may be of a package that has changed since you read it. It is unchanged while nothing has happened.',
    '',
    'Every few minutes is enough. For one order use GetDetails.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: true,
  filterSynonyms: filterNameSynonyms,
  request,
  requestExample: { LastActivityDateRange: '11/18/2026 00:00:00 - 11/18/2026 23:59:59' },
  reply: {
    status: 200,
    description: 'A page of packages.',
    schema: reply,
    example,
    exampleFor,
  },
  errors: { 400: 'A range, page or filter is invalid.' },
  check,
  mockCheck: (requested) => [...parseRanges(requested, 'UTC').faults],
  execute,
});
