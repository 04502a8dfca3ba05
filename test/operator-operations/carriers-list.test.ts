/** Carriers/List: carriers and services by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 names services as their carriers do, and only those that a carrier may be combined with', async () => {
  const floor = await signedIn(server, 'floor');
  const { status, body } = await floor.call('Carriers/List');
  expect(status).toBe(200);
  const carrier = (code: string) => body.Records.find(({ Code }: { Code: string }) => Code === code);
  expect(carrier('FEX')).toMatchObject({ Name: 'FedEx' });
  expect(carrier('FEX').Services).toContainEqual({ Code: '2DAY', Name: '2Day' });
  expect(carrier('UPS').Services).toContainEqual({ Code: '2DAY', Name: '2nd Day Air' });
  expect(carrier('WILL').Services.map(({ Code }: { Code: string }) => Code)).toEqual(['CALL', 'NONE']);
});
