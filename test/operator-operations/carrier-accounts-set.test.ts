/** CarrierAccounts/Set: keys go in and never come out; labels are bought and voided through the account that fits. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertPresent } from '../../src/lib/assert.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createCarrierAccountSource } from '../../src/shipping-labels/carrier-accounts.ts';
import { buyAndVoidDueLabels, labelDepsOf, voidLabelsAndReopenOrder } from '../../src/shipping-labels/index.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { later, takeUp } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';

const [mainKey, fedexKey, newKey] = [
  'EZTK-main-never-shown-m1m1',
  'EZTK-fedex-never-shown-f2f2',
  'EZTK-new-never-shown-n3n3',
];
const webhookSecret = 'an invented webhook secret'.replaceAll(' ', '-');
const general = { Provider: 'easypost', Warehouse: '', CustomerNo: '', Carriers: [], Enabled: true };
const main = { ...general, Account: 'MAIN', Name: 'Main' };

let carrier: FakeCarrier;
let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  carrier = await openFakeCarrier();
  server = await openProductionServer({ settings: { EASYPOST_BASE_URL: carrier.url } });
  admin = await signedIn(server, 'admin');
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});

const set = async (request: object) => await admin.call('CarrierAccounts/Set', request);
const keyOf = (authorization: unknown): string =>
  Buffer.from(String(authorization).replace('Basic ', ''), 'base64').toString().replace(/:$/, '');
/** The only accounts at carriers that the new shipments since then name. */
const accountsAsked = (): unknown[] =>
  carrier.asked.flatMap(({ body }) => {
    const { shipment } = (body ?? {}) as { shipment?: { carrier_accounts?: string[] } };
    return shipment === undefined ? [] : [shipment.carrier_accounts];
  });
/** The keys with which the carrier was asked since then. */
const keysAsked = (): string[] => [
  ...new Set(carrier.asked.splice(0).map(({ authorization }) => keyOf(authorization))),
];

test('200 an account without which orders were held is used for the next label, and another one that fits better', async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  const deps = assertPresent(labelDepsOf(server.environment), 'the carrier accounts');
  const { customerNo } = winery;
  const fedex = { ...general, Account: 'FEDEX', Name: 'FedEx of a winery', CustomerNo: customerNo };
  const offered = {
    ShippingCarrier: 'FEX',
    Services: ['GRND', 'HOME'],
    AccountNumber: '123456789',
    ScanForms: false,
    ProviderAccountId: 'ca_1',
  };
  expect((await set({ ...main, ApiKey: mainKey, WebhookSecret: webhookSecret })).status).toBe(200);
  expect((await set({ ...fedex, Carriers: [offered], ApiKey: fedexKey })).status).toBe(200);
  const throughOf = async (orderId: string) =>
    (await db.rows<{ through: string }>('select through from label_intents where order_id = $1', [orderId]))[0]
      ?.through;
  const buy = async (orderId: string) => {
    await takeUp(deps, customerNo);
    await buyAndVoidDueLabels(deps, customerNo);
    return await throughOf(orderId);
  };
  const first = await winery.created({ ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } });
  expect([await buy(first), accountsAsked(), keysAsked()]).toEqual(['FEDEX', [['ca_1']], [fedexKey]]);
  const second = await winery.created({ ShipmentInfo: { ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND' } });
  expect([await buy(second), accountsAsked(), keysAsked()]).toEqual(['MAIN', [undefined], [mainKey]]);
  // Disabled, it buys nothing more, and voids what it has bought.
  expect((await set({ ...fedex, Carriers: [offered], Enabled: false })).status).toBe(200);
  const third = await winery.created({ ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } });
  expect([await buy(third), keysAsked()]).toEqual(['MAIN', [mainKey]]);
  const request = { customerNo, reference: uuidv7(), actor: 'operator:test', operation: 'test', timeZone: 'UTC' };
  const voiding = { ...request, order: { customerNo, reference: first }, reason: 'wrong' };
  await db.write((tx) => voidLabelsAndReopenOrder(tx, voiding));
  await later(db);
  await buyAndVoidDueLabels(deps, customerNo);
  expect(keysAsked()).toEqual([fedexKey]);
  expect(carrier.shipments.find(({ refundStatus }) => refundStatus !== null)?.reference).toContain('dray.');
});

test('200 labels that were requested before the only account was disabled wait until one is enabled', async () => {
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const { db } = server.environment;
  const deps = assertPresent(labelDepsOf(server.environment), 'the carrier accounts');
  const orderId = await winery.created({ ShipmentInfo: { ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND' } });
  await takeUp(deps, customerNo);
  await set({ ...main, Enabled: false });
  await buyAndVoidDueLabels(deps, customerNo);
  expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER', holds: [] });
  await set(main);
  await later(db);
  await buyAndVoidDueLabels(deps, customerNo);
  const states = await db.rows('select state, through from label_intents where order_id = $1', [orderId]);
  expect(states).toEqual([{ state: 'bought', through: 'MAIN' }]);
});

test('200 a key is replaced, and in no reply, audit entry, log line or column', async () => {
  const replaced = await set({ ...main, ApiKey: newKey });
  expect(replaced.body).toEqual({ ...main, KeyEnding: 'n3n3', WebhookSecretEnding: webhookSecret.slice(-4) });
  const { body } = await admin.call('CarrierAccounts/List');
  const audit = await auditOf(server, 'CarrierAccounts/Set');
  const { rows } = await server.database.pool.query('select * from carrier_accounts');
  const everything = [JSON.stringify([replaced.body, body, audit, rows]), ...server.logged].join('\n');
  const stored = rows.map(({ encrypted_key: key }: { encrypted_key: Buffer }) => key.toString('latin1')).join('\n');
  for (const secret of [mainKey, fedexKey, newKey, webhookSecret]) {
    expect(everything).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(audit.at(-1)).toMatchObject({
    action: 'carrier_account.set',
    subject: 'MAIN',
    before: { KeyEnding: 'm1m1' },
    after: { KeyEnding: 'n3n3' },
  });
});

test('200 without a text keeps the webhook secret, and an empty text removes it', async () => {
  expect((await set(main)).body.WebhookSecretEnding).toBe(webhookSecret.slice(-4));
  expect((await set({ ...main, WebhookSecret: '' })).body.WebhookSecretEnding).toBe('');
  const { rows } = await server.database.pool.query(
    "select encrypted_webhook_secret is null as removed from carrier_accounts where code = 'MAIN'",
  );
  expect(rows).toEqual([{ removed: true }]);
});

test('accounts are read although a key cannot be decrypted: its account is left out', async () => {
  const { db, config } = server.environment;
  const openWith = async (secretKey: string) =>
    (await createCarrierAccountSource(db, { ...config, secretKey }, 1_000).read()).map(({ code }) => code);
  expect(await openWith(config.secretKey)).toContain('MAIN');
  expect(await openWith('the key of another deployment, of 32 characters')).not.toContain('MAIN');
});

test('400 names what is not possible', async () => {
  expect((await set({ ...main, ApiKey: 'short' })).body.Errors[0].Field).toBe('ApiKey');
  expect((await set({ ...main, Account: 'NEW' })).body.Reason).toBe('A new account needs its API key.');
  const offered = { Services: ['GRND'], AccountNumber: '', ScanForms: false };
  const unknown = { ...offered, ShippingCarrier: 'UPS', ProviderAccountId: '123456789' };
  expect((await set({ ...main, Carriers: [unknown] })).body.Errors[0].Field).toMatch(/ProviderAccountId$/);
  const twice = ['UPS', 'UPS'].map((ShippingCarrier) => ({ ...offered, ShippingCarrier }));
  expect((await set({ ...main, Carriers: twice })).body.Reason).toBe('Each carrier may be listed once.');
  const chosen = await set({ ...main, Carriers: [{ ...offered, ShippingCarrier: 'BSW' }] });
  expect(chosen.body.Reason).toContain('Labels cannot be bought from BSW');
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const colleague = await signedIn(server, 'admin');
  await colleague.call('CarrierAccounts/Set', { ...main, Name: 'Theirs' });
  const { status, body } = await set({ ...main, Name: 'Mine', ExpectedVersion: '0' });
  expect([status, body.State]).toEqual([403, 'CHANGED']);
  expect(body.Reason).toContain(colleague.operator.email);
});

test('404 for an unknown warehouse or customer', async () => {
  expect((await set({ ...main, Warehouse: 'NOPE9' })).status).toBe(404);
  expect((await set({ ...main, CustomerNo: 'UNKNOWN-'.padEnd(30, '9') })).status).toBe(404);
});
