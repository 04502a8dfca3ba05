/**
 * Retires items in batches (interface: States and transitions; decision 6).
 *
 * Stock and open orders do not prevent it; the log entry lists them. A retired item keeps its number and history, existing orders
 * are fulfilled, and new orders of it are rejected, except DELIVERY_TO_WINERY orders and transfers, by which its stock leaves
 * (decision 10).
 */

import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readItemUse } from './item-use.ts';
import { checkSkuChangeable, type LockedSku } from './sku.ts';
import { formatSkuKey, lockSkus, markSkusRetired } from './sku-store.ts';
import type { SkuChangeResult } from './update-skus.ts';

export interface SkuRetirement extends CommandContext {
  readonly itemNo: string;
}

/**
 * Returns one outcome per request, in their order. No two may be of the same item. Refusals, in order of precedence: 404
 * `NotFound`, 403 `StateForbids` when the item is already retired.
 */
export async function retireSkus(tx: Tx, requests: readonly SkuRetirement[]): Promise<Outcome<SkuChangeResult>[]> {
  const locked = await lockSkus(tx, requests);
  const retired: { request: SkuRetirement; sku: LockedSku }[] = [];
  const outcomes = requests.map((request): Outcome<SkuChangeResult> => {
    const decision = checkSkuChangeable(locked.get(formatSkuKey(request)), request.itemNo, 'retired');
    if ('refused' in decision) return decision;
    retired.push({ request, sku: decision.ok });
    return { ok: { reference: request.reference } };
  });
  const items = retired.map(({ sku: { customerNo, itemNo } }) => ({ customerNo, itemNo }));
  const timeOf = await readCustomerClockLookup(tx, items);
  markSkusRetired(
    tx,
    items.map((item) => ({ ...item, retiredAt: timeOf(item.customerNo) })),
  );
  const uses = await readItemUse(tx, items);
  for (const { request, sku } of retired) {
    const use = uses.get(formatSkuKey(sku));
    appendLog(tx, request, {
      kind: 'sku.retired',
      subject: sku.skuId,
      occurredAt: timeOf(request.customerNo),
      data: {
        itemNo: sku.itemNo,
        ...(use === undefined ? {} : { stillInUse: use }),
      },
    });
  }
  return outcomes;
}

export const skuRetirementWriter: BatchWriter<SkuRetirement, SkuChangeResult> = {
  name: 'skus.retire',
  maxItems: 100,
  customerNo: (request) => request.customerNo,
  identities: (request) => [`sku\t${request.itemNo}`],
  write: retireSkus,
};
