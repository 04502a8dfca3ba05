/** PackingRules/List: which shipper holds how many bottles. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packingRuleRecord } from '../../src/administration/index.ts';
import { defaultPacking } from '../support/default-packing.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 lists the rules of the migration, to every role', async () => {
  const floor = await signedIn(server, 'floor');
  const { status, body } = await floor.call('PackingRules/List');
  const expected = defaultPacking.rules.map(packingRuleRecord);
  expect([status, body.Records]).toEqual([200, expected.map((each) => ({ ...each, Version: expect.any(String) }))]);
});
