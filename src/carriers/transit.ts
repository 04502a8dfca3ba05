/**
 * Transit days and delivery dates, for estimates, tracking, the choice of carriers and warehouses, and the simulated
 * carriers (decision 26). The operator's transit table comes first; otherwise ground services go by the distance between
 * the centers of the three-digit ZIP areas, and air services take fixed days. Days are working days of the carrier. A
 * carrier's own quote comes between the two: `estimateArrival`, `estimates.ts`.
 */

import { centroidOfZip3Area, computeDistanceMiles, statesOfZip, zip5Of } from '../addresses/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { isDomesticCountry, isMilitaryStateCode, isTerritoryStateCode } from '../contract/states.ts';
import { invariant } from '../lib/assert.ts';
import { addWorkingDays, type HolidayDateSet, isWorkingDay, type WorkCalendar } from './calendar.ts';
import type { CarrierAndService } from './codes.ts';
import type { CarrierRate, ShipmentRoute } from './gateway.ts';

/** Ground transit days up to a distance in miles. */
const groundBands: readonly { readonly miles: number; readonly days: number }[] = [
  { miles: 150, days: 1 },
  { miles: 600, days: 2 },
  { miles: 1000, days: 3 },
  { miles: 1800, days: 4 },
];
const maxGroundDays = 5;
const overseasGroundDays = 7;

const mondayToFriday = [1, 2, 3, 4, 5];
const mondayToSaturday = [1, 2, 3, 4, 5, 6];

/** The 5-digit ZIP code of a domestic address; undefined for foreign addresses, whose postal codes may look alike. */
export function domesticZipOf({ country, zipCode }: ShipmentRoute['to']): string | undefined {
  return isDomesticCountry(country) ? zip5Of(zipCode) : undefined;
}

const milesByAreas = new Map<string, number>();

/** Miles between the three-digit areas of two ZIP codes; undefined when either is unknown. */
export function computeMilesBetweenZipAreas(originZip: string, destinationZip: string): number | undefined {
  const key = `${originZip.slice(0, 3)}${destinationZip.slice(0, 3)}`;
  const known = milesByAreas.get(key);
  if (known !== undefined) return known;
  const from = centroidOfZip3Area(originZip);
  const to = centroidOfZip3Area(destinationZip);
  const miles = from && to ? computeDistanceMiles(from, to) : undefined;
  // Bounded: there are at most a million pairs of areas, and unknown ones are not cached.
  if (miles !== undefined) milesByAreas.set(key, miles);
  return miles;
}

/**
 * Ground transit in working days: 1 up to 150 miles, 2 up to 600, 3 up to 1,000, 4 up to 1,800, else 5. 7 between two
 * states of which one is Alaska, Hawaii, a territory or military mail, and for unknown or foreign ZIP codes.
 */
export function computeGroundTransitDays(originZip: string, destinationZip: string | undefined): number {
  if (destinationZip === undefined) return overseasGroundDays;
  const [origin] = statesOfZip(originZip);
  const [state] = statesOfZip(destinationZip);
  if (state !== undefined && state !== origin && isOverseas(state)) return overseasGroundDays;
  if (origin !== undefined && state !== origin && isOverseas(origin)) return overseasGroundDays;
  const miles = computeMilesBetweenZipAreas(originZip, destinationZip);
  if (miles === undefined) return overseasGroundDays;
  return groundBands.find((band) => miles <= band.miles)?.days ?? maxGroundDays;
}

function isOverseas(state: string): boolean {
  return state === 'AK' || state === 'HI' || isTerritoryStateCode(state) || isMilitaryStateCode(state);
}

/** Origin of a package, with the operator's transit table for it. */
type TransitOrigin = Pick<Warehouse, 'zip' | 'knownTransit'>;

/** Network of a carrier code: cold chain uses the carrier's own network; BSW counts as FedEx. */
const networks: Partial<Record<CarrierCode, CarrierCode>> = { FCC: 'FEX', TMC: 'UPS', BSW: 'FEX' };

/**
 * Transit in working days of the carrier: the operator's transit table (`dray import transit`), else ground services by distance
 * and air services fixed days. NONE counts as ground; CALL takes 0 days.
 */
export function computeTransitDays(
  carrierService: CarrierAndService,
  origin: TransitOrigin,
  destinationZip: string | undefined,
): number {
  const service = carrierService.service === 'NONE' ? 'GRND' : carrierService.service;
  if (service === 'CALL') return 0;
  return (
    findTransitDaysInTable(carrierService, origin, destinationZip) ??
    daysByDistance(service, origin.zip, destinationZip)
  );
}

/** Transit days of the operator's table; undefined when it has no entry, and for foreign destinations. */
export function findTransitDaysInTable(
  carrierService: CarrierAndService,
  origin: TransitOrigin,
  destinationZip: string | undefined,
) {
  if (destinationZip === undefined) return undefined;
  const service = carrierService.service === 'NONE' ? 'GRND' : carrierService.service;
  return origin.knownTransit?.(destinationZip, networks[carrierService.carrier] ?? carrierService.carrier, service);
}

/** No carrier flies to the territories overnight: working days of the overnight services to or from one. */
const territoryAirDays = 3;

/**
 * Estimate by service: overnight 1 day, 2DAY 2, INPR 3; to or from a territory overnight 3 and 2DAY 4; GRND and HOME by
 * distance; LPDS, an economy service, one day more than ground.
 */
function daysByDistance(
  service: Exclude<CarrierServiceCode, 'CALL' | 'NONE'>,
  originZip: string,
  destinationZip: string | undefined,
): number {
  const toTerritory = crossesToTerritory(originZip, destinationZip);
  switch (service) {
    case 'ONPR':
    case 'ONST':
      return toTerritory ? territoryAirDays : 1;
    case '2DAY':
      return toTerritory ? territoryAirDays + 1 : 2;
    case 'INPR':
      return 3;
    case 'GRND':
    case 'HOME':
      return computeGroundTransitDays(originZip, destinationZip);
    case 'LPDS':
      return computeGroundTransitDays(originZip, destinationZip) + 1;
  }
}

/** True between a territory and another state; false within one, and for unknown or foreign destinations. */
function crossesToTerritory(originZip: string, destinationZip: string | undefined): boolean {
  const [origin] = statesOfZip(originZip);
  const [state] = destinationZip === undefined ? [] : statesOfZip(destinationZip);
  return (
    state !== undefined &&
    origin !== state &&
    (isTerritoryStateCode(state) || (origin !== undefined && isTerritoryStateCode(origin)))
  );
}

/**
 * The delivery date: `days` working days of the carrier after the ship date. HOME is delivered Monday to Saturday, all
 * others Monday to Friday, none on holidays. 0 days is the ship date itself.
 * @throws InvariantError for negative `days`
 */
export function computeDeliveryDate(
  service: CarrierServiceCode,
  shipDate: Temporal.PlainDate,
  days: number,
  holidays: HolidayDateSet,
): Temporal.PlainDate {
  invariant(days >= 0, () => `transit takes at least 0 days, not ${days}`);
  if (days === 0) return shipDate;
  return addWorkingDays(carrierCalendar(service, holidays), shipDate, days);
}

/**
 * Working days of the carrier from the ship date (exclusive) to a date (inclusive). A date that is not a working day
 * counts as one, since the carrier delivers on it. 0 for the ship date itself.
 */
export function countCarrierWorkingDaysUntil(
  service: CarrierServiceCode,
  shipDate: Temporal.PlainDate,
  date: Temporal.PlainDate,
  holidays: HolidayDateSet,
): number {
  const calendar = carrierCalendar(service, holidays);
  let days = 0;
  for (let day = shipDate.add({ days: 1 }); Temporal.PlainDate.compare(day, date) <= 0; day = day.add({ days: 1 })) {
    if (isWorkingDay(calendar, day) || day.equals(date)) days += 1;
  }
  return days;
}

function carrierCalendar(service: CarrierServiceCode, holidays: HolidayDateSet): WorkCalendar {
  return { timeZone: 'UTC', workingDays: service === 'HOME' ? mondayToSaturday : mondayToFriday, holidays };
}

interface EstimatedArrival {
  readonly transitDays: number;
  readonly deliveryDate: Temporal.PlainDate;
}

/**
 * Transit days and delivery date of a trip by a carrier service: by the operator's transit table, then the carrier's own quote for the
 * rate, `quoted`, then the distance, so that every rate can be compared with a requested date.
 */
export function estimateArrival(
  carrierService: CarrierAndService,
  trip: ShipmentRoute,
  quoted: Partial<Pick<CarrierRate, 'transitDays' | 'deliveryDate'>> = {},
): EstimatedArrival {
  const { from, to, shipDate, knownTransit, holidays } = trip;
  const origin: TransitOrigin = { zip: from.zipCode, ...(knownTransit && { knownTransit }) };
  const destinationZip = domesticZipOf(to);
  const known = findTransitDaysInTable(carrierService, origin, destinationZip);
  const days = known ?? quoted.transitDays ?? computeTransitDays(carrierService, origin, destinationZip);
  const computedDate = computeDeliveryDate(carrierService.service, shipDate, days, holidays);
  return { transitDays: days, deliveryDate: (known === undefined ? quoted.deliveryDate : undefined) ?? computedDate };
}
