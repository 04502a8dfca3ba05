/** CarrierAccounts/Test: whether the carrier accepts a key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierServer, json, openCarrierServer, recording } from '../carriers/recorded-server.ts';
import { lastAudit } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const key = 'EZTK-tested-and-never-shown';
const notFound = json(404, { error: { code: 'NOT_FOUND', message: 'The shipment could not be found.', errors: [] } });
/** An error as the carrier words one. */
const recorded = recording('error--pulls-out-error-properties-of-an-api-error')[0]?.response;

let answer = notFound;
let carrier: CarrierServer;
let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  carrier = await openCarrierServer(() => answer);
  server = await openTestServer({ settings: { EASYPOST_BASE_URL: carrier.url } });
  admin = await signedIn(server, 'admin');
  const all = { Provider: 'easypost', Warehouse: '', CustomerNo: '', Carriers: [], Enabled: true };
  await admin.call('CarrierAccounts/Set', { Account: 'MAIN', Name: 'Main', ...all, ApiKey: key });
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});

const tested = async () => (await admin.call('CarrierAccounts/Test', { Account: 'MAIN' })).body;

test('200 asks for a shipment that does not exist, with the key', async () => {
  expect(await tested()).toEqual({ Result: 'connected', Message: '' });
  const [asked] = carrier.asked;
  expect([asked?.method, asked?.path]).toEqual(['GET', '/v2/shipments/dray-connection-test']);
  expect(asked?.authorization).toBe(`Basic ${Buffer.from(`${key}:`).toString('base64')}`);
  const entry = await lastAudit(server, 'CarrierAccounts/Test');
  expect(entry).toMatchObject({ action: 'carrier_account.tested', subject: 'MAIN', after: { Result: 'connected' } });
});

test('200 says why the carrier refuses the key, without it', async () => {
  answer = json(401, { error: { code: 'APIKEY.INACTIVE', message: `the key ${key} is inactive`, errors: [] } });
  expect(await tested()).toEqual({ Result: 'failed', Message: 'the API key is invalid (HTTP 401)' });
  answer = recorded === undefined ? answer : json(recorded.status, recorded.body);
  expect(await tested()).toMatchObject({ Result: 'failed' });
  answer = notFound;
  expect(server.logged.join('')).not.toContain(key);
});

test('400 for a code that is none', async () => {
  expect((await admin.call('CarrierAccounts/Test', { Account: 'x' })).status).toBe(400);
});

test('404 for an unknown account', async () => {
  expect((await admin.call('CarrierAccounts/Test', { Account: 'UNKNOWN' })).status).toBe(404);
});
