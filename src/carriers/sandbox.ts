/**
 * The simulated carriers of the test environment: the carrier and service where the operator's rules do not choose them, and all
 * scans of a package, planned when it ships. Offline and deterministic. Nothing goes wrong unless requested (decision 2).
 * `carrierStateAfterScan` decides what the scans do to the package's status.
 */

import { findPlaceOfZip, type ZipPlace } from '../addresses/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { TransitDaysLookup } from '../contract/operator-settings.ts';
import { dateInZone } from '../lib/dates.ts';
import { type HolidayDateSet, instantOfLocalTime } from './calendar.ts';
import { type CarrierAndService, isWillCallCarrier } from './codes.ts';
import { findCitiesBetweenZips } from './sandbox-route.ts';
import type { CarrierScan, ScanCodeName } from './status-after-scan.ts';
import { computeDeliveryDate, computeTransitDays } from './transit.ts';

export interface SandboxShipment {
  /** The package id: with `packageNo` the seed of the scan times. */
  readonly id: string;
  readonly packageNo: number;
  readonly carrier: CarrierCode;
  readonly service: CarrierServiceCode;
  /** When it left the warehouse or, for will call, was ready for pickup. */
  readonly shippedAt: Temporal.Instant;
  readonly origin: {
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly timeZone: string;
    /** Absent when the operator has loaded no transit times for this origin. */
    readonly knownTransit?: TransitDaysLookup;
  };
  readonly destination: {
    readonly city: string;
    readonly state: string;
    /** 5 digits; undefined for foreign addresses. */
    readonly zip: string | undefined;
  };
  /** Name of the carrier location that holds the package for pickup; absent for delivery to the door. */
  readonly holdLocation?: string;
  readonly holidays: HolidayDateSet;
}

export interface SandboxTrip {
  /** In strictly increasing order of time, on full quarters of an hour, none before `shippedAt`. */
  readonly scans: readonly SandboxScan[];
  readonly transitDays: number;
  readonly estimatedDeliveryDate: Temporal.PlainDate;
}

export interface SandboxScan extends CarrierScan {
  readonly code: ScanCodeName;
}

const quarterMs = 15 * 60_000;
const shortestTransitMs = 8 * quarterMs;

/**
 * The carrier and service of an order for which the operator's rules choose none: service CALL for will call, FedEx for BSW
 * (a JIT order; decision 8), ground for NONE; otherwise as requested.
 */
export function chooseSandboxService(requested: CarrierAndService): CarrierAndService {
  if (isWillCallCarrier(requested.carrier)) return { carrier: requested.carrier, service: 'CALL' };
  const carrier = requested.carrier === 'BSW' ? 'FEX' : requested.carrier;
  return { carrier, service: requested.service === 'NONE' ? 'GRND' : requested.service };
}

/** The scan of a package whose label exists and that the carrier has not received yet. */
export function buildLabelCreatedScan(
  at: Temporal.Instant,
  { city, state }: { readonly city: string; readonly state: string },
): SandboxScan {
  return { leg: 0, at, code: 'LC', message: 'Label created', location: `${city}, ${state}` };
}

/** Plans all scans of a package when it ships. */
export function planSandboxTrip(shipped: SandboxShipment): SandboxTrip {
  return isWillCallCarrier(shipped.carrier) ? planPickup(shipped) : planDelivery(shipped);
}

function planDelivery(shipped: SandboxShipment): SandboxTrip {
  const { origin, destination, carrier, service, holidays } = shipped;
  const place = destination.zip === undefined ? undefined : findPlaceOfZip(destination.zip);
  const shipDate = dateInZone(shipped.shippedAt, origin.timeZone);
  const destinationTown = townOf(destination.city, destination.state, place);
  const zone = place?.timeZone ?? origin.timeZone;
  const jitter = jitterOf(shipped.id, shipped.packageNo);

  const pickedUpMs = roundUpToQuarterHour(shipped.shippedAt.epochMilliseconds) + jitter(1, 8) * quarterMs;
  let days = Math.max(1, computeTransitDays({ carrier, service }, origin, destination.zip));
  let arrival = computeDeliveryDate(service, shipDate, days, holidays);
  let stationMs = instantOfLocalTime(arrival, '07:00', zone).epochMilliseconds;
  // In time zones far ahead of the warehouse (Guam, Europe), overnight takes a day more.
  while (stationMs < pickedUpMs + shortestTransitMs) {
    days += 1;
    arrival = computeDeliveryDate(service, shipDate, days, holidays);
    stationMs = instantOfLocalTime(arrival, '07:00', zone).epochMilliseconds;
  }
  const stationReadyMs = stationMs + jitter(2, 8) * quarterMs;

  const scans: SandboxScan[] = [scan(pickedUpMs, 'PU', 'Picked up', `${origin.city}, ${origin.state}`)];
  const hubs =
    destination.zip === undefined ? [] : findCitiesBetweenZips(origin.zip, destination.zip, stopsOf(service, days));
  const stops = [...hubs.map(({ city, state }) => `${city}, ${state}`), destinationTown];
  stops.forEach((town, index) => {
    const last = index === stops.length - 1;
    const share = (index + 1) / (stops.length + 0.25);
    const atMs = pickedUpMs + roundDownToQuarterHour((stationReadyMs - pickedUpMs) * share);
    scans.push(scan(atMs, 'AR', last ? 'At local facility' : 'Arrived at carrier hub', town));
  });
  const end = { arrival, stationReadyMs: stationReadyMs, zone, destinationTown: destinationTown, jitter };
  scans.push(
    ...(shipped.holdLocation === undefined
      ? deliverToDoor(shipped, end)
      : deliverToLocation(shipped, shipped.holdLocation, end)),
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
  { service }: SandboxShipment,
  { arrival, stationReadyMs, zone, destinationTown, jitter }: LastMile,
): SandboxScan[] {
  const [firstHour, hours] = deliveryWindow(service);
  const deliveredMs = Math.max(
    instantOfLocalTime(arrival, firstHour, zone).epochMilliseconds + jitter(3, hours * 4) * quarterMs,
    stationReadyMs + 2 * quarterMs,
  );
  return [
    scan(stationReadyMs, 'OD', 'Out for delivery', destinationTown),
    scan(deliveredMs, 'DL', 'Delivered; signed for by an adult', destinationTown),
  ];
}

/** Held at the location from the day of arrival; picked up on the next working day. */
function deliverToLocation(
  { service, holidays }: SandboxShipment,
  holdLocation: string,
  { arrival, stationReadyMs, zone, destinationTown, jitter }: LastMile,
): SandboxScan[] {
  const comes = instantOfLocalTime(computeDeliveryDate(service, arrival, 1, holidays), '10:00', zone);
  const pickupMs = comes.epochMilliseconds + jitter(3, 32) * quarterMs;
  const place = holdLocation === '' ? 'the location' : holdLocation;
  return [
    scan(stationReadyMs, 'RP', `Ready for pickup at ${place}`, destinationTown),
    scan(pickupMs, 'DL', `Picked up at ${place}; signed for by an adult`, destinationTown),
  ];
}

function planPickup(shipped: SandboxShipment): SandboxTrip {
  const { origin, holidays } = shipped;
  const town = `${origin.city}, ${origin.state}`;
  const jitter = jitterOf(shipped.id, shipped.packageNo);
  const readyMs = roundUpToQuarterHour(shipped.shippedAt.epochMilliseconds);
  const pickupDate = computeDeliveryDate('CALL', dateInZone(shipped.shippedAt, origin.timeZone), 1, holidays);
  const pickupMs =
    instantOfLocalTime(pickupDate, '10:00', origin.timeZone).epochMilliseconds + jitter(1, 24) * quarterMs;
  return {
    scans: [
      scan(readyMs, 'RP', 'Ready for pickup at the warehouse', town),
      scan(pickupMs, 'DL', 'Picked up at the warehouse; signed for by an adult', town),
    ],
    transitDays: 0,
    estimatedDeliveryDate: pickupDate,
  };
}

function scan(atMs: number, code: ScanCodeName, message: string, location: string): SandboxScan {
  return { leg: 0, at: Temporal.Instant.fromEpochMilliseconds(atMs), code, message, location };
}

/** Delivery window of a service: start, and length in hours. */
function deliveryWindow(service: CarrierServiceCode): readonly [start: string, hours: number] {
  if (service === 'ONPR' || service === 'INPR') return ['09:15', 1];
  if (service === 'ONST') return ['10:00', 4];
  return ['10:00', 8];
}

/** Most hubs on the route: one for air services; for ground, one for each day after the first, at most three. */
function stopsOf(service: CarrierServiceCode, days: number): number {
  if (service === 'ONPR' || service === 'ONST' || service === '2DAY' || service === 'INPR') return 1;
  return Math.min(3, days - 1);
}

function townOf(city: string, state: string, place: ZipPlace | undefined): string {
  if (place) return `${place.city}, ${place.state}`;
  return state === '' ? city : `${city}, ${state}`;
}

function roundUpToQuarterHour(ms: number): number {
  return Math.ceil(ms / quarterMs) * quarterMs;
}

function roundDownToQuarterHour(ms: number): number {
  return Math.floor(ms / quarterMs) * quarterMs;
}

/** Deterministic pseudorandom numbers from 0 to `below - 1`, by package and `salt` (FNV-1a). */
function jitterOf(id: string, packageNo: number): (salt: number, below: number) => number {
  let hash = 0x811c9dc5 ^ packageNo;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (salt, below) => {
    let mixed = Math.imul(hash ^ (salt * 0x9e3779b1), 0x01000193);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) % below;
  };
}
