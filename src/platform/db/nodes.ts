/**
 * Reads what background work looks up for all customers, also while a node is away (Citus, decision 45).
 *
 * One statement reads all nodes, and fails while one of them is away. Then each node is asked for its own customers, and
 * only those of the nodes that are away are missing, until these are back.
 */

import type { CustomerShards } from './customer-shards.ts';
import { isConnectionLost } from './database-errors.ts';

type Rows = <R>(text: string, values?: readonly unknown[]) => Promise<R[]>;

/** Reads over all customers that also succeed while a Citus node is away, then without the customers of that node. */
export interface OutageTolerantReader {
  /**
   * What `read` finds for all customers. `read` is called without customers; after that has failed because a node is away, it
   * is called for the customers of each node, and reads those alone. A node that was away is asked again after 15 seconds.
   * @throws the error of `read`, where tables are not distributed, where no node replies, or where it is not about a connection
   */
  readAll<R>(read: (customers?: readonly string[]) => Promise<readonly R[]>): Promise<R[]>;
}

/**
 * The condition of `readAll` for the rows of a table, to follow others: none for all customers. The coordinator asks a node alone
 * where every table of the statement has it, also in its subqueries.
 */
export const amongCustomersSql = (customers: readonly string[] | undefined, parameter: string) => (alias: string) =>
  customers === undefined ? '' : `and ${alias}.customer_no = any (${parameter}::text[])`;

export interface OutageTolerantReaderOptions {
  /** A node is away for the first time since it has last replied. */
  readonly onAway?: (node: number, error: unknown) => void;
  /** The time in milliseconds; by default of this process. */
  readonly clock?: () => number;
}

/** How long a node that is away is not asked. */
const leaveOutMs = 15_000;

interface Away {
  readonly error: unknown;
  /** When it is asked again; infinite while it is being asked. */
  readonly askAgainAt: number;
}

export function createOutageTolerantReader(
  rows: Rows,
  shards: CustomerShards,
  options: OutageTolerantReaderOptions = {},
): OutageTolerantReader {
  const { onAway, clock = () => performance.now() } = options;
  const away = new Map<number, Away>();

  const ask = async <R>(node: number, read: () => Promise<readonly R[]>): Promise<readonly R[]> => {
    try {
      const reply = await read();
      away.delete(node);
      return reply;
    } catch (error) {
      if (!isConnectionLost(error)) {
        away.delete(node);
        throw error;
      }
      if (!away.has(node)) onAway?.(node, error);
      away.set(node, { error, askAgainAt: clock() + leaveOutMs });
      return [];
    }
  };

  const readNodes = async <R>(read: (customers: readonly string[]) => Promise<readonly R[]>): Promise<R[]> => {
    const asked: Promise<readonly R[]>[] = [];
    const customers = await customersByNode(rows, shards);
    for (const node of away.keys()) if (!customers.has(node)) away.delete(node);
    const [known] = away.values();
    for (const [node, own] of customers) {
      const state = away.get(node);
      if (state === undefined) {
        asked.push(ask(node, () => read(own)));
      } else if (state.askAgainAt <= clock()) {
        // In the background: a node that does not reply at all would keep the others waiting.
        away.set(node, { ...state, askAgainAt: Number.POSITIVE_INFINITY });
        void ask(node, () => read(own)).catch(() => undefined);
      }
    }
    const found = (await Promise.all(asked)).flat();
    const [first = known] = away.values();
    if (first !== undefined && (asked.length === 0 || away.size === customers.size)) throw first.error;
    return found;
  };

  return {
    readAll: async (read) => {
      if (away.size === 0) {
        try {
          return [...(await read())];
        } catch (error) {
          if (!shards.areDistributed || !isConnectionLost(error)) throw error;
        }
      }
      return await readNodes(read);
    },
  };
}

/** All customers by the node that has their rows. The coordinator knows them while nodes are away. */
async function customersByNode(rows: Rows, shards: CustomerShards): Promise<Map<number, string[]>> {
  const found = await rows<{ customer_no: string }>('select customer_no from customers order by customer_no');
  const customers = found.map(({ customer_no }) => customer_no);
  await shards.load(customers);
  const placements = await rows<{ shard: number; node: number }>(
    `select p.shardid as shard, p.groupid as node from pg_dist_placement p join pg_dist_shard s using (shardid)
      where s.logicalrelid = 'commit_counters'::regclass`,
  );
  const nodeOf = new Map(placements.map(({ shard, node }) => [shard, node]));
  const byNode = new Map<number, string[]>();
  for (const customerNo of customers) {
    const node = nodeOf.get(shards.of(customerNo) ?? -1);
    if (node === undefined) continue;
    const own = byNode.get(node);
    if (own === undefined) byNode.set(node, [customerNo]);
    else own.push(customerNo);
  }
  return byNode;
}
