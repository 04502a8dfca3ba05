/** POST /api/Inventory/GetTransactions (interface: Inventory, Inventory transaction record; decisions 1, 3, 4, 9 and 15). */

import Type, { type Static } from 'typebox';
import { inventoryStatusField, inventoryTransactionTypes, warehouseField } from '../../contract/code-lists.ts';
import {
  codeField,
  dateField,
  dateTimeField,
  endDateTimeField,
  identifierField,
  textOrNumberField,
} from '../../contract/fields.ts';
import { filterNameSynonyms } from '../../contract/filter-synonyms.ts';
import { pageReplyFields, pageRequestFields } from '../../contract/paging.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { assertPresent } from '../../lib/assert.ts';
import {
  createUsDateFormatter,
  formatEpochMsAsUtc,
  parseInstant,
  parseUsDate,
  startOfDay,
  startOfNextDay,
  startOfNextMillisecond,
} from '../../lib/dates.ts';
import { defaultPagingRules, hasMoreRecords, parsePageRange } from '../../lib/paging.ts';
import { type Fault, notFoundError } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { assertValidPageRange, emptyToUndefined, mergeFilterValues, pageRangeFaultsOf } from '../query-filters.ts';
import {
  type InventoryTransactionFilter,
  type InventoryTransactionRow,
  readInventoryTransactions,
} from '../transaction-reads.ts';

/** Maximum values of a filter by codes. */
const maxCodes = 100;
const maxReferences = 1_000;

const request = Type.Object({
  TransactionDate: Type.Optional(
    dateField(
      "Transactions of this day in the operator's time zone; required unless TransactionStartDateTime is given.",
    ),
  ),
  TransactionStartDateTime: Type.Optional(
    dateTimeField('Transactions from this time on, UTC; required unless TransactionDate is given.'),
  ),
  TransactionEndDateTime: Type.Optional(
    endDateTimeField(
      'Transactions up to and including this time, UTC, to the millisecond. To include a whole last day, send its date alone, or its last millisecond: `…T23:59:59.999Z`. Only with TransactionStartDateTime.',
    ),
  ),
  TransactionType: Type.Optional(
    codeField('Only this type; required unless TransactionTypes is given.', inventoryTransactionTypes),
  ),
  TransactionTypes: Type.Optional(
    Type.Array(codeField('A type.', inventoryTransactionTypes), {
      maxItems: maxCodes,
      description: 'Only these types; required unless TransactionType is given. Both given: their union.',
    }),
  ),
  Warehouse: Type.Optional(warehouseField('Only this warehouse.')),
  Warehouses: Type.Optional(
    Type.Array(warehouseField('A warehouse.'), { maxItems: maxCodes, description: 'Only these warehouses.' }),
  ),
  Reference: Type.Optional(
    textOrNumberField(
      'Only this reference: an order number, a CustomerReferenceNo or the reason code of an adjustment.',
    ),
  ),
  References: Type.Optional(
    Type.Array(identifierField('A reference.'), {
      maxItems: maxReferences,
      description: `Only these references, up to ${maxReferences}; with Reference, their union.`,
    }),
  ),
  InventoryStatus: Type.Optional(inventoryStatusField('Only this inventory status.')),
  InventoryStatuses: Type.Optional(
    Type.Array(inventoryStatusField('An inventory status.'), {
      maxItems: maxCodes,
      description: 'Only these inventory statuses.',
    }),
  ),
  ItemNumbers: Type.Optional(
    Type.Array(identifierField('An item number.'), {
      maxItems: 10_000,
      description: 'Only these items, up to 10,000.',
    }),
  ),
  ...pageRequestFields(defaultPagingRules.defaultTop),
});
type Request = Static<typeof request>;

const InventoryTransaction = Type.Object(
  {
    ItemNo: Type.String({ description: 'Item number.' }),
    ItemDescription: Type.String({ description: 'Item description at the time of the transaction.' }),
    ItemUnit: Type.String({ description: 'Unit of measure.' }),
    AlcoholPercentage: Type.String({ description: 'Alcohol by volume in percent.' }),
    Warehouse: Type.String({ description: 'Warehouse code.' }),
    InventoryStatus: Type.String({ description: 'Inventory status code.' }),
    TransactionDate: Type.String({ description: "MM/DD/YYYY in the operator's time zone." }),
    TransactionDateTime: Type.String({ description: 'ISO 8601, UTC.' }),
    TransactionType: Type.String({ description: 'Type.' }),
    Reference: Type.String({ description: 'Order number, CustomerReferenceNo or reason code.' }),
    PONumber: Type.String({ description: "The operator's number of the purchase or transfer order." }),
    ShipToName: Type.String({ description: 'Name of the recipient.' }),
    OrderType: Type.String({ description: 'Type of the sales order.' }),
    Quantity: Type.Integer({ description: 'Units of the item; negative when stock is reduced.' }),
  },
  { title: 'InventoryTransaction' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    ...pageReplyFields(defaultPagingRules.defaultTop),
    InventoryTransactions: Type.Array(InventoryTransaction),
  },
  { title: 'GetTransactionsReply' },
);

function check(asked: Request): Fault[] {
  const faults: Fault[] = [];
  const { TransactionDate: day, TransactionStartDateTime: start, TransactionEndDateTime: end } = asked;
  if (day === undefined && start === undefined) {
    const message = 'is required unless TransactionStartDateTime is given';
    faults.push({ field: 'TransactionDate', code: 'Required', message, unless: ['TransactionStartDateTime'] });
  }
  if (day !== undefined && start !== undefined) {
    const message = 'must not be given together with TransactionDate';
    faults.push({ field: 'TransactionStartDateTime', code: 'Conflict', message });
  }
  if (end !== undefined && start === undefined) {
    const message = 'is valid only with TransactionStartDateTime';
    const unless = ['TransactionStartDateTime'];
    faults.push({ field: 'TransactionEndDateTime', code: 'Conflict', message, unless });
  }
  if (start !== undefined && end !== undefined && Temporal.Instant.compare(instantOf(start), instantOf(end)) > 0) {
    const message = 'must not be before TransactionStartDateTime';
    faults.push({ field: 'TransactionEndDateTime', code: 'Range', message });
  }
  if (mergeFilterValues(asked.TransactionType, asked.TransactionTypes) === undefined) {
    const message = 'is required unless TransactionTypes is given';
    faults.push({ field: 'TransactionType', code: 'Required', message, unless: ['TransactionTypes'] });
  }
  return [...faults, ...pageRangeFaultsOf(parsePageRange({ skip: asked.Skip, top: asked.Top }))];
}

const instantOf = (text: string) => assertPresent(parseInstant(text), 'a date-time that has been checked');

function filterOf(asked: Request, zone: string): InventoryTransactionFilter {
  return {
    ...timesOf(asked, zone),
    types: assertPresent(mergeFilterValues(asked.TransactionType, asked.TransactionTypes), 'a transaction type'),
    warehouses: mergeFilterValues(asked.Warehouse, asked.Warehouses),
    statuses: mergeFilterValues(asked.InventoryStatus, asked.InventoryStatuses),
    references: mergeFilterValues(asked.Reference || undefined, asked.References),
    itemNos: emptyToUndefined(asked.ItemNumbers),
  };
}

function timesOf(asked: Request, zone: string): Pick<InventoryTransactionFilter, 'from' | 'before'> {
  if (asked.TransactionDate !== undefined) {
    const day = assertPresent(parseUsDate(asked.TransactionDate), 'a date that has been checked');
    return { from: startOfDay(day, zone), before: startOfNextDay(day, zone) };
  }
  const from = instantOf(assertPresent(asked.TransactionStartDateTime, 'TransactionStartDateTime'));
  const end = asked.TransactionEndDateTime;
  return { from, before: end === undefined ? undefined : startOfNextMillisecond(instantOf(end)) };
}

function shown(row: InventoryTransactionRow, dayOf: (epochMs: number) => string): Static<typeof InventoryTransaction> {
  return {
    ItemNo: row.itemNo,
    ItemDescription: row.itemDescription,
    ItemUnit: row.itemUnit,
    AlcoholPercentage: row.alcoholPercentage,
    Warehouse: row.warehouse,
    InventoryStatus: row.status,
    TransactionDate: dayOf(row.occurredAtMs),
    TransactionDateTime: formatEpochMsAsUtc(row.occurredAtMs),
    TransactionType: row.type,
    Reference: row.reference,
    PONumber: row.poNumber,
    ShipToName: row.shipToName ?? '',
    OrderType: row.orderType,
    Quantity: row.quantity,
  };
}

const example: Static<typeof reply> = {
  TransactionReferenceNumber: transactionReferenceExample,
  TotalRecordCount: 1,
  Skip: 0,
  Top: 500,
  MoreRecords: false,
  InventoryTransactions: [
    {
      ItemNo: '23PIN-01',
      ItemDescription: '2023 Pinot Noir Estate 750ml',
      ItemUnit: '750',
      AlcoholPercentage: '13.8',
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      TransactionDate: '11/18/2026',
      TransactionDateTime: '2026-11-18T17:00:00Z',
      TransactionType: 'Purchase Order',
      Reference: 'INBOUND-1001',
      PONumber: 'PO000001',
      ShipToName: '',
      OrderType: '',
      Quantity: 1200,
    },
  ],
};

type InventoryTransactionType = (typeof inventoryTransactionTypes)[number];
type ExampleOfType = Pick<Static<typeof InventoryTransaction>, 'Quantity' | 'Reference'> &
  Partial<Pick<Static<typeof InventoryTransaction>, 'PONumber' | 'OrderType' | 'ShipToName'>>;

const exampleOrder = { Reference: 'CLB260001', OrderType: 'CLUB', ShipToName: 'Sample Recipient' } as const;
const exampleTransfer = { Reference: 'TRANSFER-1001', PONumber: 'TO000001' } as const;

/** What differs in a transaction of another type than the example's. */
const examplesOfTypes: Readonly<Record<InventoryTransactionType, ExampleOfType>> = {
  'Purchase Order': { Quantity: 1200, Reference: 'INBOUND-1001', PONumber: 'PO000001' },
  'Transfer In': { Quantity: 240, ...exampleTransfer },
  'Transfer Out': { Quantity: -240, ...exampleTransfer },
  'Production Line': { Quantity: -50, Reference: 'PRODUCTION' },
  'Inventory Adjustment': { Quantity: -2, Reference: 'BROKEN' },
  'Inventory Status Change': { Quantity: -3, Reference: 'DAMAGED' },
  'Sales order': { Quantity: -6, ...exampleOrder },
  'Return Order': { Quantity: 1, PONumber: 'RMA-W100-000001', ...exampleOrder },
};

/** A transaction of the first requested type, at a requested time. */
function exampleTransaction(asked: Request): Static<typeof InventoryTransaction> {
  const [type] = assertPresent(mergeFilterValues(asked.TransactionType, asked.TransactionTypes), 'a transaction type');
  const TransactionType = type as InventoryTransactionType;
  const base = { ...assertPresent(example.InventoryTransactions[0], 'an example'), PONumber: '' };
  return { ...base, TransactionType, ...examplesOfTypes[TransactionType], ...exampleTimes(asked) };
}

/** A time in the requested range. */
function exampleTimes(asked: Request): { TransactionDate: string; TransactionDateTime: string } {
  const { TransactionDate: day, TransactionStartDateTime: start } = asked;
  const at =
    day === undefined
      ? instantOf(start ?? '')
      : startOfDay(assertPresent(parseUsDate(day), 'a date'), 'UTC').add({ hours: 20 });
  return {
    TransactionDate: createUsDateFormatter('UTC')(at.epochMilliseconds),
    TransactionDateTime: formatEpochMsAsUtc(at.epochMilliseconds),
  };
}

export const getTransactionsOperation = defineQuery({
  path: '/api/Inventory/GetTransactions',
  tag: 'Inventory',
  summary: 'List inventory transactions of a day or a time range',
  description:
    'Sales orders, purchase orders, transfers, production lines, adjustments and status changes, in the order of posting. Pages neither skip nor repeat a transaction while new ones are posted. 404 when no transaction matches, but not for a `Skip` past the end.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  filterSynonyms: filterNameSynonyms,
  request,
  requestExample: {
    TransactionStartDateTime: '2026-11-18T00:00:00Z',
    TransactionEndDateTime: '2026-11-18T23:59:59.999Z',
    TransactionTypes: ['Purchase Order', 'Sales order'],
    Warehouse: 'APC01',
    Skip: 0,
    Top: 500,
  },
  reply: {
    status: 200,
    description: 'The matching transactions.',
    schema: reply,
    example,
    exampleFor: (asked) => ({ ...example, InventoryTransactions: [exampleTransaction(asked)] }),
  },
  errors: {
    400: 'A rule of the interface is broken (`ValidationFailed`).',
    404: 'No transaction matches.',
  },
  check,
  execute: async ({ environment, caller, request: asked, context: { reference } }) => {
    const { timeZone } = environment.config;
    const page = assertValidPageRange(parsePageRange({ skip: asked.Skip, top: asked.Top }));
    const { rows, total } = await readInventoryTransactions(
      environment.db,
      caller.customerNo,
      filterOf(asked, timeZone),
      page,
    );
    if (total === 0) throw notFoundError('No inventory transaction matches.');
    const dayOf = createUsDateFormatter(timeZone);
    return {
      TransactionReferenceNumber: reference,
      TotalRecordCount: total,
      Skip: page.skip,
      Top: page.top,
      MoreRecords: hasMoreRecords(page, total),
      InventoryTransactions: rows.map((row) => shown(row, dayOf)),
    };
  },
});
