/** Labels/List: the labels of a customer, bought, refused and voided, by pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps, takeUp } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';

let carrier: FakeCarrier;
let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  carrier = await openFakeCarrier();
  server = await openProductionServer();
  connectCarrier(server.environment, carrier.url);
  service = await signedIn(server, 'service');
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});

test('200 lists what was bought and what is to be bought, by state, by order and by pages, of one customer', async () => {
  const { db } = server.environment;
  const [winery, other] = [await openWinery(server), await openWinery(server)];
  const deps = labelDeps(db, carrier.url);
  const ShipmentInfo = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' };
  const buy = async ({ customerNo, created }: typeof winery, OrderNo: string, ItemQuantity: number) => {
    const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity }];
    const orderId = await created({ OrderInfo: { OrderNo }, ShipmentInfo, ItemsInfo });
    await takeUp(deps, customerNo);
    await buyAndVoidDueLabels(deps, customerNo);
    return orderId;
  };
  const first = await buy(winery, 'LIST-1', 18);
  await buy(other, 'LIST-1', 1);
  carrier.interrupt = () => refusal(500, 'INTERNAL', 'Not now.');
  await buy(winery, 'LIST-2', 1);
  carrier.interrupt = (_request, usual) => usual();
  await catchUpOrderIndex(db);
  const CustomerNo = winery.customerNo;
  const listed = async (more: object = {}) => (await service.call('Labels/List', { CustomerNo, ...more })).body;
  const bought = { OrderNo: 'LIST-1', TransactionReferenceNumber: first, State: 'bought', ShippingCarrier: 'FEX' };
  const waiting = { OrderNo: 'LIST-2', PackageNo: 1, State: 'wanted', TrackingNumber: '', Price: '' };
  const all = await listed();
  expect(all).toMatchObject({
    Count: 3,
    Records: [
      { ...waiting, LastResponse: expect.stringContaining('HTTP 500'), DueAt: expect.any(String) },
      { ...bought, PackageNo: 2, Price: '11.40', TrackingNumber: carrier.paid()[1]?.trackingNo },
      { ...bought, PackageNo: 1 },
    ],
  });
  expect(all.Records[1].DueAt).toBeUndefined();
  expect((await listed({ State: 'due' })).Records).toEqual([all.Records[0]]);
  expect((await listed({ State: 'bought' })).Records).toEqual(all.Records.slice(1));
  expect((await listed({ OrderNo: 'list-2' })).Records).toEqual([all.Records[0]]);
  expect(await listed({ OrderNo: 'LIST' })).toMatchObject({ Records: [], Count: 0 });
  const page = await listed({ Top: 2 });
  expect((await listed({ Top: 2, After: page.Next })).Records).toEqual([all.Records[2]]);
});

test('400 without a customer, for a state and a page that are none', async () => {
  const fields = [];
  for (const request of [{}, { CustomerNo: 'W1', State: 'lost' }, { CustomerNo: 'W1', After: 'x' }]) {
    const { status, body } = await service.call('Labels/List', request);
    fields.push([status, body.Errors[0].Field]);
  }
  expect(fields).toEqual([
    [400, 'CustomerNo'],
    [400, 'State'],
    [400, 'After'],
  ]);
});
