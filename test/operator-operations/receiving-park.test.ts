/** Receiving/Park: a delivery that no order announced is counted, and nothing of it is on hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { takenPhoto } from '../support/photos.ts';
import { type Dock, dock, openDock } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const parking = (CustomerNo = at.winery.customerNo) => ({
  Warehouse: dock,
  CustomerNo,
  Place: 'Dock 2',
  Note: 'No papers',
});

test('200 items of the winery are counted, and finishing parks them', async () => {
  const { db } = server.environment;
  const { customerNo } = at.winery;
  await db.rows("update skus set upc_code = '0 1234-567890 5' where customer_no = $1 and item_no = 'ZIN'", [
    customerNo,
  ]);
  const { Session, Kind, Lines } = await at.receive('Park', parking());
  expect([Kind, Lines]).toEqual(['unannounced', []]);
  // A GS1 barcode that was set as a whole, before the GTIN of such was read.
  const whole = '011061414100041510LOT-8';
  await db.rows(`insert into item_codes (customer_no, item_no, code, units) values ($1, 'ZIN', $2, 12)`, [
    customerNo,
    whole,
  ]);
  expect(await at.scan(Session, [whole])).toMatchObject({ Verdict: 'right', Units: 12 });
  expect(await at.receive('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Units: 0 });
  await at.scan(Session, ['PIN', '012345678905']);
  expect(await at.scan(Session, ['NOTHING'])).toMatchObject({ Verdict: 'unknown', Units: 2 });
  const ended = await at.receive('Finish', { Session });
  expect(ended).toMatchObject({ State: 'parked', Place: 'Dock 2', Differences: [], Units: 2 });
  expect((await balanceOf(db, customerNo, 'ZIN', dock))?.onHand ?? 0).toBe(0);
  const { body: overview } = await at.service.call('Overview/Get', {});
  expect(overview.NeedsPerson).toContainEqual(expect.objectContaining({ Kind: 'Unannounced', CustomerNo: customerNo }));
  const { body: exceptions } = await at.service.call('Exceptions/List', { Kinds: ['Unannounced'] });
  expect(exceptions.Records).toMatchObject([
    { CustomerNo: customerNo, Warehouse: dock, Text: expect.stringContaining('Dock 2') },
  ]);
});

test('200 photos of the delivery are shown with it, also to customer service', async () => {
  const Photos = [await takenPhoto(server, at.receiver, at.winery.customerNo)];
  const { Session, Receipt } = await at.receive('Park', { ...parking(), Photos });
  expect(await at.scan(Session, ['PIN'])).toMatchObject({ Photos });
  await at.receive('Finish', { Session });
  const { body } = await at.service.call('Receiving/ListParked', { Customers: [at.winery.customerNo] });
  expect(body.Records).toContainEqual(
    expect.objectContaining({ Receipt, Photos: [{ Photo: Photos[0], ItemNo: '', InventoryStatus: '' }] }),
  );
  expect((await at.receiver.call('Receiving/Park', { ...parking(), Photos })).status).toBe(400);
});

test('400 without a place', async () => {
  expect((await at.receiver.call('Receiving/Park', { ...parking(), Place: '' })).status).toBe(400);
});

test('400 in a warehouse that is none', async () => {
  const { status, body } = await at.lead.call('Receiving/Park', { ...parking(), Warehouse: 'NOPE1' });
  expect([status, body.Errors]).toEqual([400, [expect.objectContaining({ Code: 'UnknownWarehouse' })]]);
});

test('403 in a warehouse of others', async () => {
  expect((await at.receiver.call('Receiving/Park', { ...parking(), Warehouse: 'TWL01' })).status).toBe(403);
});

test('404 for a customer that is none', async () => {
  expect((await at.receiver.call('Receiving/Park', parking('W9999'))).status).toBe(404);
});
