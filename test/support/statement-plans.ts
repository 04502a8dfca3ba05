/** How a cluster would run statements: on which shards, and which copied tables they change. */
import pg from 'pg';
import type { RecordedStatement } from './recorded-statements.ts';

export interface StatementPlan {
  /** Runs on one shard, or on none: then on the coordinator, or on a copied table. */
  readonly isOnOneShard: boolean;
  /** The shards, each by the first hash of its range, which is the same for co-located tables. */
  readonly shards: readonly string[];
  /** The reference table (copied to every node) or table of the coordinator that the statement changes, if it changes one. */
  readonly changes: string | undefined;
  readonly lines: readonly string[];
}

interface Shard {
  readonly table: string;
  /** Undefined for a copied table. */
  readonly from: string | undefined;
}

/** Asks the coordinator for plans; nothing is run. */
export class StatementPlanner {
  readonly #client: pg.Client;
  readonly #shards = new Map<string, Shard>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Call it first. */
  async readShards(): Promise<void> {
    const { rows } = await this.#client.query<{ shard: string; table: string; from: string | null }>(
      'select shardid::text as shard, logicalrelid::text as table, shardminvalue as from from pg_dist_shard',
    );
    for (const { shard, table, from } of rows) this.#shards.set(shard, { table, from: from ?? undefined });
  }

  /** The plan of a statement; undefined for one without a plan, such as `begin`. */
  async planOf({ text, values }: Pick<RecordedStatement, 'text' | 'values'>): Promise<StatementPlan | undefined> {
    if (!/^\s*(with|select|insert|update|delete)\b/i.test(text)) return undefined;
    const lines = await this.#explain(text, values);
    const shards = new Set<string>();
    let changes: string | undefined;
    for (const line of lines) {
      const isChange = /\b(Insert|Update|Delete|Merge) on /.test(line);
      const known = [...line.matchAll(/_(\d{6,})\b/g)].flatMap(([, id = '']) => this.#shards.get(id) ?? []);
      for (const { table, from } of known) {
        if (from !== undefined) shards.add(from);
        else if (isChange) changes = table;
      }
      if (isChange && known.length === 0) changes = /\bon (\w+)/.exec(line)?.[1];
    }
    const tasks = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []);
    const isSplit = lines.some((line) => /Distributed Subplan|INSERT ... SELECT/.test(line));
    return { isOnOneShard: !isSplit && tasks.every((count) => count === '1'), shards: [...shards], changes, lines };
  }

  async #explain(text: string, values: readonly unknown[]): Promise<string[]> {
    const explain = `explain (costs off) ${text}`;
    let rows: Record<'QUERY PLAN', string>[];
    try {
      ({ rows } = await this.#client.query(explain, [...values]));
    } catch (error) {
      // In a statement of several parts, Citus explains the parts on a node without the parameters.
      if (!(error as Error).message.startsWith('there is no parameter')) throw error;
      ({ rows } = await this.#client.query(explain.replaceAll(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1]))));
    }
    return rows.map((row) => row['QUERY PLAN']);
  }
}

/** A parameter as the driver sends it, in the text of a statement. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) throw new Error('a binary parameter has no literal');
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  const elements = value.map((each) => (each === null ? 'null' : `"${String(each).replaceAll(/["\\]/g, '\\$&')}"`));
  return pg.escapeLiteral(`{${elements.join(',')}}`);
}
