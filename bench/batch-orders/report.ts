/** The costs of batches and single requests as a table. Pure. */
import type { CpuTime } from '../support/cpu-time.ts';

/** The results of all rounds of one kind. */
export interface TurnCosts {
  /** Per round. */
  readonly orders: number;
  readonly milliseconds: number[];
  readonly cpu: CpuTime[];
}

/** The measurements of one client. */
export interface Costs {
  readonly client: string;
  readonly batches: TurnCosts;
  readonly singles: TurnCosts;
}

export function costsOf(client: string, batchOrders: number, singleOrders: number): Costs {
  const none = (orders: number): TurnCosts => ({ orders, milliseconds: [], cpu: [] });
  return { client, batches: none(batchOrders), singles: none(singleOrders) };
}

/** The table, and whether the median batch takes less time than the single requests. */
export interface Report {
  readonly text: string;
  readonly holds: boolean;
}

export function reportCosts({ client, batches, singles }: Costs): Report {
  const [batch, single] = [batches, singles].map((cost) => ({
    median: median(cost.milliseconds),
    ...cpuOf(cost),
  })) as [CostRow, CostRow];
  const rows = [
    [client, 'median ms', 'server CPU ms', 'database CPU ms'],
    row(`a batch of ${batches.orders}`, batch),
    row(`${singles.orders} single requests`, single),
    [
      'ratio',
      (batch.median / single.median).toFixed(2),
      (batch.server / single.server).toFixed(2),
      (batch.database / single.database).toFixed(2),
    ],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  const text = rows
    .map((cells) =>
      cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
  return { text, holds: batch.median < single.median };
}

interface CostRow {
  readonly median: number;
  readonly server: number;
  readonly database: number;
}

const row = (name: string, { median: time, server, database }: CostRow): string[] => [
  name,
  time.toFixed(1),
  server.toFixed(1),
  database.toFixed(1),
];

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The average per round: the kernel's clock is too coarse for a single one. */
function cpuOf({ cpu }: TurnCosts): Pick<CostRow, 'server' | 'database'> {
  const mean = (of: (time: CpuTime) => number) => (1000 * cpu.reduce((sum, each) => sum + of(each), 0)) / cpu.length;
  return { server: mean(({ server }) => server), database: mean(({ database }) => database) };
}
