/**
 * Unique names of documents (decision 6): one table per kind of document, whose primary key decides which of two
 * concurrent creations gets a name. Names are locked before everything else, in sorted order.
 */
import { assertPresent } from '../lib/assert.ts';
import { smallints, texts, uuids } from '../platform/db/arrays.ts';
import { copyTarget, smallint, text, uuid } from '../platform/db/copy.ts';
import type { Tx } from '../platform/db/db.ts';

/** An order by its id, which is the reference that its creation returned. */
export interface OrderKey {
  readonly customerNo: string;
  readonly orderId: string;
}

/** The order that has a name already. */
export interface NameHolder {
  readonly orderId: string;
  /** The operator's number of the order; of a sales order its OrderNo. */
  readonly number: string;
  readonly contentHash: Buffer;
  readonly status: string;
}

/** A column of the name, besides the customer. */
type NameColumn<Identity> =
  | { readonly type: 'text'; readonly of: (identity: Omit<Identity, 'orderId'>) => string }
  | { readonly type: 'smallint'; readonly of: (identity: Omit<Identity, 'orderId'>) => number };

export interface IdentityStoreOptions<Identity> {
  /** The table of names. Its primary key is `customer_no` and these columns. */
  readonly table: string;
  readonly columns: Readonly<Record<string, NameColumn<Identity>>>;
  /** The table of the orders, and its column with their number. */
  readonly orders: string;
  readonly numberColumn: string;
}

export interface IdentityStore<Identity extends OrderKey> {
  /** The name as a map key. */
  keyText(identity: Omit<Identity, 'orderId'>): string;
  /**
   * Claims names for new orders; waits while another transaction claims the same names. Returns, by `keyText`, the orders
   * that have a name already; those names stay locked. Each name at most once.
   */
  claim(tx: Tx, identities: readonly Identity[]): Promise<Map<string, NameHolder>>;
  /** Claims names without looking (`Tx.optimistic`): one that is taken fails the transaction, which then runs again. */
  claimOptimistically(tx: Tx, identities: readonly Identity[]): void;
  /** Releases the names of orders that were refused or canceled. */
  release(tx: Tx, identities: readonly Identity[]): Promise<void>;
  /** Moves claimed names to other orders. */
  reassign(tx: Tx, identities: readonly (Identity & { readonly toOrderId: string })[]): Promise<void>;
}

/** All SQL of one table of names. */
export function openIdentityStore<Identity extends OrderKey>(
  options: IdentityStoreOptions<Identity>,
): IdentityStore<Identity> {
  const { table, orders, numberColumn } = options;
  const columns = Object.entries(options.columns);
  const names = ['customer_no', ...columns.map(([name]) => name)];
  const key = names.join(', ');
  const types = ['text', ...columns.map(([, { type }]) => type), 'uuid'];
  const given = `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) as k (${key}, order_id)`;
  const isSame = names.map((name) => `i.${name} = k.${name}`).join(' and ');
  const newNames = copyTarget<Identity>(table, {
    customer_no: text((i) => i.customerNo),
    ...Object.fromEntries(
      columns.map(([name, column]) => [name, column.type === 'text' ? text(column.of) : smallint(column.of)]),
    ),
    order_id: uuid((i) => i.orderId),
  });

  const keyText = (identity: Omit<Identity, 'orderId'>): string =>
    columns.reduce((text, [, { of }]) => `${text}\n${of(identity)}`, (identity as Identity).customerNo);
  const sorted = (identities: readonly Identity[]): Identity[] =>
    identities
      .map((identity) => ({ identity, text: keyText(identity) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ identity }) => identity);
  const values = <Row extends Identity>(
    rows: readonly Row[],
    orderIdOf: (row: Row) => string = (row) => row.orderId,
  ) => [
    texts(rows, (row) => row.customerNo),
    ...columns.map(([, column]) => (column.type === 'text' ? texts(rows, column.of) : smallints(rows, column.of))),
    uuids(rows, orderIdOf),
  ];

  return {
    keyText,
    claim: async (tx, identities) => {
      // The update changes nothing: it locks the row that exists, so that its order still has the name when it is read.
      const rows = await tx.rows<Record<string, string | number> & { customer_no: string; order_id: string }>(
        `insert into ${table} as i (${key}, order_id) select * from ${given}
             on conflict (${key}) do update set order_id = i.order_id
         returning ${key}, order_id`,
        values(sorted(identities)),
      );
      const own = new Set(identities.map(({ orderId }) => orderId));
      const taken = rows.filter((row) => !own.has(row.order_id));
      if (taken.length === 0) return new Map();
      const holders = await tx.rows<{ order_id: string; number: string; content_hash: Buffer; status: string }>(
        `select o.order_id, o.${numberColumn} as number, o.content_hash, o.status
           from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
           join ${orders} o using (customer_no, order_id)`,
        [texts(taken, (row) => row.customer_no), uuids(taken, (row) => row.order_id)],
      );
      const byId = new Map(
        holders.map(({ order_id: orderId, number, content_hash: contentHash, status }): [string, NameHolder] => [
          orderId,
          { orderId, number, contentHash, status },
        ]),
      );
      return new Map(
        taken.map((row) => [
          names.map((name) => row[name]).join('\n'),
          assertPresent(byId.get(row.order_id), `the order of a name in ${table}`),
        ]),
      );
    },
    claimOptimistically: (tx, identities) => tx.copy(newNames, sorted(identities)),
    release: async (tx, identities) => {
      if (identities.length === 0) return;
      const statement = `delete from ${table} i using ${given} where ${isSame} and i.order_id = k.order_id`;
      await tx.rows(statement, values(identities));
    },
    reassign: async (tx, identities) => {
      if (identities.length === 0) return;
      const statement = `update ${table} i set order_id = k.order_id from ${given} where ${isSame}`;
      await tx.rows(
        statement,
        values(identities, (i) => i.toOrderId),
      );
    },
  };
}
