/**
 * In-memory spatial index that finds the locations around a point among hundreds of thousands. Pure.
 * Locations are unit vectors from the center of the earth: proximity is a dot product, without trigonometry for each
 * location and without special cases at the poles or at longitude 180. A search scans only a band of latitudes.
 */
import type {
  CarrierLocation,
  CarrierLocationSearch,
  CarrierWithLocations,
  PageOfCarrierLocations,
} from './location.ts';
import { computeDistanceMiles, earthRadiusMiles, radiansPerDegree, unitVectorOf } from './places.ts';
import { indexesOfGreatest } from './select-greatest.ts';

export interface CarrierLocationIndex {
  /** The number of locations where alcohol is allowed. */
  readonly size: number;
  /** Whether the directory allows alcohol at the location; `undefined` when it does not list the location. */
  isAlcoholAllowed(carrier: CarrierWithLocations, locationId: string): boolean | undefined;
  /** The requested page, nearest first, ties by carrier and id; `total` counts all locations within the radius. */
  search(search: CarrierLocationSearch): PageOfCarrierLocations;
}

/** Indexes these locations; a search never returns those where alcohol is not allowed. */
export function indexCarrierLocations(indexed: readonly CarrierLocation[]): CarrierLocationIndex {
  const locations = indexed
    .filter((location) => location.isAlcoholAllowed)
    .sort((a, b) => a.point.latitude - b.point.latitude || (keyOf(a) < keyOf(b) ? -1 : 1));
  const count = locations.length;
  // Built lazily: needed only for carriers that are queried directly.
  let decisions: ReadonlyMap<string, boolean> | undefined;
  const latitudes = Float64Array.from(locations, (location) => location.point.latitude);
  const vectors = new Float64Array(count * 3);
  locations.forEach((location, at) => {
    const { x, y, z } = unitVectorOf(location.point);
    vectors.set([x, y, z], at * 3);
  });

  return {
    size: count,
    isAlcoholAllowed: (carrier, locationId) => {
      decisions ??= new Map(indexed.map((location) => [keyOf(location), location.isAlcoholAllowed]));
      return decisions.get(`${carrier} ${locationId}`);
    },
    search: ({ carriers, from, radiusMiles, skip, top }) => {
      const reach = radiusMiles / earthRadiusMiles;
      const least = Math.cos(reach);
      const { x, y, z } = unitVectorOf(from);
      const first = firstAtLeast(latitudes, from.latitude - reach / radiansPerDegree);
      const end = firstAtLeast(latitudes, from.latitude + reach / radiansPerDegree + 1e-9);
      const nearness = new Float64Array(end - first);
      const places = new Int32Array(end - first);
      let total = 0;
      for (let at = first; at < end; at += 1) {
        const product =
          x * (vectors[at * 3] as number) + y * (vectors[at * 3 + 1] as number) + z * (vectors[at * 3 + 2] as number);
        if (product < least || !carriers.includes((locations[at] as CarrierLocation).carrier)) continue;
        nearness[total] = product;
        places[total] = at;
        total += 1;
      }
      const wanted = indexesOfGreatest(nearness.subarray(0, total), skip + top);
      const found = wanted
        .map((at) => locations[places[at] as number] as CarrierLocation)
        .map((location) => ({ location, distanceMiles: computeDistanceMiles(from, location.point) }))
        .sort((a, b) => a.distanceMiles - b.distanceMiles || (keyOf(a.location) < keyOf(b.location) ? -1 : 1));
      return { total, found: found.slice(skip, skip + top) };
    },
  };
}

function keyOf(location: CarrierLocation): string {
  return `${location.carrier} ${location.locationId}`;
}

/** The first index in a sorted array whose value is at least `value`. */
function firstAtLeast(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
