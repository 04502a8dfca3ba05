/** Updates items in batches (interface: Product; SKU; decisions 4, 6). */

import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome, Refusal } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  checkSkuChangeable,
  computeChangedSkuFields,
  type LockedSku,
  type SkuPatch,
  type SkuRequestor,
} from './sku.ts';
import { formatSkuKey, insertSkuRequestors, lockSkus, saveSkuChanges } from './sku-store.ts';

export interface SkuUpdate extends CommandContext {
  readonly itemNo: string;
  readonly patch: SkuPatch;
  /** Checks the values that the change finds, under their lock. Its refusal is the outcome. */
  readonly check?: (tx: Tx, before: ChangeableSkuValues) => Promise<{ readonly refused: Refusal } | undefined>;
  /** Absent when an operator changes the item: the log names that person. */
  readonly requestor?: SkuRequestor;
}

/** The reference of the request that changed the item. */
export interface SkuChangeResult {
  readonly reference: string;
}

/** What of an item can be changed. */
export type ChangeableSkuValues = Pick<LockedSku, 'description' | 'value'>;

export interface SkuUpdateResult extends SkuChangeResult {
  readonly before: ChangeableSkuValues;
}

/**
 * Returns one outcome per update, in their order. No two may be of the same item. Refusals, in order of precedence: 404 `NotFound`,
 * 403 `StateForbids` when the item is retired, then that of `check`. Movements and orders keep the description with which they were created.
 */
export async function updateSkus(tx: Tx, updates: readonly SkuUpdate[]): Promise<Outcome<SkuUpdateResult>[]> {
  const locked = await lockSkus(tx, updates);
  const changed: { update: SkuUpdate; sku: LockedSku }[] = [];
  const outcomes: Outcome<SkuUpdateResult>[] = [];
  for (const update of updates) {
    const decision = checkSkuChangeable(locked.get(formatSkuKey(update)), update.itemNo, 'updated');
    if ('refused' in decision) {
      outcomes.push(decision);
      continue;
    }
    const refused = await update.check?.(tx, decision.ok);
    if (refused !== undefined) {
      outcomes.push(refused);
      continue;
    }
    changed.push({ update, sku: decision.ok });
    const { description, value } = decision.ok;
    outcomes.push({ ok: { reference: update.reference, before: { description, value } } });
  }
  saveSkuChanges(
    tx,
    changed.map(({ update: { customerNo, itemNo, patch } }) => ({ customerNo, itemNo, patch })),
  );
  insertSkuRequestors(
    tx,
    changed.flatMap(({ update: { requestor, ...update } }) =>
      requestor === undefined ? [] : [{ ...update, requestor }],
    ),
  );
  const timeOf = await readCustomerClockLookup(tx, [...new Set(changed.map(({ update }) => update.customerNo))]);
  for (const { update, sku } of changed) {
    appendLog(tx, update, {
      kind: 'sku.updated',
      subject: sku.skuId,
      occurredAt: timeOf(update.customerNo),
      data: {
        itemNo: sku.itemNo,
        changed: computeChangedSkuFields(sku, update.patch),
        before: { description: sku.description, value: sku.value },
      },
    });
  }
  return outcomes;
}

export const skuUpdateWriter: BatchWriter<SkuUpdate, SkuUpdateResult> = {
  name: 'skus.update',
  maxItems: 200,
  customerNo: (update) => update.customerNo,
  identities: (update) => [`sku\t${update.itemNo}`],
  write: updateSkus,
};
