/** The server besides its operations: probes, metrics, deprecation, the graceful stop. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { caskOperations } from './casks.ts';

const cask = { CaskInfo: { ItemNo: 'C-100' } };

describe('a running server', () => {
  let server: TestServer;
  let production: TestServer;

  beforeAll(async () => {
    const routes = [
      (
        app: Parameters<
          NonNullable<Parameters<typeof openTestServer>[0]>['routes'] extends readonly (infer R)[] | undefined
            ? R
            : never
        >[0],
      ) => {
        app.post('/bench/noop', (request, reply) => reply.send({ parsed: typeof request.body }));
      },
    ];
    server = await openTestServer({ operations: caskOperations, routes });
    production = await openTestServer({ operations: caskOperations, environment: 'production' });
  });
  afterAll(async () => {
    await server.close();
    await production.close();
  });

  it('is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(server.url + path)).status).toBe(200);
  });

  it('counts requests by operation and status', async () => {
    const { client } = await server.customer();
    await client.call('Cask/CreateCask', cask);
    await client.call('Cask/CreateCask', { CaskInfo: {} });
    await fetch(`${server.url}/nothing/${'x'.repeat(50)}`);
    const management = await server.api.management.listen({ host: '127.0.0.1', port: 0 });
    const text = await (await fetch(`${management}/metrics`)).text();
    expect((await fetch(`${management}/readyz`)).status).toBe(200);
    expect(text).toContain('dray_http_requests_total{environment="test",operation="Cask/CreateCask",status="201"} 1');
    expect(text).toContain('dray_http_requests_total{environment="test",operation="Cask/CreateCask",status="400"} 1');
    expect(text).toContain('dray_http_requests_total{environment="",operation="unknown",status="404"} 1');
    expect(text).toMatch(/dray_http_request_seconds_bucket\{.*operation="Cask\/CreateCask"/);
    expect(text).toMatch(/dray_nodejs_eventloop_lag_seconds/);
    expect(text).toMatch(/dray_db_connections\{environment="test"\} \d/);
    expect(text).not.toContain('nothing');
  });

  it('logs a request whose client left before the response, with status 499', async () => {
    const left = connect(Number(new URL(server.url).port), '127.0.0.1');
    const begun = once(server.api.app.server, 'request');
    const head = 'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    left.write(`${head}content-length: 9\r\n\r\n{`);
    const [, response] = (await begun) as [IncomingMessage, ServerResponse];
    const closed = once(response, 'close');
    left.destroy();
    await closed;
    const requests = server.logged.map((line) => JSON.parse(line)).filter(({ status }) => status === 499);
    expect(requests).toEqual([
      expect.objectContaining({ msg: 'request', operation: 'Cask/CreateCask', reference: expect.any(String) }),
    ]);
  });

  it('has no metrics where callers are', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('says what a deprecated operation is replaced by', async () => {
    const { client } = await server.customer();
    const { headers } = await client.call('Cask/BatchCasks', {});
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toBe('</test/v3/api/Cask/CreateCask>; rel="successor-version"');
    expect((await client.call('Cask/CreateCask', cask)).headers.get('deprecation')).toBeNull();
  });

  it('has the operations of the test environment there alone', async () => {
    const { client } = await production.customer();
    expect((await client.call('Cask/CreateCask', cask)).status).toBe(201);
    expect(await client.call('Cask/AgeCasks', {})).toMatchObject({ status: 404, body: { Code: 'UnknownPath' } });
  });

  it('takes more routes from outside, over the same body parser', async () => {
    const headers = { 'content-type': 'application/json' };
    const result = await fetch(`${server.url}/bench/noop`, { method: 'POST', headers, body: '{}' });
    expect(await result.json()).toEqual({ parsed: 'object' });
  });
});

/** Longer than a slow machine takes; what never happens fails the test then. */
const maxLabelWaitMs = 60_000;

describe('stopping', () => {
  it('cuts no request, loses no refusal, closes idle connections', async () => {
    const server = await openTestServer({ operations: caskOperations });
    const winery = await server.customer();
    const { port } = new URL(server.url);
    // One that never asks, and one that sends half of a request and the rest when the server is stopping.
    let connections = 0;
    server.api.app.server.on('connection', () => {
      connections += 1;
    });
    const silent = connect(Number(port), '127.0.0.1');
    const silentClosed = new Promise((resolve) => silent.once('close', resolve));
    const late = connect(Number(port), '127.0.0.1');
    const body = JSON.stringify(withCredentials('Cask/CreateCask', winery, cask));
    const head = `POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    let got = '';
    late.on('data', (chunk) => {
      got += chunk;
    });
    const lateClosed = new Promise((resolve) => late.once('close', resolve));
    const begun = once(server.api.app.server, 'request');
    late.write(head + body.slice(0, 20));
    await begun;

    const refused = await winery.client.call('Cask/CreateCask', { CaskInfo: {} });
    const asked = Array.from({ length: 30 }, (_, i) =>
      winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo: `C-${i}` } }),
    );
    await expect.poll(() => connections, { interval: 1, timeout: maxLabelWaitMs }).toBeGreaterThanOrEqual(32);
    const stopped = server.api.stop(maxLabelWaitMs);
    const responses = await Promise.all(asked);
    late.write(body.slice(20));
    await stopped;
    await Promise.all([lateClosed, silentClosed]);

    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(got).toMatch(/^HTTP\/1\.1 201 /);
    expect(got.toLowerCase()).toContain('connection: close');
    const rows = await server.environment.db.rows<{ reference: string }>('select reference from log');
    const references = new Set(rows.map(({ reference }) => reference));
    for (const reference of [...responses.map((result) => result.body), refused.body.TransactionReferenceNumber]) {
      expect(references.has(reference)).toBe(true);
    }
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    await server.close();
  });

  it('cuts off no client that reconnects when a reply asks it to', async () => {
    const server = await openTestServer({ operations: caskOperations });
    const askers = 40;
    const answered: number[] = Array(askers).fill(0);
    // Until the port is closed. A connection that was cut would end with ECONNRESET.
    const keepAsking = async (asker: number): Promise<string> => {
      for (;;) {
        try {
          await answerOf(`${server.url}/test/v3/api/Cask/Nothing`);
          answered[asker] = (answered[asker] ?? 0) + 1;
        } catch (error) {
          return (error as { code?: string }).code ?? String(error);
        }
      }
    };
    const ended = Array.from({ length: askers }, (_, asker) => keepAsking(asker));
    await expect.poll(() => Math.min(...answered), { interval: 1, timeout: maxLabelWaitMs }).toBeGreaterThanOrEqual(3);
    await server.api.stop(maxLabelWaitMs);
    expect(new Set(await Promise.all(ended))).toEqual(new Set(['ECONNREFUSED']));
    await server.close();
  });

  it('is not held up by requests before whose clients left or sent broken HTTP', async () => {
    const server = await openTestServer({ operations: caskOperations });
    const left = connect(Number(new URL(server.url).port), '127.0.0.1');
    const broken = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [left, broken]) socket.on('error', () => undefined);
    const head = 'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const begun = once(server.api.app.server, 'request');
    left.write(`${head}content-length: 9\r\n\r\n{`);
    await begun;
    left.destroy();
    const brokenClosed = once(broken, 'close');
    broken.resume().write(`${head}transfer-encoding: chunked\r\n\r\nno chunk\r\n`);
    await brokenClosed;
    // An idle connection: without any the server would stop at once.
    await answerOf(`${server.url}/test/v3/api/Cask/Nothing`);
    // Longer than this test may take.
    await server.api.stop(600_000);
    await server.close();
  });

  it('is not held up by a request that never ends, nor by strange ones before', async () => {
    const server = await openTestServer({ operations: caskOperations });
    await fetch(`${server.url}/%zz`);
    await fetch(`${server.url}/nothing`);
    const stuck = connect(Number(new URL(server.url).port), '127.0.0.1');
    stuck.on('error', () => undefined);
    const stuckClosed = new Promise((resolve) => stuck.once('close', resolve));
    const begun = once(server.api.app.server, 'request');
    stuck.write(
      'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    await begun;
    // Without the end of its grace it would wait for as long as the connection stays open.
    await server.api.stop(300);
    await stuckClosed;
    await server.close();
  });
});

const agent = new Agent({ keepAlive: true });

/** Resolves with the answer's status; unlike `fetch` it never asks again by itself. */
function answerOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
