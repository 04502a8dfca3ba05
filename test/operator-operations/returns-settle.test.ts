/** Returns/Settle: a parked package is no exception any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
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

test('200 once; its label may be parked again', async () => {
  const stray = { Warehouse: returnDock, Label: 'S-1', Place: 'Shelf R2' };
  const { Stray } = await at.does('Park', stray);
  const { body } = await at.service.call('Returns/Settle', { Stray, Settlement: 'Order CLB1001' });
  expect(body).toMatchObject({ Stray, Settlement: 'Order CLB1001' });
  expect((await at.lead.call('Returns/Settle', { Stray, Settlement: 'Another' })).body).toEqual(body);
  expect((await at.service.call('Exceptions/List', { Kinds: ['Stray'] })).body.Records).toEqual([]);
  expect((await at.does('Park', stray)).Stray).not.toBe(Stray);
});

test('400 without a word of what became of it', async () => {
  expect((await at.service.call('Returns/Settle', { Stray: uuidv7(), Settlement: '' })).status).toBe(400);
});

test('404 for a package that is none', async () => {
  expect((await at.service.call('Returns/Settle', { Stray: uuidv7(), Settlement: 'Found' })).status).toBe(404);
});
