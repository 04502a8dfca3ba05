/**
 * The simulated carriers as a gateway: offline and deterministic, to try the whole life of an order without a carrier
 * account. The test environment runs the same pure code on its own clock.
 *
 * Purchased labels are held in process memory only. Tracking numbers are derived from the shipment, so a restart never
 * issues a second one for it.
 */
import { findZip } from '../addresses/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Holidays } from './calendar.ts';
import { chooseRate, domesticZip, estimateArrival, rulesFor } from './choose-rate.ts';
import type { CarrierAndService } from './codes.ts';
import {
  type BoughtLabel,
  type CarrierGateway,
  okResult,
  type Rate,
  type RateRequest,
  refusedResult,
  serviceKey,
} from './gateway.ts';
import { type SandboxDestination, type SandboxRefusal, sandboxRefusal } from './sandbox-limits.ts';
import { serialOf, trackingNumber, trackingUrl } from './tracking-number.ts';
import { areaMiles, deliveryDate, transitDays } from './transit.ts';

const offeredServices: readonly CarrierServiceCode[] = ['GRND', 'HOME', 'LPDS', '2DAY', 'ONST', 'ONPR', 'INPR'];
const offeredCarriers: readonly CarrierCode[] = ['FEX', 'UPS', 'GSO', 'FCC', 'TMC', 'WST'];
/** Also used when the distance is unknown. */
const milesAbroad = 3_000;
const dollarsOfService: Partial<Record<CarrierServiceCode, number>> = { '2DAY': 18, ONST: 28, ONPR: 34, INPR: 60 };

/** Simulated carriers that do not work on these days. No outcome is ever unclear. */
export function sandboxGateway(holidays: Holidays): CarrierGateway {
  const boughtLabels = new Map<string, BoughtLabel>();
  const idOf = ({ carrier, service }: CarrierAndService, reference: string) =>
    `sandbox.${carrier}.${service}.${reference}`;

  return {
    name: 'sandbox',
    rateAndChoose: async (request) => {
      const choice = chooseSandboxRate(request);
      if ('refused' in choice) return refusedResult(choice.refused.because, choice.refused.messages);
      return okResult({ shipmentId: idOf(choice.chosen, request.reference), chosen: choice.chosen });
    },
    buyLabel: async ({ shipmentId, reference, rateId }) => {
      const known = boughtLabels.get(shipmentId);
      if (known !== undefined) return okResult(known);
      const [, carrier, service] = shipmentId.split('.') as [string, CarrierCode, CarrierServiceCode];
      const trackingNo = trackingNumber(carrier, service, serialOf(reference, 1)) ?? '';
      const label: BoughtLabel = {
        shipmentId,
        trackingNo,
        services: [{ carrier, service }],
        price: rateId.slice(rateId.lastIndexOf(' ') + 1),
        labelUrl: '',
        trackingUrl: trackingUrl(carrier, trackingNo),
      };
      boughtLabels.set(shipmentId, label);
      return okResult(label);
    },
    findLabel: async ({ shipmentId, reference }) => {
      const label = [...boughtLabels.values()].find(
        (l) => l.shipmentId === shipmentId || l.shipmentId.endsWith(`.${reference}`),
      );
      return okResult(label === undefined ? { state: 'none' } : { state: 'bought', label, reference });
    },
    voidLabel: async (shipmentId) => {
      boughtLabels.delete(shipmentId);
      return okResult({ status: 'refunded' });
    },
    track: async ({ trackingNo }) =>
      okResult({ shipmentId: '', reference: '', trackingNo, scans: [], estimatedDeliveryDate: undefined }),
    parseWebhook: () => ({ fault: 'forged' }),
    verifyAddress: async (address) => {
      const place = findZip(address.zipCode.slice(0, 5));
      const deliverable = place !== undefined && address.street !== '' && place.state === address.state.toUpperCase();
      const messages = deliverable ? [] : [{ code: 'not-found', text: 'the address does not exist' }];
      return okResult({ deliverable, standardized: address, residential: undefined }, messages);
    },
    estimateTransit: async ({ fromZip, toZip, knownTransit, shipDate, services }) =>
      okResult(
        services.map(({ carrier, service }) => {
          const origin = { zip: fromZip, ...(knownTransit && { knownTransit }) };
          const days = transitDays({ carrier, service }, origin, toZip);
          return { carrier, service, transitDays: days, deliveryDate: deliveryDate(service, shipDate, days, holidays) };
        }),
      ),
  };
}

export type SandboxChoice = { readonly chosen: Rate } | { readonly refused: SandboxRefusal };

/**
 * The chosen rate among the services that take the package. Refused when all that the rules name refuse it, in the words
 * of the first, and for will call and when no rule allows any service.
 */
export function chooseSandboxRate(question: RateRequest & SandboxDestination): SandboxChoice {
  const { requested } = question;
  const service = requested.service === 'NONE' ? 'GRND' : requested.service;
  const allowedKeys = rulesFor(question).map((rule) =>
    serviceKey({ ...rule, service: rule.service === '*' ? service : rule.service }),
  );
  const services = offeredCarriers.flatMap((carrier) =>
    offeredServices.map((offered) => ({ carrier, service: offered })),
  );
  // Only services that a rule names can be chosen, so the others need no rate.
  const named = services.filter((carrierService) => allowedKeys.includes(serviceKey(carrierService)));
  const refusals = named.map((carrierService) => sandboxRefusal(carrierService, question));
  const offered = named.filter((_, index) => refusals[index] === undefined);
  const chosen = chooseRate(
    offered.map((carrierService) => rateOf(carrierService, question)),
    question,
  );
  if (chosen !== undefined) return { chosen };
  const [first] = refusals;
  if (first !== undefined && offered.length === 0) return { refused: first };
  const text = `no rate for ${requested.carrier} ${requested.service}`;
  return { refused: { because: 'service', messages: [{ code: 'no-rate', text }] } };
}

function rateOf(carrierService: CarrierAndService, question: RateRequest): Rate {
  const { from, to, size } = question;
  const miles = areaMiles(from.zipCode, domesticZip(to) ?? '') ?? milesAbroad;
  const price = (8 + (dollarsOfService[carrierService.service] ?? 0) + size.weightLb * 0.45 + miles * 0.003).toFixed(2);
  return {
    ...carrierService,
    rateId: `${carrierService.carrier} ${carrierService.service} ${price}`,
    price,
    ...estimateArrival(carrierService, question),
  };
}
