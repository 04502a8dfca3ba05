/** Plans of cycle counts: classes of items by movement (ABC), and the items that are due by them, across customers. */
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { ItemStatusKey } from './list-placement.ts';

/** Plan of a warehouse: after how many days the items of each class are counted again. */
interface CountPlan {
  readonly warehouse: string;
  readonly daysA: number;
  readonly daysB: number;
  readonly daysC: number;
}

/** The audit record of a plan, from which its version is computed. */
export const countPlanAuditRecord = ({ daysA, daysB, daysC }: CountPlan) => ({
  DaysA: daysA,
  DaysB: daysB,
  DaysC: daysC,
});

/** The plan of a warehouse, if it has one. */
export async function readCountPlan(reader: DbReader, warehouse: string): Promise<CountPlan | undefined> {
  const [plan] = await reader.rows<CountPlan>(
    'select warehouse, days_a as "daysA", days_b as "daysB", days_c as "daysC" from count_plans where warehouse = $1',
    [warehouse],
  );
  return plan;
}

/** Serializes changes of the plan of a warehouse, also where it has none yet. */
export async function lockCountPlanEdits(tx: Tx, warehouse: string): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtext('dray count plan ' || $1))", [warehouse]);
}

export async function saveCountPlan(tx: Tx, { warehouse, daysA, daysB, daysC }: CountPlan): Promise<void> {
  await tx.rows(
    `insert into count_plans (warehouse, days_a, days_b, days_c, changed_at) values ($1, $2, $3, $4, now())
         on conflict (warehouse) do update
        set days_a = excluded.days_a, days_b = excluded.days_b, days_c = excluded.days_c, changed_at = excluded.changed_at`,
    [warehouse, daysA, daysB, daysC],
  );
}

export async function deleteCountPlan(tx: Tx, warehouse: string): Promise<void> {
  await tx.rows('delete from count_plans where warehouse = $1', [warehouse]);
}

/** Classes are computed from the movements of this number of days. */
const classDays = 90;

/**
 * Items with stock at $1 by class, one row for each status: A makes the first 80% of all units that moved in the last `classDays`, B the
 * next 15%, C the rest. Read from the daily sums, in which movements of a day in opposite directions cancel out, and from the
 * movements that the sums do not include yet.
 */
const classes = `
  moved as (
    select customer_no, item_no, sum(units) as units
      from (select d.customer_no, d.item_no, abs(d.quantity) as units from movement_days d
             where d.warehouse = $1 and d.day >= current_date - ${classDays} and d.month >= date_trunc('month', current_date - ${classDays})
            union all
            select m.customer_no, m.item_no, abs(m.quantity)
              from commit_counters c
              left join movement_rollup_progress p on p.customer_no = c.customer_no
             cross join lateral (select m.customer_no, m.item_no, m.quantity from movements m
                                  where m.customer_no = c.customer_no and m.seq > coalesce(p.rolled_up_to, 0) and m.warehouse = $1
                                    and m.occurred_at >= current_date - ${classDays}) m
             where c.last_seq > coalesce(p.rolled_up_to, 0)) x
     group by 1, 2),
  ranked as (
    select customer_no, item_no,
           (sum(units) over (order by units desc, customer_no, item_no) - units) / nullif(sum(units) over (), 0) as share
      from moved),
  classed as (
    select b.customer_no, b.item_no, b.status,
           case when r.share < 0.8 then 'A' when r.share < 0.95 then 'B' else 'C' end as class
      from balances b left join ranked r on r.customer_no = b.customer_no and r.item_no = b.item_no
     where b.warehouse = $1 and b.on_hand > 0)`;

/**
 * When an item was counted last in all of its places, by a count that agreed or was approved. Read from the newest count backward, by
 * index: an item has as many counts as it was counted in all years.
 */
const counted = `
  left join lateral (select p.counted_at as at from bin_counts p
                       join counts c on c.customer_no = p.customer_no and c.count_id = p.count_id and c.status = 'APPROVED'
                      where p.customer_no = k.customer_no and p.item_no = k.item_no and p.warehouse = $1 and p.status = k.status
                        and p.is_whole and p.counted_at is not null
                      order by p.counted_at desc limit 1) l on true`;

const interval = `(case k.class when 'A' then n.days_a when 'B' then n.days_b else n.days_c end) * interval '1 day'`;

interface ItemDueForCount extends ItemStatusKey {
  readonly class: 'A' | 'B' | 'C';
  readonly description: string;
  /** When it was counted last; null: never. */
  readonly countedAt: Temporal.Instant | null;
}

/** The position of an item in the list of due items. */
export type DueForCountPosition = Omit<ItemDueForCount, 'description'>;

/**
 * At most `limit` items that are due by the plan of a warehouse, after a position: never counted, or not counted for longer than their
 * class permits. By class, within a class those that were never counted first, then the longest ago. Empty without a plan.
 */
export async function listItemsDueForCount(
  reader: DbReader,
  warehouse: string,
  { after, limit }: { readonly after: DueForCountPosition | undefined; readonly limit: number },
): Promise<ItemDueForCount[]> {
  const plan = await readCountPlan(reader, warehouse);
  if (plan === undefined) return [];
  return await reader.rows<ItemDueForCount>(
    `with ${classes}
     select k.customer_no as "customerNo", k.item_no as "itemNo", k.status, k.class, l.at as "countedAt", coalesce(s.description, '') as description
       from classed k join count_plans n on n.warehouse = $1 ${counted}
       left join skus s on s.customer_no = k.customer_no and s.item_no = k.item_no
      where (l.at is null or l.at < now() - ${interval})
        and ($3::text is null
             or (k.class, coalesce(l.at, '-infinity'), k.customer_no, k.item_no, k.status)
                > ($3, coalesce($4::timestamptz, '-infinity'), $5, $6, $7))
      order by k.class, l.at nulls first, 1, 2, 3 limit $2`,
    [
      ...[warehouse, limit, after?.class ?? null, after?.countedAt ?? null],
      ...[after?.customerNo ?? null, after?.itemNo ?? null, after?.status ?? null],
    ],
  );
}

/** The number of items in a status with stock at a warehouse by class, and how many of them are due by its plan: 0 without one. */
export async function countItemsByAbcClass(reader: DbReader, warehouse: string) {
  return await reader.rows<{ readonly class: 'A' | 'B' | 'C'; readonly items: number; readonly due: number }>(
    `with ${classes}
     select k.class, count(*)::int as items,
            (count(*) filter (where n.warehouse is not null and (l.at is null or l.at < now() - ${interval})))::int as due
       from classed k left join count_plans n on n.warehouse = $1 ${counted}
      group by k.class order by k.class`,
    [warehouse],
  );
}
