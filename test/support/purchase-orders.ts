/** A winery of a test's own that orders stock in, and the questions that tests of purchase orders ask. */
import { balanceOf, givenItems } from './catalog.ts';
import type { TestServer } from './server.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A valid CreatePurchaseOrder request: DROPOFF at APC01, 600 of PIN and 120 of CAB. */
export function sentPurchaseOrder(order: Fields = {}, ItemsInfo?: readonly Fields[]) {
  return {
    OrderInfo: {
      CustomerReferenceNo: 'INBOUND-1',
      TransportMethod: 'DROPOFF',
      RequestedDate: '11/16/2026',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'DOCK-1',
      ...order,
    },
    ItemsInfo: ItemsInfo ?? [
      { ItemNo: 'PIN', ItemDescription: 'Pinot Noir', ItemQuantity: 600 },
      { ItemNo: 'CAB', ItemQuantity: 120 },
    ],
  };
}

export async function openInboundWinery(server: TestServer, rights: 'read' | 'write' = 'write') {
  const customer = await server.customer(rights);
  const { customerNo, client } = customer;
  const { db } = server.environment;
  await givenItems(db, customerNo, [
    { itemNo: 'PIN' },
    { itemNo: 'CAB' },
    { itemNo: 'ZIN' },
    { itemNo: 'OLD', retired: true },
    { itemNo: 'FEE', storage: 'virtual' },
  ]);
  const call =
    (name: string) =>
    (body: object, headers: Readonly<Record<string, string>> = {}) =>
      client.call(name, body, headers);
  return {
    ...customer,
    update: call('InventoryMovement/UpdatePurchaseOrder'),
    cancel: call('InventoryMovement/CancelPurchaseOrder'),
    receive: call('Simulation/ReceivePurchaseOrder'),
    close: call('Simulation/ClosePurchaseOrder'),
    create: call('InventoryMovement/CreatePurchaseOrder'),
    /** Creates an order, which must be accepted, and returns its reference. */
    created: async (order: Fields = {}, items?: readonly Fields[]): Promise<string> => {
      const response = await call('InventoryMovement/CreatePurchaseOrder')(sentPurchaseOrder(order, items));
      if (response.status !== 201) throw new Error(JSON.stringify(response.body));
      return response.body;
    },
    /** The stored order with its document and lines. */
    order: async (reference: string): Promise<Fields> => {
      const [row] = await db.rows<Fields>(
        `select o.*, d.document,
                (select jsonb_agg(jsonb_build_array(l.item_no, l.item_description, l.ordered, l.received) order by l.line)
                   from purchase_order_lines l where (l.customer_no, l.order_id) = (o.customer_no, o.order_id)) as lines
           from purchase_orders o join purchase_order_details d using (customer_no, order_id)
          where o.customer_no = $1 and o.order_id = $2`,
        [customerNo, reference],
      );
      return row ?? {};
    },
    /** The expected units of an item. */
    expected: async (itemNo: string, warehouse?: string, status?: string) =>
      (await balanceOf(db, customerNo, itemNo, warehouse, status))?.expected ?? 0,
    timeline: async (reference: string) =>
      await db.rows<{ kind: string; reference: string; data: Fields }>(
        'select kind, reference, operation, data from log where customer_no = $1 and subject = $2 order by seq',
        [customerNo, reference],
      ),
  };
}
