/** Search for purchase orders and transfer orders over all customers by any of their whole names, in any letter case. */
import { isUuid } from '../lib/uuid.ts';
import type { DbReader } from '../platform/db/db.ts';

interface FoundInboundOrder {
  readonly kind: 'purchase order' | 'transfer order';
  readonly customerNo: string;
  readonly orderId: string;
  readonly number: string;
  readonly customerReferenceNo: string;
  readonly status: string;
}

/**
 * Finds at most `top` orders by whole number, CustomerReferenceNo, ReferenceNo (of purchase orders), or the
 * TransactionReferenceNumber of any request that created or changed them. Purchase orders come before transfer orders; of each kind
 * those found by a TransactionReferenceNumber first, then the newest.
 */
export async function searchInboundOrders(reader: DbReader, text: string, top: number): Promise<FoundInboundOrder[]> {
  const found = await Promise.all([findPurchaseOrders(reader, text, top), findTransferOrders(reader, text, top)]);
  return found.flat().slice(0, top);
}

const findPurchaseOrders = (reader: DbReader, text: string, top: number): Promise<FoundInboundOrder[]> => {
  const byName = `(upper(o.purchase_order_number) = upper($1) or upper(o.customer_reference_no) = upper($1)
        or upper(o.reference_no) = upper($1))`;
  return findByText(text, [conditionOfReference('purchase_order'), byName], (condition) =>
    reader.rows<FoundInboundOrder>(
      `select 'purchase order' as kind, o.customer_no as "customerNo", o.order_id as "orderId",
              o.purchase_order_number as number, o.customer_reference_no as "customerReferenceNo", o.status
         from purchase_orders o where ${condition} order by o.order_id desc limit $2`,
      [text, top],
    ),
  );
};

const findTransferOrders = (reader: DbReader, text: string, top: number): Promise<FoundInboundOrder[]> => {
  const byName = '(upper(o.transfer_order_number) = upper($1) or upper(o.customer_reference_no) = upper($1))';
  return findByText(text, [conditionOfReference('transfer_order'), byName], (condition) =>
    reader.rows<FoundInboundOrder>(
      `select 'transfer order' as kind, o.customer_no as "customerNo", o.order_id as "orderId",
              o.transfer_order_number as number, o.customer_reference_no as "customerReferenceNo", o.status
         from transfer_orders o where ${condition} order by o.order_id desc limit $2`,
      [text, top],
    ),
  );
};

/**
 * The purchase and transfer orders with one of these texts as their number or CustomerReferenceNo, in any letter case: of these customers,
 * or of all if undefined. At most 400 times as many as texts.
 */
export async function findInboundOrderKeysByNumbers(
  reader: DbReader,
  numbers: readonly string[],
  customerNos?: readonly string[],
): Promise<Pick<FoundInboundOrder, 'customerNo' | 'orderId'>[]> {
  const found = await Promise.all(
    (['purchase_order', 'transfer_order'] as const).flatMap((document) =>
      [`${document}_number`, 'customer_reference_no'].map((name) =>
        reader.rows<Pick<FoundInboundOrder, 'customerNo' | 'orderId'>>(
          `select o.customer_no as "customerNo", o.order_id as "orderId"
             from unnest($1::text[]) n (number) join ${document}s o on upper(o.${name}) = upper(n.number)
            where $2::text[] is null or o.customer_no = any ($2::text[]) limit $3`,
          [numbers, customerNos, 100 * numbers.length],
        ),
      ),
    ),
  );
  return [...new Map(found.flat().map((key) => [key.orderId, key])).values()];
}

/** Finds orders by their names; with a UUID first by reference. Callers may use UUIDs as names too. */
async function findByText(
  text: string,
  [byReference, byName]: readonly [string, string],
  find: (condition: string) => Promise<FoundInboundOrder[]>,
): Promise<FoundInboundOrder[]> {
  const found = await Promise.all((isUuid(text) ? [byReference, byName] : [byName]).map(find));
  return [...new Map(found.flat().map((order) => [order.orderId, order])).values()];
}

/** The condition of a reference. It is looked up by key for each customer, because there are few customers. */
const conditionOfReference = (document: 'purchase_order' | 'transfer_order'): string =>
  `(o.customer_no, o.order_id) in (
     select c.customer_no, d.order_id from customers c join ${document}s d on d.customer_no = c.customer_no and d.order_id = $1::uuid
      union
     select r.customer_no, r.order_id
       from customers c join ${document}_references r on r.customer_no = c.customer_no and r.reference = $1::uuid)`;
