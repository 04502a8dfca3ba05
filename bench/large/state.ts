/** State for later runs of the bench on the same data: credentials, the last order number, and order creation on the empty database. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerReady } from '../support/ready.ts';

export interface Creation {
  readonly perSecond: number;
  /** Processor time of server and database, microseconds for each order. */
  readonly cpuUs: number;
}

export interface LargeState {
  customers: ServerReady['customers'];
  lastOrder: number;
  empty: Creation | undefined;
}

const fileOf = (dataDir: string) => path.join(dataDir, 'bench-large.json');

export function readState(dataDir: string): LargeState {
  const file = fileOf(dataDir);
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as LargeState)
    : { customers: [], lastOrder: 100_000_000, empty: undefined };
}

export function writeState(dataDir: string, state: LargeState): void {
  writeFileSync(fileOf(dataDir), JSON.stringify(state), { mode: 0o600 });
}
