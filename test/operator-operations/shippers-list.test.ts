/** Shippers/List: the boxes that orders are packed into. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shipperBoxRecord } from '../../src/administration/index.ts';
import { defaultPacking } from '../support/default-packing.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 lists the shippers of the migration, to every role', async () => {
  const floor = await signedIn(server, 'floor');
  const { status, body } = await floor.call('Shippers/List');
  const expected = [...defaultPacking.shippers.values()].map(shipperBoxRecord);
  expect([status, body.Records]).toEqual([200, expected.map((each) => ({ ...each, Version: expect.any(String) }))]);
});
