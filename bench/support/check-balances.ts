/** Checks that the database has exactly what was acknowledged, nothing is oversold, and `dray verify` passes. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Db } from '../../src/platform/db/db.ts';
import { suppliedUnitsPerItem } from './supply.ts';

/** The number of accepted orders of each customer, and their units of each item. */
export interface AcceptedOrders {
  readonly orders: Map<string, number>;
  readonly units: Map<string, Map<string, number>>;
}

export function countOrder(
  acceptedOrders: AcceptedOrders,
  customerNo: string,
  lines: readonly { itemNo: string; quantity: number }[],
) {
  acceptedOrders.orders.set(customerNo, (acceptedOrders.orders.get(customerNo) ?? 0) + 1);
  const units = acceptedOrders.units.get(customerNo) ?? new Map<string, number>();
  acceptedOrders.units.set(customerNo, units);
  for (const { itemNo, quantity } of lines) units.set(itemNo, (units.get(itemNo) ?? 0) + quantity);
}

/** Returns one sentence for each fault: an order that is missing or held, or a balance other than the accepted orders require. */
export async function checkBalances(db: Db, acceptedOrders: AcceptedOrders): Promise<string[]> {
  const faults: string[] = [];
  const orders = await db.rows<{ customer_no: string; orders: number; free: number }>(
    `select customer_no, count(*) as orders, count(*) filter (where status = 'RECEIVED') as free
       from sales_orders group by customer_no`,
  );
  const found = new Map(orders.map((row) => [row.customer_no, row]));
  for (const [customerNo, accepted] of acceptedOrders.orders) {
    const { orders: kept = 0, free = 0 } = found.get(customerNo) ?? {};
    if (kept !== accepted) faults.push(`${customerNo}: ${accepted} orders accepted, ${kept} kept`);
    if (free !== accepted) faults.push(`${customerNo}: ${accepted - free} orders are held`);
  }
  const balances = await db.rows<{
    customer_no: string;
    item_no: string;
    on_hand: number;
    reserved: number;
    demanded: number;
  }>(
    `select b.customer_no, b.item_no, b.on_hand, b.reserved, coalesce(d.quantity, 0) as demanded
       from balances b
       left join (select customer_no, item_no, warehouse, status, sum(quantity)::bigint as quantity
                    from demands group by customer_no, item_no, warehouse, status) d
       using (customer_no, item_no, warehouse, status)`,
  );
  for (const { customer_no, item_no, on_hand, reserved, demanded } of balances) {
    const wanted = acceptedOrders.units.get(customer_no)?.get(item_no) ?? 0;
    if (reserved > on_hand) faults.push(`${customer_no} ${item_no}: oversold, ${reserved} of ${on_hand} reserved`);
    if (on_hand !== suppliedUnitsPerItem)
      faults.push(`${customer_no} ${item_no}: ${on_hand} on hand, ${suppliedUnitsPerItem} received`);
    if (reserved !== wanted || demanded !== wanted) {
      faults.push(`${customer_no} ${item_no}: ${wanted} wanted, ${reserved} reserved, ${demanded} demanded`);
    }
  }
  return faults;
}

/** Runs `dray verify` beside the server. Returns its output if it fails, otherwise nothing. */
export function verify(env: NodeJS.ProcessEnv): string[] {
  const main = path.resolve(import.meta.dirname, '../../src/main.ts');
  const run = spawnSync(process.execPath, [main, 'verify'], { env, encoding: 'utf8' });
  return run.status === 0 ? [] : [`dray verify: ${run.stdout}${run.stderr}`];
}
