/** Event/GetEvents: every documented response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatEventCursor, formatIssuedEventCursor } from '../../src/events/cursor.ts';
import { firstDayNeededByCursor, readCurrentEventCursor } from '../../src/events/index.ts';
import { assertPresent } from '../../src/lib/assert.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const name = 'Event/GetEvents';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Asking {
  readonly client: { call(operation: string, body: object): Promise<{ status: number; body: Json }> };
}

/** All pages behind a cursor. */
async function feed({ client }: Asking, asked: Json = {}): Promise<{ events: Json[]; next: string }> {
  const events: Json[] = [];
  let After: string | undefined = asked.After;
  for (;;) {
    const { status, body } = await client.call(name, { ...asked, ...(After === undefined ? {} : { After }) });
    expect(status, JSON.stringify(body)).toBe(200);
    events.push(...body.Events);
    After = body.Next;
    if (!body.HasMore) return { events, next: body.Next };
  }
}

/** As docs/operating.md does after a restore. */
const moveNumbersOn = 'update commit_counters set last_seq = last_seq + 1000000 where customer_no = $1';

/** A test database has the months from this one on, and the time of an entry that is set back may be in an earlier one. */
const ensureLogMonth = (at: Temporal.Instant) =>
  server.environment.db.rows("select ensure_month('log', ($1::timestamptz at time zone 'UTC')::date)", [at]);

const typesOf = (events: readonly Json[]) => events.map(({ type }) => type);

describe('200', () => {
  test('200: the life of an order, with what the queries return, in pages of any size', async () => {
    const winery = await openReturnsWinery(server);
    const { next: before } = await feed(winery);
    await winery.delivered({ OrderInfo: { OrderNo: 'EVENTS-1', HoldOrder: 0 } });
    await winery.sendBack({ OrderNo: 'EVENTS-1', Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
    await winery.advance(12);
    const { events, next } = await feed(winery, { After: before });
    const types = typesOf(events);
    expect(types[0]).toBe('order.status_changed');
    expect(types.filter((type) => type === 'order.shipped')).toHaveLength(1);
    expect(types.filter((type) => type === 'return.received')).toHaveLength(1);
    expect(types.indexOf('tracking.updated')).toBeLessThan(types.indexOf('order.shipped'));
    expect(types).toContain('inventory.changed');
    expect(new Set(events.map(({ EventId }) => EventId)).size).toBe(events.length);
    const ofType = (type: string) => events.find((event) => event.type === type)?.data;
    const details = await winery.track('EVENTS-1');
    expect(ofType('order.shipped')).toEqual(details);
    expect(ofType('order.status_changed')).toEqual(details);
    const { Packages } = (await winery.client.call('Tracking/GetPackages', { OrderNumbers: ['EVENTS-1'] })).body;
    expect(ofType('tracking.updated')).toEqual(Packages[0]);
    expect(ofType('return.received')).toEqual((await winery.returns()).body.ReturnSalesOrderHeaders[0]);
    const rows = (await winery.client.call('Inventory/GetStatus', { IncludeUnavailableItems: true })).body;
    const stock = ofType('inventory.changed');
    expect(rows.WarehouseInventoryStatuses).toContainEqual(stock);
    expect(await feed(winery, { After: before, Top: 2 })).toEqual({ events, next: expect.any(String) });
    expect((await feed(winery, { After: before, Top: 3, Kinds: ['order.shipped', 'return.received'] })).events).toEqual(
      events.filter(({ type }) => type === 'order.shipped' || type === 'return.received'),
    );
    // Nothing is new: Next is valid and the same page is empty again.
    expect((await winery.client.call(name, { After: next })).body).toEqual({
      Events: [],
      Next: next,
      HasMore: false,
    });
  });

  test('200: a cursor of changes that a restore has lost gets every later one, once the numbers have moved on', async () => {
    const winery = await openWinery(server);
    const { db } = server.environment;
    await winery.created();
    const { customerNo } = winery;
    const [counter] = await db.rows<{ last: number }>(
      'select last_seq as last from commit_counters where customer_no = $1',
      [customerNo],
    );
    // The backup is of now; the cursor is of 5 changes after it.
    const lost = formatEventCursor({ seq: (counter?.last ?? 0) + 5, read: 0 }, Temporal.Now.instant());
    const After = formatIssuedEventCursor(lost, { environment: 'test', customerNo });
    expect((await winery.client.call(name, { After })).status).toBe(400);
    await db.rows(moveNumbersOn, [customerNo]);
    await winery.created({ OrderInfo: { OrderNo: 'RESTORED-1' } });
    await winery.created({ OrderInfo: { OrderNo: 'RESTORED-2' } });
    const { events } = await feed(winery, { After });
    const accepted = events.filter(({ type }) => type === 'order.status_changed');
    expect(accepted.map(({ data }) => data[0].OrderNumber)).toEqual(['RESTORED-1', 'RESTORED-2']);
    expect(await verifyWholeDatabase(db)).toEqual([]);
  });

  test('200: holds and their end, also by an update', async () => {
    const winery = await openWinery(server);
    const { next } = await feed(winery);
    const TransactionReferenceNumber = await winery.created({ HoldOrder: true });
    const held = await feed(winery, { After: next });
    expect(typesOf(held.events)).toEqual(['order.status_changed', 'order.held']);
    expect(held.events[1].data).toEqual((await winery.client.call('SalesOrder/GetOrdersOnHold', {})).body[0]);
    const released = await winery.update({ OrderInfo: { TransactionReferenceNumber }, HoldOrder: false });
    expect(released).toMatchObject({ status: 200 });
    const after = await feed(winery, { After: held.next });
    expect(typesOf(after.events)).toEqual(['order.status_changed', 'order.released']);
    expect(after.events[1].data).toMatchObject([{ Status: 'RECEIVED' }]);
    expect(
      await winery.update({ OrderInfo: { TransactionReferenceNumber }, ShipmentInfo: { IcePack: 1 } }),
    ).toMatchObject({ status: 200 });
    expect((await feed(winery, { After: after.next })).events).toEqual([]);
    await winery.cancel({ TransactionReferenceNumber });
    expect(typesOf((await feed(winery, { After: after.next })).events)).toEqual(['order.status_changed']);
  });

  test('200: an update that only changes what is short puts no order on hold again', async () => {
    const winery = await openWinery(server, 5);
    const waiting = (quantity: number) => ({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: quantity }] });
    const TransactionReferenceNumber = await winery.created({ ...waiting(7), HoldOrder: true });
    const { next } = await feed(winery);
    await winery.update({ TransactionReferenceNumber, ...waiting(8) });
    const [row] = (await winery.client.call('SalesOrder/GetOrdersOnHold', {})).body;
    expect(row.HoldReasonDescription).toContain('8 needed');
    expect(typesOf((await feed(winery, { After: next })).events)).toEqual([]);
    await winery.update({ TransactionReferenceNumber, ...waiting(9), HoldOrder: false });
    expect(typesOf((await feed(winery, { After: next })).events)).toEqual(['order.status_changed']);
  });

  test('200: an order that is filled in another warehouse after a loss is not released, whether it is on hold or not', async () => {
    const winery = await openWinery(server, 0);
    const stock = (warehouse: string, units: number) =>
      winery.client.call('Simulation/AdjustInventory', {
        Warehouse: warehouse,
        InventoryStatus: 'GOOD-NO-TX',
        ReasonCode: units > 0 ? 'FOUND' : 'BROKEN',
        Items: [{ ItemNo: 'WINE-1', Quantity: units }],
      });
    await stock('ETC01', 2);
    const free = await winery.created({ ShipmentInfo: {} });
    const held = await winery.created({ ShipmentInfo: {}, HoldOrder: true });
    await stock('APC01', 2);
    const { next } = await feed(winery);
    await stock('ETC01', -2);
    for (const reference of [free, held]) {
      expect((await winery.order(reference)).warehouse).toBe('APC01');
      expect((await winery.timeline(reference)).at(-1).kind).toBe('sales_order.reservation_moved');
    }
    expect(typesOf((await feed(winery, { After: next })).events)).toEqual(['inventory.changed']);
  });

  test('200: an order that loses stock in work: its status changes when nothing is left to ship', async () => {
    const winery = await openWinery(server, 5);
    const reference = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 5 }] });
    await winery.startWork(reference);
    const { next } = await feed(winery);
    const lose = async (units: number) => {
      const { status, body } = await winery.client.call('Simulation/AdjustInventory', {
        Warehouse: 'APC01',
        InventoryStatus: 'GOOD-NO-TX',
        ReasonCode: 'BROKEN',
        Items: [{ ItemNo: 'WINE-1', Quantity: -units }],
      });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    await lose(2);
    const short = await feed(winery, { After: next });
    expect(typesOf(short.events)).toEqual(['inventory.changed']);
    await lose(3);
    const { events } = await feed(winery, { After: short.next });
    expect(typesOf(events).sort()).toEqual(['inventory.changed', 'order.status_changed']);
    expect(events.find(({ type }) => type === 'order.status_changed').data).toMatchObject([{ Status: 'EXCEPTION' }]);
  });

  test('200: what a receipt posted, and the stock that it changed', async () => {
    const winery = await openInboundWinery(server);
    await winery.created();
    const { next } = await feed(winery);
    const { body } = await winery.receive({
      CustomerReferenceNo: 'INBOUND-1',
      Lines: [{ ItemNo: 'PIN', ItemQuantity: 5 }],
    });
    const { events } = await feed(winery, { After: next });
    expect(events).toMatchObject([
      { type: 'inventory.changed', data: { ItemNo: 'PIN', OnHandQuantity: 5 } },
      { type: 'purchase_order.received', data: { ...body, CustomerReferenceNo: 'INBOUND-1', Warehouse: 'APC01' } },
    ]);
  });

  test('200: what arrived of a transfer order, beyond its quantity too, and the stock that it changed', async () => {
    const winery = await openTransferWinery(server);
    await winery.transferred();
    await winery.until('2031-03-04T09:05:00');
    const { next } = await feed(winery);
    const { status, body } = await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 62 }] });
    expect(status, JSON.stringify(body)).toBe(200);
    const { events } = await feed(winery, { After: next });
    const received = { ItemNo: 'WINE-1', InventoryStatusCode: 'GOOD-NO-TX' };
    expect(events.at(-1)).toMatchObject({
      type: 'transfer_order.received',
      data: {
        TransactionReferenceNumber: body.TransactionReferenceNumber,
        CustomerReferenceNo: 'MOVE-1',
        TransferOrderNumber: 'TO000001',
        Warehouse: 'SJU01',
        Status: body.Status,
        Lines: [{ ...received, ItemQuantity: 60 }],
        Surplus: [{ ...received, ItemQuantity: 2 }],
      },
    });
    const stock = events.filter(({ type }) => type === 'inventory.changed').map(({ data }) => data);
    expect(stock).toContainEqual(expect.objectContaining({ ItemNo: 'WINE-1', OnHandQuantity: 62 }));
  });

  test('200: a range of time', async () => {
    const winery = await openWinery(server);
    await winery.created();
    await winery.created();
    const { events } = await feed(winery, { Kinds: ['order.status_changed'] });
    expect(events).toHaveLength(2);
    const [first, second] = events.map(({ timestamp }) => timestamp);
    const Kinds = ['order.status_changed'];
    const ids = async (asked: Json) => (await feed(winery, { Kinds, ...asked })).events.map(({ EventId }) => EventId);
    const all = events.map(({ EventId }) => EventId);
    const early = Temporal.Instant.from(first).subtract({ hours: 1 }).toString();
    const late = Temporal.Instant.from(second).add({ hours: 1 }).toString();
    expect(await ids({ From: early, To: late })).toEqual(all);
    // Its ends are included, as the events show them.
    expect(await ids({ From: first, To: second })).toEqual(all);
    expect(await ids({ From: first, To: first })).toEqual(all.slice(0, 1));
    expect(await ids({ From: late })).toEqual([]);
    expect(await ids({ To: early })).toEqual([]);
    // In the hour that is repeated in autumn a range begins the first time and ends the second time.
    expect(await ids({ From: '2025-11-02T01:45:00', To: '2025-11-02T01:15:00' })).toEqual([]);
    // The feed stops before the range ends and continues there without it.
    const { next } = await feed(winery, { Kinds, To: early });
    expect(await ids({ After: next })).toEqual(all);
    // A transaction that began before `From` and committed after the first order hides nothing.
    const { db } = server.environment;
    const accepted = await db.rows<{ seq: number; at: Temporal.Instant }>(
      `select seq, at from log where customer_no = $1 and kind = 'sales_order.accepted' order by seq desc limit 1`,
      [winery.customerNo],
    );
    const last = assertPresent(accepted[0], 'the entry of the last order');
    const earlier = last.at.subtract({ minutes: 10 });
    await ensureLogMonth(earlier);
    await db.rows('update log set at = $3 where customer_no = $1 and seq = $2', [winery.customerNo, last.seq, earlier]);
    expect(await ids({ From: first })).toEqual(all.slice(0, 1));
  });

  test('200: an event that was committed after a later one is in its range, and ranges in a row miss none', async () => {
    const winery = await openWinery(server);
    for (let n = 0; n < 4; n += 1) await winery.created();
    const { db } = server.environment;
    const accepted = await db.rows<{ seq: number }>(
      "select seq from log where customer_no = $1 and kind = 'sales_order.accepted' order by seq",
      [winery.customerNo],
    );
    // Noon is between the first two and the last; the third began before noon and was committed after the second.
    const noon = Temporal.Now.instant().subtract({ hours: 100 });
    await ensureLogMonth(noon.subtract({ seconds: 60 }));
    for (const [n, seconds] of [-60, 60, -30, 120].entries()) {
      await db.rows('update log set at = $3 where customer_no = $1 and seq = $2', [
        ...[winery.customerNo, accepted[n]?.seq, noon.add({ seconds })],
      ]);
    }
    const Kinds = ['order.status_changed'];
    const [first, second, third, fourth] = (await feed(winery, { Kinds })).events.map(({ EventId }) => EventId);
    const read = async (asked: Json) => {
      const { events, next } = await feed(winery, { Kinds, ...asked });
      return { ids: events.map(({ EventId }) => EventId), next };
    };
    const To = noon.toString();
    expect((await read({ To })).ids).toEqual([first, third]);
    expect((await read({ From: noon.add({ milliseconds: 1 }).toString() })).ids).toEqual([second, fourth]);
    for (const Top of [1, 2, 3]) {
      const { ids, next } = await read({ To, Top });
      expect(ids).toEqual([first, third]);
      // The same range has no more; others continue before what it has left out.
      expect((await read({ To, After: next })).ids).toEqual([]);
      expect((await read({ After: next })).ids).toEqual([second, third, fourth]);
      expect((await read({ After: next, To: noon.add({ seconds: 90 }).toString() })).ids).toEqual([second, third]);
    }
  });

  test('200: a range that ends before what was read repeats nothing of it', async () => {
    const winery = await openWinery(server);
    const { next } = await feed(winery);
    await winery.created({ HoldOrder: true });
    // Of one change; the cursor is between them.
    const first = (await winery.client.call(name, { After: next, Top: 1 })).body;
    const To = Temporal.Instant.from(first.Events[0].timestamp).subtract({ hours: 1 }).toString();
    const { body: ended } = await winery.client.call(name, { After: first.Next, To });
    expect(ended).toMatchObject({ Events: [], HasMore: false });
    const { events } = await feed(winery, { After: ended.Next });
    expect(typesOf([...first.Events, ...events])).toEqual(['order.status_changed', 'order.held']);
  });

  test('200: at the end of the log of a quiet winery, Next is of today, so that it stays valid', async () => {
    const winery = await openWinery(server);
    await winery.created();
    const { db } = server.environment;
    await ensureLogMonth(Temporal.Instant.from('2020-01-15T00:00:00Z'));
    await db.rows(`update log set at = '2020-01-15T00:00:00Z' where customer_no = $1`, [winery.customerNo]);
    const dayOf = (next: string) => firstDayNeededByCursor(next.replace(/-[0-9a-f]{6}$/, ''))?.toString();
    const { body } = await winery.client.call(name, { Top: 1 });
    expect(dayOf(body.Next)).toBe('2020-01-15');
    expect(dayOf((await feed(winery)).next)).toBe(Temporal.Now.plainDateISO('UTC').toString());
  });
});

describe('400', () => {
  const fault = (Field: string, Code: string) => ({ status: 400, body: { Errors: [{ Field, Code }] } });

  test('400: cursors that are none, of another customer, or too old', async () => {
    const { client, customerNo } = await server.customer();
    const issued = (cursor: string) => formatIssuedEventCursor(cursor, { environment: 'test', customerNo });
    expect(await client.call(name, { After: 'yesterday' })).toMatchObject(fault('After', 'UnknownCursor'));
    const [own, other] = [await openWinery(server), await openWinery(server)];
    const { next: before } = await feed(other);
    await own.created();
    expect(await own.client.call(name, { After: before })).toMatchObject(fault('After', 'UnknownCursor'));
    const ahead = formatEventCursor({ seq: 1_000_000, read: 0 }, Temporal.Now.instant());
    expect(await client.call(name, { After: issued(ahead) })).toMatchObject(fault('After', 'UnknownCursor'));
    const [, seq = ''] = (await readCurrentEventCursor(server.environment.db, customerNo)).split('-');
    const within = formatEventCursor({ seq: Number.parseInt(seq, 36), read: 1 }, Temporal.Now.instant());
    expect(await client.call(name, { After: issued(within) })).toMatchObject(fault('After', 'UnknownCursor'));
    const old = formatEventCursor({ seq: 0, read: 0 }, Temporal.Instant.from('2020-01-01T00:00:00Z'));
    expect(await client.call(name, { After: old })).toMatchObject(fault('After', 'UnknownCursor'));
    expect(await client.call(name, { After: issued(old) })).toMatchObject(fault('After', 'CursorTooOld'));
  });

  test('400: a range that ends before it begins, an unknown kind, a page of none', async () => {
    const { client } = await server.customer();
    const range = { From: '2026-11-20T00:00:00Z', To: '2026-11-19T00:00:00Z' };
    expect(await client.call(name, range)).toMatchObject(fault('To', 'Range'));
    expect(await client.call(name, { Kinds: ['order.lost'] })).toMatchObject({ status: 400 });
    expect(await client.call(name, { Top: 0 })).toMatchObject(fault('Top', 'Minimum'));
  });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect(await client.call(name, { Authentication })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
});
