/** Customers/List: pages by number, and a part of number or name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 lists customers in pages, and those that contain a text', async () => {
  const made = [await server.customer(), await server.customer(), await server.customer()].map((c) => c.customerNo);
  const { body: all } = await service.call('Customers/List', { Top: 200 });
  const numbers: string[] = all.Records.map((record: { CustomerNo: string }) => record.CustomerNo);
  expect(numbers).toEqual(expect.arrayContaining(made));
  expect(all.Count).toBe(numbers.length);
  expect(all.Next).toBeUndefined();

  const { body: first } = await service.call('Customers/List', { Top: 2 });
  expect([first.Records.length, first.Next, first.Count]).toEqual([2, numbers[1], numbers.length]);
  const { body: second } = await service.call('Customers/List', { Top: 2, After: first.Next });
  expect(second.Records[0].CustomerNo).toBe(numbers[2]);

  const wanted = made[1] as string;
  const { body: found } = await service.call('Customers/List', { Text: `WINERY ${wanted}` });
  expect(found).toEqual({
    Records: [
      {
        CustomerNo: wanted,
        CustomerName: `Winery ${wanted}`,
        Users: 1,
        TokenPolicy: 'default',
        CreatedAt: expect.stringMatching(/^20\d\d-.*Z$/),
      },
    ],
    Count: 1,
  });
  expect((await service.call('Customers/List', { Text: '100%_' })).body).toEqual({ Records: [], Count: 0 });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('Customers/List', { Top: 0 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Top']);
});
