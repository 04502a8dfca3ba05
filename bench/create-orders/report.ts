/** The results of all loads as a table. Pure. */
import type { CpuTime } from '../support/cpu-time.ts';
import { percentile } from '../support/load.ts';
import { directName, noOpName } from './kinds.ts';

/** All slices of one kind together. */
export interface Result {
  readonly name: string;
  done: number;
  seconds: number;
  readonly latencies: number[];
  readonly cpu: CpuTime[];
}

const columns = ['orders/s', 'p50 ms', 'p99 ms', '/ no-op', '/ straight', 'server', 'database', 'client'];
const width = 11;

const cell = (value: number | undefined, digits: number): string =>
  (value === undefined || !Number.isFinite(value)
    ? ''
    : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  ).padStart(width);

export function reportResults(results: readonly Result[]): string {
  const rateOf = (name: string): number | undefined => {
    const found = results.find((result) => result.name === name);
    return found && found.done / found.seconds;
  };
  const lines = results.map(({ name, done, seconds, latencies, cpu }) => {
    const sorted = latencies.toSorted((a, b) => a - b);
    const rate = done / seconds;
    const ratio = (reference: number | undefined) => reference && rate / reference;
    const microseconds = (of: (time: CpuTime) => number) =>
      (cpu.reduce((sum, time) => sum + of(time), 0) / done) * 1_000_000 || undefined;
    return [
      name.padEnd(22),
      cell(rate, 0),
      cell(percentile(sorted, 0.5), 1),
      cell(percentile(sorted, 0.99), 1),
      cell(ratio(rateOf(noOpName)), 2),
      cell(ratio(rateOf(directName)), 2),
      cell(
        microseconds(({ server }) => server),
        0,
      ),
      cell(
        microseconds(({ database }) => database),
        0,
      ),
      cell(
        microseconds(({ client }) => client),
        0,
      ),
    ].join('');
  });
  const head = `${''.padEnd(22)}${columns.map((name) => name.padStart(width)).join('')}`;
  return `\n${head}\n${lines.join('\n')}\n\nserver, database and client: microseconds of processor time for each order\n`;
}
