/** Verifies picking against scans, tasks and the work on orders. Runs on one snapshot during live traffic. */
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';

/**
 * Returns a sentence per fault, at most 100 of each kind. The rules:
 * - The units picked of a customer's items in a task equal the sum of their scans.
 * - In a task that is not done, the units of a pick that stores inventory statuses equal the sum of these.
 * - An order that is being picked is in an open task of its wave and warehouse, with a part for its customer.
 * - A task without orders ends within a day after the end of its claim, so that its bottles are put back.
 */
export async function verifyPicking(reader: DbReader): Promise<string[]> {
  const miscounted = `
    select p.customer_no, p.task_id as subject, k.units || ' units are picked, ' || s.units || ' were scanned' as what
       from pick_parts p
      cross join lateral (select coalesce(sum((e.pick ->> 'units')::int), 0) as units
                            from jsonb_array_elements(p.picks) as e (pick)) k
      cross join lateral (select coalesce(sum(c.units), 0) as units from pick_scans c
                           where c.customer_no = p.customer_no and c.task_id = p.task_id) s
      where k.units <> s.units`;
  const ofOtherStatuses = `
    select p.customer_no, p.task_id as subject,
            (e.pick ->> 'units') || ' × ' || (e.pick ->> 'itemNo') || ' are in pick ' || (e.pick ->> 'n') || ', '
              || coalesce(sum(s.units), 0) || ' of them of an inventory status' as what
       from pick_tasks t
       join pick_parts p on p.task_id = t.task_id
      cross join lateral jsonb_array_elements(p.picks) as e (pick)
       left join lateral jsonb_to_recordset(e.pick -> 'drawn') as s (units int) on true
      where t.state = 'picking' and e.pick ? 'drawn'
      group by p.customer_no, p.task_id, e.pick
     having (e.pick ->> 'units')::int <> coalesce(sum(s.units), 0)`;
  const strayed = `
    select f.customer_no, f.order_id as subject,
            case when t.task_id is null then 'it is being picked in no task'
                 when p.task_id is null then 'its task has no part of its customer'
                 when t.state = 'done' then 'it is being picked in a task that is done'
                 else 'its task is of another wave or warehouse' end as what
       from floor_work f
       left join pick_tasks t on t.task_id = f.pick_task_id
       left join pick_parts p on p.customer_no = f.customer_no and p.task_id = f.pick_task_id
      where f.state = 'picking'
        and (t.task_id is null or p.task_id is null or t.state = 'done' or t.warehouse <> f.warehouse
             or t.wave_id is distinct from f.wave_id)`;
  const left = await reader.rows<{ task_id: string; warehouse: string; number: number; picker: string }>(
    `select t.task_id, t.warehouse, t.number, t.picker
       from pick_tasks t
      where t.state = 'picking' and t.claimed_until < now() - interval '1 day'
        and t.task_id not in (select f.pick_task_id from floor_work f where f.state = 'picking' and f.pick_task_id is not null)
      order by t.task_id limit 100`,
  );
  return [
    ...(await listFaults(reader, [miscounted, ofOtherStatuses, strayed])),
    ...left.map(
      ({ task_id, warehouse, number, picker }) =>
        `picking task ${task_id}: task ${number} of ${picker} at ${warehouse} has no orders, and was not ended`,
    ),
  ];
}
