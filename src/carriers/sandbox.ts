/**
 * The simulated carriers of the test environment: which carrier takes a package, and all the scans it will get, known
 * the moment it ships. Offline and deterministic: the same package always travels the same way. Nothing goes wrong
 * unless it is asked to (decision 2); what the scans do to the package's status is `applyScan`'s alone.
 */
import { findZip, type Place } from '../addresses/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { OperatorTransit } from '../contract/operator-data.ts';
import { dateIn } from '../lib/dates.ts';
import { type Holidays, instantAt } from './calendar.ts';
import { type CarrierAndService, isWillCall } from './codes.ts';
import { citiesBetween } from './sandbox-route.ts';
import type { Scan, ScanCodeName } from './status.ts';
import { deliveryDate, transitDays } from './transit.ts';

export interface ShippedPackage {
  /** What makes the package's small hours its own: an order or package id. */
  readonly id: string;
  readonly packageNo: number;
  readonly carrier: CarrierCode;
  readonly service: CarrierServiceCode;
  /** When the warehouse handed it over, or, for will call, had it ready. */
  readonly shippedAt: Temporal.Instant;
  readonly origin: {
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly timeZone: string;
    /** Absent: the operator knows nothing of the ways from there. */
    readonly knownTransit?: OperatorTransit;
  };
  readonly destination: {
    readonly city: string;
    readonly state: string;
    /** Five digits; `undefined` abroad. */
    readonly zip: string | undefined;
  };
  /** The carrier's location that keeps it for the recipient; absent: it goes to the door. */
  readonly heldAt?: string;
  readonly holidays: Holidays;
}

export interface PlannedTrip {
  /** In order of time, each later than the one before, on full quarters of an hour, none before `shippedAt`. */
  readonly scans: readonly PlannedScan[];
  readonly transitDays: number;
  readonly estimatedDeliveryDate: Temporal.PlainDate;
}

export interface PlannedScan extends Scan {
  readonly code: ScanCodeName;
}

const quarterMs = 15 * 60_000;
const shortestTransitMs = 8 * quarterMs;

/**
 * The carrier and service that really take an order: FedEx for BSW (best available, decision 8), ground where no
 * service is named. All other codes are themselves.
 */
export function chooseCarrier(asked: CarrierAndService): CarrierAndService {
  if (isWillCall(asked.carrier)) return { carrier: asked.carrier, service: 'CALL' };
  const carrier = asked.carrier === 'BSW' ? 'FEX' : asked.carrier;
  return { carrier, service: asked.service === 'NONE' ? 'GRND' : asked.service };
}

/** What a carrier reports of a package whose label it has made and that it has not seen yet. */
export function labelCreated(
  at: Temporal.Instant,
  { city, state }: { readonly city: string; readonly state: string },
): PlannedScan {
  return { leg: 0, at, code: 'LC', message: 'Label created', location: `${city}, ${state}` };
}

/** Plans the whole journey of a package at the moment it ships. */
export function planScans(shipped: ShippedPackage): PlannedTrip {
  return isWillCall(shipped.carrier) ? planPickup(shipped) : planDelivery(shipped);
}

function planDelivery(shipped: ShippedPackage): PlannedTrip {
  const { origin, destination, carrier, service, holidays } = shipped;
  const place = destination.zip === undefined ? undefined : findZip(destination.zip);
  const shipDate = dateIn(shipped.shippedAt, origin.timeZone);
  const destinationTown = townOf(destination.city, destination.state, place);
  const zone = place?.timeZone ?? origin.timeZone;
  const jitter = jitterOf(shipped.id, shipped.packageNo);

  const pickedUpMs = roundUpToQuarterHour(shipped.shippedAt.epochMilliseconds) + jitter(1, 8) * quarterMs;
  let days = Math.max(1, transitDays({ carrier, service }, origin, destination.zip));
  let arrival = deliveryDate(service, shipDate, days, holidays);
  let stationMs = instantAt(arrival, '07:00', zone).epochMilliseconds;
  // Where the day begins long before it does at the warehouse (Guam, Europe), overnight is a day more.
  while (stationMs < pickedUpMs + shortestTransitMs) {
    days += 1;
    arrival = deliveryDate(service, shipDate, days, holidays);
    stationMs = instantAt(arrival, '07:00', zone).epochMilliseconds;
  }
  const stationReadyMs = stationMs + jitter(2, 8) * quarterMs;

  const scans: PlannedScan[] = [scan(pickedUpMs, 'PU', 'Picked up', `${origin.city}, ${origin.state}`)];
  const hubs = destination.zip === undefined ? [] : citiesBetween(origin.zip, destination.zip, stopsOf(service, days));
  const stops = [...hubs.map(({ city, state }) => `${city}, ${state}`), destinationTown];
  stops.forEach((town, index) => {
    const last = index === stops.length - 1;
    const share = (index + 1) / (stops.length + 0.25);
    const atMs = pickedUpMs + roundDownToQuarterHour((stationReadyMs - pickedUpMs) * share);
    scans.push(scan(atMs, 'AR', last ? 'At local facility' : 'Arrived at carrier hub', town));
  });
  const end = { arrival, stationReadyMs: stationReadyMs, zone, destinationTown: destinationTown, jitter };
  scans.push(
    ...(shipped.heldAt === undefined ? deliverToDoor(shipped, end) : deliverToLocation(shipped, shipped.heldAt, end)),
  );
  return { scans, transitDays: days, estimatedDeliveryDate: arrival };
}

interface LastMile {
  readonly arrival: Temporal.PlainDate;
  /** When the package is ready at the carrier's station. */
  readonly stationReadyMs: number;
  readonly zone: string;
  readonly destinationTown: string;
  readonly jitter: ReturnType<typeof jitterOf>;
}

function deliverToDoor(
  { service }: ShippedPackage,
  { arrival, stationReadyMs, zone, destinationTown, jitter }: LastMile,
): PlannedScan[] {
  const [firstHour, hours] = deliveryWindow(service);
  const deliveredMs = Math.max(
    instantAt(arrival, firstHour, zone).epochMilliseconds + jitter(3, hours * 4) * quarterMs,
    stationReadyMs + 2 * quarterMs,
  );
  return [
    scan(stationReadyMs, 'OD', 'Out for delivery', destinationTown),
    scan(deliveredMs, 'DL', 'Delivered; signed for by an adult', destinationTown),
  ];
}

/** It waits at the location from the day of its arrival; the recipient comes the working day after. */
function deliverToLocation(
  { service, holidays }: ShippedPackage,
  heldAt: string,
  { arrival, stationReadyMs, zone, destinationTown, jitter }: LastMile,
): PlannedScan[] {
  const comes = instantAt(deliveryDate(service, arrival, 1, holidays), '10:00', zone);
  const pickupMs = comes.epochMilliseconds + jitter(3, 32) * quarterMs;
  const place = heldAt === '' ? 'the location' : heldAt;
  return [
    scan(stationReadyMs, 'RP', `Ready for pickup at ${place}`, destinationTown),
    scan(pickupMs, 'DL', `Picked up at ${place}; signed for by an adult`, destinationTown),
  ];
}

function planPickup(shipped: ShippedPackage): PlannedTrip {
  const { origin, holidays } = shipped;
  const town = `${origin.city}, ${origin.state}`;
  const jitter = jitterOf(shipped.id, shipped.packageNo);
  const readyMs = roundUpToQuarterHour(shipped.shippedAt.epochMilliseconds);
  const pickupDate = deliveryDate('CALL', dateIn(shipped.shippedAt, origin.timeZone), 1, holidays);
  const pickupMs = instantAt(pickupDate, '10:00', origin.timeZone).epochMilliseconds + jitter(1, 24) * quarterMs;
  return {
    scans: [
      scan(readyMs, 'RP', 'Ready for pickup at the warehouse', town),
      scan(pickupMs, 'DL', 'Picked up at the warehouse; signed for by an adult', town),
    ],
    transitDays: 0,
    estimatedDeliveryDate: pickupDate,
  };
}

function scan(atMs: number, code: ScanCodeName, message: string, location: string): PlannedScan {
  return { leg: 0, at: Temporal.Instant.fromEpochMilliseconds(atMs), code, message, location };
}

/** The start and the length in hours of the time of day in which a service delivers. */
function deliveryWindow(service: CarrierServiceCode): readonly [start: string, hours: number] {
  if (service === 'ONPR' || service === 'INPR') return ['09:15', 1];
  if (service === 'ONST') return ['10:00', 4];
  return ['10:00', 8];
}

/** How many hubs lie between the ends: air services pass one, ground one for each day past the first, at most three. */
function stopsOf(service: CarrierServiceCode, days: number): number {
  if (service === 'ONPR' || service === 'ONST' || service === '2DAY' || service === 'INPR') return 1;
  return Math.min(3, days - 1);
}

function townOf(city: string, state: string, place: Place | undefined): string {
  if (place) return `${place.city}, ${place.state}`;
  return state === '' ? city : `${city}, ${state}`;
}

function roundUpToQuarterHour(ms: number): number {
  return Math.ceil(ms / quarterMs) * quarterMs;
}

function roundDownToQuarterHour(ms: number): number {
  return Math.floor(ms / quarterMs) * quarterMs;
}

/** Numbers from 0 to `below - 1` that depend on the package and on `salt` alone (FNV-1a). */
function jitterOf(id: string, packageNo: number): (salt: number, below: number) => number {
  let hash = 0x811c9dc5 ^ packageNo;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (salt, below) => {
    let mixed = Math.imul(hash ^ (salt * 0x9e3779b1), 0x01000193);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) % below;
  };
}
