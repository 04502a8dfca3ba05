/** A reader that polls while others write gets every event exactly once, in the order of commits. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../src/events/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openDb } from '../../src/platform/db/db.ts';
import { appendLog } from '../../src/platform/log.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('concurrent writers of two processes, polled at random moments with random page sizes', async () => {
  const { customerNo } = await server.customer();
  const { environment } = server;
  const other = openDb(server.database.options, { ports: environment.db.ports });
  const writers = 8;
  const transactions = 12;
  const perTransaction = 3;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < transactions; n += 1) {
      const reference = uuidv7();
      await (writer % 2 === 0 ? environment.db : other).write(async (tx) => {
        // Numbers are drawn at the commit: one that began earlier may commit later.
        await tx.rows('select pg_sleep(random() * 0.004)');
        for (let entry = 0; entry < perTransaction; entry += 1) {
          appendLog(
            tx,
            { customerNo, reference, operation: 'test', actor: 'system' },
            {
              kind: entry === 1 ? 'sku.updated' : 'purchase_order.received',
              subject: uuidv7(),
              occurredAt: Temporal.Now.instant(),
              data: { customerReferenceNo: `${writer}-${n}-${entry}` },
            },
          );
        }
      });
    }
  };
  const read: string[] = [];
  const ids = new Set<string>();
  let after: string | undefined;
  const poll = async (): Promise<boolean> => {
    const top = 1 + Math.floor(Math.random() * 7);
    const page = await readEvents(environment, customerNo, { after, top });
    for (const { eventId, data } of page.events) {
      ids.add(eventId);
      read.push((data as { CustomerReferenceNo: string }).CustomerReferenceNo);
    }
    // A reader may also stop in the middle of a page, and continue behind any event.
    after = page.events.at(-1)?.cursor ?? page.next;
    return page.events.length > 0 || page.hasMore;
  };
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(() => {
    isWriting = false;
  });
  while (isWriting) await poll();
  await writing;
  while (await poll()) {
    // Reads what is left.
  }
  await other.close();
  const committed = await environment.db.rows<{ name: string }>(
    `select data ->> 'customerReferenceNo' as name from log
      where customer_no = $1 and kind = 'purchase_order.received' order by seq`,
    [customerNo],
  );
  expect(committed).toHaveLength(writers * transactions * (perTransaction - 1));
  expect(read).toEqual(committed.map(({ name }) => name));
  expect(ids.size).toBe(read.length);
  // Read once more, as after a restart: the same events under the same ids.
  const again = await readEvents(environment, customerNo, { top: 500 });
  expect(again.events.map(({ eventId }) => eventId)).toEqual([...ids]);
});
