/** Callers behind one reverse proxy: the failed sign-ins of one are not those of another. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';

let trusting: TestServer;
let direct: TestServer;

beforeAll(async () => {
  const settings = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8' };
  trusting = await openTestServer({ settings });
  direct = await openTestServer({ settings: { RATE_LIMIT: 'on' } });
});
afterAll(async () => {
  await trusting.close();
  await direct.close();
});

let customers = 0;

/** Fails to sign in, each time as another customer, so that the address alone is limited. */
async function failedSignIns(server: TestServer, times: number, headers: Record<string, string>): Promise<number[]> {
  const { client } = await server.customer();
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    customers += 1;
    const Authentication = { UserKey: 'dru_test_0', Password: 'wrong', CustomerNo: `X${customers}` };
    statuses.push((await client.call('Inventory/GetStatus', { Authentication }, headers)).status);
  }
  return statuses;
}

it('each address that a trusted proxy names has failures of its own, and valid credentials always pass', async () => {
  const guesser = { 'x-forwarded-for': '203.0.113.1, 198.51.100.1' };
  expect(await failedSignIns(trusting, 12, guesser)).toEqual([...Array(10).fill(401), 429, 429]);
  expect(await failedSignIns(trusting, 1, { 'x-forwarded-for': '198.51.100.2' })).toEqual([401]);
  expect(await failedSignIns(trusting, 1, { forwarded: 'for=198.51.100.1' })).toEqual([429]);
  // What the guesser writes in front of the proxy's entry gives it no other address.
  expect(await failedSignIns(trusting, 1, { 'x-forwarded-for': '198.51.100.9, 198.51.100.1' })).toEqual([429]);
  const { client } = await trusting.customer();
  expect((await client.call('Inventory/GetStatus', { ItemNumbers: [] }, guesser)).status).not.toBe(429);
});

it('the headers mean nothing where no proxy is trusted', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    statuses.push(...(await failedSignIns(direct, 1, { 'x-forwarded-for': `198.51.100.${i}` })));
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});
