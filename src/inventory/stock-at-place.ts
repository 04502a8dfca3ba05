/**
 * Stock at a warehouse or in an inventory status: whether and whose stock, backorders or expected units prevent its removal, and the
 * empty balances that are deleted with it.
 */
import type { DbReader, Tx } from '../platform/db/db.ts';

/** A warehouse, in any status, or a status, at any warehouse. */
type StockPlace =
  | { readonly warehouse: string; readonly status?: never }
  | { readonly status: string; readonly warehouse?: never };

/** Whether any of these customers has stock, backorders or expected units at a warehouse or in a status. */
export async function hasAnyCustomerStockAt(
  reader: DbReader,
  customerNos: readonly string[],
  { warehouse, status }: StockPlace,
): Promise<boolean> {
  const rows = await reader.rows(
    `select 1 from balances
      where customer_no = any ($1::text[]) and ($2::text is null or warehouse = $2) and ($3::text is null or status = $3)
        and (on_hand > 0 or back_ordered > 0 or expected > 0) limit 1`,
    [customerNos, warehouse ?? null, status ?? null],
  );
  return rows.length > 0;
}

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

/** Deletes the balances of these customers at a warehouse or in a status that have no units of any kind. */
export async function deleteEmptyBalances(
  tx: Tx,
  customerNos: readonly string[],
  { warehouse, status }: StockPlace,
): Promise<void> {
  await tx.rows(
    `delete from balances b
      where b.customer_no = any ($1::text[])
        and ($2::text is null or b.warehouse = $2) and ($3::text is null or b.status = $3)
        and b.on_hand = 0 and b.reserved = 0 and b.back_ordered = 0 and b.expected = 0 and b.in_transit = 0`,
    [customerNos, warehouse ?? null, status ?? null],
  );
}
