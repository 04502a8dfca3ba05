/**
 * Simulates a process that is killed between two transactions of a command: the database rejects every transaction after the first
 * ones, and every later change of a stored Idempotency-Key.
 */
import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';

export interface CutTransactions {
  /** Rejects every transaction after this many, and, as soon as the last of them is written, every change of a stored key. */
  after(transactions: number): Promise<void>;
  /** Ends the rejection and lets the claims of killed commands expire. Returns the number of transactions since `after`. */
  lift(): Promise<number>;
}

const farAway = 1_000_000;

/** Every transaction inserts its commit marker last. A sequence keeps counting when transactions are rolled back. */
export async function installCut({ pool }: Pick<TestDatabase, 'pool'>): Promise<CutTransactions> {
  const isTrue = (condition: string) =>
    inject('testServer').citus === undefined
      ? `(select ${condition})`
      : // The triggers run on the nodes of the rows, and all of them count in one place.
        `(select result = 't' from run_command_on_coordinator($query$select ${condition}$query$))`;
  const statements = [
    'create sequence cut_transactions',
    'create table cut (after bigint not null)',
    `insert into cut values (${farAway})`,
    `create function cut_transaction() returns trigger language plpgsql as $$
    begin
      if ${isTrue(`nextval('cut_transactions') > (select after from cut)`)} then raise exception 'the process was killed'; end if;
      return new;
    end $$`,
    'create trigger cut_transaction before insert on commit_markers for each row execute function cut_transaction()',
    `create function cut_key() returns trigger language plpgsql as $$
    begin
      if ${isTrue('(select case when is_called then last_value else 0 end from cut_transactions) >= (select after from cut)')} then
        raise exception 'the process was killed';
      end if;
      return coalesce(new, old);
    end $$`,
    'create trigger cut_key before update or delete on idempotency_keys for each row execute function cut_key()',
  ];
  for (const statement of statements) await pool.query(statement);
  return {
    after: async (transactions) => {
      await pool.query('update cut set after = $1', [transactions]);
      await pool.query("select setval('cut_transactions', 1, false)");
    },
    lift: async () => {
      const { rows } = await pool.query('select last_value as count, is_called from cut_transactions');
      await pool.query(`update cut set after = ${farAway}`);
      await pool.query('update idempotency_keys set claimed_until = now() where status is null');
      return rows[0].is_called ? Number(rows[0].count) : 0;
    },
  };
}
