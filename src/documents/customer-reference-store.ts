/**
 * The CustomerReferenceNos of purchase and transfer orders (decision 6): one table per kind of order, whose primary key decides
 * which of two concurrent creations gets a reference. They are locked before documents and stock, in sorted order.
 */
import { assertPresent } from '../lib/assert.ts';
import { column, type RowOf } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';
import { type OrderKey, orderKeyColumnNames, orderKeyColumns } from './order-tables.ts';

export interface CustomerReferenceClaim extends OrderKey {
  readonly customerReferenceNo: string;
}

/** The order that has a reference already. */
export interface ReferencedOrder {
  readonly orderId: string;
  /** The operator's number of the order. */
  readonly number: string;
  readonly contentHash: Uint8Array;
}

interface CustomerReferenceStore {
  /**
   * Claims references for new orders; waits while another transaction claims the same. Returns, by `formatCustomerReferenceKey`, the orders
   * that have a reference already; those references stay locked. Each reference at most once.
   */
  claim(tx: Tx, identities: readonly CustomerReferenceClaim[]): Promise<Map<string, ReferencedOrder>>;
  /** Releases the references of orders that were refused or canceled. */
  release(tx: Tx, identities: readonly CustomerReferenceClaim[]): void;
}

/** A reference as a map key. */
export const formatCustomerReferenceKey = (identity: Omit<CustomerReferenceClaim, 'orderId'>): string =>
  `${identity.customerNo}\n${identity.customerReferenceNo}`;

const names = createRowSetSql({ ...orderKeyColumns, customerReferenceNo: column.text() });

/** The references in `<prefix>_identities`, of the orders in `<prefix>s`. */
export function createCustomerReferenceStore(prefix: string): CustomerReferenceStore {
  const table = new Table(
    `${prefix}_identities`,
    { customerNo: column.text(), customerReferenceNo: column.text(), orderId: column.uuid() },
    ['customerNo', 'customerReferenceNo'],
  );
  const orders = new Table(
    `${prefix}s`,
    { ...orderKeyColumns, number: column.named(`${prefix}_number`, column.text()), contentHash: column.bytes() },
    orderKeyColumnNames,
  );
  const findOrders = orders.find();
  // The update changes nothing: it locks the row that exists, so that its order still has the name when it is read.
  const claim = `insert into ${table.name} as i (customer_no, customer_reference_no, order_id)
     select n.customer_no, k.customer_reference_no, k.order_id
       from ${names.from('k')} join commit_counters n on ${names.match('n', 'k', ['customerNo'])}
      order by k.customer_no, k.customer_reference_no
         on conflict (customer_no, customer_reference_no) do update set order_id = i.order_id
     returning ${table.select('i')}`;

  return {
    claim: async (tx, identities) => {
      const rows = await table.rows<RowOf<typeof table.columns>>(tx, claim, names.values(identities));
      const own = new Set(identities.map(({ orderId }) => orderId));
      const taken = rows.filter(({ orderId }) => !own.has(orderId));
      const holders = new Map((await findOrders(tx, taken)).map((order) => [order.orderId, order]));
      return new Map(
        taken.map((row) => [
          formatCustomerReferenceKey(row),
          assertPresent(holders.get(row.orderId), `the order of a name in ${table.name}`),
        ]),
      );
    },
    release: table.delete({ by: ['customerNo', 'customerReferenceNo', 'orderId'] }),
  };
}
