/** The command line of the campaign. */
import { parseArgs } from 'node:util';
import { kinds } from './kinds.ts';
import type { StageName } from './stage.ts';

export interface Options {
  readonly seconds: number;
  /** How often each kind is injected, in place of a duration. */
  readonly rounds: number | undefined;
  readonly seed: number;
  readonly only: readonly string[];
  readonly database: 'embedded' | 'external' | 'both' | 'cluster';
  readonly customers: number;
  readonly workers: number;
  readonly pauseMs: number;
  readonly keep: boolean;
}

/** Invalid command line: exit code 2. */
export class UsageError extends Error {}

export const help = `Injects faults into its own Dray servers and proves that no acknowledged change was lost or applied twice.

  npm run -s attack -- [options]

  --seconds N | --minutes N   duration (default 60 seconds), not counting the last round and the checks
  --rounds N                  each kind N times, instead of a duration
  --seed N                    repeats the decisions of an earlier run (default: random, printed)
  --only A,B                  only these kinds (default: all)
  --database NAME             embedded, external or both (default); external starts its own PostgreSQL. cluster: databases of its own
                              on the Citus cluster of CITUS_DATABASE_URL (a superuser's), whose nodes run on this machine and are
                              killed and started again: no other program may use them
  --customers N               customers under load (default 3)
  --workers N                 clients per customer that write orders (default 4)
  --pause MS                  minimum pause of each worker after a round (default 0; longer means less load)
  --keep                      keeps the folder with data and logs; it is always kept after a failure
  --help                      shows this text

Kinds:
${kinds.map(({ name, what }) => `  ${name.padEnd(20)}${what}`).join('\n')}

Exit code: 0 without failures, 1 with failures, 2 for an invalid command line.
`;

/** Returns `undefined` for `--help`. */
export function readOptions(args: readonly string[]): Options | undefined {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string' },
        minutes: { type: 'string' },
        rounds: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        database: { type: 'string' },
        customers: { type: 'string' },
        workers: { type: 'string' },
        pause: { type: 'string' },
        keep: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (values.help === true) return undefined;
  const number = (name: string, initially: number) => {
    const given = values[name];
    if (given === undefined) return initially;
    if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) throw new UsageError(`--${name} must be a whole number`);
    return Number(given);
  };
  const only = typeof values.only === 'string' ? values.only.split(',').map((name) => name.trim()) : [];
  const unknown = only.find((name) => !kinds.some((kind) => kind.name === name));
  if (unknown !== undefined) throw new UsageError(`unknown kind ${unknown} in --only; --help lists the kinds`);
  const database = values.database ?? 'both';
  if (database !== 'embedded' && database !== 'external' && database !== 'both' && database !== 'cluster') {
    throw new UsageError('--database must be embedded, external, both or cluster');
  }
  if (database === 'cluster' && !process.env.CITUS_DATABASE_URL) {
    throw new UsageError('--database cluster needs CITUS_DATABASE_URL');
  }
  return {
    seconds: number('minutes', 0) * 60 || number('seconds', 60),
    rounds: number('rounds', 0) || undefined,
    seed: number('seed', Math.floor(Math.random() * 1_000_000)),
    only,
    database,
    customers: Math.max(1, number('customers', 3)),
    workers: Math.max(1, number('workers', 4)),
    pauseMs: number('pause', 0),
    keep: values.keep === true,
  };
}

/** The stages that `--database` allows. */
export function allowedStages({ database }: Options): readonly StageName[] {
  if (database === 'embedded') return ['embedded', 'small-disk'];
  if (database === 'cluster') return ['cluster'];
  return database === 'external' ? ['external', 'two-servers'] : ['embedded', 'external', 'two-servers', 'small-disk'];
}
