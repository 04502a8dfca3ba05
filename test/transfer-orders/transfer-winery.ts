/** A winery that transfers stock, and the questions that its tests ask. */

import { setClock } from '../simulation/clock.ts';
import { balanceOf, givenStock } from '../support/catalog.ts';
import type { ApiResponse } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';
// biome-ignore lint/suspicious/noExplicitAny: tests send what the interface forbids, and look into what comes back
export type Json = any;

export const transferInfo = {
  CustomerReferenceNo: 'MOVE-1',
  RequestedDate: '03/03/2031',
  TransferFromWarehouse: 'APC01',
  InventoryStatusCode: 'GOOD-NO-TX',
  TransferToWarehouse: 'SJU01',
  FirstName: 'Sample',
  LastName: 'Contact',
  PhoneNumber: '7075550100',
  EmailAddress: 'cellar@example.com',
};

/** A request that is in order; parts are replaced, `undefined` takes them away. */
export const transfer = (info: Json = {}, ItemsInfo: Json = [{ ItemNo: 'WINE-1', ItemQuantity: 60 }]): Json => ({
  TransferInfo: { ...transferInfo, ...info },
  ItemsInfo,
});

/** A winery on the Tuesday morning of `clock.ts`, with `stock` of WINE-1 at APC01. */
export async function openTransferWinery(server: TestServer, stock = 100) {
  const { db } = server.environment;
  const winery = await openWinery(server, stock);
  const { customerNo, client } = winery;
  await setClock(db, customerNo);
  const call =
    (name: string) =>
    (body: Json): Promise<ApiResponse> =>
      client.call(name, body);
  const create = call('InventoryMovement/CreateTransferOrder');
  const receive = call('Simulation/ReceiveTransferOrder');
  return {
    ...winery,
    createTransfer: create,
    updateTransfer: call('InventoryMovement/UpdateTransferOrder'),
    cancelTransfer: call('InventoryMovement/CancelTransferOrder'),
    /** Creates a transfer order that must be accepted; answers its reference. */
    transferred: async (info: Json = {}, items?: Json): Promise<string> => {
      const answer = await create(transfer(info, items));
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    receive: (more: Json = {}) => receive({ CustomerReferenceNo: transferInfo.CustomerReferenceNo, ...more }),
    until: async (To: string) => {
      const answer = await client.call('Simulation/AdvanceClock', { To });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    /** Takes broken units of WINE-1 at APC01 off the stock. */
    broken: async (quantity: number) => {
      const answer = await client.call('Simulation/AdjustInventory', {
        Warehouse: 'APC01',
        InventoryStatus: 'GOOD-NO-TX',
        ReasonCode: 'BROKEN',
        Items: [{ ItemNo: 'WINE-1', Quantity: -quantity }],
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    stocked: (stock: readonly { itemNo: string; quantity: number; warehouse?: string; status?: string }[]) =>
      givenStock(db, customerNo, stock),
    transferOrder: async (reference: string): Promise<Json> => {
      const [row] = await db.rows<Json>(
        `select o.*, d.document,
                (select jsonb_agg(to_jsonb(l) - 'customer_no' - 'order_id' order by l.line) from transfer_order_lines l
                  where l.customer_no = $1 and l.order_id = $2) as lines,
                (select coalesce(jsonb_agg(jsonb_build_object('item', q.item_no, 'status', q.status, 'units', q.quantity,
                                                              'state', q.state) order by q.item_no, q.status), '[]')
                   from demands q where q.customer_no = $1 and q.subject = $2) as demands
           from transfer_orders o
           left join transfer_order_details d on d.customer_no = $1 and d.order_id = $2
          where o.customer_no = $1 and o.order_id = $2`,
        [customerNo, reference],
      );
      return row;
    },
    orders: () =>
      db.rows<Json>('select * from transfer_orders where customer_no = $1 order by transfer_order_number', [
        customerNo,
      ]),
    balance: (itemNo = 'WINE-1', warehouse = 'APC01', status = 'GOOD-NO-TX') =>
      balanceOf(db, customerNo, itemNo, warehouse, status),
    /** `Transfer Out APC01 GOOD-NO-TX WINE-1 -60 MOVE-1 TO000001`, in the order of commits. */
    movements: async (reference: string): Promise<string[]> =>
      (
        await db.rows<Json>(
          `select type, warehouse, status, item_no, quantity, reference, po_number from movements
            where customer_no = $1 and subject = $2 order by seq`,
          [customerNo, reference],
        )
      ).map((m) => [m.type, m.warehouse, m.status, m.item_no, m.quantity, m.reference, m.po_number].join(' ')),
    kinds: async (reference: string): Promise<string[]> =>
      (await winery.timeline(reference)).map(({ kind }: { kind: string }) => kind.replace('transfer_order.', '')),
  };
}

export type TransferWinery = Awaited<ReturnType<typeof openTransferWinery>>;
