/**
 * Reads picking across customers: the parts, orders and totals of tasks, the waves to pick, and what stands in totes.
 * Steps that change an order lock and reread it.
 */
import type { DbReader } from '../platform/db/db.ts';
import { floorWorkTable } from './floor-store.ts';
import type { FloorWork } from './floor-work.ts';
import { type PickingFilter, pickTaskPartTable } from './picking-store.ts';
import type { PickTaskPart } from './picking-walk.ts';
import type { ToteLeftover } from './tote-leftovers.ts';

/** Maximum orders that are read to make a task. */
const maxCandidates = 500;

/** The parts of tasks, by customer. */
export async function listPickTaskParts(reader: DbReader, taskIds: readonly string[]): Promise<PickTaskPart[]> {
  return await pickTaskPartTable.rows<PickTaskPart>(
    reader,
    `select ${pickTaskPartTable.select('p')} from pick_parts p where p.task_id = any ($1::uuid[]) order by p.customer_no, p.task_id`,
    [taskIds],
  );
}

/** The orders that are being picked in these tasks. */
export async function listFloorWorkOfPickTasks(reader: DbReader, taskIds: readonly string[]): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.pick_task_id = any ($1::uuid[]) and f.state = 'picking' order by f.customer_no, f.order_id`,
    [taskIds],
  );
}

interface PickTaskTotals {
  /** Orders that are being picked in the task. */
  readonly orders: number;
  /** Units with which these orders were released. */
  readonly units: number;
  readonly picked: number;
}

/** The number of orders, units and picked units of tasks, by task. */
export async function readPickTaskTotals(
  reader: DbReader,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, PickTaskTotals>> {
  const rows = await reader.rows<PickTaskTotals & { readonly taskId: string }>(
    `with work as (select f.pick_task_id, count(*)::int as orders, sum(f.units)::int as units from floor_work f
                    where f.pick_task_id = any ($1::uuid[]) and f.state = 'picking' group by 1),
          picks as (select p.task_id, sum((e.pick ->> 'units')::int)::int as picked
                      from pick_parts p cross join jsonb_array_elements(p.picks) as e (pick)
                     where p.task_id = any ($1::uuid[]) group by 1)
     select t.task_id as "taskId", coalesce(w.orders, 0) as orders, coalesce(w.units, 0) as units,
            coalesce(k.picked, 0) as picked
       from unnest($1::uuid[]) as t (task_id)
       left join work w on w.pick_task_id = t.task_id left join picks k on k.task_id = t.task_id`,
    [taskIds],
  );
  return new Map(rows.map((row) => [row.taskId, row]));
}

/** At most 500 released orders of a wave that are in no task and not claimed for packing, oldest release first. */
export async function listFloorWorkToPick(reader: DbReader, waveId: string): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.wave_id = $1 and f.state = 'released' and (f.packer_id is null or f.claimed_until < now())
      order by f.released_at, f.customer_no, f.order_no, f.order_id limit ${maxCandidates}`,
    [waveId],
  );
}

interface WaveToPick {
  readonly waveId: string;
  readonly warehouse: string;
  readonly number: number;
  readonly name: string;
  /** Released orders that are in no task and not claimed for packing. */
  readonly orders: number;
  readonly units: number;
}

/** A page of the waves with orders to pick, oldest wave first. */
export async function listWavesToPick(
  reader: DbReader,
  { warehouses, waveNumber }: PickingFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<WaveToPick[]> {
  return await reader.rows<WaveToPick>(
    `select w.wave_id as "waveId", w.warehouse, w.number, w.name, count(*)::int as orders, sum(f.units)::int as units
       from floor_work f join floor_waves w on w.wave_id = f.wave_id
      where f.state = 'released' and (f.packer_id is null or f.claimed_until < now()) and ($1::text[] is null or f.warehouse = any ($1))
        and ($2::uuid is null or w.wave_id > $2) and ($4::int is null or w.number = $4)
      group by w.wave_id order by w.wave_id limit $3`,
    [warehouses ?? null, after ?? null, limit, waveNumber ?? null],
  );
}

/**
 * The bottles that orders that were taken back have left in totes, by tote, of all inventory statuses; at most 500 rows for each tote
 * on average.
 */
export async function listToteLeftovers(
  reader: DbReader,
  { warehouse, totes }: { readonly warehouse: string; readonly totes: readonly string[] },
): Promise<(ToteLeftover & { readonly tote: string })[]> {
  return await reader.rows(
    `select l.tote, l.customer_no as "customerNo", l.order_no as "orderNo", l.item_no as "itemNo", l.location, sum(l.units)::int as units
       from tote_leftovers l where l.warehouse = $1 and l.tote = any ($2::text[])
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5 limit $3`,
    [warehouse, totes, totes.length * 500],
  );
}

/** The totes of a warehouse with bottles of orders that were taken back, after a tote; at most `limit`. */
export async function listTotesWithLeftovers(
  reader: DbReader,
  warehouse: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await reader.rows<{ tote: string }>(
    `select l.tote from tote_leftovers l where l.warehouse = $1 and l.tote > $2 group by l.tote order by l.tote limit $3`,
    [warehouse, after, limit],
  );
  return rows.map(({ tote }) => tote);
}

/** Whether an order, `f`, of the warehouse $1 was picked and is not packed. */
const isInTote = `f.warehouse = $1 and f.state in ('picked', 'short', 'packing') and f.pick_task_id is not null
  and not f.is_repacked`;

/**
 * Reads why a task cannot use a tote of its warehouse, as a clause for a message; '' when no work uses it. Other tasks (all, when `taskId`
 * is undefined) use a tote while they pick into it. Afterwards they use it until, of each customer whose bottles went into it, every order
 * of the task is packed, is taken back, or has become a problem, however long that takes. An order that is packed again is in its old
 * boxes and does not count. Bottles that orders taken back have left in the tote do not count either: see `listToteLeftovers`. By index,
 * reads only tasks that are being picked or have orders to pack.
 */
export async function readReasonToteIsInUse(
  reader: DbReader,
  {
    warehouse,
    tote,
    taskId,
  }: { readonly warehouse: string; readonly tote: string; readonly taskId: string | undefined },
): Promise<string> {
  const [row] = await reader.rows<{ number: number; picker: string; state: string }>(
    `with at_work as (select o.task_id, null::text as customer_no from pick_tasks o where o.warehouse = $1 and o.state = 'picking'
                       union
                      select f.pick_task_id, f.customer_no from floor_work f where ${isInTote})
     select t.number, t.picker, t.state
       from at_work a
       join pick_tasks t on t.task_id = a.task_id
       join pick_parts p on p.task_id = t.task_id and (a.customer_no is null or p.customer_no = a.customer_no)
      where t.task_id is distinct from $3::uuid and p.picks @> jsonb_build_array(jsonb_build_object('tote', $2::text))
      order by t.task_id desc limit 1`,
    [warehouse, tote, taskId ?? null],
  );
  if (row === undefined) return '';
  return row.state === 'picking' ? `${row.picker} picks into it` : `what ${row.picker} picked into it is not packed`;
}

/** What stands in a tote. */
export type ToteContents = { readonly tote: string } & (
  | { readonly kind: 'picking'; readonly picker: string }
  /** Orders that were picked into it and are not packed. */
  | { readonly kind: 'picked'; readonly orderNos: readonly string[] }
  /** Bottles of orders that were taken back. */
  | { readonly kind: 'left'; readonly orderNos: readonly string[]; readonly units: number }
);

/**
 * What stands in totes of a warehouse, as `readReasonToteIsInUse` and `listToteLeftovers` have it, in one statement: an
 * order that is taken back meanwhile is in it once, before or after.
 */
export async function listToteContents(
  reader: DbReader,
  warehouse: string,
  totes: readonly string[],
): Promise<ToteContents[]> {
  return await reader.rows<ToteContents>(
    `with named as (select k.tote, p.customer_no, p.task_id
                      from unnest($2::text[]) as k (tote)
                      join pick_parts p on p.picks @> jsonb_build_array(jsonb_build_object('tote', k.tote))
                     where p.task_id in (select o.task_id from pick_tasks o where o.warehouse = $1 and o.state = 'picking'
                                          union
                                         select f.pick_task_id from floor_work f where ${isInTote}))
     select n.tote, 'picking' as kind, min(t.picker) as picker, null::text[] as "orderNos", 0 as units
       from named n join pick_tasks t on t.task_id = n.task_id and t.state = 'picking' group by n.tote
      union all
     select n.tote, 'picked', '', array_agg(distinct f.order_no), 0
       from named n join floor_work f on f.customer_no = n.customer_no and f.pick_task_id = n.task_id
      where ${isInTote} group by n.tote
      union all
     select l.tote, 'left', '', array_agg(distinct l.order_no), sum(l.units)::int
       from tote_leftovers l where l.warehouse = $1 and l.tote = any ($2::text[]) group by l.tote`,
    [warehouse, totes],
  );
}
