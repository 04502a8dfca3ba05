/**
 * A whole server, as a user runs it, under load: told to stop it cuts no request; killed it loses nothing that it had
 * acknowledged, and what is sent again answers the first reference.
 */

import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, openClient } from '../support/client.ts';
import { freshOrderNo } from '../support/orders.ts';
import { type Program, privateFolder, run } from '../support/process.ts';
import { sentOrder } from '../support/winery.ts';

const root = path.resolve(import.meta.dirname, '../..');
const node = path.join(root, 'node_modules/node/bin/node');

let folder: ReturnType<typeof privateFolder>;
let server: Program;

const serve = (): Program =>
  run(node, [path.join(root, 'src/main.ts'), 'serve'], {
    cwd: folder.path,
    env: {
      DATA_DIR: path.join(folder.path, 'data'),
      PORT: '0',
      RATE_LIMIT: 'off',
      SIMULATION: 'manual',
      LOG_LEVEL: 'warn',
      npm_lifecycle_event: undefined,
    },
  });

beforeEach(() => {
  folder = privateFolder();
  server = serve();
});
afterEach(async () => {
  server.kill('SIGTERM');
  await server.ended();
  folder.remove();
});

/** The demo winery of the first start. */
async function demo(): Promise<{ client: Client; at: (program: Program) => Promise<Client> }> {
  const word = async (name: string) => (await server.waitForOutput(new RegExp(`${name}\\s+(\\S+)`)))[1] as string;
  const credentials = {
    userKey: await word('UserKey'),
    password: await word('Password'),
    customerNo: await word('CustomerNo'),
    accessToken: await word('AccessToken'),
  };
  const at = async (program: Program) => {
    const [, base] = await program.waitForOutput(/test\s+(http\S+)/);
    return openClient(base as string, credentials);
  };
  return { client: await at(server), at };
}

interface Sent {
  readonly body: object;
  /** The answered reference; undefined when there was no answer. */
  reference?: string;
  /** Anything but a whole answer or a connection that was never accepted. */
  cut?: string;
}

/** Sends orders from many sides until told to stop or until the server is gone. */
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

/** Waits until the load is in full swing, however slow the machine is. */
async function loaded(sent: readonly Sent[]): Promise<void> {
  const acknowledged = () => sent.filter(({ reference }) => reference !== undefined).length;
  await expect.poll(acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(200);
}

async function expectVerified(): Promise<void> {
  const verify = run(node, [path.join(root, 'src/main.ts'), 'verify'], {
    cwd: folder.path,
    env: { DATA_DIR: path.join(folder.path, 'data') },
  });
  expect(await verify.ended()).toEqual({ code: 0, signal: null });
  expect(verify.stdout()).toBe('production: ok\ntest: ok\n');
}

test('told to stop under load, it answers every request that it took, and then ends', async () => {
  const { client } = await demo();
  const { sent, stop } = load(client);
  await loaded(sent);
  server.kill('SIGTERM');
  expect(await server.ended()).toEqual({ code: 0, signal: null });
  await stop();
  expect(sent.flatMap(({ cut }) => cut ?? [])).toEqual([]);
  expect(sent.filter(({ reference }) => reference !== undefined).length).toBeGreaterThan(50);
}, 90_000);

test('killed under load, it has lost nothing acknowledged, and knows what is sent again', async () => {
  const { client, at } = await demo();
  const { sent, stop } = load(client);
  await loaded(sent);
  server.kill('SIGKILL');
  await server.ended();
  await stop();
  server = serve();
  const again = await at(server);
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
