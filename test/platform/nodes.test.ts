/** Looking up the work of all customers while a node of a cluster is away. */
import { expect, test } from 'vitest';
import type { CustomerShards } from '../../src/platform/db/customer-shards.ts';
import { createOutageTolerantReader } from '../../src/platform/db/nodes.ts';

const lost = () => Object.assign(new Error('connection to the remote node failed'), { code: 'XX000' });

/** Customers A1 and A2 are on node 1, B1 on node 2, C1 on node 3. */
const shardOf = new Map([
  ['A1', 11],
  ['A2', 12],
  ['B1', 21],
  ['C1', 31],
]);

function cluster({ areDistributed = true } = {}) {
  const state = { now: 0, away: new Set<number>(), asked: [] as string[], reported: [] as number[] };
  const nodeOf = (customerNo: string) => Math.floor((shardOf.get(customerNo) as number) / 10);
  const shards = {
    areDistributed,
    load: async () => undefined,
    of: (customerNo: string) => shardOf.get(customerNo),
  } as unknown as CustomerShards;
  const rows = async (text: string) =>
    text.includes('pg_dist_placement')
      ? [...shardOf].map(([customerNo, shard]) => ({ shard, node: nodeOf(customerNo) }))
      : [...shardOf.keys()].map((customer_no) => ({ customer_no }));
  const nodes = createOutageTolerantReader(rows as Parameters<typeof createOutageTolerantReader>[0], shards, {
    clock: () => state.now,
    onAway: (node) => state.reported.push(node),
  });
  const readAll = () =>
    nodes.readAll(async (customers) => {
      state.asked.push(customers?.join() ?? 'all');
      const concerned = customers ?? [...shardOf.keys()];
      if (concerned.some((customerNo) => state.away.has(nodeOf(customerNo)))) throw lost();
      return concerned;
    });
  return { state, readAll, nodes };
}

test('one statement reads all customers while every node replies', async () => {
  const { state, readAll } = cluster();
  expect(await readAll()).toEqual(['A1', 'A2', 'B1', 'C1']);
  expect(state.asked).toEqual(['all']);
});

test('while a node is away the customers of the others are found, and it is left out for 15 seconds', async () => {
  const { state, readAll } = cluster();
  state.away.add(2);
  expect(await readAll()).toEqual(['A1', 'A2', 'C1']);
  expect(state.asked).toEqual(['all', 'A1,A2', 'B1', 'C1']);
  state.asked = [];
  state.now = 14_999;
  expect(await readAll()).toEqual(['A1', 'A2', 'C1']);
  expect(state.asked).toEqual(['A1,A2', 'C1']);
  state.asked = [];
  state.now = 15_000;
  expect(await readAll()).toEqual(['A1', 'A2', 'C1']);
  expect(state.asked).toContain('B1');
  state.asked = [];
  expect(await readAll()).toEqual(['A1', 'A2', 'C1']);
  expect(state.asked).not.toContain('B1');
  expect(state.reported).toEqual([2]);
  state.away.clear();
  state.now = 30_000;
  await readAll();
  state.asked = [];
  expect(await readAll()).toEqual(['A1', 'A2', 'B1', 'C1']);
  expect(state.asked).toEqual(['all']);
});

test('no look-up waits for a node that was away and does not reply at all', async () => {
  const { state, nodes } = cluster();
  const silent = new Promise<string[]>(() => undefined);
  const read = async (customers?: readonly string[]): Promise<readonly string[]> => {
    if (customers === undefined) throw lost();
    if (!customers.includes('B1')) return customers;
    if (state.now > 0) return await silent;
    throw lost();
  };
  expect(await nodes.readAll(read)).toEqual(['A1', 'A2', 'C1']);
  state.now = 20_000;
  expect(await nodes.readAll(read)).toEqual(['A1', 'A2', 'C1']);
  state.now = 40_000;
  expect(await nodes.readAll(read)).toEqual(['A1', 'A2', 'C1']);
});

test('fails when no node replies, until one does', async () => {
  const { state, readAll } = cluster();
  for (const node of [1, 2, 3]) state.away.add(node);
  await expect(readAll()).rejects.toThrow('remote node');
  await expect(readAll()).rejects.toThrow('remote node');
  state.away.clear();
  state.now = 15_000;
  await expect(readAll()).rejects.toThrow('remote node');
  expect(await readAll()).toEqual(['A1', 'A2', 'B1', 'C1']);
});

test('other errors, and those of a database that is not distributed, are those of the statement', async () => {
  const plain = cluster({ areDistributed: false });
  plain.state.away.add(2);
  await expect(plain.readAll()).rejects.toThrow('remote node');
  expect(plain.state.asked).toEqual(['all']);
  const { nodes } = cluster();
  const failing = nodes.readAll(async (customers) => {
    throw customers === undefined ? lost() : new Error('a fault');
  });
  await expect(failing).rejects.toThrow('a fault');
});
