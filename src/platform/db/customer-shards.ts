/**
 * Finds the shard of each customer, where tables are distributed by customer (Citus, decision 45).
 *
 * A transaction of customers of one shard runs on one node and commits without a second phase. Batches of several
 * customers therefore contain customers of one shard only. On plain PostgreSQL all customers are on one shard, and
 * their shards are not read.
 */
import { hasDistributedTables } from './distribution.ts';
import { removeNodeFindingConditionsFromSql } from './row-set-sql.ts';

type Rows = <R>(text: string, values?: readonly unknown[]) => Promise<R[]>;

/** The Citus shard of each customer, cached. On plain PostgreSQL all customers are on shard 0. */
export interface CustomerShards {
  /** Whether tables are distributed; false until `load` or `group` has read it. */
  readonly areDistributed: boolean;
  /** A statement as it is sent: without the conditions that only find nodes (`createRowSetSql`), once tables are known not to be distributed. */
  textOf(statement: string): string;
  /** Finds the shards of customers. Rejects when the database does not reply; nothing is kept then. */
  load(customers: readonly string[]): Promise<void>;
  /** The shard of a customer, 0 where tables are not distributed; undefined when it has not been loaded. */
  of(customerNo: string): number | undefined;
  /** Items by the shard of their customers, one group for each, in the order in which they first occur. */
  group<T>(items: readonly T[], customerOf: (item: T) => string): Promise<T[][]>;
  /**
   * The same shards for a transaction, whose own statements look up customers: a transaction that waited for a second connection
   * could wait for others that do the same.
   */
  within(rows: Rows): CustomerShards;
}

/**
 * Caches the shards of customers: a shard that is moved to another node keeps its id. After a shard was split, the
 * servers must be restarted.
 */
export function createCustomerShards(rows: Rows): CustomerShards {
  const shards = new Map<string, number>();
  let distributed: boolean | undefined;
  let finding: Promise<boolean> | undefined;

  const findOut = async (): Promise<boolean> => {
    finding ??= hasDistributedTables(rows).finally(() => {
      finding = undefined;
    });
    distributed = await finding;
    return distributed;
  };

  const load = async (customers: readonly string[], by: Rows): Promise<void> => {
    if (!(distributed ?? (await findOut()))) return;
    const missing = customers.filter((customerNo) => !shards.has(customerNo));
    if (missing.length === 0) return;
    const found = await by<{ customer_no: string; shard: number }>(
      `select c.customer_no, get_shard_id_for_distribution_column('commit_counters', c.customer_no) as shard
         from unnest($1::text[]) as c (customer_no)`,
      [missing],
    );
    for (const { customer_no, shard } of found) shards.set(customer_no, shard);
  };

  const of = (customerNo: string) => (distributed === false ? 0 : shards.get(customerNo));

  const shardsBy = (by: Rows): CustomerShards => ({
    get areDistributed() {
      return distributed === true;
    },
    textOf: (statement) => (distributed === false ? removeNodeFindingConditionsFromSql(statement) : statement),
    load: (customers) => load(customers, by),
    of,
    group: async (items, customerOf) => {
      await load(items.map(customerOf), by);
      if (!distributed) return items.length === 0 ? [] : [[...items]];
      return [...Map.groupBy(items, (item) => of(customerOf(item)) as number).values()];
    },
    within: shardsBy,
  });
  return shardsBy(rows);
}
