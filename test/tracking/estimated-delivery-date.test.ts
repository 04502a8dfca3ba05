/** `EstimatedDeliveryDate` of orders without packages (interface: Tracking record). */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClock } from '../simulation/clock.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** A winery whose clock shows Tuesday, 9:00 in Napa. */
async function wineryOnTuesday() {
  const winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
  return {
    ...winery,
    track: async (OrderNo: string): Promise<Json[]> =>
      (await winery.client.call('Tracking/GetDetails', { OrderNo })).body,
  };
}

test('follows the requested ship date', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created({ OrderInfo: { OrderNo: 'TRK-0009' } });
  const answer = await winery.update({
    TransactionReferenceNumber: reference,
    ShipmentInfo: { RequestedShipmentDate: '03/10/2031' },
  });
  expect(answer.status).toBe(200);
  expect(await winery.track('TRK-0009')).toMatchObject([
    { RequestedShipDate: '03/10/2031', ShipDate: '03/10/2031', EstimatedDeliveryDate: '03/13/2031' },
  ]);
});

test('is empty after 12/31/9999, because MM/DD/YYYY has four digits for the year', async () => {
  const winery = await wineryOnTuesday();
  await winery.created({
    OrderInfo: { OrderNo: 'TRK-LAST' },
    ShipmentInfo: { ShippingCarrier: 'FEX', ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: '12/31/9999' },
  });
  expect(await winery.track('TRK-LAST')).toMatchObject([
    { RequestedShipDate: '12/31/9999', ShipDate: '12/31/9999', EstimatedDeliveryDate: '' },
  ]);
});
