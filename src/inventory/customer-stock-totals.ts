/** The customers whose stock, backorders or expected units prevent the removal of a warehouse or an inventory status. */
import type { DbReader } from '../platform/db/db.ts';

/** A customer's items and units in a warehouse or status, summed over its balances. */
interface CustomerStockAt {
  readonly customerNo: string;
  readonly items: number;
  readonly onHand: number;
  readonly backordered: number;
  /** Expected units that have not arrived. */
  readonly incoming: number;
}

/** At most `limit` customers with stock, backorders or expected units in the warehouse or status, those with the most units first. */
export async function listCustomersWithStockAt(
  reader: DbReader,
  customerNos: readonly string[],
  { warehouse, status }: { readonly warehouse?: string; readonly status?: string },
  limit: number,
): Promise<CustomerStockAt[]> {
  return await reader.rows<CustomerStockAt>(
    `select customer_no as "customerNo", count(distinct item_no)::int as items, sum(on_hand)::bigint as "onHand",
            sum(back_ordered)::bigint as backordered, sum(expected)::bigint as incoming
       from balances
      where customer_no = any ($1::text[]) and ($2::text is null or warehouse = $2) and ($3::text is null or status = $3)
        and (on_hand > 0 or back_ordered > 0 or expected > 0)
      group by customer_no
      order by sum(on_hand) + sum(back_ordered) + sum(expected) desc, customer_no
      limit $4`,
    [customerNos, warehouse ?? null, status ?? null, limit],
  );
}
