/**
 * Counts the buffers that statements read. Buffers do not depend on the machine or on what else it does, so a test can
 * compare them where it could not compare milliseconds.
 */
import type { Db, DbReader } from '../../src/platform/db/db.ts';

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

export interface CountedStatement {
  readonly text: string;
  readonly buffers: number;
  readonly plan: object;
}

/** A reader that runs each `select` and `with` twice: once under EXPLAIN ANALYZE, once for its rows. */
function countingReader(reader: DbReader, counted: CountedStatement[]): DbReader {
  return {
    ...reader,
    rows: async <R>(text: string, values: readonly unknown[] = []) => {
      if (/^\s*(select|with)/.test(text)) {
        const [row] = await reader.rows<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
          `explain (analyze, buffers, timing off, format json) ${text}`,
          values,
        );
        const plan = row?.['QUERY PLAN'][0]?.Plan as Plan;
        counted.push({ text, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], plan });
      }
      return await reader.rows<R>(text, values);
    },
  };
}

/** The database, which adds the buffers of each `select` and `with` to `counted`. */
export function countingDb(db: Db, counted: CountedStatement[]): Db {
  return {
    ...db,
    ...countingReader(db, counted),
    snapshot: (work) => db.snapshot((reader) => work(countingReader(reader, counted))),
    write: (work, options) =>
      db.write((tx) => work({ ...tx, ...countingReader(tx, counted), optimistic: tx.optimistic }), options),
  };
}
