/** Returns/Park: a package without an owner is an exception until it is settled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { insertStrayPackage } from '../../src/return-station/stray-store.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { signedIn } from '../support/operator.ts';
import { openReturnStation, type ReturnStation, returnDock } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const stray = (Label: string) => ({ Warehouse: returnDock, Label, Place: 'Shelf R2', Note: 'Two bottles' });

test('200 customer service sees it, once, however often it is scanned', async () => {
  const parked = await at.does('Park', stray('x-4711'));
  expect(parked).toMatchObject({ Label: 'X-4711', Place: 'Shelf R2', ParkedBy: at.inspector.operator.email });
  expect(await at.does('Park', { ...stray(' X-4711 '), Place: 'Dock' })).toEqual(parked);
  const { body } = await at.service.call('Exceptions/List', { Kinds: ['Stray'] });
  expect(body.Records).toMatchObject([
    {
      Kind: 'Stray',
      CustomerNo: '',
      TransactionReferenceNumber: parked.Stray,
      TrackingNumber: 'X-4711',
      Warehouse: returnDock,
      Text: 'A package without an owner stands at Shelf R2. Two bottles',
    },
  ]);
});

test('a package that is settled while it is parked again is settled before or after, not in between', async () => {
  const { db } = server.environment;
  const { Stray } = await at.does('Park', stray('X-4712'));
  let settling: Promise<void> | undefined;
  let isSettled = false;
  const settle = async () => {
    await at.lead.call('Returns/Settle', { Stray, Settlement: 'It belongs to order CLB1001.' });
    isSettled = true;
  };
  const again = await db.write((tx) => {
    const rows: Tx['rows'] = async (...statement) => {
      const found = await tx.rows(...statement);
      settling ??= settle();
      while (!isSettled && (await lockWaits(db)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return found as never;
    };
    const { Label, Place: place, Note: note, Warehouse: warehouse } = stray('X-4712');
    const wanted = { strayId: uuidv7(), warehouse, label: Label, place, note, parkedBy: at.inspector.operator.email };
    return insertStrayPackage(Object.assign(Object.create(tx), { rows }), wanted);
  });
  await settling;
  expect(again).toMatchObject({ stray: { strayId: Stray, settlement: '' }, isNew: false });
});

test('200 a two-dimensional code, as long as Returns/Find reads one', async () => {
  const Label = '9'.repeat(500);
  expect(await at.does('Find', { Warehouse: returnDock, Scan: Label })).toMatchObject({ Matches: [] });
  expect(await at.does('Park', stray(Label))).toMatchObject({ Label });
});

test('400 without a place, and for a warehouse that does not exist', async () => {
  const lead = await signedIn(server, 'lead');
  expect((await lead.call('Returns/Park', { ...stray('X-1'), Warehouse: 'NONE9' })).status).toBe(400);
  expect((await at.inspector.call('Returns/Park', { ...stray('X-1'), Place: '' })).status).toBe(400);
});

test('403 in a warehouse of others', async () => {
  expect((await at.inspector.call('Returns/Park', { ...stray('X-2'), Warehouse: 'TWL01' })).status).toBe(403);
});
