/**
 * Pickup locations around a point: from the carrier where one is configured, else from the operator's directory.
 *
 * A carrier that fails is told, and the directory answers in its place; where that has nothing of the carrier, the search
 * fails with 503 and the fault names the carrier as its source (decision 3).
 */

import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { carrierTitles, type LocationPage, type LocationSearch } from './location.ts';
import { indexLocations, type LocationIndex } from './location-index.ts';
import { type LocationSource, SourceFailed } from './location-source.ts';
import { readLocationIndex } from './location-store.ts';
import { sourcesOf } from './sources.ts';

export interface LocationsFound extends LocationPage {
  /** What the caller should know of where they come from. */
  readonly messages: readonly string[];
}

/** Carriers answer a few dozen at most; asking for more costs them and us. */
const mostFromCarrier = 50;

/**
 * One page of the locations within the radius, nearest first, alcohol allowed only. With several carriers asked their
 * answers are merged.
 * @throws AppError `Unavailable` when a carrier fails and the directory has none of its locations
 */
export async function findLocations(environment: Environment, search: LocationSearch): Promise<LocationsFound> {
  const sources = sourcesOf(environment).locations.filter(({ carrier }) => search.carriers.includes(carrier));
  const directory = await readLocationIndex(environment.db);
  if (sources.length === 0) return { ...directory.search(search), messages: [] };
  const messages: string[] = [];
  const parts = await Promise.all(sources.map((source) => ask(source, environment, directory, search, messages)));
  const others = search.carriers.filter((carrier) => !sources.some((source) => source.carrier === carrier));
  const offline = everything(directory, { ...search, carriers: others });
  const page = indexLocations([...parts.flat(), ...offline]).search(search);
  return { ...page, messages };
}

function everything(index: LocationIndex, search: LocationSearch) {
  return index.search({ ...search, skip: 0, top: index.size }).found.map(({ location }) => location);
}

async function ask(
  source: LocationSource,
  environment: Environment,
  directory: LocationIndex,
  search: LocationSearch,
  messages: string[],
) {
  const { from, radiusMiles } = search;
  try {
    const answer = await source.find({ from, radiusMiles, mostResults: mostFromCarrier });
    messages.push(...answer.messages);
    return answer.locations;
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    environment.logger.warn({ carrier: source.carrier, err: error.internal ?? error }, 'carrier locations failed');
    const known = everything(directory, { ...search, carriers: [source.carrier] });
    const title = carrierTitles[source.carrier];
    if (known.length === 0) {
      const reason = `${title} cannot be asked for its locations: ${error.message}`;
      const fault = {
        field: 'ShippingCarrier',
        code: 'CarrierFailed',
        message: error.message,
        source: 'Carrier',
      } as const;
      throw new AppError(
        { code: 'Unavailable', reason, faults: [fault] },
        { internal: error.internal, retryAfterSeconds: 30 },
      );
    }
    messages.push(
      `${title} could not be asked (${error.message}): its locations are those of the operator's directory.`,
    );
    return known;
  }
}
