/**
 * Finds pickup locations around a point: from the carrier where one is configured, else from the operator's directory.
 * Carriers do not report whether a location may hand out wine. The operator decides: for a single location in the
 * directory, which takes precedence, or for a kind of locations in the settings.
 * If a carrier fails, a message is added and the directory is used instead. If the directory has none of the carrier's
 * locations near the point, the carrier is listed in `unreachable` and the caller decides what to do.
 */

import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import {
  type CarrierLocation,
  type CarrierLocationSearch,
  type CarrierWithLocations,
  namesOfCarriersWithLocations,
  type PageOfCarrierLocations,
} from './location.ts';
import { type CarrierLocationIndex, indexCarrierLocations } from './location-index.ts';
import { type CarrierLocationSource, CarrierSourceError } from './location-source.ts';
import { readCarrierLocationIndex } from './location-store.ts';
import { computeDistanceMiles } from './places.ts';
import { carrierLocationSourcesPort } from './sources.ts';

interface CarrierLocationSearchResult extends PageOfCarrierLocations {
  /** Messages for the caller about the sources of the locations. */
  readonly messages: readonly string[];
  /** Carriers that could not be queried and have no location for alcohol near the point in the directory. */
  readonly unreachable: readonly UnreachableCarrier[];
}

interface UnreachableCarrier {
  readonly carrier: CarrierWithLocations;
  /** The reason, for the caller. */
  readonly message: string;
  readonly internal: unknown;
}

interface SourcePart {
  readonly locations: readonly CarrierLocation[];
  readonly messages: readonly string[];
  readonly unreachable?: UnreachableCarrier;
}

/** How many locations a carrier is asked for: its nearest ones. */
const maxFromCarrier = 50;

/**
 * Returns one page of the locations of the requested carriers that are within the radius and may hand out alcohol, nearest
 * first. A carrier that fails is replaced by the directory; it is in `unreachable` when the directory has none of its
 * locations near the point.
 */
export async function findCarrierLocations(
  environment: Environment,
  search: CarrierLocationSearch,
): Promise<CarrierLocationSearchResult> {
  const sources = environment.db.ports
    .get(carrierLocationSourcesPort)
    .filter(({ carrier }) => search.carriers.includes(carrier));
  const directory = await readCarrierLocationIndex(environment.db);
  if (sources.length === 0) return { ...directory.search(search), messages: [], unreachable: [] };
  const parts = await Promise.all(sources.map((source) => ask(source, environment, directory, search)));
  const others = search.carriers.filter((carrier) => !sources.some((source) => source.carrier === carrier));
  const offline = allWithin(directory, { ...search, carriers: others });
  const page = indexCarrierLocations([...parts.flatMap(({ locations }) => locations), ...offline]).search(search);
  return {
    ...page,
    messages: parts.flatMap(({ messages }) => messages),
    unreachable: parts.flatMap(({ unreachable }) => unreachable ?? []),
  };
}

/**
 * The error of a search that no carrier replied to and the directory cannot replace: 503, with the carrier as the source of the fault
 * (decision 3).
 */
export function noLocationSourceRepliedError({ carrier, message, internal }: UnreachableCarrier): AppError {
  const reason = `${namesOfCarriersWithLocations[carrier]} did not return its locations: ${message}. Try again later.`;
  const fault = { field: 'ShippingCarrier', code: 'CarrierFailed', message, source: 'Carrier' } as const;
  return new AppError({ code: 'Unavailable', reason, faults: [fault] }, { internal, retryAfterSeconds: 30 });
}

function allWithin(index: CarrierLocationIndex, search: CarrierLocationSearch): CarrierLocation[] {
  return index.search({ ...search, skip: 0, top: index.size }).found.map(({ location }) => location);
}

async function ask(
  source: CarrierLocationSource,
  environment: Environment,
  directory: CarrierLocationIndex,
  search: CarrierLocationSearch,
): Promise<SourcePart> {
  const { from, radiusMiles } = search;
  const { carrier } = source;
  const title = namesOfCarriersWithLocations[carrier];
  try {
    const result = await source.find({ from, radiusMiles, maxResults: maxFromCarrier });
    const messages = [...result.messages];
    if (result.locations.length >= maxFromCarrier) {
      messages.push(
        `${title} returns only its ${maxFromCarrier} nearest locations; there may be more within the radius.`,
      );
    }
    const locations = result.locations.map((location) => ({
      ...location,
      isAlcoholAllowed: directory.isAlcoholAllowed(carrier, location.locationId) ?? location.isAlcoholAllowed,
    }));
    if (locations.some((location) => !location.isAlcoholAllowed && isNear(location, search))) {
      messages.push(`${title} locations are omitted unless they are known to hand out wine.`);
    }
    return { locations, messages };
  } catch (error) {
    if (!(error instanceof CarrierSourceError)) throw error;
    const { message, internal } = error;
    environment.logger.warn({ carrier, err: internal ?? error }, 'carrier locations failed');
    const known = allWithin(directory, { ...search, carriers: [carrier] });
    const instead =
      known.length === 0
        ? "the operator's directory has none of its locations"
        : "its locations are from the operator's directory";
    const result = { locations: known, messages: [`${title} could not be reached (${message}): ${instead}.`] };
    return known.length === 0 ? { ...result, unreachable: { carrier, message, internal } } : result;
  }
}

function isNear({ point }: CarrierLocation, { from, radiusMiles }: CarrierLocationSearch): boolean {
  return computeDistanceMiles(from, point) <= radiusMiles;
}
