/**
 * All that can be proven of an environment's data: that stock, reservations, orders, transfers, returns,
 * packages and labels agree. The one list that the command line, the nightly job and the tests share.
 */
import { verifyInventory } from './inventory/index.ts';
import type { Db, Reader } from './platform/db/db.ts';
import { verifyReturns } from './returns/index.ts';
import { verifySalesOrders } from './sales-orders/index.ts';
import { verifyBoughtLabels, verifyJitLabels } from './shipping-labels/index.ts';
import { verifyTransferOrders } from './transfer-orders/index.ts';
import { verifyPackageBlocks, verifyPackages } from './warehouse/index.ts';

const verifications: readonly ((reader: Reader) => Promise<string[]>)[] = [
  verifyInventory,
  verifySalesOrders,
  verifyTransferOrders,
  verifyReturns,
  verifyPackages,
  verifyPackageBlocks,
  verifyBoughtLabels,
  verifyJitLabels,
];

/**
 * A sentence per fault; none when all is coherent. All look at the same moment, so that traffic beside it makes no fault of a
 * sale under way; nobody waits for it.
 */
export async function verifyAll(db: Pick<Db, 'snapshot'>): Promise<string[]> {
  return await db.snapshot(
    async (reader) => {
      const faults: string[] = [];
      for (const verify of verifications) faults.push(...(await verify(reader)));
      return faults;
    },
    { longRunning: true },
  );
}
