/**
 * A whole server, as a user runs it, with CITUS_DATABASE_URL on its cluster, under load: SIGTERM completes all requests in progress;
 * after a kill no acknowledged order is lost, and repeated requests return the first reference.
 */

import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Client, openClient } from '../support/client.ts';
import { freshOrderNo } from '../support/orders.ts';
import { privateFolder } from '../support/process.ts';
import { openServerDatabases, type ServerDatabases } from '../support/server-databases.ts';
import { runDray, runServer, startWholeServer, type WholeServer } from '../support/whole-server.ts';
import { sentOrder } from '../support/winery.ts';

let folder: ReturnType<typeof privateFolder>;
let dataDir: string;
let server: WholeServer;
let databases: ServerDatabases;

beforeEach(async () => {
  folder = privateFolder();
  dataDir = path.join(folder.path, 'data');
  databases = await openServerDatabases();
  // For the programs that a test starts later.
  for (const [name, value] of Object.entries(databases.settings)) vi.stubEnv(name, value);
  server = await startWholeServer(dataDir, { ...databases.settings, LOG_LEVEL: 'warn' });
});
afterEach(async () => {
  server.program.kill('SIGTERM');
  await server.program.ended();
  await databases.drop();
  vi.unstubAllEnvs();
  folder.remove();
});

interface Sent {
  readonly body: object;
  /** The returned reference; undefined without a response. */
  reference?: string;
  /** Anything but a complete response or a refused connection. */
  cut?: string;
}

/** Sends orders from many clients until stopped or until the server has exited. */
function load(client: Client): { sent: Sent[]; stop(): Promise<void> } {
  const sent: Sent[] = [];
  let going = true;
  const sides = Array.from({ length: 16 }, async () => {
    while (going) {
      const entry: Sent = {
        body: sentOrder({ OrderInfo: { OrderNo: freshOrderNo() }, ItemsInfo: [{ ItemNo: '22CAB', ItemQuantity: 1 }] }),
      };
      sent.push(entry);
      try {
        const answer = await client.call('SalesOrder/CreateSalesOrder', entry.body);
        if (answer.status === 200) entry.reference = answer.body;
        else if (answer.status !== 503) entry.cut = `answered ${answer.status} ${JSON.stringify(answer.body)}`;
      } catch (error) {
        const cause = (error as { cause?: { code?: string; message?: string } }).cause;
        if (cause?.code === 'ECONNREFUSED') return;
        entry.cut = `${cause?.code ?? ''} ${cause?.message ?? error}`;
        return;
      }
    }
  });
  return {
    sent,
    stop: async () => {
      going = false;
      await Promise.all(sides);
    },
  };
}

/** Waits until the load is at full rate, however slow the machine is. */
async function loaded(sent: readonly Sent[]): Promise<void> {
  const acknowledged = () => sent.filter(({ reference }) => reference !== undefined).length;
  await expect.poll(acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(200);
}

async function expectVerified(): Promise<void> {
  expect(await runDray(dataDir, 'verify')).toEqual({ code: 0, stdout: 'production: ok\ntest: ok\n', stderr: '' });
}

test('SIGTERM under load: completes every accepted request and then exits', async () => {
  const { sent, stop } = load(server.client);
  await loaded(sent);
  server.program.kill('SIGTERM');
  expect(await server.program.ended()).toEqual({ code: 0, signal: null });
  await stop();
  expect(sent.flatMap(({ cut }) => cut ?? [])).toEqual([]);
  expect(sent.filter(({ reference }) => reference !== undefined).length).toBeGreaterThan(50);
}, 90_000);

test('kill -9 under load: loses no acknowledged order, and repeats return the first reference', async () => {
  const { sent, stop } = load(server.client);
  await loaded(sent);
  server.program.kill('SIGKILL');
  await server.program.ended();
  await stop();
  const restarted = await runServer(dataDir, { LOG_LEVEL: 'warn' });
  server = { ...server, program: restarted.program };
  const again = openClient(restarted.testUrl, server.credentials);
  const acknowledged = sent.filter(({ reference }) => reference !== undefined);
  expect(acknowledged.length).toBeGreaterThan(50);
  const answers: unknown[] = [];
  for (const { body } of sent) answers.push((await again.call('SalesOrder/CreateSalesOrder', body)).body);
  for (const [index, { reference }] of sent.entries()) {
    if (reference !== undefined) expect(answers[index]).toBe(reference);
  }
  expect(new Set(answers).size).toBe(sent.length);
  const status = await again.call('Inventory/GetStatus', {
    ItemNumbers: ['22CAB'],
    IncludeUnavailableItems: true,
  });
  expect(
    status.body.WarehouseInventoryStatuses[0].ReservedQuantity +
      status.body.WarehouseInventoryStatuses[0].BackOrderQuantity,
  ).toBe(sent.length);
  await expectVerified();
}, 120_000);
