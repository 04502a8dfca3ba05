/** Real deliveries of every kind, and of any bytes, to the independent library of receivers and by the published schemas. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAsyncApiDocument } from '../../src/api/asyncapi.ts';
import { buildOpenApiDocument } from '../../src/api/openapi.ts';
import { eventKinds } from '../../src/events/index.ts';
import { type RunningWebhookSender, startWebhookSender } from '../../src/webhooks/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { validatorOf } from '../support/document-schemas.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, type Receiver, testFeed } from '../support/webhooks.ts';
import type { Json } from '../support/winery.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const patience = { timeout: 60_000, interval: 20 };

let server: TestServer;
let receiver: Receiver;
let sender: RunningWebhookSender | undefined;
beforeAll(async () => {
  server = await openTestServer({ settings: allowLoopback });
  receiver = await openReceiver();
});
afterEach(() => sender?.stop());
afterAll(async () => {
  await receiver.close();
  await server.close();
});

/** Creates an endpoint in each format, and returns their secrets by path. */
async function endpoints({ client, customerNo }: { client: Json; customerNo: string }): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const Format of ['standard', 'tracking_update']) {
    const path = `/${customerNo}/${Format}`;
    const { body } = await client.call('Webhook/CreateEndpoint', { Url: receiver.url + path, Format });
    secrets.set(path, body.Secret);
    await client.call('Webhook/SendTest', { EndpointId: body.EndpointId });
  }
  return secrets;
}

/** A schema that allows no other properties than it names. */
const strict = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
  );

/** What is wrong with a body, by the schema of its kind in both documents. */
function bodyErrors(): (kind: string, body: unknown) => unknown[] {
  const asyncApi: Json = strict(buildAsyncApiDocument('Acme'));
  const openApi: Json = strict(buildOpenApiDocument([], 'Acme', ''));
  const [byAsyncApi, byOpenApi] = [validatorOf(asyncApi), validatorOf(openApi)];
  return (kind, body) => [
    ...byAsyncApi(asyncApi.components.messages[kind.replaceAll('.', '_')].payload, body),
    ...byOpenApi(openApi.webhooks[kind].post.requestBody.content['application/json'].schema, body),
  ];
}

test('every kind arrives in both formats as both documents describe it', async () => {
  const [orders, inbound, transfers] = [
    await openReturnsWinery(server),
    await openInboundWinery(server),
    await openTransferWinery(server),
  ];
  const secrets = new Map<string, string>();
  for (const own of [orders, inbound, transfers]) {
    for (const [path, secret] of await endpoints(own)) secrets.set(path, secret);
  }
  sender = startWebhookSender(server.environment);
  const TransactionReferenceNumber = await orders.created({ HoldOrder: true });
  await orders.update({ OrderInfo: { TransactionReferenceNumber }, HoldOrder: false });
  await orders.delivered({ OrderInfo: { OrderNo: 'BODIES-1' } });
  await orders.sendBack({ OrderNo: 'BODIES-1', Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
  await orders.advance(12);
  await inbound.created();
  await inbound.receive({ CustomerReferenceNo: 'INBOUND-1', Lines: [{ ItemNo: 'PIN', ItemQuantity: 5 }] });
  await transfers.transferred();
  await transfers.until('2031-03-04T09:05:00');
  await transfers.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 62 }] });
  const feed = (await orders.client.call('Event/GetEvents', { From: '2020-01-01', Top: 500 })).body.Events;
  const arrived = () => receiver.received.map(({ body }) => JSON.parse(body));
  await expect
    .poll(() => new Set(arrived().map(({ type, event }) => type ?? event)), patience)
    .toEqual(new Set([...eventKinds, 'webhook.test', 'tracking_update']));
  // Its updates, and the test.
  const updates = feed.filter(({ type }: Json) => type === 'tracking.updated').length + 1;
  await expect.poll(() => receiver.at(`/${orders.customerNo}/tracking_update`).length, patience).toBe(updates);
  const errorsOf = bodyErrors();
  for (const { path, bytes, headers } of receiver.received) {
    const body: Json = new Webhook(secrets.get(path) ?? '').verify(bytes, headers);
    expect(errorsOf(body.type ?? body.event, body), JSON.stringify(body)).toEqual([]);
    if (body.event !== undefined) expect(body.event_id).toBe(headers['webhook-id']);
  }
}, 120_000);

test('raw bytes are signed: a megabyte of odd numbers and characters, which no parser may change', async () => {
  const feed = testFeed();
  const own = await server.customer();
  const secrets = await endpoints(own);
  const odd =
    '{"type":"x", "n":[136.0,1E+2,-0.0,12345678901234567890,0.1e-7],"s":"Ch\\u00e2teau Château e\u0301 🍷 \u2028 \\/"';
  const body = `${odd},"Long":"${'é🍇'.repeat(175_000)}"}`;
  const source = { ...feed.source, eventBody: () => body };
  sender = startWebhookSender(server.environment, { source });
  const [eventId] = await feed.add(server.environment, own.customerNo, ['package:1']);
  for (const [path, secret] of secrets) {
    const found = () => receiver.at(path).find(({ id }) => id === eventId);
    await expect.poll(found, patience).toBeDefined();
    const { bytes, headers } = found() ?? { bytes: Buffer.alloc(0), headers: {} };
    expect(bytes.length).toBeGreaterThan(1024 * 1024);
    expect(bytes.equals(Buffer.from(body))).toBe(true);
    expect(new Webhook(secret).verify(bytes, headers)).toMatchObject({ n: [136, 100, -0, expect.any(Number), 1e-8] });
    const parsed = JSON.stringify(JSON.parse(bytes.toString()));
    expect(() => new Webhook(secret).verify(parsed, headers)).toThrow('No matching signature');
  }
}, 60_000);
