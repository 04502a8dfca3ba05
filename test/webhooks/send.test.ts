/** One attempt: what is kept of the response, how long it is waited for, what is a success, and when it is sent twice. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIpAddressRules } from '../../src/webhooks/address-rules.ts';
import { createWebhookAgentFactory } from '../../src/webhooks/connector.ts';
import { computeWebhookRetrySeconds, isSuccessResponse, maxWebhookAttempts } from '../../src/webhooks/endpoint.ts';
import { sendWebhook } from '../../src/webhooks/send-attempt.ts';
import { generateWebhookSecret } from '../../src/webhooks/signature.ts';

type Reply = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const ok: Reply = (_request, response) => response.writeHead(200).end();
const silent: Reply = () => undefined;
const cut: Reply = (request) => request.socket.destroy();

let receiver: http.Server;
let url: URL;
let reply: Reply = ok;
let received: http.IncomingMessage[] = [];
beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    received.push(request);
    request.resume().on('end', () => reply(request, response));
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = new URL(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/a`);
});
let agent: ReturnType<ReturnType<typeof createWebhookAgentFactory>>;
beforeEach(() => {
  received = [];
  agent = createWebhookAgentFactory({ rules: createIpAddressRules(['127.0.0.0/8']), timeoutMs: 5_000 })();
});
afterEach(() => agent.destroy());
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const [secret, previous] = [generateWebhookSecret(), generateWebhookSecret()];

const send = (next: Reply, { timeoutMs = 5_000, untilMs = 0 } = {}) => {
  reply = next;
  const open = () => ({ origin: url.origin, path: url.pathname, secret, previous: { secret: previous, untilMs } });
  return sendWebhook(agent, open, { eventId: 'E', body: Buffer.from('{}') }, timeoutMs);
};

test('a receiver that closes a new connection without a reply gets the delivery once', async () => {
  expect(await send(cut)).toMatchObject({ status: 0 });
  expect(received).toHaveLength(1);
});

test('a kept connection that is closed when it is used is replaced, and the delivery is sent again at once', async () => {
  await send(ok);
  // Until the connection is free again.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const [first] = received;
  const cutOnce: Reply = (request, response) => (request.socket === first?.socket ? cut : ok)(request, response);
  expect(await send(cutOnce)).toMatchObject({ status: 200 });
  expect(received).toHaveLength(3);
});

test('a receiver that does not reply in time has failed', async () => {
  const { status, ms, response } = await send(silent, { timeoutMs: 150 });
  expect([status, response]).toEqual([0, expect.stringContaining('time')]);
  expect(ms).toBeLessThan(2_000);
});

test('a reply whose body does not arrive has its status, and says so', async () => {
  const head: Reply = (_request, response) => response.writeHead(500, { 'content-length': '9' }).flushHeaders();
  const late = await send(head, { timeoutMs: 150 });
  expect([late.status, late.response]).toEqual([500, 'The body of the response did not arrive in time.']);
  const cutBody: Reply = (request, response) => {
    head(request, response);
    setImmediate(() => request.socket.destroy());
  };
  const lost = await send(cutBody);
  expect([lost.status, lost.response]).toEqual([500, 'The body of the response did not arrive.']);
});

test('a redirect is not followed and is no success', async () => {
  const { status } = await send((_request, response) => response.writeHead(302, { location: '/b' }).end());
  expect([status, isSuccessResponse({ status }), received.length]).toEqual([302, false, 1]);
});

test('a few interim responses are skipped; a receiver that sends them without end loses its connection', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
  const few: Reply = (request, response) => {
    request.socket.write(interim.repeat(3));
    response.end('ok');
  };
  expect(await send(few)).toMatchObject({ status: 200, response: 'ok' });
  const endless: Reply = (request) => {
    const write = () => {
      if (!request.socket.destroyed) request.socket.write(interim.repeat(100), () => setImmediate(write));
    };
    write();
  };
  const cutOff = await send(endless);
  expect(cutOff).toMatchObject({ status: 0, response: expect.stringContaining('interim responses') });
  expect(cutOff.ms).toBeLessThan(2_000);
});

test('100 Continue that no request asks for is a failure that says so', async () => {
  const unasked: Reply = (_request, response) => {
    response.writeContinue();
    response.end('ok');
  };
  expect(await send(unasked)).toMatchObject({ status: 0, response: expect.stringContaining('100 Continue') });
  expect(received).toHaveLength(1);
});

test('the first kilobyte of a response is kept', async () => {
  const { response } = await send((_request, stream) => stream.writeHead(500).end('x'.repeat(5_000)));
  expect(response).toBe('x'.repeat(1_024));
});

test('the secret before signs until its time is over', async () => {
  for (const untilMs of [Date.now() + 60_000, Date.now() - 1]) await send(ok, { untilMs });
  const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
  expect(signatures).toEqual([2, 1]);
});

test('retries wait 30 seconds, doubled each time: 68 hours with all 14 attempts', () => {
  const delays = Array.from({ length: maxWebhookAttempts - 1 }, (_, failed) => computeWebhookRetrySeconds(failed + 1));
  expect([delays.slice(0, 3), delays.length]).toEqual([[30, 60, 120], 13]);
  expect(Math.round(delays.reduce((sum, seconds) => sum + seconds, 0) / 3_600)).toBe(68);
});
