/**
 * Cities, suburbs, neighborhoods and other populated places, nearly all with 500 inhabitants or more: the names that people
 * write as their city, also where the postal service names the ZIP code after another place. Owns the data
 * (data/population-centers.tsv, see data/NOTICE). Loaded once, on first use or by `preloadCityIndex`; immutable afterward.
 */
import { readFileSync } from 'node:fs';
import type { GeoPoint } from './places.ts';
import { type CityNameIndex, findSimilarCityNames, indexCityNames } from './similar-names.ts';
import { computeEditDistance, toCityKey, toCityLettersAndDigits } from './spelling.ts';

export interface PopulationCenter {
  readonly name: string;
  readonly point: GeoPoint;
  readonly population: number;
}

interface CenterIndex {
  /** By state and city key. */
  readonly byState: ReadonlyMap<string, ReadonlyMap<string, readonly PopulationCenter[]>>;
  /** The keys of the large cities of all states. */
  readonly largeCities: ReadonlySet<string>;
}

interface Spellings {
  readonly centers: ReadonlyMap<string, readonly PopulationCenter[]>;
  readonly list: CityNameIndex;
}

const centersFile = new URL('./data/population-centers.tsv', import.meta.url);
const ditto = '"';
const largeCityPopulation = 300_000;

let index: CenterIndex | undefined;
/** By state; built when a city name is first misspelled there. */
const spellingsOf = new Map<string, Spellings>();

/** Loads the data now, so that the first request is not slower. */
export function preloadPopulationCenters(): void {
  index ??= readCenters();
}

function centers(): CenterIndex {
  index ??= readCenters();
  return index;
}

function readCenters(): CenterIndex {
  const byState = new Map<string, Map<string, PopulationCenter[]>>();
  const largeCities = new Set<string>();
  let inState = new Map<string, PopulationCenter[]>();
  for (const line of readFileSync(centersFile, 'utf8').trimEnd().split('\n')) {
    const [state = '', name = '', latitude, longitude, inhabitants] = line.split('\t');
    if (state !== ditto) {
      inState = new Map();
      byState.set(state, inState);
    }
    const population = Number(inhabitants);
    const center = { name, point: { latitude: Number(latitude), longitude: Number(longitude) }, population };
    const key = toCityKey(name);
    const namesakes = inState.get(key);
    if (namesakes) namesakes.push(center);
    else inState.set(key, [center]);
    if (population >= largeCityPopulation) largeCities.add(key);
  }
  return { byState, largeCities };
}

const none: readonly PopulationCenter[] = [];

/** The centers of a state with this city key; several when the name occurs more than once. */
export function populationCentersOfCityKey(state: string, key: string): readonly PopulationCenter[] {
  return centers().byState.get(state)?.get(key) ?? none;
}

/** In how many states a center has this city key. */
export function countStatesWithCity(key: string): number {
  let count = 0;
  for (const inState of centers().byState.values()) if (inState.has(key)) count += 1;
  return count;
}

/** Whether a city with at least 300,000 inhabitants has this key, in any state. */
export function isLargeCity(key: string): boolean {
  return centers().largeCities.has(key);
}

/**
 * The centers of a state whose names are nearest to a misspelled one, with at most one wrong letter in five; empty when
 * there is none. Stricter than for the names of ZIP codes, because more names are compared.
 */
export function findSimilarPopulationCenters(state: string, city: string): PopulationCenter[] {
  let spellings = spellingsOf.get(state);
  if (spellings === undefined) {
    spellings = readSpellings(state);
    spellingsOf.set(state, spellings);
  }
  const found = new Set<PopulationCenter>();
  for (const written of new Set([toCityKey(city), toCityLettersAndDigits(city)])) {
    const wrongLetters = Math.floor(written.length / 5);
    for (const name of findSimilarCityNames(spellings.list, written)) {
      if (computeEditDistance(written, name, wrongLetters) > wrongLetters) continue;
      for (const center of spellings.centers.get(name) ?? none) found.add(center);
    }
  }
  return [...found];
}

/** All centers of a state by city key and by the letters of their names: either may be what is misspelled. */
function readSpellings(state: string): Spellings {
  const byName = new Map<string, PopulationCenter[]>();
  for (const [key, namesakes] of centers().byState.get(state) ?? []) {
    for (const center of namesakes) {
      for (const name of new Set([key, toCityLettersAndDigits(center.name)])) {
        const known = byName.get(name);
        if (known) known.push(center);
        else byName.set(name, [center]);
      }
    }
  }
  return { centers: byName, list: indexCityNames(byName.keys()) };
}
