/** Finds the orders of reshipments by the RMA number of their return or their shipment key, which contain the customer. */
import type { DbReader } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { customerNoOfRmaNumber } from './rma-number.ts';

interface FoundReshipment extends SalesOrderKey {
  readonly warehouse: string;
}

/**
 * The reshipments of a return that an RMA number names, or the one that has this shipment key: the RMA number, which a hyphen and a
 * number may follow. The one with the key comes first, then those that were placed first. [] for any other text. The text is read as it
 * is written first, because numbers of customers distinguish upper and lower case, then in upper case.
 */
export async function findReshipmentsByName(reader: DbReader, name: string): Promise<FoundReshipment[]> {
  if (!/^rma-/i.test(name)) return [];
  const written = await findReshipmentsByShipmentKey(reader, name.replace(/^rma-/i, 'RMA-'));
  return written.length > 0 ? written : await findReshipmentsByShipmentKey(reader, name.toUpperCase());
}

/** As `findReshipmentsByName`, of a key in the letter case of the order. */
export async function findReshipmentsByShipmentKey(reader: DbReader, shipmentKey: string): Promise<FoundReshipment[]> {
  // The second reshipment of RMA-W100-000007 is RMA-W100-000007-2.
  const rmaNumbers = [shipmentKey, shipmentKey.replace(/-\d{1,5}$/, '')];
  const customers = [...new Set(rmaNumbers.flatMap((rma) => customerNoOfRmaNumber(rma) ?? []))];
  if (customers.length === 0) return [];
  return await reader.rows(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.warehouse
       from returns r
       join return_findings f on f.customer_no = r.customer_no and f.return_id = r.return_id
       join sales_orders o on o.customer_no = f.customer_no and o.order_id = f.reship_order_id
      where r.customer_no = any ($1::text[]) and f.customer_no = any ($1::text[]) and o.customer_no = any ($1::text[])
        and r.rma_number = any ($2::text[]) and $3 in (o.shipment_key, r.rma_number)
      group by o.customer_no, o.order_id, o.warehouse, o.shipment_key
      order by o.shipment_key = $3 desc, o.order_id`,
    [customers, rmaNumbers, shipmentKey],
  );
}
