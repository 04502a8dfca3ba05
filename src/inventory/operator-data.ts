/**
 * What the operator keeps about its own house: warehouses, cutoffs, inventory statuses, carrier holidays (decision 8).
 *
 * Loaded with the interface's defaults at the first start, from then on the operator's to edit. Read by every order, so
 * a process remembers it: an edit is seen everywhere within `freshForMs`.
 */
import {
  type Cutoff,
  defaultCutoffs,
  defaultHolidays,
  defaultInventoryStatuses,
  defaultWarehouses,
  type Holiday,
  type InventoryStatus,
  type Warehouse,
} from '../contract/operator-data.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import { readTransitTable } from './transit-times.ts';

export interface OperatorSettings {
  readonly warehouses: ReadonlyMap<string, Warehouse>;
  /** By warehouse. */
  readonly cutoffs: ReadonlyMap<string, readonly Cutoff[]>;
  readonly holidays: readonly Holiday[];
  /** The generic codes. */
  readonly statuses: ReadonlyMap<string, InventoryStatus>;
  /** Codes of a customer's own, by customer. */
  readonly customerStatuses: ReadonlyMap<string, ReadonlyMap<string, InventoryStatus>>;
}

const maxAgeMs = 3_000;
/** What was read longer ago, because nobody asked meanwhile, is not answered any more. */
const maxStaleMs = 10_000;

interface SettingsCache {
  loading: Promise<OperatorSettings>;
  latest: OperatorSettings | undefined;
  /** When the latest was read. */
  latestAtMs: number;
  readonly atMs: number;
}

const caches = new WeakMap<Reader, SettingsCache>();

/**
 * The operator's data, at most `freshForMs` old; while it is read again the last one is answered, unless that is older
 * than `staleForMs`. Then a transaction reads it on its own connection, and remembers nothing that it may have written
 * itself: if it waited for another connection, transactions could wait for those that they hold themselves.
 */
export async function readOperatorSettings(reader: Reader): Promise<OperatorSettings> {
  const latest = cachedOperatorSettings(reader);
  const entry = caches.get(reader.database) as SettingsCache;
  if (latest !== undefined && !isStale(entry)) return latest;
  return reader.holdsConnection ? load(reader) : entry.loading;
}

/** Resolves when `cachedOperatorSettings` is no older than `staleForMs`; undefined when it is not now. */
export function ensureFreshSettings(reader: Reader): Promise<void> | undefined {
  cachedOperatorSettings(reader);
  const entry = caches.get(reader.database) as SettingsCache;
  if (entry.latest !== undefined && !isStale(entry)) return undefined;
  // Who cannot read it is told by the operation itself, which needs the database as well.
  return entry.loading.then(
    () => undefined,
    () => undefined,
  );
}

const isStale = ({ latestAtMs }: SettingsCache): boolean => performance.now() - latestAtMs > maxStaleMs;

/** The same without waiting: undefined only until it has been read for the first time. */
export function cachedOperatorSettings(reader: Reader): OperatorSettings | undefined {
  const known = caches.get(reader.database);
  if (known !== undefined && performance.now() - known.atMs < maxAgeMs) return known.latest;
  const entry: SettingsCache = {
    loading: load(reader.database),
    latest: known?.latest,
    latestAtMs: known?.latestAtMs ?? 0,
    atMs: performance.now(),
  };
  caches.set(reader.database, entry);
  entry.loading.then(
    (data) => {
      entry.latest = data;
      entry.latestAtMs = performance.now();
    },
    () => {
      if (caches.get(reader.database) === entry) caches.delete(reader.database);
    },
  );
  return entry.latest;
}

interface StatusRow {
  customer_no: string;
  code: string;
  description: string;
  sellable: InventoryStatus['sellable'];
  allocatable_to_consumers: boolean;
  bonded: boolean;
  tax_paid: boolean;
  returned: boolean;
  damaged: boolean;
}

const statusColumns = 'code, description, sellable, allocatable_to_consumers, bonded, tax_paid, returned, damaged';

async function load(reader: Reader): Promise<OperatorSettings> {
  const warehouses = await reader.rows<{
    code: string;
    city: string;
    state: string;
    zip_code: string;
    time_zone: string;
    working_days: number[];
    accepts_returns: boolean;
  }>('select code, city, state, zip_code, time_zone, working_days, accepts_returns from warehouses order by code');
  const cutoffs = await reader.rows<Cutoff & { warehouse: string }>(
    'select warehouse, carrier, service, cutoff as time from warehouse_cutoffs order by warehouse, carrier, service',
  );
  const holidays = await reader.rows<Holiday>('select day::text as date, name from carrier_holidays order by day');
  const statuses = await reader.rows<StatusRow>(
    `select '' as customer_no, ${statusColumns} from inventory_statuses
      union all select customer_no, ${statusColumns} from customer_inventory_statuses order by 1, 2`,
  );
  const byCustomer = new Map<string, Map<string, InventoryStatus>>();
  for (const row of statuses) {
    const list = byCustomer.get(row.customer_no) ?? new Map<string, InventoryStatus>();
    list.set(row.code, statusOf(row));
    byCustomer.set(row.customer_no, list);
  }
  const transit = await readTransitTable(
    reader,
    warehouses.map((w) => w.zip_code),
  );
  const generic = byCustomer.get('') ?? new Map<string, InventoryStatus>();
  byCustomer.delete('');
  return {
    warehouses: new Map(
      warehouses.map((w) => [
        w.code,
        {
          code: w.code,
          city: w.city,
          state: w.state,
          zip: w.zip_code,
          timeZone: w.time_zone,
          workingDays: w.working_days,
          acceptsReturns: w.accepts_returns,
          knownTransit: transit.from(w.zip_code),
        },
      ]),
    ),
    cutoffs: Map.groupBy(cutoffs, (c) => c.warehouse),
    holidays,
    statuses: generic,
    customerStatuses: byCustomer,
  };
}

function statusOf(row: StatusRow): InventoryStatus {
  return {
    code: row.code,
    description: row.description,
    sellable: row.sellable,
    drawnByConsumerOrders: row.allocatable_to_consumers,
    bonded: row.bonded,
    taxPaid: row.tax_paid,
    returned: row.returned,
    damaged: row.damaged,
  };
}

/** The statuses that this customer may name: the generic ones and its own. */
export function inventoryStatusesFor(data: OperatorSettings, customerNo: string): ReadonlyMap<string, InventoryStatus> {
  const own = data.customerStatuses.get(customerNo);
  return own === undefined ? data.statuses : new Map([...data.statuses, ...own]);
}

/** The statuses whose stock counts as sellable to consumers: primary, and a customer's own so marked (decision 10). */
export function consumerStatuses(data: OperatorSettings, customerNo: string): string[] {
  return [...inventoryStatusesFor(data, customerNo).values()].filter((s) => s.drawnByConsumerOrders).map((s) => s.code);
}

/** Loads the defaults into tables that are empty; what the operator has edited stays. */
export async function seedOperatorSettings(db: Db): Promise<void> {
  await db.write(async (tx) => {
    const empty = async (table: string) =>
      (await tx.rows<{ empty: boolean }>(`select not exists (select 1 from ${table}) as empty`))[0]?.empty === true;
    await tx.rows("select pg_advisory_xact_lock(hashtext('dray operator data'))");
    if (await empty('warehouses')) {
      await tx.rows(
        `insert into warehouses (code, city, state, zip_code, time_zone, working_days, accepts_returns)
         select code, city, state, zip, "timeZone", array(select jsonb_array_elements_text("workingDays")::int), "acceptsReturns"
           from jsonb_to_recordset($1::jsonb)
             as w (code text, city text, state text, zip text, "timeZone" text, "workingDays" jsonb, "acceptsReturns" boolean)`,
        [JSON.stringify(defaultWarehouses)],
      );
      await tx.rows(
        `insert into warehouse_cutoffs (warehouse, carrier, service, cutoff)
         select w.code, c.carrier, c.service, c.time
           from warehouses w, jsonb_to_recordset($1::jsonb) as c (carrier text, service text, time text)`,
        [JSON.stringify(defaultCutoffs)],
      );
    }
    if (await empty('inventory_statuses')) {
      await tx.rows(
        `insert into inventory_statuses (${statusColumns})
         select code, description, sellable, "drawnByConsumerOrders", bonded, "taxPaid", returned, damaged
           from jsonb_to_recordset($1::jsonb)
             as s (code text, description text, sellable text, "drawnByConsumerOrders" boolean, bonded boolean,
                   "taxPaid" boolean, returned boolean, damaged boolean)`,
        [JSON.stringify(defaultInventoryStatuses)],
      );
    }
    if (await empty('carrier_holidays')) {
      await tx.rows(
        `insert into carrier_holidays (day, name)
         select date::date, name from jsonb_to_recordset($1::jsonb) as h (date text, name text)`,
        [JSON.stringify(defaultHolidays)],
      );
    }
  });
  caches.delete(db.database);
}
