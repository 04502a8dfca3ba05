/** Changes of many orders leave room in their customer's write queue. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOrdersInBulk } from '../../src/order-index/bulk-changes.ts';
import type { BatchWriter, WriteQueue } from '../../src/platform/write-queue.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('a customer has at most 250 of them in its queue at once, and each has its outcome', async () => {
  const { environment } = server;
  const { customerNo } = await server.customer('write');
  const counting: BatchWriter<number, number> = {
    name: 'test.count',
    maxItems: 1_000,
    customerNo: () => customerNo,
    identities: (item) => [`${item}`],
    write: async (_tx, items) => items.map((ok) => ({ ok })),
  };
  let queued = 0;
  let most = 0;
  const submitAll: WriteQueue['submitAll'] = async (writer, items, options) => {
    queued += items.length;
    most = Math.max(most, queued);
    const results = await environment.writeQueue.submitAll(writer, items, options);
    queued -= items.length;
    return results;
  };
  const call = {
    environment: { ...environment, writeQueue: { ...environment.writeQueue, submitAll } },
    context: { reference: 'test', operation: 'test' },
    run: {},
  } as unknown as Parameters<typeof changeOrdersInBulk>[0];
  const items = Array.from({ length: 600 }, (_, n) => n);
  expect(await changeOrdersInBulk(call, counting, items)).toEqual(items.map((ok) => ({ ok })));
  expect(most).toBe(250);
});

test('a failure is the outcome of its orders, and the reply is not stored, so that they can be sent again', async () => {
  const { environment } = server;
  const { customerNo } = await server.customer('write');
  const failing: BatchWriter<number, number> = {
    name: 'test.fail',
    maxItems: 1_000,
    customerNo: () => customerNo,
    identities: (item) => [`${item}`],
    write: async () => {
      throw new Error('the test fails');
    },
  };
  let discarded = 0;
  const call = {
    environment,
    context: { reference: 'test', operation: 'test' },
    run: { discardReply: () => (discarded += 1) },
  } as unknown as Parameters<typeof changeOrdersInBulk>[0];
  expect(await changeOrdersInBulk(call, failing, [1, 2])).toMatchObject([{ retry: true }, { retry: true }]);
  expect(discarded).toBe(1);
});
