/** A winery whose orders have been delivered, and the questions that tests of returns ask. */
import type { Tx } from '../../src/platform/db/db.ts';
import { findReturnKeysByRmaNumber, type OrderReturn, readReturns } from '../../src/returns/index.ts';
import { day, setClock } from '../simulation/clock.ts';
import { balanceOf, givenStock } from '../support/catalog.ts';
import type { TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

/** A winery on a Tuesday morning with 100 of WINE-1 and 100 of WINE-2 at APC01. */
export async function openReturnsWinery(server: TestServer) {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const { customerNo, client } = winery;
  await givenStock(db, customerNo, [{ itemNo: 'WINE-2', quantity: 100 }]);
  await setClock(db, customerNo);
  const advance = async (days: number) => {
    const answer = await client.call('Simulation/AdvanceClock', { Seconds: days * day });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  return {
    ...winery,
    advance,
    /** An order that has reached its recipient: 6 of WINE-1 and 3 of WINE-2, unless said otherwise. */
    delivered: async (parts: Json = {}): Promise<string> => {
      const reference = await winery.created({
        ItemsInfo: [
          { ItemNo: 'WINE-1', ItemQuantity: 6, UnitPrice: 40, Group: 'reds' },
          { ItemNo: 'WINE-2', ItemQuantity: 3 },
        ],
        ...parts,
      });
      await advance(12);
      return reference;
    },
    sendBack: (body: Json) => client.call('Simulation/ReturnSalesOrder', body),
    giveUp: (body: Json) => client.call('Simulation/CancelReturn', body),
    dispose: (body: Json) => client.call('Simulation/DisposeReturn', body),
    returns: (body: Json = {}) => client.call('SalesOrder/GetReturns', body),
    find: async (rmaNumber: string): Promise<OrderReturn> => {
      const keys = await findReturnKeysByRmaNumber(db, [{ customerNo, rmaNumber }]);
      const [found] = await readReturns(
        db,
        keys.filter((key) => key !== undefined),
      );
      if (found === undefined) throw new Error(`no return ${rmaNumber}`);
      return found;
    },
    track: async (OrderNo: string): Promise<Json[]> => (await client.call('Tracking/GetDetails', { OrderNo })).body,
    balance: async (itemNo: string, status: string, warehouse = 'APC01') =>
      (await balanceOf(db, customerNo, itemNo, warehouse, status))?.onHand ?? 0,
    movements: (subject: string) =>
      db.rows<Json>(
        `select m.item_no, m.warehouse, m.status, m.quantity, m.type, m.reference, m.po_number, m.order_type, n.ship_to_name
           from movements m left join movement_names n using (customer_no, subject)
          where m.customer_no = $1 and m.subject = $2 order by m.seq`,
        [customerNo, subject],
      ),
    write: <T>(work: (tx: Tx) => Promise<T>) => db.write(work),
  };
}

export type ReturnsWinery = Awaited<ReturnType<typeof openReturnsWinery>>;
