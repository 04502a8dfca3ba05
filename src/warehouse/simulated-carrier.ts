/**
 * The carrier and service of an order with the simulated carriers, chosen when processing starts (decision 26). Pure.
 * Real carriers' services are chosen when the label is bought.
 */
import {
  type CarrierAndService,
  chooseSandboxRate,
  chooseSandboxService,
  findSandboxRefusal,
  holidayDateSetOfOperator,
  isWillCallCarrier,
  type SandboxRefusal,
  toCarrierAndService,
} from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { Hold, LeanOrderDetails, OrderDetails, SalesOrder } from '../sales-orders/index.ts';
import { buildCarrierRefusalHold } from './carrier-holds.ts';
import { planPackages } from './plan-packages.ts';
import { buildRateRequest, toCarrierDestination } from './rate-request.ts';
import { warehouseByCode } from './ship-date.ts';

/** Whether the operator's BSW rules choose the carrier; a JIT order uses the carrier printed on its label. */
export function isChosenByRules({ carrier, orderType }: Pick<SalesOrder, 'carrier' | 'orderType'>): boolean {
  return carrier === 'BSW' && orderType !== 'JIT';
}

/**
 * The refusal by the carrier that the order requests, or that is printed on its JIT label, where carriers are simulated; undefined when
 * it takes the packages.
 */
export function decideSimulatedCarrierRefusal(
  order: Pick<SalesOrder, 'carrier' | 'service' | 'orderType'>,
  details: LeanOrderDetails | undefined,
): SandboxRefusal | undefined {
  const to = toCarrierDestination(order, details);
  const holdAtLocation = details?.holdLocation?.locationCode ?? '';
  return findSandboxRefusal(chooseSandboxService(toCarrierAndService(order)), { to, holdAtLocation });
}

type SimulatedCarrierChoice = { readonly carrierService: CarrierAndService } | { readonly hold: Hold };

/** The carrier and service of an order that no rules choose. When the carrier refuses the order, returns a hold with the reason instead. */
export function chooseRequestedSimulatedCarrier(
  order: SalesOrder,
  details: LeanOrderDetails | undefined,
): SimulatedCarrierChoice {
  const requested = toCarrierAndService(order);
  const refused = isWillCallCarrier(requested.carrier) ? undefined : decideSimulatedCarrierRefusal(order, details);
  return refused === undefined ? { carrierService: chooseSandboxService(requested) } : { hold: holdFor(refused) };
}

/**
 * The carrier and service of an order processed at `at`; where the operator's rules choose them, rated for its first package.
 * When the carrier refuses the order or the rules allow no carrier, returns a hold with the reason instead.
 */
export function chooseSimulatedCarrier(
  order: SalesOrder,
  details: OrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
): SimulatedCarrierChoice {
  if (!isChosenByRules(order)) return chooseRequestedSimulatedCarrier(order, details);
  const requested = toCarrierAndService(order);
  const [first] = planPackages(order, details, at, operator, () => '');
  if (first === undefined) return { carrierService: chooseSandboxService(requested) };
  const choice = chooseSandboxRate(
    buildRateRequest({
      order,
      details,
      carrierService: requested,
      warehouse: warehouseByCode(order.warehouse, operator),
      size: first,
      shipDate: first.requestedShipDate,
      holidays: holidayDateSetOfOperator(operator),
      rules: operator.carrierRules,
    }),
  );
  if ('refused' in choice) return { hold: holdFor(choice.refused) };
  return { carrierService: { carrier: choice.chosen.carrier, service: choice.chosen.service } };
}

const holdFor = ({ because, messages }: SandboxRefusal): Hold => buildCarrierRefusalHold(because, messages);
