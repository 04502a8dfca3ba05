/** The simulated carriers: their rates, address checks and transit estimates. Offline and deterministic. */
import { findPlaceOfZip } from '../addresses/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { HolidayDateSet } from './calendar.ts';
import { chooseRate, selectApplicableCarrierRules } from './choose-rate.ts';
import type { CarrierAndService } from './codes.ts';
import {
  type CarrierGateway,
  type CarrierRate,
  formatCarrierServiceKey,
  okCarrierResult,
  type RateRequest,
} from './gateway.ts';
import { findSandboxRefusal, type SandboxDestination, type SandboxRefusal } from './sandbox-limits.ts';
import {
  computeDeliveryDate,
  computeMilesBetweenZipAreas,
  computeTransitDays,
  domesticZipOf,
  estimateArrival,
} from './transit.ts';

const offeredServices: readonly CarrierServiceCode[] = ['GRND', 'HOME', 'LPDS', '2DAY', 'ONST', 'ONPR', 'INPR'];
const offeredCarriers: readonly CarrierCode[] = ['FEX', 'UPS', 'GSO', 'FCC', 'TMC', 'WST'];
/** Also used when the distance is unknown. */
const milesAbroad = 3_000;
const dollarsOfService: Partial<Record<CarrierServiceCode, number>> = { '2DAY': 18, ONST: 28, ONPR: 34, INPR: 60 };

/**
 * The simulated carriers' address checks and transit estimates. The carriers do not work on `holidays`. The outcome is
 * always `ok`.
 */
export function createSandboxQueryGateway(
  holidays: HolidayDateSet,
): Pick<CarrierGateway, 'verifyAddress' | 'estimateTransit'> {
  return {
    verifyAddress: async (address) => {
      const place = findPlaceOfZip(address.zipCode.slice(0, 5));
      const deliverable = place !== undefined && address.street !== '' && place.state === address.state.toUpperCase();
      const messages = deliverable ? [] : [{ code: 'not-found', text: 'the address does not exist' }];
      return okCarrierResult({ deliverable, standardized: address, residential: undefined }, messages);
    },
    estimateTransit: async ({ fromZip, toZip, knownTransit, shipDate, services }) =>
      okCarrierResult(
        services.map(({ carrier, service }) => {
          const origin = { zip: fromZip, ...(knownTransit && { knownTransit }) };
          const days = computeTransitDays({ carrier, service }, origin, toZip);
          return {
            carrier,
            service,
            transitDays: days,
            deliveryDate: computeDeliveryDate(service, shipDate, days, holidays),
          };
        }),
      ),
  };
}

type SandboxRateChoice = { readonly chosen: CarrierRate } | { readonly refused: SandboxRefusal };

/**
 * The chosen rate among the services that take the package. Refused when all that the rules name refuse it, in the words
 * of the first, and for will call and when no rule allows any service.
 */
export function chooseSandboxRate(request: RateRequest & SandboxDestination): SandboxRateChoice {
  const { requested } = request;
  const service = requested.service === 'NONE' ? 'GRND' : requested.service;
  const allowedKeys = selectApplicableCarrierRules(request).map((rule) =>
    formatCarrierServiceKey({ ...rule, service: rule.service === '*' ? service : rule.service }),
  );
  const services = offeredCarriers.flatMap((carrier) =>
    offeredServices.map((offered) => ({ carrier, service: offered })),
  );
  // Only services that a rule names can be chosen, so the others need no rate.
  const named = services.filter((carrierService) => allowedKeys.includes(formatCarrierServiceKey(carrierService)));
  const refusals = named.map((carrierService) => findSandboxRefusal(carrierService, request));
  const offered = named.filter((_, index) => refusals[index] === undefined);
  const chosen = chooseRate(
    offered.map((carrierService) => rateOf(carrierService, request)),
    request,
  );
  if (chosen !== undefined) return { chosen };
  const [first] = refusals;
  if (first !== undefined && offered.length === 0) return { refused: first };
  const text = `no rate for ${requested.carrier} ${requested.service}`;
  return { refused: { because: 'service', messages: [{ code: 'no-rate', text }] } };
}

function rateOf(carrierService: CarrierAndService, request: RateRequest): CarrierRate {
  const { from, to, size } = request;
  const miles = computeMilesBetweenZipAreas(from.zipCode, domesticZipOf(to) ?? '') ?? milesAbroad;
  const price = (8 + (dollarsOfService[carrierService.service] ?? 0) + size.weightLb * 0.45 + miles * 0.003).toFixed(2);
  return {
    ...carrierService,
    rateId: `${carrierService.carrier} ${carrierService.service} ${price}`,
    price,
    ...estimateArrival(carrierService, request),
  };
}
