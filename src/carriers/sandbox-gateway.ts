/**
 * The simulated carriers behind the interface of real ones: offline and deterministic, for whoever wants to see the whole
 * way of an order without an account. The test environment drives the same pure code by its own clock.
 *
 * What it "sold" it remembers in this process alone; the same shipment always has the same tracking number, so forgetting
 * never sells anything twice.
 */
import { findZip, nearestPlaces, pointOfZip } from '../addresses/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { arrivalOf, domesticZip } from './arrival.ts';
import type { Holidays } from './calendar.ts';
import { chooseRate, rulesFor } from './choose-rate.ts';
import { type CarrierAndService, carrierNames } from './codes.ts';
import {
  type BoughtLabel,
  type CarrierGateway,
  done,
  type Rate,
  type RateQuestion,
  refused,
  wayKey,
} from './gateway.ts';
import { serialOf, trackingNumber, trackingUrl } from './tracking-number.ts';
import { areaMiles, deliveryDate, transitDays } from './transit.ts';

const services: readonly CarrierServiceCode[] = ['GRND', 'HOME', 'LPDS', '2DAY', 'ONST', 'ONPR', 'INPR'];
const sold: readonly CarrierCode[] = ['FEX', 'UPS', 'GSO', 'FCC', 'TMC', 'WST'];
/** Also where nobody knows how far it is. */
const milesAbroad = 3_000;
const dollarsOfService: Partial<Record<CarrierServiceCode, number>> = { '2DAY': 18, ONST: 28, ONPR: 34, INPR: 60 };

/** Simulated carriers that do not move on these days. Nothing of it is ever unclear. */
export function sandboxGateway(holidays: Holidays): CarrierGateway {
  const bought = new Map<string, BoughtLabel>();
  const idOf = ({ carrier, service }: CarrierAndService, reference: string) =>
    `sandbox.${carrier}.${service}.${reference}`;

  return {
    name: 'sandbox',
    rateAndChoose: async (request) => {
      const chosen = chooseSandboxRate(request);
      if (chosen === undefined) {
        const { carrier, service } = request.asked;
        return refused('service', [{ code: 'no-rate', text: `no rate for ${carrier} ${service}` }]);
      }
      return done({ shipmentId: idOf(chosen, request.reference), chosen });
    },
    buyLabel: async ({ shipmentId, reference, rateId }) => {
      const known = bought.get(shipmentId);
      if (known !== undefined) return done(known);
      const [, carrier, service] = shipmentId.split('.') as [string, CarrierCode, CarrierServiceCode];
      const trackingNo = trackingNumber(carrier, service, serialOf(reference, 1)) ?? '';
      const label: BoughtLabel = {
        shipmentId,
        trackingNo,
        ways: [{ carrier, service }],
        price: rateId.slice(rateId.lastIndexOf(' ') + 1),
        labelUrl: '',
        trackingUrl: trackingUrl(carrier, trackingNo),
      };
      bought.set(shipmentId, label);
      return done(label);
    },
    findLabel: async ({ shipmentId, reference }) => {
      const label = [...bought.values()].find(
        (l) => l.shipmentId === shipmentId || l.shipmentId.endsWith(`.${reference}`),
      );
      return done(label === undefined ? { state: 'none' } : { state: 'bought', label, reference });
    },
    voidLabel: async (shipmentId) => {
      bought.delete(shipmentId);
      return done({ status: 'refunded' });
    },
    track: async ({ trackingNo }) =>
      done({ shipmentId: '', reference: '', trackingNo, scans: [], estimatedDeliveryDate: undefined }),
    parsePushedEvent: () => ({ fault: 'forged' }),
    verifyAddress: async (address) => {
      const place = findZip(address.zipCode.slice(0, 5));
      const deliverable = place !== undefined && address.street !== '' && place.state === address.state.toUpperCase();
      const messages = deliverable ? [] : [{ code: 'not-found', text: 'there is no such place' }];
      return done({ deliverable, standardised: address, residential: undefined }, messages);
    },
    estimateTransit: async ({ fromZip, toZip, knownTransit, shipDate, ways }) =>
      done(
        ways.map(({ carrier, service }) => {
          const origin = { zip: fromZip, ...(knownTransit && { knownTransit }) };
          const days = transitDays({ carrier, service }, origin, toZip);
          return { carrier, service, transitDays: days, deliveryDate: deliveryDate(service, shipDate, days, holidays) };
        }),
      ),
    findPickupLocations: async ({ carrier, zipCode, withinMiles, most }) => {
      const point = pointOfZip(zipCode);
      const places = point === undefined ? [] : nearestPlaces(point, { radiusMiles: withinMiles, limit: most });
      return done(
        places.map(({ place, distanceMiles }) => ({
          carrier,
          locationId: `${carrier}-${place.zip}`,
          company: `${carrierNames[carrier]} Ship Center`,
          street: '1 Main St',
          city: place.city,
          state: place.state,
          zipCode: place.zip,
          miles: Math.round(distanceMiles * 10) / 10,
        })),
      );
    },
  };
}

/** The rate that is taken; undefined for will call, and where no rule allows any way. */
export function chooseSandboxRate(question: RateQuestion): Rate | undefined {
  const { asked } = question;
  const service = asked.service === 'NONE' ? 'GRND' : asked.service;
  const named = rulesFor(question).map((rule) =>
    wayKey({ ...rule, service: rule.service === '*' ? service : rule.service }),
  );
  const ways = sold.flatMap((carrier) => services.map((offered) => ({ carrier, service: offered })));
  // Only what a rule names can be taken, so the others need no rate.
  const rates = ways.filter((way) => named.includes(wayKey(way))).map((way) => rateOf(way, question));
  return chooseRate(rates, question);
}

function rateOf(way: CarrierAndService, question: RateQuestion): Rate {
  const { from, to, size } = question;
  const miles = areaMiles(from.zipCode, domesticZip(to) ?? '') ?? milesAbroad;
  const price = (8 + (dollarsOfService[way.service] ?? 0) + size.weightLb * 0.45 + miles * 0.003).toFixed(2);
  return { ...way, rateId: `${way.carrier} ${way.service} ${price}`, price, ...arrivalOf(way, question) };
}
