/** Best available orders at a worked warehouse: a rate is chosen when their labels are bought, again after they lost stock. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let carrier: FakeCarrier;
beforeAll(async () => {
  server = await openProductionServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
  await server.close();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
});
afterEach(() => carrier.close());

/** A labeled best available order of two bottles that has lost one of them. */
async function shortened() {
  const winery = await floor.winery();
  const { customerNo } = winery;
  const order = await winery.waiting({
    ShipmentInfo: { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }],
  });
  const { orderNo, reference } = order;
  await floor.release(winery, reference);
  expect(await floor.label(orderNo, ['WINE-1', 'WINE-1'])).toMatchObject({ State: 'labeled' });
  const chosenService = async () => {
    const [row] = await server.environment.db.rows<{ carrier: string }>(
      'select carrier from sales_orders where customer_no = $1 and order_id = $2',
      [customerNo, reference],
    );
    return row?.carrier;
  };
  expect(await chosenService()).not.toBe('BSW');
  mustSucceed(
    await floor.lead.call('Inventory/Adjust', {
      CustomerNo: customerNo,
      Warehouse: worked,
      InventoryStatus: 'GOOD-NO-TX',
      ReasonCode: 'LOST',
      Items: [{ ItemNo: 'WINE-1', Quantity: -99 }],
    }),
  );
  expect(await floor.pack('OpenPacking', { Scan: orderNo })).toMatchObject({ State: 'short' });
  return { winery, orderNo, reference, chosenService };
}

test('an order that lost stock after it was labeled is best available again when it is taken back', async () => {
  const { winery, reference, chosenService } = await shortened();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'The winery called.' });
  expect(await chosenService()).toBe('BSW');
});

test('its new labels choose among all rates, and it is best available again when these are given up', async () => {
  const { winery, orderNo, reference, chosenService } = await shortened();
  expect(await chosenService()).toBe('BSW');
  expect(await floor.label(orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });
  expect(await chosenService()).not.toBe('BSW');
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'The winery called.' });
  expect(await chosenService()).toBe('BSW');
});
