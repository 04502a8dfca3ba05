/** Bodies that never end: their memory is bounded, and they do not delay complete requests. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await openTestServer({ settings: { BODIES_IN_FLIGHT: '6MiB' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

async function bytesInFlight(): Promise<number> {
  const text = await server.api.metrics.text();
  return Number(/dray_http_bytes\{of="bodies"\} (\d+)/.exec(text)?.[1] ?? 0);
}

/** Sends so many bytes of a batch that is longer. */
function beginBatch(bytes: number): void {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    'POST /test/v3/api/SalesOrder/BatchSalesOrder HTTP/1.1\r\nhost: x\r\n' +
      `content-type: application/json\r\ncontent-length: ${bytes + 1}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(bytes, ' '));
}

it('what does not fit is 503 with Retry-After, until the slow ones have lost their room', async () => {
  const winery = await server.customer();
  const mib = 1024 ** 2;
  const name = 'SalesOrder/BatchSalesOrder';
  const body = JSON.stringify(withCredentials(name, winery, { SalesOrdersInfo: [], Padding: 'x'.repeat(2 * mib) }));
  const sendBesideOthers = async () => {
    for (let count = 0; count < 3; count += 1) beginBatch(1.5 * mib);
    return await winery.client.send(name, body);
  };
  let refused = await sendBesideOthers();
  // Where the machine is so busy that the others have become slow meanwhile, they have lost their room.
  for (let attempt = 0; attempt < 50 && refused.status === 200; attempt += 1) refused = await sendBesideOthers();
  expect(refused).toMatchObject({ status: 503, body: { Code: 'Unavailable', Errors: [] } });
  expect(refused.headers.get('retry-after')).toBe('1');

  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await winery.client.send(name, body)).status).toBe(200);
  await expect.poll(bytesInFlight).toBeLessThanOrEqual(4 * mib);
});
