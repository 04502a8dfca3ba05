/**
 * The carrier and service of an order with the simulated carriers, chosen when processing starts (decision 26). Pure.
 * Real carriers' services are chosen when the label is bought.
 */
import {
  type CarrierAndService,
  carrierServiceOf,
  chooseCarrier,
  chooseSandboxRate,
  isWillCall,
  operatorHolidays,
} from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { Hold, OrderDetails, SalesOrder } from '../sales-orders/index.ts';
import { carrierRefusalHold, planPackages, warehouseOf } from './floor.ts';
import { rateRequest } from './rate-request.ts';

/** Whether the operator's BSW rules choose the carrier; a JIT order uses the carrier printed on its label. */
export function isChosenByRules({ carrier, orderType }: Pick<SalesOrder, 'carrier' | 'orderType'>): boolean {
  return carrier === 'BSW' && orderType !== 'JIT';
}

/**
 * The carrier and service of an order processed at `at`, chosen by its first package; a hold when the rules allow none.
 */
export function simulatedRoute(
  order: SalesOrder,
  details: OrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
): { readonly carrierService: CarrierAndService } | { readonly hold: Hold } {
  const requested = carrierServiceOf(order);
  const [first] = isChosenByRules(order) ? planPackages(order, details, at, operator, () => '') : [];
  if (first === undefined || isWillCall(requested.carrier)) return { carrierService: chooseCarrier(requested) };
  const rate = chooseSandboxRate(
    rateRequest({
      order,
      details,
      carrierService: requested,
      warehouse: warehouseOf(order.warehouse, operator),
      size: first,
      shipDate: first.requestedShipDate,
      holidays: operatorHolidays(operator),
      rules: operator.carrierRules,
    }),
  );
  if (rate !== undefined) return { carrierService: { carrier: rate.carrier, service: rate.service } };
  return {
    hold: carrierRefusalHold('service', [
      { code: 'no-rate', text: `no rate for ${requested.carrier} ${requested.service}` },
    ]),
  };
}
