/** The warehouse of a JIT order that names none (decision 12). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCustomer } from '../../src/auth/index.ts';
import { givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function winery() {
  const opened = await openWinery(server, 0);
  return {
    ...opened,
    stock: (warehouse: string, quantity: number) =>
      givenStock(server.environment.db, opened.customerNo, [{ itemNo: 'WINE-2', quantity, warehouse }]),
    /** To Napa, next to the warehouses in California. */
    warehouseOf: async (OrderType: string, ShipmentInfo: object = {}) => {
      const reference = await opened.created({
        OrderInfo: { OrderType },
        RecipientContactInfo: {
          FirstName: 'Sample',
          LastName: 'Recipient',
          Address: '100 Main St',
          City: 'Napa',
          State: 'CA',
          ZipCode: '94558',
        },
        ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ...ShipmentInfo },
      });
      return (await opened.order(reference)).warehouse;
    },
  };
}

test('it is the one where most of the stock of the customer lies, not the nearest to the recipient', async () => {
  const { stock, warehouseOf } = await winery();
  await stock('ETC01', 5);
  await stock('COB01', 60);
  expect(await warehouseOf('JIT')).toBe('COB01');
  expect(await warehouseOf('JIT', { ServiceWarehouseLocation: 'MMC01' })).toBe('MMC01');
});

test('the default warehouse of the customer comes first', async () => {
  const { stock, warehouseOf, customerNo } = await winery();
  await stock('COB01', 60);
  const { db } = server.environment;
  await updateCustomer(db, { customerNo, preferences: { defaultWarehouse: 'SJU01' }, actor: 'operator:test' });
  expect(await warehouseOf('JIT')).toBe('SJU01');
});

test('an order that an update turns into a JIT order moves there too, unless it names its warehouse', async () => {
  const { stock, created, update, order, customerNo } = await winery();
  await stock('COB01', 60);
  const turned = async (ShipmentInfo: object, meanwhile = async () => {}) => {
    const TransactionReferenceNumber = await created({
      RecipientContactInfo: { Address: '100 Main St', City: 'Napa', State: 'CA', ZipCode: '94558' },
      ShipmentInfo,
      ItemsInfo: [{ ItemNo: 'LOOSE', ItemQuantity: 1 }],
    });
    const { warehouse: before } = await order(TransactionReferenceNumber);
    await meanwhile();
    const answer = await update({ TransactionReferenceNumber, OrderInfo: { OrderType: 'JIT' } });
    expect(answer.status).toBe(200);
    return [before, (await order(TransactionReferenceNumber)).warehouse];
  };
  expect(await turned({})).toEqual(['APC01', 'COB01']);
  expect(await turned({ ServiceWarehouseLocation: 'MMC01' })).toEqual(['MMC01', 'MMC01']);
  // A default that the customer has set since.
  const setDefault = async () =>
    await updateCustomer(server.environment.db, {
      customerNo,
      preferences: { defaultWarehouse: 'SJU01' },
      actor: 'operator:test',
    });
  expect(await turned({}, setDefault)).toEqual(['APC01', 'SJU01']);
});

test('a customer without stock and default: the nearest', async () => {
  const { warehouseOf } = await winery();
  expect(await warehouseOf('JIT')).toBe('APC01');
});
