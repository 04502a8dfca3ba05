/** Customers, items and stock that are inserted without an operation, for tests of other things. */

import { receiveStock } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';

let made = 0;

/** Inserts a customer that no other test uses, with its commit counter and clock, and returns its number. */
export async function givenCustomer(db: Db): Promise<string> {
  made += 1;
  const customerNo = `T${process.pid}-${made}`;
  await db.rows('insert into customers (customer_no, name, reference) values ($1, $1, $2)', [customerNo, uuidv7()]);
  await db.rows('insert into commit_counters (customer_no) values ($1)', [customerNo]);
  await db.rows('insert into customer_clocks (customer_no) values ($1)', [customerNo]);
  return customerNo;
}

export interface GivenItem {
  readonly itemNo: string;
  readonly storage?: 'service' | 'client' | 'virtual';
  readonly bottlesPerCase?: number | null;
  readonly retired?: boolean;
}

export async function givenItems(db: Db, customerNo: string, items: readonly GivenItem[]): Promise<void> {
  for (const { itemNo, storage = 'service', bottlesPerCase = 12, retired = false } of items) {
    await db.rows(
      `insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                         has_unknown_varietal, appellation, value, upc_code, uom, bottles_per_case, classification, comments,
                         created_at, retired_at)
       values ($1, $2, $3, '', 'Wine', $4, $5, '', '', false, '', 20, '', '750', $6, 'Still', '', now(),
               case when $7 then now() end)`,
      [customerNo, itemNo, uuidv7(), storage, `Wine ${itemNo}`, bottlesPerCase, retired],
    );
  }
}

/** Adds stock by inventory adjustments, and allocates it to backorders. */
export async function givenStock(
  db: Db,
  customerNo: string,
  stock: readonly { itemNo: string; quantity: number; warehouse?: string; status?: string }[],
): Promise<void> {
  await db.write((tx) =>
    receiveStock(
      tx,
      stock.map(({ itemNo, quantity, warehouse = 'APC01', status = 'GOOD-NO-TX' }) => ({
        posting: {
          customerNo,
          itemNo,
          warehouse,
          status,
          quantity,
          type: 'Inventory Adjustment' as const,
          reference: 'FOUND',
          subject: uuidv7(),
          occurredAt: Temporal.Now.instant(),
          itemDescription: `Wine ${itemNo}`,
          itemUnit: '750',
        },
      })),
    ),
  );
}

/** The quantities of a balance; undefined when there is none. */
export async function balanceOf(
  db: Db,
  customerNo: string,
  itemNo: string,
  warehouse = 'APC01',
  status = 'GOOD-NO-TX',
): Promise<{ onHand: number; reserved: number; backOrdered: number; expected: number } | undefined> {
  const [row] = await db.rows<{ on_hand: number; reserved: number; back_ordered: number; expected: number }>(
    `select on_hand, reserved, back_ordered, expected from balances
      where customer_no = $1 and item_no = $2 and warehouse = $3 and status = $4`,
    [customerNo, itemNo, warehouse, status],
  );
  if (row === undefined) return undefined;
  return { onHand: row.on_hand, reserved: row.reserved, backOrdered: row.back_ordered, expected: row.expected };
}
