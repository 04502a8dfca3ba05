/** Calendars/ListCutoffs: the cutoffs, all or of a warehouse. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  floor = await signedIn(server, 'floor');
});
afterAll(() => server.close());

test('200 lists the cutoffs, all or of a warehouse', async () => {
  const admin = await signedIn(server, 'admin');
  const cutoff = { Warehouse: 'COB02', ShippingCarrier: 'GSO', ShippingCarrierService: 'INPR' };
  await admin.call('Calendars/SetCutoff', { ...cutoff, Cutoff: '09:15' });
  const { status, body } = await floor.call('Calendars/ListCutoffs', { Warehouse: 'COB02' });
  expect(status).toBe(200);
  expect(body.Records).toContainEqual({ ...cutoff, Cutoff: '09:15', Version: expect.any(String) });
  expect(body.Records.every(({ Warehouse }: { Warehouse: string }) => Warehouse === 'COB02')).toBe(true);
  const { body: all } = await floor.call('Calendars/ListCutoffs');
  expect(all.Records).toEqual(expect.arrayContaining(body.Records));
  expect(all.Records.length).toBeGreaterThan(body.Records.length);
  await admin.call('Calendars/RemoveCutoff', cutoff);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await floor.call('Calendars/ListCutoffs', { Warehouse: 'NOWHERE' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Warehouse']);
});
