/** Locations, waves and people who pick them, as tests of picking drive them. */
import { afterAll, beforeAll, expect } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type Floor, mustSucceed, openFloor, worked } from './floor.ts';
import type { Winery } from './held-orders.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import { openTestServer, type TestServer } from './server.ts';

/** Any JSON that the interface returns. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies
type Json = any;

export interface Picking {
  readonly floor: Floor;
  /** Another person of the floor. */
  readonly other: OperatorClient;
  /** Sets a location that no other test has, and what lies in it; its code. */
  bin(properties: object, ...contents: readonly (readonly [Winery, string, number])[]): Promise<string>;
  /** A tote that no other test has. */
  tote(): Promise<string>;
  /** The recorded units of an item in a bin; undefined when it does not belong there. */
  contentOf(location: string, winery: Winery, itemNo: string): Promise<number | undefined>;
  /** Releases orders of wineries into one wave; its id. */
  wave(...orders: readonly (readonly [Winery, string])[]): Promise<string>;
  /** Starts the wave as the packer. */
  start(wave: string): Promise<Json>;
  /** Scans codes one after the other as the packer; the last reply. */
  scan(session: string, ...codes: readonly string[]): Promise<Json>;
  /** Reports the rest of the current stop as missing, as the packer. */
  short(session: string, reasonCode?: string): Promise<Json>;
}

export const pickScan = (Session: string, Code: string, ScanId = uuidv7()) => ({ Session, Code, ScanId });

/** The current stop of the task of a session, as a report of missing bottles names it. */
export async function currentOf(person: OperatorClient, session: string) {
  const task = mustSucceed(await person.call('Picking/Open', { Task: session.slice(0, session.indexOf('.')) }));
  const { CustomerNo, ItemNo, Location } = task.Current;
  return { CustomerNo, ItemNo, Location };
}

let walk = 0;

/** Opens one server with a warehouse to pick in for the tests of a file, after which the database must be consistent. */
export function usePicking(): { readonly server: TestServer; readonly picking: Picking } {
  const opened = {} as { server: TestServer; picking: Picking };
  beforeAll(async () => {
    opened.server = await openTestServer();
    opened.picking = await openPicking(opened.server);
  });
  afterAll(async () => {
    expect(await verifyWholeDatabase(opened.server.environment.db)).toEqual([]);
    await opened.server.close();
  });
  return opened;
}

export async function openPicking(server: TestServer): Promise<Picking> {
  const floor = await openFloor(server);
  const other = await signedIn(server, 'floor', { warehouses: [worked] });
  const location = async (properties: object): Promise<string> => {
    walk += 1;
    const Location = `P-${String(walk).padStart(4, '0')}`;
    mustSucceed(
      await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder: walk, ...properties }),
    );
    return Location;
  };
  const picker = async (operation: string, body: object) =>
    mustSucceed(await floor.packer.call(`Picking/${operation}`, body));
  return {
    floor,
    other,
    bin: async (properties, ...contents) => {
      const Location = await location(properties);
      for (const [{ customerNo: CustomerNo }, ItemNo, Quantity] of contents) {
        const content = { Warehouse: worked, Location, CustomerNo, ItemNo, Quantity };
        mustSucceed(await floor.lead.call('Locations/SetContent', content));
      }
      return Location;
    },
    tote: () => location({ Kind: 'tote' }),
    contentOf: async (Text, { customerNo }, itemNo) => {
      const { Records } = mustSucceed(await floor.lead.call('Locations/List', { Text }));
      return Records[0].Contents.find((c: Json) => c.CustomerNo === customerNo && c.ItemNo === itemNo)?.Quantity;
    },
    wave: async (...orders) => {
      const Orders = orders.map(([{ customerNo: CustomerNo }, TransactionReferenceNumber]) => ({
        CustomerNo,
        TransactionReferenceNumber,
      }));
      const released = await floor.led('Release', { Warehouse: worked, Orders });
      if (released.Released !== orders.length) throw new Error(JSON.stringify(released.Outcomes));
      return released.Wave;
    },
    start: (Wave) => picker('Start', { Wave }),
    scan: async (session, ...codes) => {
      let reply: Json;
      for (const code of codes) reply = await picker('Scan', pickScan(session, code));
      return reply;
    },
    short: async (Session, ReasonCode = 'LOST') =>
      await picker('Short', { Session, ScanId: uuidv7(), ReasonCode, ...(await currentOf(floor.packer, Session)) }),
  };
}

/** The part of an order that names its items and their quantities. */
export const items = (...quantities: readonly (readonly [string, number])[]) => ({
  ItemsInfo: quantities.map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity })),
});

/** Sets what becomes of the orders of a winery whose bottles are missing. */
export async function setShortPicks(server: TestServer, customerNo: string, ShortPicks: string): Promise<void> {
  const admin = await signedIn(server, 'admin');
  mustSucceed(await admin.call('Customers/Update', { CustomerNo: customerNo, Preferences: { ShortPicks } }));
}

/** The events of the floor, and of missing bottles, in the timeline of an order. */
export const floorEventsOf = async (
  winery: { timeline(reference: string): Promise<string[]> },
  reference: string,
): Promise<string[]> =>
  (await winery.timeline(reference)).filter((kind) => kind.includes('floor') || kind.includes('short'));

/**
 * A tote in which an order that was taken back has left a bottle; `stays` was picked into it too, and is packed unless `isPacked`
 * is false.
 */
export async function leaveInTote(picking: Picking, { isPacked = true }: { readonly isPacked?: boolean } = {}) {
  const { floor, bin } = picking;
  const winery = await floor.winery();
  const [tote, place] = [await picking.tote(), await bin({}, [winery, 'WINE-1', 9])];
  const [left, stays] = [await winery.waiting(), await winery.waiting()];
  const { Session } = await picking.start(await picking.wave([winery, left.reference], [winery, stays.reference]));
  await picking.scan(Session, place, 'WINE-1', 'WINE-1', tote);
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: left.reference }];
  const { Outcomes } = await floor.led('TakeBack', { Orders, Note: 'the winery called' });
  if (isPacked) await floor.label(stays.orderNo, ['WINE-1']);
  return { winery, tote, place, left, stays, message: Outcomes[0].Message as string };
}
