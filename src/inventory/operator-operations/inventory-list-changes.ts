/** Inventory/ListChanges: changes of stock that people made by hand, with their reasons. */
import Type, { type Static } from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import { codeField, dateTimeField, endDateTimeField } from '../../contract/fields.ts';
import { customersFilterField, parseUuidKey } from '../../contract/list-fields.ts';
import { formatInstant, parseInstant } from '../../lib/dates.ts';
import { type AuditRow, countAudit, defineOperatorList, listAudit } from '../../operators/index.ts';

/** The audited actions of each kind of change. */
const actions = {
  adjustment: 'inventory.adjusted',
  'status change': 'inventory.status_changed',
  production: 'inventory.produced',
  count: 'count.approved',
} as const;

const kinds = Object.keys(actions) as (keyof typeof actions)[];
const kindOf = new Map<string, keyof typeof actions>(kinds.map((kind) => [actions[kind], kind]));

const StockChangeRecord = Type.Object({
  At: Type.String({ format: 'iso-date-time' }),
  By: Type.String({ description: '`operator:<e-mail>`.' }),
  Kind: codeField('The kind of change.', kinds),
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  Warehouse: Type.String({
    description: '`""` of counts that were approved before it was recorded, or by `Simulation/ApproveCount`.',
  }),
  InventoryStatus: Type.String({ description: 'The status, of a status change the one before; `""` of a count.' }),
  ToInventoryStatus: Type.String({ description: 'The status after a status change; otherwise `""`.' }),
  ReasonCode: Type.String({ description: '`PRODUCTION` of productions, `COUNT` of counts.' }),
  Note: Type.String({ description: 'In the words of the person; `""` without any.' }),
  Items: Type.Array(
    Type.Object({
      ItemNo: Type.String(),
      Quantity: Type.Integer({
        description: 'Units: what was added, or taken where it is below 0; of a status change the units that changed.',
      }),
    }),
    {
      description:
        'Of a production the sets first, then the components that they took; of a count the differences, none after `Simulation/ApproveCount`.',
    },
  ),
  TransactionReferenceNumber: Type.String({ description: 'Of the change; GetTransactions has its movements.' }),
});

type StockChangeRecord = Static<typeof StockChangeRecord>;

export const inventoryListChangesOperation = defineOperatorList({
  path: '/api/Inventory/ListChanges',
  summary: 'List changes of stock by hand',
  description:
    'Returns the adjustments, status changes, productions and approved counts that people made, with who made them and why, newest first. Bottles that were reported missing at picking, damaged at packing or lost with a box are adjustments.',
  roles: ['lead', 'service', 'admin'],
  filters: {
    Kinds: Type.Optional(
      Type.Array(codeField('A kind.', kinds), { maxItems: kinds.length, description: 'Absent or empty: all.' }),
    ),
    Customers: customersFilterField,
    From: Type.Optional(dateTimeField('At or after this time.')),
    To: Type.Optional(endDateTimeField('At or before this time; a date includes its whole day.')),
  },
  requestExample: { Kinds: ['production'], Customers: ['W1001'] },
  reply: {
    description: 'A page of changes.',
    record: StockChangeRecord,
    example: {
      At: '2026-11-18T17:00:00Z',
      By: 'operator:lee@warehouse.example',
      Kind: 'production' as const,
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      ToInventoryStatus: '',
      ReasonCode: 'PRODUCTION',
      Note: 'Holiday sets',
      Items: [
        { ItemNo: 'GIFT-DUO', Quantity: 50 },
        { ItemNo: '23PIN-01', Quantity: -50 },
      ],
      TransactionReferenceNumber: '019a97c5-2b8e-7c41-9d3a-5f0e6b7a8c9e',
    },
  },
  parsePosition: parseUuidKey,
  execute: async ({ environment: { db, config }, request }, page, buildReply) => {
    const { Kinds = [] } = request;
    const filter = {
      emails: [],
      subjects: [],
      customerNos: request.Customers ?? [],
      actions: (Kinds.length === 0 ? kinds : Kinds).map((kind) => actions[kind]),
      from: request.From === undefined ? undefined : parseInstant(request.From, config.timeZone),
      to: request.To === undefined ? undefined : parseInstant(request.To, config.timeZone, 'later'),
    };
    const rows = await listAudit(db, filter, page.after, page.limit);
    const count = await countAudit(db, filter, page.maxCounted);
    const names = await readCustomers(db, [...new Set(rows.map(({ for_customer }) => for_customer ?? ''))]);
    return buildReply(rows, count, {
      keyOf: ({ audit_id }) => audit_id,
      toRecord: (row) => changeRecord(row, names.get(row.for_customer ?? '')?.name ?? ''),
    });
  },
});

interface AuditedItem {
  readonly ItemNo?: string;
  readonly Quantity?: number;
  readonly QuantityPerSet?: number;
  /** The item of a difference; `quantity` is its units. */
  readonly itemNo?: string;
  readonly quantity?: number;
}

/** The audited content of a change: the fields of its request, or the differences of a count. */
interface AuditedChange extends AuditedItem {
  readonly Warehouse?: string;
  readonly InventoryStatus?: string;
  readonly FromInventoryStatus?: string;
  readonly ToInventoryStatus?: string;
  readonly ReasonCode?: string;
  readonly Note?: string;
  readonly Items?: readonly AuditedItem[];
  readonly Components?: readonly AuditedItem[];
  readonly Differences?: readonly AuditedItem[];
}

const fixedReasons: Readonly<Record<string, string>> = { production: 'PRODUCTION', count: 'COUNT' };

function changeRecord(row: AuditRow, customerName: string): StockChangeRecord {
  const change: AuditedChange = row.after ?? {};
  const kind = kindOf.get(row.action) ?? 'adjustment';
  return {
    At: formatInstant(row.recorded_at),
    By: row.actor,
    Kind: kind,
    CustomerNo: row.for_customer ?? '',
    CustomerName: customerName,
    Warehouse: change.Warehouse ?? '',
    InventoryStatus: change.InventoryStatus ?? change.FromInventoryStatus ?? '',
    ToInventoryStatus: change.ToInventoryStatus ?? '',
    ReasonCode: fixedReasons[kind] ?? change.ReasonCode ?? '',
    Note: change.Note ?? '',
    Items: itemsOfChange(change),
    TransactionReferenceNumber: row.reference,
  };
}

/** The items of a change: the produced set first, then listed items or differences, then consumed components. */
function itemsOfChange(change: AuditedChange): StockChangeRecord['Items'] {
  const { ItemNo: produced, Quantity: sets = 0, Items = [], Differences = [], Components = [] } = change;
  return [
    ...(produced === undefined ? [] : [{ ItemNo: produced, Quantity: sets }]),
    ...Items.map(({ ItemNo = '', Quantity = 0 }) => ({ ItemNo, Quantity })),
    ...Differences.map(({ itemNo = '', quantity = 0 }) => ({ ItemNo: itemNo, Quantity: quantity })),
    ...Components.map(({ ItemNo = '', QuantityPerSet = 0 }) => ({ ItemNo, Quantity: -sets * QuantityPerSet })),
  ];
}
