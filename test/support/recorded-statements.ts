/** The statements that a database sends, in their transactions. */
import type pg from 'pg';
import type { Db } from '../../src/platform/db/db.ts';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The number of its transaction; a statement outside a transaction has its own. */
  readonly transaction: number;
}

export interface StatementRecorder {
  /** The statements sent since the last call. */
  take(): RecordedStatement[];
  /** Ends the recording. */
  stop(): void;
}

type Query = (statement: unknown, ...rest: unknown[]) => unknown;

/** Records the statements on connections that are taken from the pool from now on. */
export function recordStatements({ pool }: Pick<Db, 'pool'>): StatementRecorder {
  const sent: RecordedStatement[] = [];
  const restore = new Map<pg.PoolClient, () => void>();
  let transactions = 0;

  const watch = (client: pg.PoolClient): void => {
    if (restore.has(client)) return;
    const connection = client as unknown as { query: Query };
    const original = connection.query;
    restore.set(client, () => {
      connection.query = original;
    });
    let isOpen = false;
    let transaction = 0;
    connection.query = (statement, ...rest) => {
      const given = Array.isArray(rest[0]) ? { values: rest[0] } : {};
      const { text, values = [] } = (
        typeof statement === 'string' ? { text: statement, ...given } : statement
      ) as pg.QueryConfig;
      if (!isOpen) {
        transactions += 1;
        transaction = transactions;
      }
      if (/^begin\b/i.test(text)) isOpen = true;
      if (/\b(commit|rollback)$/i.test(text)) isOpen = false;
      sent.push({ text, values, transaction });
      return original.call(client, statement, ...rest);
    };
  };
  pool.on('acquire', watch);
  return {
    take: () => sent.splice(0),
    stop: () => {
      pool.off('acquire', watch);
      for (const original of restore.values()) original();
    },
  };
}
