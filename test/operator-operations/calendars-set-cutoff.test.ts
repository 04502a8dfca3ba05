/** Calendars/SetCutoff: sets and changes a cutoff, and records both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 sets a cutoff, and changes it', async () => {
  const cutoff = { Warehouse: 'COB02', ShippingCarrier: 'GSO', ShippingCarrierService: 'INPR' };
  const { status, body } = await admin.call('Calendars/SetCutoff', { ...cutoff, Cutoff: '09:15' });
  expect([status, body]).toEqual([200, { ...cutoff, Cutoff: '09:15' }]);
  await admin.call('Calendars/SetCutoff', { ...cutoff, Cutoff: '10:00' });
  const { body: list } = await admin.call('Calendars/ListCutoffs', { Warehouse: 'COB02' });
  expect(list.Records).toContainEqual({ ...cutoff, Cutoff: '10:00', Version: expect.any(String) });
  const entry = { action: 'cutoff.set', subject: 'COB02 GSO INPR' };
  expect(await auditOf(server, 'Calendars/SetCutoff')).toMatchObject([
    { ...entry, before: null, after: { Cutoff: '09:15' } },
    { ...entry, before: { Cutoff: '09:15' }, after: { Cutoff: '10:00' } },
  ]);
  await admin.call('Calendars/RemoveCutoff', cutoff);
});

test('400 names a field that is not valid', async () => {
  const cutoff = { Warehouse: 'COB02', ShippingCarrier: 'GSO', ShippingCarrierService: 'INPR' };
  const { status, body } = await admin.call('Calendars/SetCutoff', { ...cutoff, Cutoff: '25:00' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Cutoff']);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () =>
  expectVersionGuard(server, {
    set: 'Calendars/SetCutoff',
    list: 'Calendars/ListCutoffs',
    remove: 'Calendars/RemoveCutoff',
    key: { Warehouse: 'APC01', ShippingCarrier: 'UPS', ShippingCarrierService: 'INPR' },
    contents: [{ Cutoff: '10:00' }, { Cutoff: '11:00' }, { Cutoff: '12:00' }],
  }));
