/** The one call in which every test of stock ends: sums, reservations, orders, returns and numbers agree. */
import { expect } from 'vitest';
import { verifyInventory } from '../../src/inventory/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { verifyReturns } from '../../src/returns/index.ts';
import { verifySalesOrders } from '../../src/sales-orders/index.ts';
import { verifyTransferOrders } from '../../src/transfer-orders/index.ts';

export async function expectLedgerCoherent(db: Db): Promise<void> {
  const faults = await db.snapshot(async (reader) => [
    ...(await verifyInventory(reader)),
    ...(await verifySalesOrders(reader)),
    ...(await verifyTransferOrders(reader)),
    ...(await verifyReturns(reader)),
  ]);
  expect(faults).toEqual([]);
}
