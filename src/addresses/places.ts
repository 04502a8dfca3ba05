/**
 * US ZIP codes with their places and coordinates. Owns the place data (data/places.tsv, see data/NOTICE).
 * Loaded once, on first use or by `preloadZipPlaces`: 42,745 ZIP codes, in tens of milliseconds. Immutable afterward.
 * Coordinates are WGS 84 degrees, distances statute miles along the great circle.
 */
import { readFileSync } from 'node:fs';
import { invariant } from '../lib/assert.ts';

export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** A direction from the center of the earth, as a vector of any length. */
export interface DirectionVector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface ZipPlace {
  /** Five digits. */
  readonly zip: string;
  readonly city: string;
  /** Two letters; includes territories and the military regions AA, AE and AP. */
  readonly state: string;
  /** `""` when unknown. */
  readonly county: string;
  /** `undefined` when unknown, which occurs only for military mail. */
  readonly point: GeoPoint | undefined;
  /** IANA time zone of the point; `undefined` without one. */
  readonly timeZone: string | undefined;
}

const placesFile = new URL('./data/places.tsv', import.meta.url);
export const earthRadiusMiles = 3958.7613;
export const radiansPerDegree = Math.PI / 180;
const ditto = '"';

let byZip: ReadonlyMap<string, ZipPlace> | undefined;
let centroids: ReadonlyMap<string, GeoPoint> | undefined;
let areaStates: ReadonlyMap<string, readonly string[]> | undefined;

/** Loads the place data now, so that the first request is not slower. */
export function preloadZipPlaces(): void {
  byZip ??= readPlaces();
}

function places(): ReadonlyMap<string, ZipPlace> {
  byZip ??= readPlaces();
  return byZip;
}

function readPlaces(): ReadonlyMap<string, ZipPlace> {
  const read = new Map<string, ZipPlace>();
  let city = '';
  let state = '';
  let county = '';
  let timeZone = '';

  const text = readFileSync(placesFile, 'utf8');
  let at = 0;
  // Fields are cut at each tab while scanning; splitting all lines into fields first takes twice as long.
  const next = (end: '\t' | '\n', before: string): string => {
    const to = text.indexOf(end, at);
    const isDitto = to === at + 1 && text[at] === ditto;
    const field = isDitto ? before : text.slice(at, to);
    at = to + 1;
    return field;
  };
  while (at < text.length) {
    const zip = next('\t', '');
    invariant(zip.length === 5, () => `places.tsv has no ZIP code where one belongs: ${JSON.stringify(zip)}`);
    city = next('\t', city);
    state = next('\t', state);
    county = next('\t', county);
    const latitude = next('\t', '');
    const longitude = next('\t', '');
    timeZone = next('\n', timeZone);
    const point = latitude === '' ? undefined : { latitude: Number(latitude), longitude: Number(longitude) };
    read.set(zip, { zip, city, state, county, point, timeZone: timeZone === '' ? undefined : timeZone });
  }
  return read;
}

/** The states of each three-digit ZIP area, sorted by number of ZIPs; nearly always one. */
function findAreaStates(): ReadonlyMap<string, readonly string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { zip, state } of listZipPlaces()) {
    const area = zip.slice(0, 3);
    const ofArea = counts.get(area) ?? new Map<string, number>();
    counts.set(area, ofArea.set(state, (ofArea.get(state) ?? 0) + 1));
  }
  const mostFirst = (states: ReadonlyMap<string, number>) => [...states].sort((a, b) => b[1] - a[1]);
  return new Map([...counts].map(([area, states]) => [area, mostFirst(states).map(([state]) => state)]));
}

// Points are averaged as unit vectors, because Alaska spans longitude 180.
function findCentroids(): ReadonlyMap<string, GeoPoint> {
  const sums = new Map<string, DirectionVector>();
  for (const { zip, point } of listZipPlaces()) {
    if (!point) continue;
    const zip3 = zip.slice(0, 3);
    const sum = sums.get(zip3) ?? { x: 0, y: 0, z: 0 };
    const { x, y, z } = unitVectorOf(point);
    sums.set(zip3, { x: sum.x + x, y: sum.y + y, z: sum.z + z });
  }
  const middle = ({ x, y, z }: DirectionVector): GeoPoint => ({
    latitude: Math.atan2(z, Math.hypot(x, y)) / radiansPerDegree,
    longitude: Math.atan2(y, x) / radiansPerDegree,
  });
  return new Map([...sums].map(([zip3, sum]) => [zip3, middle(sum)]));
}

/**
 * The first five digits of a ZIP code with 5 digits, 9 digits or ZIP+4, ignoring surrounding blanks; `undefined` for
 * any other text. The ZIP need not exist.
 */
export function zip5Of(text: string): string | undefined {
  return /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(text)?.[1];
}

/** The place of a five-digit ZIP code; `undefined` when there is none. */
export function findPlaceOfZip(zip5: string): ZipPlace | undefined {
  return places().get(zip5);
}

/**
 * The possible states of a five-digit ZIP code, the likeliest first: the state of its place or, for a ZIP missing from
 * the place data, those of its first three digits. Empty for an unknown area.
 */
export function statesOfZip(zip5: string): readonly string[] {
  const place = findPlaceOfZip(zip5);
  if (place !== undefined) return [place.state];
  areaStates ??= findAreaStates();
  return areaStates.get(zip5.slice(0, 3)) ?? [];
}

/** All places, sorted by ZIP. */
export function listZipPlaces(): Iterable<ZipPlace> {
  return places().values();
}

/** The centroid of all ZIP codes with the same first three digits; `undefined` when none has coordinates. */
export function centroidOfZip3Area(zip: string): GeoPoint | undefined {
  centroids ??= findCentroids();
  return centroids.get(zip.slice(0, 3));
}

/**
 * The coordinates of a ZIP code: its own point, else the centroid of its first three digits, else `undefined`. Also for
 * unknown ZIPs.
 */
export function pointOfZip(zip: string): GeoPoint | undefined {
  return findPlaceOfZip(zip)?.point ?? centroidOfZip3Area(zip);
}

export function unitVectorOf({ latitude, longitude }: GeoPoint): DirectionVector {
  const flat = Math.cos(latitude * radiansPerDegree);
  return {
    x: flat * Math.cos(longitude * radiansPerDegree),
    y: flat * Math.sin(longitude * radiansPerDegree),
    z: Math.sin(latitude * radiansPerDegree),
  };
}

/** Great circle distance in statute miles; 0 for a point and itself. */
export function computeDistanceMiles(from: GeoPoint, to: GeoPoint): number {
  const dLatitude = (to.latitude - from.latitude) * radiansPerDegree;
  const dLongitude = (to.longitude - from.longitude) * radiansPerDegree;
  const chord =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(from.latitude * radiansPerDegree) *
      Math.cos(to.latitude * radiansPerDegree) *
      Math.sin(dLongitude / 2) ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The places within `radiusMiles` of a point, nearest first, ties by ZIP; at most `limit`. */
export function findNearestZipPlaces(
  point: GeoPoint,
  { radiusMiles, limit }: { readonly radiusMiles: number; readonly limit: number },
): { readonly place: ZipPlace; readonly distanceMiles: number }[] {
  const latitudeReach = radiusMiles / 69;
  const found: { place: ZipPlace; distanceMiles: number }[] = [];
  for (const place of places().values()) {
    if (!place.point || Math.abs(place.point.latitude - point.latitude) > latitudeReach) continue;
    const distance = computeDistanceMiles(point, place.point);
    if (distance <= radiusMiles) found.push({ place, distanceMiles: distance });
  }
  // Rows are in ZIP order and the sort is stable, so ties stay sorted by ZIP.
  return found.sort((a, b) => a.distanceMiles - b.distanceMiles).slice(0, limit);
}
