/** Returns/Park: a package without an owner is an exception until it is settled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
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
      ...{ Kind: 'Stray', CustomerNo: '', TransactionReferenceNumber: parked.Stray, TrackingNumber: 'X-4711' },
      ...{ Warehouse: returnDock, Text: 'A package without an owner stands at Shelf R2. Two bottles' },
    },
  ]);
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
