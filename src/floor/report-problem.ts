/**
 * Problems that a person reports at the packing station (decision 42): the order leaves the floor as a `problem` with the person's
 * words, on hold until its recipient is corrected or a person releases it. Its bottles stay aside, reserved for it.
 */
import { recordAudit } from '../operators/index.ts';
import { currentRealTime, readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import {
  applyHoldChanges,
  buildPackingStationProblemHold,
  lockSalesOrders,
  type PackingStationProblem,
  readHolds,
} from '../sales-orders/index.ts';
import { unpackOrders } from '../shipping-labels/index.ts';
import { insertPackingScans, lockFloorWork, readPackingScans } from './floor-store.ts';
import {
  type FloorState,
  hasPickedOrPackedBottles,
  orderNotOnFloorRefusal,
  packableFloorStates,
} from './floor-work.ts';
import { decidePackingClaimRenewal, type PackingSession } from './packing-session.ts';
import { type PackingSessionState, readPackingSessionState } from './packing-step.ts';
import type { Packer } from './station.ts';

interface PackingProblemReport extends PackingStationProblem {
  readonly session: PackingSession;
  readonly context: OperatorContext;
  readonly packer: Packer;
  readonly scanId: string;
}

/** States in which a person may report a problem. Later, a lead takes the order back first. */
const reportableStates: readonly FloorState[] = [...packableFloorStates, 'labeling', 'labeled'];

/**
 * Parks an order, once for each scan id; labels that were bought are voided. Refusals: `NotFound`, then `StateForbids` when the
 * session has ended, then when all its boxes are staged or it has left the floor.
 */
export async function reportPackingProblem(
  tx: Tx,
  report: PackingProblemReport,
): Promise<Outcome<PackingSessionState>> {
  const { session, context, packer, scanId, problem, words } = report;
  const { customerNo, orderId } = session;
  const key = { customerNo, orderId };
  const [order] = await lockSalesOrders(tx, [key]);
  const [work] = await lockFloorWork(tx, [key]);
  if (order === undefined || work === undefined) return orderNotOnFloorRefusal;
  const [earlier] = await readPackingScans(tx, [{ ...key, scanId }]);
  if (earlier !== undefined) return { ok: await readPackingSessionState(tx, order, earlier.message) };
  const resumed = decidePackingClaimRenewal(work, session, packer, currentRealTime());
  if ('refused' in resumed) return resumed;
  const { orderNo, state } = work;
  if (!reportableStates.includes(state) || order.status !== 'PROCESSING ORDER') {
    return refuseState(state.toUpperCase(), `Order ${orderNo} is ${state}. A lead takes it back first.`);
  }
  const at = await readCustomerClock(tx, customerNo);
  const statuses = await unpackOrders(tx, [{ order, at, because: words }]);
  const held = (await readHolds(tx, [order])).get(orderId) ?? [];
  await applyHoldChanges(
    tx,
    [
      {
        order: { ...order, status: statuses.get(orderId) ?? order.status },
        held,
        placed: [buildPackingStationProblemHold({ problem, words })],
        ended: [],
      },
    ],
    { ...context.forCustomer(customerNo), because: 'the packing station reported a problem', timeOf: () => at },
  );
  const kind = 'sales_order.floor_problem';
  const data = { person: packer.email, problem, because: words };
  appendLog(tx, context.forCustomer(customerNo), { kind, subject: orderId, occurredAt: at, data });
  recordAudit(tx, context, { action: kind, subject: orderId, customerNo, before: { State: state }, after: data });
  const aside = hasPickedOrPackedBottles(work) ? 'Put all of its bottles aside together. ' : '';
  const message = `${aside}Order ${orderNo} is parked until customer service has settled it.`;
  const scan = { ...key, scanId, kind: 'undo' as const, code: problem, units: 0, verdict: 'wrong' as const };
  insertPackingScans(tx, [{ ...scan, message, person: packer.email }]);
  return { ok: await readPackingSessionState(tx, order, message) };
}
