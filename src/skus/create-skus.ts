/**
 * Creates items in batches.
 *
 * An item number is used once per customer. Repeating a creation returns the first reference; it reinstates a retired item
 * and otherwise writes nothing. A different creation with the same number is rejected with 400 `DuplicateItem` and the first
 * reference, also when the item is retired (decision 6). A wine with an unknown varietal is accepted and flagged (decision 8).
 */

import { assertPresent } from '../lib/assert.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { decideDuplicateSku, hashSkuContent, type SkuDraft, type SkuRequestor } from './sku.ts';
import {
  formatSkuKey,
  insertSkuRequestors,
  insertSkusIfAbsent,
  lockSkus,
  markSkusReinstated,
  type NewSku,
  readKnownVarietals,
  readSkusForDuplicateCheck,
} from './sku-store.ts';

/** A creation; its reference becomes the item's id. */
export interface SkuCreation extends CommandContext {
  readonly draft: SkuDraft;
  readonly requestor: SkuRequestor;
}

/** The reference of the request that first created the item. */
export interface SkuCreationResult {
  readonly reference: string;
}

const keyOf = (creation: SkuCreation) => ({ customerNo: creation.customerNo, itemNo: creation.draft.itemNo });

/** Returns one outcome per creation, in their order. No two may have the same customer and item number. */
export async function createSkus(tx: Tx, creations: readonly SkuCreation[]): Promise<Outcome<SkuCreationResult>[]> {
  const timeOf = await readCustomerClockLookup(tx, creations);
  const known = await readKnownVarietals(
    tx,
    creations.map((creation) => creation.draft.varietal),
  );
  const drafts = creations
    .map((creation) => ({
      ...keyOf(creation),
      creation,
      skuId: creation.reference,
      contentHash: hashSkuContent(creation.draft, creation.requestor),
      draft: creation.draft,
      hasUnknownVarietal: creation.draft.category === 'Wine' && !known.has(creation.draft.varietal),
      createdAt: timeOf(creation.customerNo),
    }))
    .sort((a, b) => (formatSkuKey(a) < formatSkuKey(b) ? -1 : 1));

  const inserted = new Set((await insertSkusIfAbsent(tx, drafts)).map(formatSkuKey));
  const fresh = drafts.filter((draft) => inserted.has(formatSkuKey(draft)));
  const taken = drafts.filter((draft) => !inserted.has(formatSkuKey(draft)));
  const existing = await readSkusForDuplicateCheck(tx, taken);

  insertSkuRequestors(
    tx,
    fresh.map(({ creation, customerNo, itemNo }) => ({
      customerNo,
      itemNo,
      reference: creation.reference,
      requestor: creation.requestor,
    })),
  );
  const outcomes = new Map<SkuCreation, Outcome<SkuCreationResult>>();
  for (const { creation, itemNo, createdAt, hasUnknownVarietal } of fresh) {
    appendLog(tx, creation, {
      kind: 'sku.created',
      subject: creation.reference,
      occurredAt: createdAt,
      data: {
        itemNo,
        description: creation.draft.description,
        category: creation.draft.category,
        storage: creation.draft.storage,
        uom: creation.draft.uom,
        ...(hasUnknownVarietal ? { flags: ['UnknownVarietal'] } : {}),
      },
    });
    outcomes.set(creation, { ok: { reference: creation.reference } });
  }
  for (const draft of taken) {
    const found = assertPresent(existing.get(formatSkuKey(draft)), `the item that holds the number ${draft.itemNo}`);
    outcomes.set(draft.creation, decideDuplicateSku(found, draft.contentHash));
  }
  await reinstateRetired(
    tx,
    taken.filter(
      (draft) => existing.get(formatSkuKey(draft))?.retired === true && 'ok' in (outcomes.get(draft.creation) ?? {}),
    ),
  );
  return creations.map((creation) => assertPresent(outcomes.get(creation), 'the outcome of a creation'));
}

/** Reinstates those of these items that are still retired once they are locked. */
async function reinstateRetired(
  tx: Tx,
  drafts: readonly (Pick<NewSku, 'customerNo' | 'itemNo' | 'draft' | 'createdAt'> & {
    readonly creation: SkuCreation;
  })[],
): Promise<void> {
  if (drafts.length === 0) return;
  const locked = await lockSkus(tx, drafts);
  const reinstated = drafts.filter((draft) => locked.get(formatSkuKey(draft))?.retired === true);
  markSkusReinstated(tx, reinstated);
  for (const { creation, customerNo, itemNo, createdAt } of reinstated) {
    const { skuId } = assertPresent(locked.get(formatSkuKey({ customerNo, itemNo })), `the locked item ${itemNo}`);
    appendLog(tx, creation, { kind: 'sku.reinstated', subject: skuId, occurredAt: createdAt, data: { itemNo } });
  }
}

export const skuCreationWriter: BatchWriter<SkuCreation, SkuCreationResult> = {
  name: 'skus.create',
  maxItems: 200,
  customerNo: (creation) => creation.customerNo,
  identities: (creation) => [`sku\t${creation.draft.itemNo}`],
  write: createSkus,
};
