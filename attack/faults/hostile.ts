/** Hostile bodies and connections, while other callers' latency and the server's memory are measured. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';
import { maxServerMb, probeLimitMs, watchServer } from './watch-server.ts';

/** Limit for other callers' latency on an idle machine, with the attack running next to the server. */
const maxOthersMs = 1_500;

const kilobyte = 1024;
const nearlyOneMb = 1024 * kilobyte - 2 * kilobyte;
const nearlyFiveMb = 5 * 1024 * kilobyte - 8 * kilobyte;

const repeated = (piece: string, bytes: number) =>
  Array.from({ length: Math.floor(bytes / (piece.length + 1)) }, () => piece).join(',');

type Body = (authentication: string) => readonly [path: string, body: string];

/** The worst bodies within the limits. */
const bodies: Readonly<Record<string, Body>> = {
  'half a million wrong members': (auth) => [
    'Inventory/GetTransactions',
    `{${auth},"TransactionTypes":[${repeated('1', nearlyOneMb)}]}`,
  ],
  'wrong items of an order': (auth) => [
    'SalesOrder/CreateSalesOrder',
    `{${auth},"ItemsInfo":[${repeated('{}', nearlyOneMb)}]}`,
  ],
  'wrong items of a purchase order': (auth) => [
    'InventoryMovement/CreatePurchaseOrder',
    `{${auth},"ItemsInfo":[${repeated('1', nearlyOneMb)}]}`,
  ],
  'a batch of wrong orders': (auth) => [
    'SalesOrder/BatchSalesOrder',
    `{${auth},"SalesOrdersInfo":[${repeated('{}', nearlyFiveMb)}]}`,
  ],
  'a batch with wrong lines': (auth) => [
    'SalesOrder/BatchSalesOrder',
    `{${auth},"SalesOrdersInfo":[{"OrderInfo":{"OrderNo":"WORST","OrderType":"CLUB"},"ItemsInfo":[${repeated('1', nearlyFiveMb)}]}]}`,
  ],
  'unknown properties': (auth) => [
    'SalesOrder/CreateSalesOrder',
    `{${auth},${Array.from({ length: 70_000 }, (_, i) => `"p${i}":0`).join(',')}}`,
  ],
  'deep nesting': (auth) => [
    'SalesOrder/CreateSalesOrder',
    `{${auth},"AdditionalFields":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
  ],
  'one long string': (auth) => [
    'SalesOrder/CreateSalesOrder',
    `{${auth},"OrderInfo":{"OrderNo":"${'x'.repeat(nearlyOneMb)}"}}`,
  ],
};

async function sendBodies(stage: Stage, what: string, body: Body): Promise<void> {
  const { userKey, password, customerNo, accessToken } = await stage.scratchCustomer('HOSTILE');
  const auth = `"Authentication":${JSON.stringify({ UserKey: userKey, Password: password, CustomerNo: customerNo })}`;
  const [path, text] = body(auth);
  for (const base of ['/mock/v3', '/test/v3']) {
    await underWatch(stage, `${what} (${base.slice(1, 5)})`, async () => {
      await Promise.all(
        Array.from({ length: 3 }, async () => {
          const response = await fetch(`${stage.server.address}${base}/api/${path}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: `ServiceAuth ${accessToken}`,
              'idempotency-key': `${what}`,
            },
            body: text,
            signal: AbortSignal.timeout(60_000),
          }).catch((error: Error) => error);
          if (response instanceof Error) return;
          stage.report.count('hostile bodies');
          if (response.status === 500) stage.report.finding('hostile', `${what} was answered with 500`, path);
          await response.arrayBuffer();
        }),
      );
    });
  }
}

/** Opens connections that never complete their request. */
async function holdOpen(stage: Stage, what: string, count: number, write: (socket: net.Socket) => void): Promise<void> {
  await underWatch(stage, what, async () => {
    const sockets = Array.from({ length: count }, () => {
      const socket = net.connect(stage.server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('data', () => undefined);
      write(socket);
      return socket;
    });
    stage.report.count('hostile connections', count);
    await sleep(4_000);
    for (const socket of sockets) socket.destroy();
  });
}

async function underWatch(stage: Stage, what: string, attack: () => Promise<void>): Promise<void> {
  const limitMs = await probeLimitMs(stage, maxOthersMs);
  const watch = watchServer(stage);
  await attack();
  const seen = await watch.stop();
  stage.report.maximum(`hostile: ${what}: slowest /healthz, ms`, seen.slowestProbeMs);
  stage.report.maximum(`hostile: ${what}: most memory, MB`, seen.maxMb);
  const at = `/healthz ${Math.round(seen.slowestProbeMs)} ms, ${Math.round(seen.firstMb)} to ${Math.round(seen.maxMb)} MB`;
  if (seen.failedProbes > 0) stage.report.finding('hostile', `${what}: other callers get no answer`, at);
  if (seen.slowestProbeMs > limitMs) {
    stage.report.finding(
      'hostile',
      `${what}: other callers wait much longer than before`,
      `${at}, limit ${Math.round(limitMs)} ms`,
    );
  }
  if (seen.maxMb > maxServerMb) stage.report.finding('hostile', `${what}: memory is above ${maxServerMb} MB`, at);
}

const head = 'POST /test/v3/api/SalesOrder/BatchSalesOrder HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

async function hostile(stage: Stage, random: Random): Promise<void> {
  const what = random.pick(Object.keys(bodies));
  await sendBodies(stage, what, bodies[what] as Body);
  const unfinished = Buffer.alloc(nearlyFiveMb, ' ');
  await random.pick<() => Promise<void>>([
    () =>
      holdOpen(stage, '250 unfinished bodies', 250, (socket) => {
        socket.write(`${head}content-length: ${nearlyFiveMb + 1}\r\n\r\n`);
        socket.write(unfinished);
      }),
    () =>
      holdOpen(stage, '500 slow headers', 500, (socket) => {
        socket.write(head);
        const timer = setInterval(() => socket.write('x'), 300);
        socket.on('close', () => clearInterval(timer));
      }),
    () => holdOpen(stage, '1500 idle connections', 1_500, () => undefined),
  ])();
  await stage.recovered('hostile');
}

export const hostileKind: Kind = {
  name: 'hostile',
  what: 'the worst bodies within the limits, unfinished bodies, slow headers, many connections',
  stages: ['embedded', 'external'],
  inject: hostile,
};
