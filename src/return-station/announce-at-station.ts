/**
 * Opens a return for units of an order that are in no return, because their package has arrived or customer service expects
 * it. Does not receive the return.
 */
import { assertPresent } from '../lib/assert.ts';
import { recordAudit } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { announceReturns } from '../returns/index.ts';
import { findSalesOrderKeysBySelector, lockSalesOrders } from '../sales-orders/index.ts';
import { isLivePackage, readPackages } from '../warehouse/index.ts';
import { formatOpenedReturnMessage, type ReturnStepResult } from './station-steps.ts';

/** An operator's request to announce units of a shipped order for return. */
interface StationReturnAnnouncement {
  readonly customerNo: string;
  /** A reference of the order. */
  readonly reference: string;
  readonly warehouse: string;
  /** In units; absent: all units of the order that are in no return. */
  readonly lines: readonly { readonly itemNo: string; readonly quantity: number }[] | undefined;
  readonly reason: string;
  readonly context: OperatorContext;
}

/**
 * Announces units of the order that are in no return. A repeated call for all of them is refused, because the units are then
 * in a return. Refusals: `NotFound`; `StateForbids` when the order has not shipped or all of it is in returns; the faults
 * `NotShipped`, `MoreThanShipped` and `TakesNoReturns`.
 */
export async function announceReturnAtStation(
  tx: Tx,
  announcement: StationReturnAnnouncement,
): Promise<Outcome<ReturnStepResult>> {
  const { customerNo, reference, warehouse, lines, reason, context } = announcement;
  const by = context.forCustomer(customerNo);
  const order = assertPresent(
    (await findSalesOrderKeysBySelector(tx, [{ customerNo, reference }]))[0],
    'the outcome of one name',
  );
  if ('refused' in order) return order;
  const { orderId } = order.ok;
  const orders = await lockSalesOrders(tx, [{ customerNo, orderId }]);
  // The voided tracking numbers of replaced packages are not those of what comes back.
  const packages = (await readPackages(tx, orders)).filter(isLivePackage);
  const [outcome] = await announceReturns(
    tx,
    [{ ...by, orderId, lines, warehouse, reason }],
    ({ carrier, service }) => ({
      trackingNos: packages.flatMap(({ trackingNo }) => (trackingNo === '' ? [] : [trackingNo])),
      carrier: packages[0]?.carrier ?? carrier,
      service: packages[0]?.service ?? service,
    }),
  );
  const announced = assertPresent(outcome, 'the outcome of a batch of one');
  if ('refused' in announced) return announced;
  const { returnId, rmaNumber, orderNo } = announced.ok;
  const after = { RMANumber: rmaNumber, Order: orderNo, Warehouse: warehouse };
  recordAudit(tx, context, { action: 'return.announced', subject: returnId, customerNo, after });
  return {
    ok: {
      orderReturn: announced.ok,
      verdict: undefined,
      message: formatOpenedReturnMessage(announced.ok),
      differences: [],
    },
  };
}
