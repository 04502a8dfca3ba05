/** CarrierLocations/List: how many pickup locations are known. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 counts by carrier and state', async () => {
  const { status, body } = await admin.call('CarrierLocations/List', {});
  expect(status).toBe(200);
  for (const { Carrier, State, Locations, ForAlcohol } of body.Records)
    expect([/^(FEX|UPS)$/.test(Carrier), State.length, ForAlcohol <= Locations]).toEqual([true, 2, true]);
});
