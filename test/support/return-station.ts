/** A returns station: a winery whose orders were delivered, the people who inspect what comes back, and what tests ask. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openReturnsWinery, type ReturnsWinery } from '../returns/returns-winery.ts';
import { mustSucceed } from './floor.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import type { TestServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

/** Where the orders of `openReturnsWinery` shipped from. */
export const returnDock = 'APC01';

export interface ReturnStation {
  readonly inspector: OperatorClient;
  readonly other: OperatorClient;
  /** Of the floor of another warehouse. */
  readonly elsewhere: OperatorClient;
  readonly lead: OperatorClient;
  readonly service: OperatorClient;
  readonly winery: ReturnsWinery;
  /** Calls an operation of Returns as the inspector, must succeed. */
  does(operation: string, body: object): Promise<Json>;
  find(scan: string): Promise<Json>;
  /** A delivered order without a return; its reference. */
  delivered(orderNo: string, parts?: object): Promise<string>;
  /** A return of a delivered order, which has arrived; its key. */
  arrived(orderNo: string, parts?: object): Promise<{ CustomerNo: string; TransactionReferenceNumber: string }>;
  /** A return that has arrived and whose inspection found these bottles, all with the status RTGD-NO-TX; its key. */
  inspected(
    orderNo: string,
    codes: readonly string[],
  ): Promise<{ CustomerNo: string; TransactionReferenceNumber: string }>;
}

export const bottle = (key: object, Code: string, InventoryStatusCode = 'RTGD-NO-TX', ScanId = uuidv7()) => ({
  ...key,
  Code,
  InventoryStatusCode,
  ScanId,
});

export async function openReturnStation(server: TestServer): Promise<ReturnStation> {
  const [inspector, other, elsewhere, lead, service] = await Promise.all([
    signedIn(server, 'floor', { warehouses: [returnDock] }),
    signedIn(server, 'floor', { warehouses: [returnDock] }),
    signedIn(server, 'floor', { warehouses: ['TWL01'] }),
    signedIn(server, 'lead'),
    signedIn(server, 'service'),
  ]);
  const winery = await openReturnsWinery(server);
  const CustomerNo = winery.customerNo;
  const does = async (operation: string, body: object): Promise<Json> =>
    mustSucceed(await inspector.call(`Returns/${operation}`, body));
  const delivered = (OrderNo: string, parts: object = {}) => winery.delivered({ OrderInfo: { OrderNo }, ...parts });
  const arrived = async (orderNo: string, parts: object = {}) => {
    const order = { CustomerNo, TransactionReferenceNumber: await delivered(orderNo, parts), Warehouse: returnDock };
    const { TransactionReferenceNumber } = await does('Announce', order);
    const key = { CustomerNo, TransactionReferenceNumber };
    await does('Receive', { ...key, Warehouse: returnDock });
    return key;
  };
  return {
    inspector,
    other,
    elsewhere,
    lead,
    service,
    winery,
    does,
    delivered,
    arrived,
    find: (Scan) => does('Find', { Warehouse: returnDock, Scan }),
    inspected: async (orderNo, codes) => {
      const key = await arrived(orderNo);
      for (const code of codes) await does('Scan', bottle(key, code));
      await does('Inspected', { ...key, Confirm: true });
      return key;
    },
  };
}
