/** Picking/PutBack: what orders that were taken back left in a tote is in its bins again, without a picking task. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { leaveInTote, openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const putBack = async (Tote: string, more: object = {}) =>
  await picking.floor.packer.call('Picking/PutBack', { Warehouse: worked, Tote, ...more });

test('200 in a warehouse that became automatic, once: the bins have the bottles again, and the tote is free', async () => {
  const { winery, tote, place } = await leaveInTote(picking);
  const { db } = server.environment;
  await editSettings(db, 'update warehouses set is_worked = false where code = $1', [worked]);
  try {
    const before = (await picking.contentOf(place, winery, 'WINE-1')) ?? 0;
    const { status, body } = await putBack(` ${tote.toLowerCase()} `);
    expect([status, body]).toEqual([200, { Warehouse: worked, Tote: tote, Units: 1 }]);
    expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before + 1);
    expect((await putBack(tote)).status).toBe(404);
    expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before + 1);
    const { body: list } = await picking.floor.packer.call('Picking/ListLeftovers', { Warehouse: worked });
    expect(list.Totes.map(({ Tote }: { Tote: string }) => Tote)).not.toContain(tote);
  } finally {
    await editSettings(db, 'update warehouses set is_worked = true where code = $1', [worked]);
  }
});

test('400 without a tote', async () => {
  expect((await putBack('')).status).toBe(400);
});

test('403 while bottles of other orders are in the tote', async () => {
  const { tote, place, stays, winery } = await leaveInTote(picking, { isPacked: false });
  const before = await picking.contentOf(place, winery, 'WINE-1');
  const { status, body } = await putBack(tote);
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(`Tote ${tote} is in use:`)]);
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before);
  await picking.floor.label(stays.orderNo, ['WINE-1']);
  expect((await putBack(tote)).status).toBe(200);
});

test('403 for bottles that were listed, when another order was taken back meanwhile', async () => {
  const { tote, place, stays, winery } = await leaveInTote(picking, { isPacked: false });
  const listed = async () => {
    const { body } = await picking.floor.packer.call('Picking/ListLeftovers', { Warehouse: worked, Top: 100 });
    return body.Totes.find(({ Tote }: { Tote: string }) => Tote === tote);
  };
  const { Version: ExpectedVersion } = await listed();
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: stays.reference }];
  await picking.floor.led('TakeBack', { Orders, Note: 'the winery called' });
  const before = (await picking.contentOf(place, winery, 'WINE-1')) ?? 0;
  const { status, body } = await putBack(tote, { ExpectedVersion });
  expect([status, body.State, body.Reason]).toEqual([403, 'CHANGED', expect.stringContaining('Read again')]);
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before);
  expect((await putBack(tote, { ExpectedVersion: (await listed()).Version })).body).toMatchObject({ Units: 2 });
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before + 2);
});

test('404 in a warehouse of other people, and for a tote without leftovers', async () => {
  const { tote } = await leaveInTote(picking);
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Picking/PutBack', { Warehouse: worked, Tote: tote })).status).toBe(404);
  expect((await putBack(await picking.tote())).status).toBe(404);
});
