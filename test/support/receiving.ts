/** A dock: a winery with purchase orders, the people who receive them, and what tests ask. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { ApiResponse } from './client.ts';
import { mustSucceed } from './floor.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import { openInboundWinery, sentPurchaseOrder } from './purchase-orders.ts';
import type { TestServer } from './server.ts';

/** Any JSON that the interface returns. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

/** Where the purchase orders of `openInboundWinery` arrive. */
export const dock = 'APC01';

export interface Dock {
  readonly receiver: OperatorClient;
  readonly other: OperatorClient;
  readonly lead: OperatorClient;
  readonly service: OperatorClient;
  readonly winery: Awaited<ReturnType<typeof openInboundWinery>>;
  /** Creates a purchase order of `pinot` PIN (24 by default) and 12 CAB, under a new reference unless one is given. */
  ordered(reference?: string, pinot?: number): Promise<{ readonly reference: string; readonly orderId: string }>;
  /** Calls as the receiver, must succeed. */
  receive(operation: string, body: object): Promise<Json>;
  /** Opens an order as a person; the receipt. */
  open(scan: string, person?: OperatorClient): Promise<Json>;
  /** Scans these codes as a person; the last reply. */
  scan(session: string, codes: readonly string[], person?: OperatorClient): Promise<Json>;
}

export const receiptScan = (Session: string, Code: string, ScanId = uuidv7()) => ({ Session, Code, ScanId });
export const receiptCount = (Session: string, ItemNo: string, Units: number, ScanId = uuidv7()) => ({
  Session,
  ItemNo,
  Units,
  ScanId,
});

let references = 0;

export async function openDock(server: TestServer): Promise<Dock> {
  const people = await Promise.all([
    signedIn(server, 'floor', { warehouses: [dock] }),
    signedIn(server, 'floor', { warehouses: [dock] }),
    signedIn(server, 'lead'),
    signedIn(server, 'service'),
  ]);
  const [receiver, other, lead, service] = people;
  const winery = await openInboundWinery(server);
  const as = async (person: OperatorClient, operation: string, body: object): Promise<Json> =>
    mustSucceed((await person.call(`Receiving/${operation}`, body)) as ApiResponse);
  return {
    receiver,
    other,
    lead,
    service,
    winery,
    ordered: async (reference, pinot = 24) => {
      references += 1;
      const CustomerReferenceNo = reference ?? `DOCKED-${references}`;
      const items = [
        { ItemNo: 'PIN', ItemDescription: 'Pinot Noir', ItemQuantity: pinot },
        { ItemNo: 'CAB', ItemQuantity: 12 },
      ];
      const sent = sentPurchaseOrder({ CustomerReferenceNo, ReferenceNo: `TRUCK-${references}` }, items);
      const { status, body } = await winery.create(sent);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return { reference: CustomerReferenceNo, orderId: body as string };
    },
    receive: (operation, body) => as(receiver, operation, body),
    open: async (scan, person = receiver) => (await as(person, 'Open', { Warehouse: dock, Scan: scan })).Receipt,
    scan: async (session, codes, person = receiver) => {
      let reply: Json;
      for (const code of codes) reply = await as(person, 'Scan', receiptScan(session, code));
      return reply;
    },
  };
}
