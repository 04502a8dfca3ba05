/** The tables of `bench:overload`. Times in milliseconds. */
import { percentile } from '../support/load.ts';
import type { Probes } from './probe.ts';
import type { GroupResult } from './task.ts';

export interface Row {
  readonly groups: readonly GroupResult[];
  readonly lateness: readonly number[];
  readonly seconds: number;
  readonly probes: Probes;
}

const shown = (latencies: readonly number[], share: number): string =>
  latencies.length === 0
    ? ''
    : percentile(
        latencies.toSorted((a, b) => a - b),
        share,
      ).toFixed(1);

const line = (...cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(16) : cell.padStart(10))).join('');

const heads = [
  'served/s',
  'shed/s',
  'unsent/s',
  'served p50',
  'p99',
  'shed p50',
  'p99',
  'probe p50',
  'p99',
  'max',
  'public p50',
  'p99',
  'max',
  'RSS MiB',
  'sent late',
  'own delay',
];

function cells({ served, shed, unsent }: GroupResult, { seconds, probes, lateness }: Row): string[] {
  return [
    (served.length / seconds).toFixed(0),
    (shed.length / seconds).toFixed(0),
    (unsent / seconds).toFixed(0),
    shown(served, 0.5),
    shown(served, 0.99),
    shown(shed, 0.5),
    shown(shed, 0.99),
    shown(probes.latencies, 0.5),
    shown(probes.latencies, 0.99),
    shown(probes.latencies, 1),
    shown(probes.publicLatencies, 0.5),
    shown(probes.publicLatencies, 0.99),
    shown(probes.publicLatencies, 1),
    probes.rssMiB.toFixed(0),
    shown(lateness, 0.99),
    probes.ownDelayMs.toFixed(1),
  ];
}

export function reportSweep(rows: readonly (Row & { readonly factor: number })[]): string {
  return [
    line('offered', ...heads),
    ...rows.map((row) => line(`${row.factor} x`, ...cells(row.groups[0] as GroupResult, row))),
  ].join('\n');
}

/** The pauses of a shared machine or its disk fall into single rounds: the median of the rounds leaves them out, all rounds together include them. */
export function reportFairness(alone: readonly Row[], beside: readonly Row[]): string {
  const p99 = (rows: readonly Row[]): number =>
    percentile(
      rows.flatMap(({ groups }) => groups[0]?.served ?? []).toSorted((a, b) => a - b),
      0.99,
    );
  const ratios = alone.map((row, round) => p99(beside.slice(round, round + 1)) / p99([row]));
  const together = p99(beside) / p99(alone);
  const medianRound = (rows: readonly Row[]): number =>
    percentile(
      rows.map((row) => p99([row])).toSorted((a, b) => a - b),
      0.5,
    );
  return [
    line('customers', ...heads),
    ...alone.flatMap((row, round) => {
      const flooded = beside[round] as Row;
      return [
        line('alone', ...cells(row.groups[0] as GroupResult, row)),
        line('beside a flood', ...cells(flooded.groups[0] as GroupResult, flooded)),
        line('the flood', ...cells(flooded.groups[1] as GroupResult, flooded)),
      ];
    }),
    `p99 of the others beside the flood: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times that alone`,
    `in the median round: ${(medianRound(beside) / medianRound(alone)).toFixed(1)} times (${medianRound(beside).toFixed(0)} and ${medianRound(alone).toFixed(0)} ms)`,
    `in all rounds together: ${together.toFixed(1)} times (${p99(beside).toFixed(0)} and ${p99(alone).toFixed(0)} ms)`,
  ].join('\n');
}
