/** Archives months of history while orders are created, verifies, and restores them. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../src/platform/db/db.ts';
import type { ServerReady } from '../support/ready.ts';
import { type CommandRun, runCommand } from './crash.ts';
import { measureCreation } from './create.ts';
import type { LargeState } from './state.ts';

/**
 * Archives the two oldest months of movements and restores them. Returns one sentence for each command that failed. `verifies`: whether
 * `dray verify` runs between the two, which at millions of orders takes many times as long.
 */
export async function measureRetention(
  { ready, env, dataDir }: { readonly ready: ServerReady; readonly env: NodeJS.ProcessEnv; readonly dataDir: string },
  db: Db,
  state: LargeState,
  { verifies }: { readonly verifies: boolean },
): Promise<string[]> {
  const [third] = await db.rows<{ month: string }>(
    `select to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'movements'::regclass order by 1 offset 2 limit 1`,
  );
  const folder = path.join(dataDir, 'archive');
  mkdirSync(folder, { recursive: true });
  try {
    const faults: string[] = [];
    const run = async (name: string, ...args: readonly string[]): Promise<void> => {
      let ended = false;
      const command = runCommand(env, ...args).finally(() => {
        ended = true;
      });
      const rates: number[] = [];
      while (!ended) rates.push((await measureCreation(ready, db, state, 5)).perSecond);
      report(name, await command, rates);
      if ((await command).code !== 0) faults.push(`${name}: ${(await command).output.slice(0, 2_000)}`);
    };
    await run('archive', 'archive', '--before', third?.month ?? '', '--to', folder, '--environment', 'test');
    if (verifies) await run('verify after it', 'verify');
    await run('restore', 'restore-archive', folder, '--from', '2020-01', '--environment', 'test');
    return faults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(name: string, { seconds, maxRssMb, output }: CommandRun, rates: readonly number[]): void {
  const slowest = Math.round(Math.min(...rates));
  const mean = Math.round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
  process.stdout.write(
    `${name}: ${seconds.toFixed(0)} s, at most ${maxRssMb.toFixed(0)} MB; ${mean} orders/s, at least ${slowest}\n${output}`,
  );
}
