/**
 * Explains an item's quantities: the movements, demands and expectations that each is the sum of (decision 10). Lists are bounded;
 * sums include everything, counts everything but movements of detached months. Read on one snapshot.
 */
import type { Db, DbReader } from '../platform/db/db.ts';
import type { DemandState } from './demand-store.ts';
import { type DocumentName, readDocumentNames } from './document-names.ts';
import { readMovementRollupMark } from './rollups.ts';
import type { MovementType } from './stock.ts';

interface StockExplanationRequest {
  readonly customerNo: string;
  readonly itemNo: string;
  /** Absent: every warehouse. */
  readonly warehouse?: string | undefined;
  /** Maximum rows of each list. Default 20. */
  readonly maxListed?: number | undefined;
}

interface ExplainedMovement {
  readonly occurredAt: Temporal.Instant;
  readonly quantity: number;
  readonly type: MovementType;
  readonly reference: string;
  readonly poNumber: string;
}

/** A document with a demand or an expectation. */
export interface ExplainedDocument {
  /** The reference of its creation. */
  readonly subject: string;
  /** Undefined when no slice has it. */
  readonly document: DocumentName | undefined;
  readonly quantity: number;
}

interface ExplainedDemand extends ExplainedDocument {
  readonly state: DemandState;
  readonly queuedAt: Temporal.Instant;
}

interface ExplainedExpectedReceipt extends ExplainedDocument {
  readonly line: number;
  readonly ordered: number;
  readonly received: number;
}

/** A quantity of the balance and its parts. */
export interface ExplainedQuantity<Part> {
  /** As stored in the balance. */
  readonly kept: number;
  /** The sum of all parts, listed or not. */
  readonly sum: number;
  /** The number of the parts, listed or not, without movements of detached months. */
  readonly count: number;
  readonly parts: readonly Part[];
}

/** One balance of the item. */
export interface BalanceExplanation {
  readonly warehouse: string;
  readonly status: string;
  /** Newest movement first. */
  readonly onHand: ExplainedQuantity<ExplainedMovement>;
  /** In queue order. */
  readonly reserved: ExplainedQuantity<ExplainedDemand>;
  readonly available: number;
  /** In queue order. */
  readonly backOrder: ExplainedQuantity<ExplainedDemand>;
  readonly openPO: ExplainedQuantity<ExplainedExpectedReceipt>;
  /** On transfers that have left their warehouse. */
  readonly inTransit: ExplainedQuantity<ExplainedExpectedReceipt>;
  /** Whether every quantity is the sum of its parts. */
  readonly addsUp: boolean;
}

/** Explains the item's balances, by warehouse and status; empty when it has none. */
export async function explainItemBalances(
  db: Pick<Db, 'snapshot'>,
  request: StockExplanationRequest,
): Promise<BalanceExplanation[]> {
  return await db.snapshot((reader) => explain(reader, request));
}

interface WarehouseStatus {
  readonly warehouse: string;
  readonly status: string;
}

const warehouseStatusText = ({ warehouse, status }: WarehouseStatus) => `${warehouse}\n${status}`;

async function explain(reader: DbReader, request: StockExplanationRequest): Promise<BalanceExplanation[]> {
  const { maxListed = 20 } = request;
  const values = [request.customerNo, request.itemNo, request.warehouse ?? null];
  const balances = await reader.rows<
    WarehouseStatus & { onHand: number; reserved: number; backOrdered: number; expected: number; inTransit: number }
  >(
    `select warehouse, status, on_hand as "onHand", reserved, back_ordered as "backOrdered", expected - in_transit as expected,
            in_transit as "inTransit"
       from balances where customer_no = $1 and item_no = $2 and ($3::text is null or warehouse = $3)
      order by warehouse, status`,
    values,
  );
  const sums = await readMovementSums(reader, request);
  const demands = await readDemandsOf(reader, values, maxListed);
  const expectations = await readExpectationsOf(reader, values, maxListed);
  const movements = await readNewestMovements(reader, request, balances, maxListed);
  const names = await readDocumentNames(
    reader,
    [...demands, ...expectations].map(({ subject }) => ({ customerNo: request.customerNo, subject })),
  );
  const named = <Row extends { readonly subject: string }>(row: Row) => ({ ...row, document: names.get(row.subject) });
  return balances.map((balance): BalanceExplanation => {
    const here = (row: WarehouseStatus) => warehouseStatusText(row) === warehouseStatusText(balance);
    const wanted = demands.filter(here).map(named);
    const sum = sums.find(here);
    const onHand = {
      kept: balance.onHand,
      sum: sum?.quantity ?? 0,
      count: sum?.count ?? 0,
      parts: movements.filter(here),
    };
    const reserved = explained(
      balance.reserved,
      wanted.filter((row) => row.state !== 'waiting'),
    );
    const backOrder = explained(
      balance.backOrdered,
      wanted.filter((row) => row.state === 'waiting'),
    );
    const inbound = expectations.filter(here).map(named);
    const openPO = explained(
      balance.expected,
      inbound.filter((row) => !row.isInTransit),
    );
    const inTransit = explained(
      balance.inTransit,
      inbound.filter((row) => row.isInTransit),
    );
    return {
      warehouse: balance.warehouse,
      status: balance.status,
      onHand,
      reserved,
      available: Math.max(0, balance.onHand - balance.reserved),
      backOrder,
      openPO,
      inTransit,
      addsUp: [onHand, reserved, backOrder, openPO, inTransit].every((quantity) => quantity.kept === quantity.sum),
    };
  });
}

/** The sum and number of all rows of the same kind, listed or not. */
interface WindowTotals {
  readonly total: number;
  readonly count: number;
}

function explained<Part extends WindowTotals>(
  kept: number,
  parts: readonly Part[],
): ExplainedQuantity<Omit<Part, keyof WindowTotals>> {
  return {
    kept,
    sum: parts[0]?.total ?? 0,
    count: parts[0]?.count ?? 0,
    parts: parts.map(({ total: _total, count: _count, ...part }) => part),
  };
}

/** Sums of all movements, also of detached months; the count is of the movements that are still attached. */
async function readMovementSums(
  reader: DbReader,
  { customerNo, itemNo, warehouse }: StockExplanationRequest,
): Promise<(WarehouseStatus & { quantity: number; count: number })[]> {
  const { rolledTo } = await readMovementRollupMark(reader, customerNo);
  return await reader.rows(
    `select warehouse, status, sum(quantity)::bigint as quantity, sum(count)::bigint as count
       from (select warehouse, status, quantity, count from movement_item_counts
              where customer_no = $1 and item_no = $2
              union all
             select warehouse, status, quantity, 1 from movements
              where customer_no = $1 and item_no = $2 and seq > $4
              union all
             select warehouse, status, quantity, 0 from opening_balances
              where customer_no = $1 and item_no = $2
                and month = (select max(month) + interval '1 month' from movement_months where detached_at is not null)) m
      where $3::text is null or warehouse = $3
      group by warehouse, status`,
    [customerNo, itemNo, warehouse ?? null, rolledTo],
  );
}

async function readNewestMovements(
  reader: DbReader,
  { customerNo, itemNo }: StockExplanationRequest,
  places: readonly WarehouseStatus[],
  maxListed: number,
): Promise<(WarehouseStatus & ExplainedMovement)[]> {
  return await reader.rows(
    `select p.warehouse, p.status, m.occurred_at as "occurredAt", m.quantity, m.type, m.reference,
            m.po_number as "poNumber"
       from unnest($3::text[], $4::text[]) with ordinality as p (warehouse, status, place)
      cross join lateral (
            select * from movements m
             where m.customer_no = $1 and m.item_no = $2 and m.warehouse = p.warehouse and m.status = p.status
             order by m.seq desc limit $5) m
      order by p.place, m.seq desc`,
    [customerNo, itemNo, places.map((place) => place.warehouse), places.map((place) => place.status), maxListed],
  );
}

type DemandPart = WarehouseStatus & WindowTotals & Omit<ExplainedDemand, 'document'>;

/** Reservations and backorders; the first `maxListed` of each balance and kind. */
async function readDemandsOf(reader: DbReader, values: readonly unknown[], maxListed: number): Promise<DemandPart[]> {
  return await reader.rows<DemandPart>(
    `select warehouse, status, subject, state, quantity, queued_at as "queuedAt", total, count
       from (select d.*, row_number() over (w order by rank, queued_at, subject) as place,
                    (sum(quantity) over w)::bigint as total, count(*) over w as count
               from demands d
              where customer_no = $1 and item_no = $2 and ($3::text is null or warehouse = $3)
             window w as (partition by warehouse, status, state = 'waiting')) ranked
      where place <= $4
      order by warehouse, status, place`,
    [...values, maxListed],
  );
}

type ExpectationPart = WarehouseStatus &
  WindowTotals &
  Omit<ExplainedExpectedReceipt, 'document'> & { readonly isInTransit: boolean };

/** Open expectations; the first `maxListed` of each balance and kind. */
async function readExpectationsOf(
  reader: DbReader,
  values: readonly unknown[],
  maxListed: number,
): Promise<ExpectationPart[]> {
  return await reader.rows<ExpectationPart>(
    `select warehouse, status, subject, line, ordered, received, open as quantity, in_transit as "isInTransit", total, count
       from (select e.*, e.ordered - e.received as open, row_number() over (w order by subject, line) as place,
                    (sum(ordered - received) over w)::bigint as total, count(*) over w as count
               from expectations e
              where customer_no = $1 and item_no = $2 and ($3::text is null or warehouse = $3) and ordered > received
             window w as (partition by warehouse, status, in_transit)) ranked
      where place <= $4
      order by warehouse, status, place`,
    [...values, maxListed],
  );
}
