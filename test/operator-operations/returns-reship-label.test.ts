/** Returns/ReshipLabel: the label of a reshipment, once it is packed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed } from '../support/floor.ts';
import { openReturnStation, type ReturnStation } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(() => server.close());

const label = (request: object, person = at.inspector) => person.call('Returns/ReshipLabel', request);

const reshipped = async (orderNo: string) => {
  const key = await at.inspected(orderNo, ['WINE-2']);
  const { Findings } = await at.does('Dispose', { ...key, ScanId: uuidv7(), DispositionCode: 'Reship' });
  return { ...key, ReshipReferenceNumber: Findings[0].ReshipReferenceNumber as string };
};

test('200 the slip and label of a packed order, as often as it is printed', async () => {
  const request = await reshipped('LABEL-1');
  await at.winery.advance(5);
  for (let time = 0; time < 2; time += 1) {
    const printed = await label(request);
    expect(printed.status).toBe(200);
    expect(Buffer.from(printed.body.File, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('403 until the order is packed', async () => {
  const { status, body } = await label(await reshipped('LABEL-5'));
  expect([status, body.Code]).toEqual([403, 'StateForbids']);
  expect(JSON.stringify(body)).toContain('is not packed yet');
});

test('403 says that a reshipment is on hold, or canceled', async () => {
  const request = await reshipped('LABEL-6');
  const order = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: request.ReshipReferenceNumber };
  mustSucceed(await at.service.call('Holds/Place', { ...order, Reason: 'The member moves' }));
  expect((await label(request)).body).toMatchObject({
    Reason: expect.stringMatching(/is on hold \(status ON CUSTOMER SERVICE HOLD\)\. Its label is printed when/),
    State: 'ON CUSTOMER SERVICE HOLD',
  });
  mustSucceed(await at.service.call('Orders/Cancel', { Orders: [order] }));
  expect((await label(request)).body).toMatchObject({
    Reason: expect.stringMatching(/is canceled, so it has no label\.$/),
    State: 'CANCELED',
  });
});

test('400 for a reference that is none', async () => {
  const request = await reshipped('LABEL-2');
  expect((await label({ ...request, ReshipReferenceNumber: '' })).status).toBe(400);
});

test('404 for an order that is no reshipment of the return, and for people of another warehouse', async () => {
  const request = await reshipped('LABEL-3');
  const [other] = [await at.delivered('LABEL-4')];
  expect((await label({ ...request, ReshipReferenceNumber: other })).status).toBe(404);
  expect((await label(request, at.elsewhere)).status).toBe(404);
});
