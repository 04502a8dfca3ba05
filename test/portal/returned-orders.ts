/** A winery with returns: one that was inspected and settled in three ways, one that waits for a decision, one that is on its way. */
import type { TestServer } from '../support/server.ts';
import { givenWinery, type NamedOrder, type PortalWinery } from './morning.ts';

export interface ReturningWinery {
  readonly winery: PortalWinery;
  /** The order of the return that is settled. */
  readonly order: NamedOrder;
  /** The page of that return, below `/test/portal`. */
  readonly settled: string;
}

export async function givenReturns(server: TestServer): Promise<ReturningWinery> {
  const winery = await givenWinery(server, 'Backroad Vintners');
  const { customerNo, simulate } = winery;
  const days = (count: number) => simulate('AdvanceClock', { Seconds: count * 24 * 3_600 });
  const ItemsInfo = [
    { ItemNo: '23PIN-01', ItemQuantity: 6 },
    { ItemNo: '22CAB-RES', ItemQuantity: 3 },
  ];
  const order = await winery.order('BRV-1001', { ItemsInfo });
  await winery.order('BRV-1002', { ItemsInfo });
  await winery.order('BRV-1003', { ItemsInfo });
  await days(12);
  await simulate('ReturnSalesOrder', {
    OrderNo: 'BRV-1001',
    ReturnReason: 'The recipient moved away, and a neighbor refused the package twice',
    Lines: [
      { ItemNo: '23PIN-01', ItemQuantity: 3, DispositionCode: 'Return to Inventory' },
      { ItemNo: '23PIN-01', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX', DispositionCode: 'Return to Winery' },
      { ItemNo: '22CAB-RES', ItemQuantity: 2, DispositionCode: 'Reship' },
      { ItemNo: '22CAB-RES', ItemQuantity: 1, QuantityFound: 0, DispositionCode: 'Reship' },
    ],
  });
  await simulate('ReturnSalesOrder', { OrderNo: 'BRV-1002', ReturnReason: 'Wrong vintage' });
  await days(12);
  await simulate('ReturnSalesOrder', { OrderNo: 'BRV-1003' });
  const [row] = await server.environment.db.rows<{ returnId: string }>(
    `select return_id as "returnId" from returns where customer_no = $1 and order_no = 'BRV-1001'`,
    [customerNo],
  );
  return { winery, order, settled: `/returns/${customerNo}/${row?.returnId}` };
}
