/** The stored documents of packed orders: a print after an order was packed again shows what is in its packages now. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeAndRenderPackedOrderDocument } from '../../src/shipping-labels/index.ts';
import { openWinery } from '../support/held-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('a package that loses a bottle and keeps its label gets another slip', async () => {
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const { reference } = await winery.order({ ShipmentInfo, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await winery.advance(24 * 3_600);
  const packages = async () =>
    await server.environment.db.rows<{ package_id: string; status: string; units: number }>(
      `select package_id, status, (items -> 0 ->> 'units')::int as units from packages where customer_no = $1 and order_id = $2`,
      [customerNo, reference],
    );
  const [before] = await packages();
  const print = async () =>
    await storeAndRenderPackedOrderDocument(server.environment, { customerNo, orderId: reference }, 'SlipPDF');
  const printed = await print();
  expect([before?.status, printed]).toEqual(['READY FOR PICKUP', { ok: expect.any(String) }]);
  const Items = [{ ItemNo: 'WINE-1', Quantity: -99 }];
  const lost = { Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN', Items };
  expect((await winery.simulate('AdjustInventory', lost)).body).toMatchObject({
    TransactionReferenceNumber: expect.stringMatching(/./),
  });
  expect(await packages()).toEqual([{ ...before, units: 1 }]);
  const again = await print();
  expect(again).not.toEqual(printed);
  expect(await print()).toEqual(again);
});
