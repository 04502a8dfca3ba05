/** The close of day (decision 42): what a warehouse has ready, manifests and their departure, across customers. */
import { uuidv7 } from '../lib/uuid.ts';
import { recordAudit, visibleWarehouses } from '../operators/index.ts';
import { type BulkOutcome, changeOrders } from '../order-index/index.ts';
import { AppError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { type DepartureDone, type DepartureStep, departureSteps } from './departure.ts';
import { worksIn } from './floor-fields.ts';
import { findWorkByTrackingNo, listWork, listWorkOfManifest } from './floor-lists.ts';
import type { FloorWork } from './floor-work.ts';
import { closeManifest, type Manifest, openManifest, readManifest } from './wave-store.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context' | 'run'>;

const notFound = (reason: string) => new AppError(refuse('NotFound', reason).refused);

/** Stages the box with a tracking number. Throws `NotFound` for one of no box in the operator's warehouses. */
export async function stageBox(call: Call, trackingNo: string): Promise<DepartureDone> {
  const { environment, operator, context } = call;
  const found = await findWorkByTrackingNo(environment.db, trackingNo, visibleWarehouses(operator, []));
  if (found === undefined) throw notFound(`No box on the floor has the tracking number ${trackingNo}.`);
  const step: DepartureStep = { order: found, context, person: operator.email, action: { kind: 'stage', trackingNo } };
  const outcome = await environment.writeQueue.submit(departureSteps, step);
  if ('refused' in outcome) throw new AppError(outcome.refused);
  if ('kept' in outcome) throw new Error('a step without a key returned a stored reply');
  return outcome.ok;
}

async function runAll(
  call: Call,
  orders: readonly FloorWork[],
  action: DepartureStep['action'],
): Promise<BulkOutcome<DepartureDone>[]> {
  const { operator, context } = call;
  const steps = orders.map(({ customerNo, orderId }): DepartureStep => {
    return { order: { customerNo, orderId }, context, person: operator.email, action };
  });
  return await changeOrders(call, departureSteps, steps);
}

/**
 * Puts all staged orders of a carrier on its open manifest, which is created when there is none. Repeating it adds what has
 * been staged since. Throws `NotFound` when nothing is staged and no manifest is open.
 */
export async function manifestStaged(call: Call, warehouse: string, carrier: string): Promise<Manifest> {
  const { environment, operator, context } = call;
  const { db } = environment;
  const staged = await listWork(db, warehouse, ['staged'], carrier);
  const listed = await listWork(db, warehouse, ['manifested'], carrier);
  if (!worksIn(operator, warehouse) || (staged.length === 0 && listed.length === 0)) {
    throw notFound(`Nothing of ${carrier} is staged at ${warehouse}.`);
  }
  const manifest = await db.write(async (tx) => {
    const opened = await openManifest(tx, { manifestId: uuidv7(), warehouse, carrier, createdBy: operator.email });
    const after = { Warehouse: warehouse, Carrier: carrier, Number: opened.number };
    recordAudit(tx, context, { action: 'manifest.opened', subject: opened.manifestId, after });
    return opened;
  });
  await runAll(call, staged, { kind: 'manifest', manifestId: manifest.manifestId });
  return manifest;
}

export interface Departure {
  readonly manifest: Manifest;
  readonly departed: readonly FloorWork[];
  /** Orders that stay: a box is missing, or they cannot ship. */
  readonly stayed: readonly { readonly work: FloorWork; readonly message: string }[];
}

/**
 * Lets a manifest depart: its orders ship, but for those with a missing box, which stay behind. Repeating it changes nothing,
 * and completes a departure that was interrupted. Throws `NotFound`.
 */
export async function depart(call: Call, manifestId: string, missing: readonly string[]): Promise<Departure> {
  const { environment, operator, context } = call;
  const { db } = environment;
  const manifest = await readManifest(db, manifestId);
  if (manifest === undefined || !worksIn(operator, manifest.warehouse)) throw notFound('There is no such manifest.');
  const before = await listWorkOfManifest(db, manifestId);
  const leaving = before.filter(({ state }) => state === 'manifested');
  const outcomes = await runAll(call, leaving, { kind: 'depart', manifestId, missing });
  const stayed = outcomes.flatMap((outcome, index) => {
    const work = leaving[index] as FloorWork;
    if ('message' in outcome) return [{ work, message: outcome.message }];
    return outcome.ok.work.state === 'departed' ? [] : [{ work: outcome.ok.work, message: outcome.ok.message }];
  });
  const after = await listWorkOfManifest(db, manifestId);
  if (!after.some(({ state }) => state === 'manifested')) {
    await db.write(async (tx) => {
      await closeManifest(tx, manifestId, operator.email);
      const departed = after.filter(({ state }) => state === 'departed').length;
      recordAudit(tx, context, { action: 'manifest.departed', subject: manifestId, after: { Orders: departed } });
    });
  }
  return {
    manifest: (await readManifest(db, manifestId)) ?? manifest,
    departed: after.filter(({ state }) => state === 'departed'),
    stayed,
  };
}
