/**
 * `npm run bench:addresses`: the load time and memory of the place data, offline validations per second of processor time, and
 * the duration of a search among 100,000 pickup locations. No server is started and no carrier is called. The load time of the
 * place data is the median of five processes.
 *
 * Measures several kinds of addresses, and the mix of a club run: 97 of 100 are correct, the others have a misspelled city or a wrong
 * ZIP code. Exits with 1 when the place data takes more than 100 ms, when it and the index of cities take more than 60 MB, when a
 * kind of address stays below 20,000 validations a second, or when the median search takes more than 5 ms.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Command } from 'commander';
import {
  type CarrierLocation,
  generateSampleCarrierLocations,
  indexCarrierLocations,
  pointOfZip,
  preloadCityIndex,
  preloadZipPlaces,
  validateAddress,
} from '../src/addresses/index.ts';

const options = new Command('npm run -s bench:addresses --')
  .option('--seconds <seconds>', 'duration of the validation load', '3')
  .option('--load-only', 'only load the place data')
  .parse()
  .opts<{ seconds: string; loadOnly?: true }>();
const seconds = Number(options.seconds);

const expectedPerSecond = 20_000;
const maxSearchMs = 5;
const maxLoadMs = 100;
const maxMegabytes = 60;

const streets = [
  '100 North Main Street, Apartment 5',
  '7051 Oak Avenue',
  'P.O. Box 12',
  '1200 State Hwy 29 West',
  '45-678 Kamehameha Highway Suite 200',
  '12 St. John St.',
  'Rural Route 2 Box 18',
  '500 East 3200 North',
];
const places = [
  { city: 'Napa', state: 'CA', zipCode: '94558' },
  { city: 'Denver', state: 'CO', zipCode: '80202' },
  { city: 'New York', state: 'NY', zipCode: '10001-1234' },
  { city: 'Saint Louis', state: 'MO', zipCode: '63101' },
  { city: 'Mc Minnville', state: 'OR', zipCode: '97128' },
];
const kinds = {
  'parts agree': places,
  'suburb of the ZIP': [{ city: 'Edina', state: 'MN', zipCode: '55424' }],
  'city misspelled': [{ city: 'Denvr', state: 'CO', zipCode: '80202' }],
  'city and ZIP wrong': [{ city: 'Los Angeels', state: 'CA', zipCode: '99999' }],
  'ZIP wrong, large city': [{ city: 'Houston', state: 'TX', zipCode: '99999' }],
  'no ZIP, no state': [{ city: 'Springfield', state: '', zipCode: '' }],
  'like nothing': [{ city: 'Xyzzyville Heights', state: 'TX', zipCode: '00000' }],
  // 97 of 100 are correct, as in a club run.
  'club run': Array.from({ length: 100 }, (_, at) => {
    if (at === 33) return { city: 'Denvr', state: 'CO', zipCode: '80202' };
    if (at === 66) return { city: 'Portland', state: 'OR', zipCode: '97101' };
    if (at === 99) return { city: 'Yountville', state: 'CA', zipCode: '94558' };
    return places[at % places.length] ?? { city: '', state: '', zipCode: '' };
  }),
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory that stays in use, inside and outside the heap. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function loading(load: () => void): { ms: number; readonly megabytes: number } {
  const before = heldBytes();
  const started = performance.now();
  load();
  const ms = performance.now() - started;
  return { ms, megabytes: (heldBytes() - before) / 1e6 };
}

if (options.loadOnly) {
  process.stdout.write(String(loading(preloadZipPlaces).ms));
  process.exit();
}
const placeData = loading(preloadZipPlaces);
const cities = loading(preloadCityIndex);
const loads = Array.from({ length: 5 }, () =>
  Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--load-only'], { encoding: 'utf8' })),
).sort((a, b) => a - b);
placeData.ms = loads[2] ?? placeData.ms;
for (const [name, { ms, megabytes }] of Object.entries({ 'place data': placeData, 'index of cities': cities })) {
  process.stdout.write(`${name.padEnd(24)}${ms.toFixed(0).padStart(9)} ms   ${megabytes.toFixed(1)} MB\n`);
}

function perSecond(list: readonly { city: string; state: string; zipCode: string }[], forMs: number): number {
  const started = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  while (performance.now() - started < forMs) {
    for (let each = 0; each < 100; each += 1) {
      const place = list[done % list.length] ?? { city: '', state: '', zipCode: '' };
      validateAddress({ ...place, streetLines: [`${done} ${streets[done % streets.length]}`], country: 'US' });
      done += 1;
    }
  }
  // Other processes do not count, our own garbage collection does.
  const { user, system } = process.cpuUsage(before);
  return Math.round((done * 1_000_000) / (user + system));
}

const rates = Object.entries(kinds).map(([name, list]) => {
  perSecond(list, 300);
  return [name, perSecond(list, (seconds * 1000) / Object.keys(kinds).length)] as const;
});
for (const [name, rate] of rates)
  process.stdout.write(`${name.padEnd(24)}${String(rate).padStart(9)} validations per second of processor time\n`);

const sample = generateSampleCarrierLocations();
const many: CarrierLocation[] = Array.from({ length: 100_000 }, (_, at) => {
  const known = sample[at % sample.length] as CarrierLocation;
  const shift = Math.floor(at / sample.length) / 500;
  return {
    ...known,
    locationId: `${known.locationId}-${at}`,
    isAlcoholAllowed: true,
    point: { latitude: known.point.latitude + shift, longitude: known.point.longitude - shift },
  };
});
const index = indexCarrierLocations(many);

function searchMs(zip: string): { readonly p50: number; readonly p99: number; readonly total: number } {
  const from = pointOfZip(zip) ?? { latitude: 0, longitude: 0 };
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < 500; round += 1) {
    const started = performance.now();
    total = index.search({ carriers: ['FEX', 'UPS'], from, radiusMiles: 50, skip: 0, top: 500 }).total;
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: times[250] ?? 0, p99: times[495] ?? 0, total };
}

const searches = ['10001', '90001', '94558', '59013'].map((zip) => ({ zip, ...searchMs(zip) }));
for (const { zip, p50, p99, total } of searches) {
  process.stdout.write(
    `search from ${zip}, 50 mi   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   ${total} of ${index.size} within\n`,
  );
}

const slowest = Math.min(...rates.map(([, rate]) => rate));
const isHeavy = placeData.ms > maxLoadMs || placeData.megabytes + cities.megabytes > maxMegabytes;
const isSlow = isHeavy || slowest < expectedPerSecond || searches.some(({ p50 }) => p50 > maxSearchMs);
if (isSlow) {
  process.stdout.write(
    `expected: place data within ${maxLoadMs} ms and ${maxMegabytes} MB, at least ${expectedPerSecond} validations/s of any kind, searches below ${maxSearchMs} ms\n`,
  );
}
process.exitCode = isSlow ? 1 : 0;
