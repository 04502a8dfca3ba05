/** Numbers beyond the range of a double, in every place of every operation that changes something. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { isWrite, operationName } from '../../src/platform/http/operation.ts';
import { withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let winery: Awaited<ReturnType<TestServer['customer']>>;

beforeAll(async () => {
  server = await openTestServer();
  winery = await server.customer();
});
afterAll(() => server.close());

const mark = 'a number beyond the range';

/** The example with the mark in the place of each of its values in turn, and of an unknown property. */
function* spoiled(value: unknown): Generator<unknown> {
  yield mark;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) for (const each of spoiled(member)) yield value.with(index, each);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      for (const each of spoiled(member)) yield { ...value, [name]: each };
    yield { ...value, Unknown: mark };
  }
}

const changes = wineryOperations.filter(isWrite);

describe.each(changes.map((operation) => [operationName(operation), operation] as const))('%s', (name, operation) => {
  it('answers 1e400 with an Idempotency-Key as without one', async () => {
    const bodies = [...spoiled(operation.requestExample)].filter((body) => typeof body === 'object');
    expect(bodies.length).toBeGreaterThan(0);
    for (const [index, body] of bodies.entries()) {
      const sent = JSON.stringify(withCredentials(name, winery, body as object)).replaceAll(`"${mark}"`, '1e400');
      const authorization = `ServiceAuth ${winery.accessToken}`;
      const plain = await winery.client.send(name, sent, { authorization });
      expect(plain.status, sent).toBeLessThan(500);
      const keyed = await winery.client.send(name, sent, { authorization, 'idempotency-key': `key ${index}` });
      expect(keyed.status, sent).toBeLessThan(500);
      if (plain.status === 400) expect(keyed.body.Errors).toEqual(plain.body.Errors);
    }
  });
});
