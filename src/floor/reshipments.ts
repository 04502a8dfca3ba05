/**
 * Reshipments of returns at the packing station. The person who inspects returned bottles also packs them, so the scan that opens a
 * reshipment releases it, in a wave of its own. Other orders wait for their release.
 */
import { assertPresent } from '../lib/assert.ts';
import { isUuid, uuidv7 } from '../lib/uuid.ts';
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { valueOrThrowAppError } from '../operators/index.ts';
import { findOrderKeysByReference } from '../order-index/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { findReshipmentsByName, findReshipmentsByShipmentKey } from '../returns/index.ts';
import { readSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import { worksInWarehouse } from './floor-fields.ts';
import { parseOrderNameInScan } from './floor-lists.ts';
import { readFloorWork } from './floor-store.ts';
import { type FloorWork, labeledFloorStates } from './floor-work.ts';
import { decideOrderRelease } from './release.ts';
import { createWave, releaseIntoWave } from './release-wave.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context' | 'run'>;

/**
 * Releases the reshipment that a scan names, by the RMA number, its shipment key or its reference: of several of one return the first
 * that can be released. Returns one that is not labeled yet when it is in work already, or was taken back; one that is labeled when no
 * other can be released; and undefined when the scan names none of these and
 * none that waits at a worked warehouse of the operator. Throws `StateForbids` as `orderReleaseWriter` does, for example
 * for one on hold, and `Unavailable` when the server could not release it.
 */
export async function releaseReshipment(call: Call, scan: string): Promise<SalesOrderKey | undefined> {
  const { environment, operator, context } = call;
  const { db } = environment;
  const found = await findReshipmentsByScan(db, scan);
  const settings = await readOperatorSettings(db);
  const mine = found.filter(
    ({ warehouse }) => isWorkedWarehouse(warehouse, settings) && worksInWarehouse(operator, warehouse),
  );
  const works = new Map((await readFloorWork(db, mine)).map((work) => [work.orderId, work]));
  const orders = new Map((await readSalesOrders(db, mine)).map((order) => [order.orderId, order]));
  const known = mine.flatMap((key) => {
    const order = orders.get(key.orderId);
    return order === undefined ? [] : [{ key, order, work: works.get(key.orderId) }];
  });
  const begun = known.filter(({ work, order }) => work !== undefined && !isOver(work, order));
  const unlabeled = begun.find(({ work }) => work !== undefined && !labeledFloorStates.includes(work.state));
  if (unlabeled !== undefined) return unlabeled.key;
  const waiting = known.filter(({ work }) => work === undefined);
  const isReleasable = ({ key, order }: (typeof waiting)[number]) =>
    'ok' in decideOrderRelease(order, key.warehouse, settings);
  const next = waiting.find(isReleasable) ?? (begun.length === 0 ? waiting[0] : undefined);
  if (next === undefined) return begun[0]?.key;
  const { key, order } = next;
  const { warehouse } = key;
  valueOrThrowAppError(decideOrderRelease(order, warehouse, settings));
  const named = [{ CustomerNo: key.customerNo, TransactionReferenceNumber: key.orderId }];
  const wave = { waveId: uuidv7(), warehouse, name: `Reshipment ${order.shipmentKey}`, createdBy: operator.email };
  const created = await db.write(async (tx) => await createWave(tx, context, wave, named));
  const [outcome] = await releaseIntoWave(call, warehouse, created, async () => undefined);
  if (outcome !== undefined && 'ok' in outcome) return key;
  // Another person has released it since it was read.
  if ((await readFloorWork(db, [key])).length > 0) return key;
  const { message, retry } = assertPresent(outcome, 'the outcome of a release');
  if (retry) throw new AppError({ code: 'Unavailable', reason: message }, { retryAfterSeconds: 1 });
  throw new AppError({ code: 'StateForbids', reason: message, extra: { State: order.status } });
}

/** Whether a reshipment has left or is canceled. One that was taken back is not over: its next packer reads why. */
const isOver = ({ state }: FloorWork, { status }: SalesOrder): boolean => state === 'departed' || status === 'CANCELED';

/** The reshipments that a scan names, by the RMA number or their shipment key, or the one whose reference it is. */
async function findReshipmentsByScan(db: DbReader, scan: string): ReturnType<typeof findReshipmentsByShipmentKey> {
  const name = parseOrderNameInScan(scan);
  if (isUuid(name.toLowerCase())) {
    const [order] = await readSalesOrders(db, await findOrderKeysByReference(db, name.toLowerCase()));
    const found = await findReshipmentsByShipmentKey(db, order?.shipmentKey ?? '');
    return found.filter(({ orderId }) => orderId === order?.orderId);
  }
  return await findReshipmentsByName(db, name);
}
