/**
 * The integrity checks of an environment: those of all slices that have any. The command line, the nightly job and the tests
 * use this list.
 */
import { verifyInventoryStatuses, verifyWarehouses } from './administration/index.ts';
import { describeExcessInBins, verifyBins } from './bins/index.ts';
import { verifyFloor, verifyPicking } from './floor/index.ts';
import { verifyInventory } from './inventory/index.ts';
import { catchUpOrderIndex, verifyOrderIndex } from './order-index/index.ts';
import { verifyPhotos } from './photos/index.ts';
import type { Db, DbReader } from './platform/db/db.ts';
import { verifyReceipts } from './receiving/index.ts';
import { verifyReturnScans } from './return-station/index.ts';
import { verifyReturns } from './returns/index.ts';
import { verifySalesOrders } from './sales-orders/index.ts';
import { verifyCarrierLabels, verifyJitLabels, verifyPrintedDocuments } from './shipping-labels/index.ts';
import { verifyTransferOrders } from './transfer-orders/index.ts';
import { verifyPackageBlocks, verifyPackages } from './warehouse/index.ts';
import { verifyWebhooks } from './webhooks/index.ts';

const verifications: readonly ((reader: DbReader) => Promise<string[]>)[] = [
  verifyWarehouses,
  verifyInventoryStatuses,
  verifyInventory,
  verifySalesOrders,
  verifyTransferOrders,
  verifyReturns,
  verifyReturnScans,
  verifyPackages,
  verifyPackageBlocks,
  verifyCarrierLabels,
  verifyJitLabels,
  verifyPrintedDocuments,
  verifyFloor,
  verifyPicking,
  verifyReceipts,
  verifyPhotos,
  verifyBins,
  verifyOrderIndex,
  verifyWebhooks,
];

/** `verifyWholeDatabase` after the order index has read what is left of the log, so that it is compared with every order. */
export async function indexOrdersAndVerifyDatabase(db: Db): Promise<string[]> {
  await catchUpOrderIndex(db);
  return await verifyWholeDatabase(db);
}

/**
 * Returns a sentence per item, status and warehouse of which bins record more units than the ledger has, at most 100. People have to
 * count these; `dray verify` reports them beside the faults.
 */
export const describeItemsWithExcessInBins: (reader: DbReader) => Promise<string[]> = describeExcessInBins;

/**
 * Returns one sentence per fault, a bounded number of each kind. All checks read the same snapshot, so concurrent writes cause no
 * faults and are not blocked.
 */
export async function verifyWholeDatabase(db: Pick<Db, 'snapshot'>): Promise<string[]> {
  return await db.snapshot(
    async (reader) => {
      const faults: string[] = [];
      for (const verify of verifications) faults.push(...(await verify(reader)));
      return faults;
    },
    { longRunning: true },
  );
}
