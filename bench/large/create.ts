/** Order creation: twenty customers on 64 connections. */
import type { Db } from '../../src/platform/db/db.ts';
import { cpuTimeBetween, readCpuTime } from '../support/cpu-time.ts';
import { type LoadSource, load } from '../support/load.ts';
import { orderBody } from '../support/orders.ts';
import { RawConnection } from '../support/raw-client.ts';
import type { ServerReady } from '../support/ready.ts';
import type { Creation, LargeState } from './state.ts';

const connectionCount = 64;

/** Measures `seconds` of creation, after three seconds that are not counted. */
export async function measureCreation(
  ready: ServerReady,
  db: Db,
  state: LargeState,
  seconds: number,
): Promise<Creation> {
  const connections = await openConnections(ready.address);
  const source = orderSource(state, (status, body) => {
    if (status !== 200) throw new Error(`CreateSalesOrder replied ${status}: ${body}`);
  });
  await load(connections, source, 3);
  const before = await readCpuTime(db, ...ready.pids);
  const { latencies } = await load(connections, source, seconds);
  const cpu = cpuTimeBetween(before, await readCpuTime(db, ...ready.pids));
  for (const connection of connections) connection.close();
  return {
    perSecond: latencies.length / seconds,
    cpuUs: ((cpu.server + cpu.database) / latencies.length) * 1_000_000,
  };
}

/** Keeps creating orders until the connections fail, which is expected. */
export async function createUntilKilled(address: string, state: LargeState): Promise<void> {
  const connections = await openConnections(address);
  await load(
    connections,
    orderSource(state, () => undefined),
    3_600,
  ).catch(() => undefined);
}

const openConnections = (address: string) =>
  Promise.all(Array.from({ length: connectionCount }, () => RawConnection.open(address)));

function orderSource(state: LargeState, onReply: (status: number, body: string) => void): LoadSource {
  const customers = creatorsOf(state.customers);
  return {
    path: '/test/v3/api/SalesOrder/CreateSalesOrder',
    next: () => {
      state.lastOrder += 1;
      const customer = customers[state.lastOrder % customers.length] as (typeof customers)[number];
      return { n: state.lastOrder, body: orderBody(customer, state.lastOrder) };
    },
    answered: (_, status, body) => onReply(status, body),
  };
}

/** The first customer is the one that is copied, the next twenty create orders, and the others are copies with credentials. */
export const creatorCount = 20;
export const creatorsOf = (customers: ServerReady['customers']) => customers.slice(1, 1 + creatorCount);
export const readersOf = (customers: ServerReady['customers']) => customers.slice(1 + creatorCount);
