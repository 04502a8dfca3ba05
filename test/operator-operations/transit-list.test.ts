/** Transit/List: the transit times by service and carrier. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 sums the times that are loaded, for leads too', async () => {
  const Csv = 'origin_zip3,destination_zip3,service,days\n954,100,GRND,5\n954,101,GRND,4\n';
  await (await signedIn(server, 'admin')).call('Transit/Import', { Csv });
  const { status, body } = await (await signedIn(server, 'lead')).call('Transit/List');
  expect(status).toBe(200);
  expect(body.Records).toEqual([
    { Service: 'GRND', Carrier: '*', Times: 2, Origins: ['954'], FewestDays: 4, MostDays: 5 },
  ]);
});
