/** Carriers/VerifyAddress: replies of simulated carriers, and of production without a carrier. */
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

const napa = { Street: '100 Main St', City: 'Napa', State: 'ca', ZipCode: '94558' };

test('200 says whether the carrier delivers there, and how it writes the address', async () => {
  expect(await admin.call('Carriers/VerifyAddress', napa)).toMatchObject({
    status: 200,
    body: {
      Deliverable: true,
      Address: { Street: '100 Main St', City: 'Napa', State: 'CA', ZipCode: '94558', Country: 'US' },
      Messages: [],
    },
  });
  expect((await admin.call('Carriers/VerifyAddress', { ...napa, ZipCode: '10001' })).body).toMatchObject({
    Deliverable: false,
    Messages: ['the address does not exist'],
  });
});

test('400 names what is missing', async () => {
  const { status, body } = await admin.call('Carriers/VerifyAddress', { ...napa, Street: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Street']);
});

test('403 in production, where no carrier is connected', async () => {
  const production = await openTestServer({ environment: 'production' });
  const lead = await signedIn(production, 'lead');
  const { status, body } = await lead.call('Carriers/VerifyAddress', napa);
  expect([status, body.State]).toEqual([403, 'NOT CONNECTED']);
  await production.close();
});
