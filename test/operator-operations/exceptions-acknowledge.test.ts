/** Exceptions/Acknowledge: a package that left although it must not is no exception any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { lastAudit } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { givenWrongDeparture } from '../support/wrong-departure.ts';

let server: TestServer;
let lead: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead');
});
afterAll(() => server.close());

test('200 once, with the person in timeline and audit; another departure is an exception again', async () => {
  const { CustomerNo, Label, orderId, trackingNo, leaves } = await givenWrongDeparture(server);
  const labels = async () =>
    (await lead.call('Exceptions/List', { Customers: [CustomerNo] })).body.Records.map(
      (row: { Label: string }) => row.Label,
    );
  expect(await labels()).toEqual([Label]);
  const acknowledge = () => lead.call('Exceptions/Acknowledge', { CustomerNo, Label });
  const { status, body } = await acknowledge();
  expect([status, body]).toEqual([
    200,
    { TransactionReferenceNumber: orderId, PackageNo: 1, TrackingNumber: trackingNo },
  ]);
  expect(await labels()).toEqual([]);
  expect(await lastAudit(server, 'Exceptions/Acknowledge')).toMatchObject({
    action: 'package.departure_acknowledged',
    subject: orderId,
    after: { package: 1, trackingNo },
  });
  expect((await acknowledge()).body).toEqual(body);
  const order = await lead.call('Orders/Get', { CustomerNo, TransactionReferenceNumber: orderId });
  const said = order.body.Timeline.filter(({ Kind }: { Kind: string }) => Kind === 'package.departure_acknowledged');
  expect(said).toMatchObject([{ Actor: `operator:${lead.operator.email}` }]);
  await leaves('left_voided_at');
  expect(await labels()).toEqual([Label]);
  expect((await acknowledge()).status).toBe(200);
  expect(await labels()).toEqual([]);
});

test('400 for a label that is none', async () => {
  expect((await lead.call('Exceptions/Acknowledge', { CustomerNo: 'W1', Label: 'x' })).status).toBe(400);
});

test('404 for the label of another customer, and of a package that did not leave wrongly', async () => {
  const { Label } = await givenWrongDeparture(server);
  const { CustomerNo } = await givenWrongDeparture(server);
  for (const each of [Label, uuidv7()])
    expect((await lead.call('Exceptions/Acknowledge', { CustomerNo, Label: each })).status).toBe(404);
});
