/**
 * Route of a simulated package: real cities from the place data near the great circle between its ends. Deterministic,
 * cached per pair of three-digit ZIP areas and number of stops.
 */
import {
  centroidOfZip3Area,
  type DirectionVector,
  listMajorCities,
  type MajorCity,
  pointOfZip,
  unitVectorOf,
} from '../addresses/index.ts';

const routes = new Map<string, readonly MajorCity[]>();
let hubs: readonly { readonly city: MajorCity; readonly direction: DirectionVector }[] | undefined;

/**
 * At most `stops` large cities between the areas of two ZIP codes in travel order, each once, without the large city nearest to
 * either end. Empty when the area of a ZIP code (its first three digits) is unknown.
 */
export function findCitiesBetweenZips(originZip: string, destinationZip: string, stops: number): readonly MajorCity[] {
  const key = `${originZip.slice(0, 3)}${destinationZip.slice(0, 3)}${stops}`;
  const known = routes.get(key);
  if (known) return known;
  const from = centroidOfZip3Area(originZip) ?? pointOfZip(originZip);
  const to = centroidOfZip3Area(destinationZip) ?? pointOfZip(destinationZip);
  if (!from || !to) return [];
  const route = findRoute(unitVectorOf(from), unitVectorOf(to), stops);
  routes.set(key, route);
  return route;
}

function findRoute(from: DirectionVector, to: DirectionVector, stops: number): readonly MajorCity[] {
  const route: MajorCity[] = [];
  const ends = [nearestHub(from), nearestHub(to)];
  for (let stop = 1; stop <= stops; stop += 1) {
    const part = stop / (stops + 1);
    // A point on the chord has the same direction as the point above it on the great circle.
    const between = {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      z: from.z + (to.z - from.z) * part,
    };
    const city = nearestHub(between);
    if (city && !ends.includes(city) && !route.includes(city)) route.push(city);
  }
  return route;
}

function nearestHub(to: DirectionVector): MajorCity | undefined {
  hubs ??= listMajorCities().map((city) => ({ city, direction: unitVectorOf(city.point) }));
  let nearest: MajorCity | undefined;
  let best = Number.NEGATIVE_INFINITY;
  for (const { city, direction } of hubs) {
    const closeness = direction.x * to.x + direction.y * to.y + direction.z * to.z;
    if (closeness > best) {
      best = closeness;
      nearest = city;
    }
  }
  return nearest;
}
