/** Calendars/RemoveCutoff: removes a cutoff, and records what it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectStaleRemovalRefused } from '../support/expected-version.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const cutoff = { Warehouse: 'COB02', ShippingCarrier: 'GSO', ShippingCarrierService: 'INPR' };

test('200 removes the cutoff', async () => {
  await admin.call('Calendars/SetCutoff', { ...cutoff, Cutoff: '09:15' });
  const other = { ...cutoff, ShippingCarrierService: 'GRND', Cutoff: '11:45' };
  await admin.call('Calendars/SetCutoff', other);
  const { status, body } = await admin.call('Calendars/RemoveCutoff', cutoff);
  expect([status, body]).toEqual([200, cutoff]);
  // That of another service of the carrier stays.
  expect((await admin.call('Calendars/ListCutoffs')).body.Records).toContainEqual(expect.objectContaining(other));
  expect(await auditOf(server, 'Calendars/RemoveCutoff')).toMatchObject([
    { action: 'cutoff.removed', subject: 'COB02 GSO INPR', before: { Cutoff: '09:15' }, after: null },
  ]);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Calendars/RemoveCutoff', { ...cutoff, Warehouse: 'NOWHERE' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Warehouse']);
});

test('403 for a version that is no longer the stored one', async () => {
  await admin.call('Calendars/SetCutoff', { ...cutoff, Cutoff: '09:30' });
  await expectStaleRemovalRefused(admin, 'Calendars/RemoveCutoff', cutoff);
});

test('404 where no cutoff is set', async () => {
  const { status } = await admin.call('Calendars/RemoveCutoff', { ...cutoff, ShippingCarrierService: 'LPDS' });
  expect(status).toBe(404);
});
