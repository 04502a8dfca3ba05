/**
 * JIT labels: whether an order gets one, and whether the packing station may process the order. Pure (decisions 11 and
 * 26).
 */
import { isWillCallCarrier } from '../../carriers/index.ts';
import { type Fault, type Outcome, refuseState } from '../../platform/errors.ts';
import type { Hold, OrderDetails, SalesOrder } from '../../sales-orders/index.ts';
import { type CarrierMode, carrierRefusalHoldCause } from '../../warehouse/index.ts';

/** The permanent label of a JIT order. */
export interface JitLabel {
  readonly customerNo: string;
  readonly labelId: string;
  readonly orderId: string;
  /** Hash of the content that was printed last. */
  readonly contentHash: Uint8Array;
  readonly generatedAt: Temporal.Instant;
  /** When the packing station, or a carrier before it, scanned it; undefined before, and after the order was unpacked. */
  readonly scannedAt: Temporal.Instant | undefined;
}

/** Maximum packages of one JIT label document; larger orders must be split. */
export const maxPackagesPerJitOrder = 200;
/** Maximum units of one JIT label document; larger orders must be split. */
const maxJitUnits = 20_000;

export interface JitLabelInput {
  readonly order: SalesOrder;
  readonly label: JitLabel | undefined;
  /** Undefined when erased. */
  readonly details: OrderDetails | undefined;
  readonly holds: readonly Hold[];
  /** Units to pack. */
  readonly units: number;
  readonly carriers: CarrierMode;
  /** While no carrier is connected: whether it has all its labels. */
  readonly isLabeled: boolean;
  /** Whether the warehouse has a ship-from address; always true for simulated carriers, which need none. */
  readonly hasShipFromAddress: boolean;
}

/**
 * Whether the order gets a label. Refuses with `StateForbids`, in this order: not of type JIT; canceled; shipped
 * without a label; details erased; unusable address; refused by the carrier (a fault with source Carrier); no
 * warehouse; nothing to pack, or too much; unless it is will call: no carrier connected and not all labels
 * bought; no ship-from address.
 */
export function decideJitLabel(input: JitLabelInput): Outcome<{ readonly details: OrderDetails }> {
  const { order, label, details, holds, units, carriers, isLabeled, hasShipFromAddress } = input;
  const no = (why: string, faults?: readonly Fault[]) => {
    const end = /[.!?]$/.test(why) ? '' : '.';
    return refuseState(order.status, `Order ${order.orderNo} gets no JIT label: ${why}${end}`, faults);
  };
  if (order.orderType !== 'JIT') return no(`it is of type ${order.orderType}, not JIT`);
  if (order.status === 'CANCELED') return no('it is canceled');
  if (order.status === 'SHIPPED' && label === undefined) return no('it has shipped');
  if (details === undefined) return no("the recipient's data was erased");
  const byCarrier = holds.find((hold) => hold.cause === carrierRefusalHoldCause);
  const address = holds.find((hold) => hold.reason === 'Address' && hold !== byCarrier);
  if (address !== undefined) return no(`its address cannot be used (status ${order.status}). ${address.description}`);
  if (byCarrier !== undefined) {
    const { description } = byCarrier;
    const fault = { field: '', code: 'CarrierRefused', message: description, source: 'Carrier' } as const;
    return no(`the carrier refused it (status ${order.status}). ${description}`, [fault]);
  }
  if (order.warehouse === '') return no('it has no warehouse');
  if (units === 0) return no('it has nothing to pack');
  if (units > maxJitUnits) {
    const [asked, maximum] = [units, maxJitUnits].map((count) => count.toLocaleString('en-US'));
    return no(`it has ${asked} units, and the maximum is ${maximum}. Split the order.`);
  }
  if (isWillCallCarrier(order.carrier)) return { ok: { details } };
  if (carriers === 'none' && !isLabeled) return no('no carrier is connected');
  if (!hasShipFromAddress) return no(`warehouse ${order.warehouse} has no ship-from address`);
  return { ok: { details } };
}

/**
 * Whether the packing station may process an order whose label was scanned. Refuses with `StateForbids`: no longer of
 * type JIT; canceled; shipped; nothing left to ship (EXCEPTION); on hold; changed since the label was printed.
 */
export function decideProcessingOfScannedJitOrder(
  order: SalesOrder,
  isCurrent: boolean,
): Outcome<{ readonly order: SalesOrder }> {
  const no = (why: string) =>
    refuseState(order.status, `Order ${order.orderNo} cannot be processed: ${why} (status ${order.status}).`);
  if (order.orderType !== 'JIT') return no(`it is of type ${order.orderType}, not JIT`);
  if (order.status === 'CANCELED') return no('it is canceled');
  if (order.status === 'SHIPPED') return no('it has shipped');
  if (order.status === 'EXCEPTION') return no('nothing of it is left to ship');
  if (order.status !== 'RECEIVED' && order.status !== 'PROCESSING ORDER') return no('it is on hold');
  if (!isCurrent) return no('it has changed since its label was generated, so call GenerateJitLabel again');
  return { ok: { order } };
}
