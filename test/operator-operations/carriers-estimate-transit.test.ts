/** Carriers/EstimateTransit: when the simulated carriers deliver. */
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

test('200 estimates each service of both carriers from a warehouse, and of one from a ZIP code', async () => {
  const { status, body } = await admin.call('Carriers/EstimateTransit', {
    From: 'apc01',
    ToZipCode: '80202',
    ShipDate: '11/16/2026',
  });
  expect(status).toBe(200);
  expect(new Set(body.Records.map(({ ShippingCarrier }: { ShippingCarrier: string }) => ShippingCarrier))).toEqual(
    new Set(['FEX', 'UPS']),
  );
  expect(body.Records[0]).toMatchObject({ TransitDays: expect.any(Number), EstimatedDeliveryDate: expect.any(String) });
  const one = await admin.call('Carriers/EstimateTransit', { From: '94558', ToZipCode: '80202', Carriers: ['UPS'] });
  expect(one.body.Records.every(({ ShippingCarrier }: { ShippingCarrier: string }) => ShippingCarrier === 'UPS')).toBe(
    true,
  );
});

test('400 for an origin that is neither a warehouse nor a ZIP code', async () => {
  const { status, body } = await admin.call('Carriers/EstimateTransit', { From: 'NOWHERE', ToZipCode: '80202' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'From']);
});

test('403 in production, where no carrier is connected', async () => {
  const production = await openTestServer({ environment: 'production' });
  const lead = await signedIn(production, 'lead');
  const { status, body } = await lead.call('Carriers/EstimateTransit', { From: 'APC01', ToZipCode: '80202' });
  expect([status, body.State]).toEqual([403, 'NOT CONNECTED']);
  await production.close();
});
