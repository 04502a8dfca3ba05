/** Warnings about a recipient in an order's timeline (decisions 5 and 27). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateCustomer } from '../../src/auth/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder, type Winery } from '../support/winery.ts';

let server: TestServer;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  winery = await openWinery(server);
});
afterAll(() => server.close());

const box =
  'The recipient address is a PO box, and FedEx and UPS deliver only to street addresses; action needed: the winery sends a street address with UpdateSalesOrder.';
const military =
  'The recipient has a military address, and FedEx and UPS do not deliver there; action needed: the winery sends another address with UpdateSalesOrder.';
const city = 'The recipient City does not match its ZipCode.';

/** The last entry of a kind in the timeline of an order. */
async function loggedData(reference: string, kind: string): Promise<Json> {
  const rows = await server.environment.db.rows<{ data: Json }>(
    'select data from log where customer_no = $1 and subject = $2 and kind = $3 order by seq',
    [winery.customerNo, reference, kind],
  );
  return rows.at(-1)?.data ?? {};
}

async function create(order: Json): Promise<string> {
  const { status, body } = await winery.client.call('SalesOrder/CreateSalesOrder', order);
  expect(status).toBe(200);
  return body;
}

const napa = { Address: '100 Main Street', Address2: '', City: 'Napa', State: 'CA', ZipCode: '94558', Country: 'US' };
const to = (change: Json, more: Json = {}) => sentOrder({ RecipientContactInfo: { ...napa, ...change }, ...more });

describe('an accepted order', () => {
  test.each<[string, Json, string[]]>([
    ['a post office box', { Address: 'P.O. Box 12' }, [box]],
    ['a box in the second line', { Address2: 'POB 12' }, [box]],
    ['a military address', { Address: 'PSC 3 Box 5', City: 'APO', State: 'AE', ZipCode: '09012' }, [military]],
    ['a city that differs', { City: 'Yountville' }, [city]],
    ['all at once', { Address: 'PO Box 5', City: 'FPO', State: 'AE', ZipCode: '09012' }, [city, military, box]],
  ])('has a warning about %s and no hold for it', async (_, change, warnings) => {
    const data = await loggedData(await create(to(change)), 'sales_order.accepted');
    expect(data.warnings).toEqual(warnings);
    expect(data.holds ?? []).not.toContainEqual(expect.objectContaining({ reason: 'Address' }));
  });

  test('has no warning about delivery when the recipient collects it, also by the preference of its customer', async () => {
    const collected = { ShipmentInfo: { ShippingCarrier: 'WILL', ServiceWarehouseLocation: 'APC01' } };
    const reference = await create(to({ Address: 'PO Box 12' }, collected));
    expect(await loggedData(reference, 'sales_order.accepted')).not.toHaveProperty('warnings');
    const update = async (ShipmentInfo: Json) => {
      await winery.update({ TransactionReferenceNumber: reference, ShipmentInfo });
      return (await loggedData(reference, 'sales_order.updated')).warnings;
    };
    expect(await update({ IcePack: 1 })).toBeUndefined();
    expect(await update({ ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' })).toEqual([box]);
    const { customerNo } = winery;
    const preferences = { defaultCarrier: 'WIL', defaultService: 'CALL' } as const;
    await updateCustomer(server.environment.db, { customerNo, preferences, actor: 'operator:test' });
    // The server keeps customers until it hears of their change, within a second.
    const preferred = async () =>
      await loggedData(await create(to({ Address: 'PO Box 12' }, { ShipmentInfo: {} })), 'sales_order.accepted');
    await expect.poll(preferred).not.toHaveProperty('warnings');
  });

  test('has warnings about the recipient and about tax statuses', async () => {
    const line = { ItemNo: 'WINE-1', ItemQuantity: 1, InventoryTaxStatus: 'GOOD-NO-BD' };
    const reference = await create(to({ Address: 'PO Box 1' }, { ItemsInfo: [line] }));
    const { warnings } = await loggedData(reference, 'sales_order.accepted');
    expect(warnings).toEqual([box, expect.stringContaining('InventoryTaxStatus is ignored on ')]);
  });

  test('has no warning about a correct recipient', async () => {
    expect(await loggedData(await create(to({})), 'sales_order.accepted')).not.toHaveProperty('warnings');
  });

  test('has no warning about the recipient when the order ships to a carrier location', async () => {
    const DeliveryContactInfo = { HoldAtLocation: 1, LocationCode: 'HHNA1' };
    const reference = await create(to({ Address: 'PO Box 1' }, { DeliveryContactInfo }));
    expect(await loggedData(reference, 'sales_order.accepted')).not.toHaveProperty('warnings');
  });

  test('has a warning about the carrier location when more than its code is given', async () => {
    const at = async (location: Json) => {
      const DeliveryContactInfo = { HoldAtLocation: 1, LocationCode: 'HHNA1', ...location };
      return (await loggedData(await create(to({}, { DeliveryContactInfo })), 'sales_order.accepted')).warnings;
    };
    expect(await at({ Address: '1 Oak Ave', City: 'Napa', State: 'CA', ZipCode: '94558' })).toBeUndefined();
    expect(await at({ Address: '1 Oak Ave', City: 'Napa', State: 'NV', ZipCode: '94558' })).toEqual([
      "The ZipCode of the carrier's location is in another State.",
    ]);
  });

  test("contains none of the caller's texts, since the log is permanent", async () => {
    const reference = await create(to({ Address: 'PO Box 4711', City: 'Sacramento' }));
    const { warnings } = await loggedData(reference, 'sales_order.accepted');
    expect(warnings).toEqual([city, box]);
    expect(JSON.stringify(warnings)).not.toMatch(/4711|Sacramento|94558/i);
  });
});

test('an update has the warnings of the updated order', async () => {
  const order = to({});
  const reference = await create(order);
  const update = (RecipientContactInfo: Json) =>
    winery.client.call('SalesOrder/UpdateSalesOrder', { TransactionReferenceNumber: reference, RecipientContactInfo });
  expect((await update({ Address: 'PO Box 12' })).status).toBe(200);
  expect((await loggedData(reference, 'sales_order.updated')).warnings).toEqual([box]);
  expect((await update({ Address: '100 Main Street' })).status).toBe(200);
  expect(await loggedData(reference, 'sales_order.updated')).not.toHaveProperty('warnings');
});

describe('a batch', () => {
  const send = async (SalesOrdersInfo: Json[]) => {
    const { status, body } = await winery.client.call('SalesOrder/BatchSalesOrder', { SalesOrdersInfo });
    expect(status).toBe(200);
    return body.CreateSalesOrderStatuses.map((s: Json) => [s.IsCreated, s.Messages]);
  };

  test('returns warnings in the Messages of the order that it creates', async () => {
    expect(await send([to({ Address: 'PO Box 12' }), to({}), to({ City: 'Yountville' })])).toEqual([
      [true, [box]],
      [true, []],
      [true, [city]],
    ]);
  });

  test('sent again returns the same warnings, also when the order was corrected in between', async () => {
    const order = to({ Address: 'PO Box 12' });
    const { OrderNo } = order.OrderInfo;
    const change = { OrderInfo: { OrderNo }, RecipientContactInfo: { Address: '100 Main Street' } };
    const SalesOrdersInfo = [order, to({ City: 'Yountville' }), to({})];
    const expected = [
      [true, [box]],
      [true, [city]],
      [true, []],
    ];
    expect(await send(SalesOrdersInfo)).toEqual(expected);
    expect((await winery.client.call('SalesOrder/UpdateSalesOrder', change)).status).toBe(200);
    expect(await send(SalesOrdersInfo)).toEqual(expected);
  });
});
