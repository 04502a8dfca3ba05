/** A winery of a test's own, with items and stock, and the questions that order tests ask. */
import { expect } from 'vitest';
import { carrierModeOf } from '../../src/shipping-labels/index.ts';
import { startOrderProcessing } from '../../src/warehouse/index.ts';
import { givenItems, givenStock } from './catalog.ts';
import { freshOrderNo, recipient } from './orders.ts';
import type { TestServer } from './server.ts';

/** Any JSON that a caller may send. */
// biome-ignore lint/suspicious/noExplicitAny: tests send what the interface forbids, and look into what comes back
export type Json = any;

/** A valid CreateSalesOrder request. `parts` replace its properties, in `OrderInfo` single fields; `undefined` removes one. */
export function sentOrder(parts: Json = {}): Json {
  const { OrderInfo, ...rest } = parts;
  return {
    RecipientContactInfo: recipient,
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }],
    ...rest,
    OrderInfo: { OrderNo: freshOrderNo(), OrderType: 'CLUB', ...OrderInfo },
  };
}

export async function openWinery(server: TestServer, stock = 100) {
  const { db } = server.environment;
  const customer = await server.customer();
  const { customerNo, client } = customer;
  await givenItems(db, customerNo, [
    { itemNo: 'WINE-1' },
    { itemNo: 'WINE-2' },
    { itemNo: 'LOOSE', bottlesPerCase: null },
    { itemNo: 'OLD', retired: true },
    { itemNo: 'FEE', storage: 'virtual' },
    { itemNo: 'OURS', storage: 'client' },
  ]);
  if (stock > 0) await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: stock }]);
  const call = (operation: string) => (body: Json, headers?: Record<string, string>) =>
    client.call(`SalesOrder/${operation}`, body, headers);
  return {
    ...customer,
    create: call('CreateSalesOrder'),
    update: call('UpdateSalesOrder'),
    cancel: call('CancelSalesOrder'),
    /** Creates an order, which must be accepted, and returns its reference. */
    created: async (parts: Json = {}): Promise<string> => {
      const response = await call('CreateSalesOrder')(sentOrder(parts));
      if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      return response.body;
    },
    /** The stored order with its document, its holds and its reserved units. */
    order: async (reference: string): Promise<Json> => {
      const [row] = await db.rows<Json>(
        `select o.*, d.document,
                (select coalesce(jsonb_agg(jsonb_build_object('reason', h.reason, 'cause', h.cause) order by h.reason), '[]')
                   from sales_order_holds h where (h.customer_no, h.order_id) = (o.customer_no, o.order_id)) as holds,
                (select coalesce(jsonb_object_agg(q.item_no, q.quantity), '{}') from demands q
                  where (q.customer_no, q.subject) = (o.customer_no, o.order_id) and q.state = 'reserved') as reserved
           from sales_orders o join sales_order_details d using (customer_no, order_id)
          where o.customer_no = $1 and o.order_id = $2`,
        [customerNo, reference],
      );
      return row;
    },
    arrive: (itemNo: string, quantity: number) => givenStock(db, customerNo, [{ itemNo, quantity }]),
    timeline: async (reference: string) =>
      await db.rows<Json>(
        'select kind, reference, operation, data from log where customer_no = $1 and subject = $2 order by seq',
        [customerNo, reference],
      ),
    /** Starts work on the order, as on its ship date: it is no longer open. */
    startWork: async (reference: string) => {
      // Later than any ship date that an order gets without asking for one.
      const at = Temporal.Now.instant().add({ hours: 24 * 10 });
      const started = await db.write((tx) =>
        startOrderProcessing(
          tx,
          { customerNo, at, orderIds: [reference] },
          carrierModeOf(server.environment),
          new Set([reference]),
        ),
      );
      expect(started.map(({ status }) => status)).toEqual(['PROCESSING ORDER']);
    },
  };
}

export type Winery = Awaited<ReturnType<typeof openWinery>>;
