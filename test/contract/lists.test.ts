/** Replies with an array of any length (decision 15): complete, or cut off so that a part is not valid JSON. */

import Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notFoundError } from '../../src/platform/errors.ts';
import { defineList } from '../../src/platform/http/operation.ts';
import type { Client } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const list = defineList({
  path: '/api/Cask/ListCasks',
  tag: 'Inventory',
  summary: 'Lists casks.',
  description: 'Lists casks.',
  environments: ['test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object({ Count: Type.Integer({ description: 'How many.' }) }),
  requestExample: { Count: 1 },
  reply: {
    status: 200,
    description: 'Casks.',
    schema: Type.Array(Type.Integer({ description: 'A cask.' })),
    example: [1],
  },
  errors: { 400: 'Count is missing.', 404: 'There are none.' },
  list: async ({ request: { Count } }) => {
    if (Count === 0) throw notFoundError('there are no casks');
    return casks(Count);
  },
});

/** In portions of a thousand. A negative count breaks off after that many. */
async function* casks(count: number) {
  for (let made = 0; made < Math.abs(count); made += 1000) {
    yield Array.from({ length: Math.min(1000, Math.abs(count) - made) }, (_, index) => made + index);
  }
  if (count < 0) throw new Error('the cellar is dark');
}

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await openTestServer({ operations: [list] });
  ({ client } = await server.customer());
});
afterAll(() => server.close());

test('every member, in order, whatever their number', async () => {
  const answer = await client.call('Cask/ListCasks', { Count: 50_500 });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body).toEqual(Array.from({ length: 50_500 }, (_, index) => index));
});

test('a refusal comes before the first member', async () => {
  expect(await client.call('Cask/ListCasks', { Count: 0 })).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  expect(await client.call('Cask/ListCasks')).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
});

test('what fails on the way is cut off and logged, and the server goes on', async () => {
  await expect(client.call('Cask/ListCasks', { Count: -30_000 })).rejects.toThrow();
  expect(server.logged.filter((line) => line.includes('the cellar is dark'))).toHaveLength(1);
  expect(await client.call('Cask/ListCasks', { Count: 1 })).toMatchObject({ status: 200, body: [0] });
});
