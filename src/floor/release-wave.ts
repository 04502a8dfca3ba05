/** A wave and the release of its orders, for requests and schedules; the removal of a wave into which nothing was released. */
import { recordAudit } from '../operators/index.ts';
import { type BulkOrderKey, type BulkOutcome, changeOrdersInBulk } from '../order-index/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { carrierModeOf } from '../shipping-labels/index.ts';
import { countOrdersOfWaves } from './floor-lists.ts';
import { type FloorReleaseResult, orderReleaseWriter, type ReleaseContext } from './release.ts';
import { deleteWave, insertWave, type Wave } from './wave-store.ts';

/** A wave and the orders that are to go into it. */
export interface WaveOfOrders {
  readonly wave: Pick<Wave, 'waveId' | 'number'>;
  readonly orders: readonly BulkOrderKey[];
}

/** Inserts and audits an empty wave. `releaseIntoWave` releases the orders into it. */
export async function createWave(
  tx: Tx,
  context: ReleaseContext,
  wave: Pick<Wave, 'waveId' | 'warehouse' | 'name' | 'createdBy'>,
  orders: readonly BulkOrderKey[],
): Promise<WaveOfOrders> {
  const { waveId, number } = await insertWave(tx, wave);
  const after = { Warehouse: wave.warehouse, Number: number, Orders: orders.length };
  recordAudit(tx, context, { action: 'wave.created', subject: waveId, after });
  return { wave: { waveId, number }, orders };
}

/**
 * Releases the orders into their wave: one outcome per order, in their sequence. When no order was released, and none earlier, the wave
 * is removed and `onRemoved` runs in the same transaction. Without `onRemoved`, the wave is kept for the next attempt.
 */
export async function releaseIntoWave(
  call: Pick<OperatorCall<unknown>, 'environment' | 'run'> & { readonly context: ReleaseContext },
  warehouse: string,
  { wave, orders }: WaveOfOrders,
  onRemoved?: (tx: Tx) => Promise<void>,
): Promise<BulkOutcome<FloorReleaseResult>[]> {
  const { environment, context } = call;
  const carriers = carrierModeOf(environment);
  const outcomes = await changeOrdersInBulk(
    call,
    orderReleaseWriter,
    orders.map(({ CustomerNo: customerNo, TransactionReferenceNumber: orderReference }) => {
      return { customerNo, orderReference, context, warehouse, waveId: wave.waveId, carriers };
    }),
  );
  if (onRemoved === undefined || outcomes.some((outcome) => 'ok' in outcome)) return outcomes;
  await environment.db.write(async (tx) => {
    // The wave is not empty when an earlier, interrupted run has released orders into it.
    if (await removeEmptyWave(tx, context, warehouse, wave)) await onRemoved(tx);
  });
  return outcomes;
}

/** Removes a wave into which nothing was released. False when it has orders, or there is no such wave. */
export async function removeEmptyWave(
  tx: Tx,
  context: ReleaseContext,
  warehouse: string,
  { waveId, number }: WaveOfOrders['wave'],
): Promise<boolean> {
  if ((await countOrdersOfWaves(tx, [waveId])).length > 0 || !(await deleteWave(tx, waveId))) return false;
  const before = { Warehouse: warehouse, Number: number };
  recordAudit(tx, context, { action: 'wave.removed', subject: waveId, before });
  return true;
}
