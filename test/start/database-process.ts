/**
 * A process that works with the embedded database, for tests that kill it. Arguments: data directory, role. It says
 * `open adopted` or `open started` when it is ready, then obeys lines on its standard input:
 * `insert` writes rows one transaction after the other, for good, and says `row N` when N is acknowledged; `count` says
 * `rows N`; `stop` leaves in good order.
 */
import readline from 'node:readline';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/platform/db/embedded.ts';

const [, , dataDir = '', role = 'command'] = process.argv;

try {
  const embedded = await openEmbeddedPostgres({ dataDir }, { role: role === 'serve' ? 'serve' : 'command' });
  await embedded.ensureDatabase('rows');
  const pool = new pg.Pool({ ...embedded.connectionOptions('rows'), max: 4 });
  // The tests stop the database beneath it.
  pool.on('error', () => undefined);
  // Several processes may do this at once, and `if not exists` looks before it locks.
  await pool.query(
    'select pg_advisory_xact_lock(1); create table if not exists rows (n bigint generated always as identity)',
  );
  console.log(`open ${embedded.adopted ? 'adopted' : 'started'}`);
  const insert = async () => {
    for (;;) {
      const { rows } = await pool.query<{ n: string }>('insert into rows default values returning n');
      console.log(`row ${rows[0]?.n}`);
    }
  };
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line === 'insert') for (let writer = 0; writer < 4; writer += 1) insert().catch(() => undefined);
    if (line === 'count') {
      const { rows } = await pool.query<{ count: string }>('select count(*) from rows');
      console.log(`rows ${rows[0]?.count}`);
    }
    if (line === 'stop') break;
  }
  await pool.end();
  await embedded.stop();
  // An open standard input would keep the process waiting.
  process.stdin.destroy();
} catch (error) {
  console.error(`${(error as Error).name}: ${(error as Error).message}`);
  process.exitCode = 1;
}
