/** `dray order`, `dray hold end` of holds that the operator may decide on, and `dray token list`. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { givenStock } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openWinery, sentOrder, type Winery } from '../support/winery.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let server: TestServer;
let production: TestDatabase;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  production = await openTestDatabase();
  useDatabases(production, server.database);
  winery = await openWinery(server);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectLedgerConsistent(server.environment.db);
  await server.close();
  await production.drop();
});

const ofOrder = (order: string, ...args: string[]) => [
  ...args,
  ...['--environment', 'test', '--customer', winery.customerNo, '--order', order],
];

describe('order show', () => {
  test('says what an order is, why it stands there, and what happened to it', async () => {
    const sent = sentOrder({ HoldOrder: true });
    const reference = await winery.created({ OrderInfo: { ...sent.OrderInfo, HoldOrder: true } });
    const { OrderNo } = sent.OrderInfo;
    const { out = '' } = (await dray(...ofOrder(OrderNo, 'order', 'show'))) as { out?: string };
    expect(out).toContain(`Order ${OrderNo} of ${winery.customerNo}: ON WINERY REQUESTED HOLD`);
    expect(out).toContain('Denver, CO');
    expect(out).toMatch(/Items\n +1 {2}WINE-1/);
    expect(out).toMatch(/Why it has this status\n {2}Winery hold: .* \[dray hold end --hold winery\]/);
    expect(out).toMatch(/Timeline\n.*sales_order\.accepted/);
    expect(await drayJson(...ofOrder(reference, 'order', 'show'))).toMatchObject({
      OrderNo,
      TransactionReferenceNumber: reference,
      Status: 'ON WINERY REQUESTED HOLD',
      Items: [{ Line: 1, ItemNo: 'WINE-1', Units: 1 }],
      Holds: [{ HoldReason: 'Winery', Owner: 'customer' }],
      Timeline: [expect.objectContaining({ Kind: 'sales_order.accepted' })],
    });
  });

  test('has the fields that the winery sent to be passed through', async () => {
    const reference = await winery.created({
      AdditionalFields: { Channel: { Store: 7 } },
      ItemsInfo: [
        { ItemNo: 'WINE-1', ItemQuantity: 1, ExternalLineNumber: 'L-9', Group: 'Gift', AdditionalFields: { Bin: 'A' } },
      ],
    });
    const { out = '' } = (await dray(...ofOrder(reference, 'order', 'show'))) as { out?: string };
    expect(out).toContain('AdditionalFields {"Channel":{"Store":7}}');
    expect(out).toContain('ExternalLineNumber L-9, Group Gift\n          AdditionalFields {"Bin":"A"}');
    expect(await drayJson(...ofOrder(reference, 'order', 'show'))).toMatchObject({
      AdditionalFields: { Channel: { Store: 7 } },
      Items: [{ Line: 1, ExternalLineNumber: 'L-9', Group: 'Gift', AdditionalFields: { Bin: 'A' } }],
    });
  });

  test('has what else the winery sent, and where the recipient picks the order up', async () => {
    const OrderInfo = {
      ...sentOrder().OrderInfo,
      OrderType: 'RETAIL',
      PONo: 'PO-7',
      OrderSource: 'Web',
      OrderDate: '2026-11-18T09:00:00',
      Tags: 'fall;vip',
      GiftCard: 1,
      GiftCardMessage: 'Cheers',
      SpecialInstructions: 'Two boxes',
    };
    const DeliveryContactInfo = { HoldAtLocation: 1, LocationCode: 'F94558', Company: 'Corner Pharmacy', City: 'Napa' };
    const reference = await winery.created({ OrderInfo, DeliveryContactInfo, ShipmentInfo: { IcePack: 1 } });
    const { out = '' } = (await dray(...ofOrder(reference, 'order', 'show'))) as { out?: string };
    expect(out).toMatch(/ship to +.*Denver, CO.*\n {2}pick up at F94558, Corner Pharmacy, Napa\n/);
    for (const text of [
      'sent       PONo PO-7, OrderSource Web, OrderDate 2026-11-18T17:00:00Z, Tags fall;vip, IcePack\n',
      'sent       GiftCardMessage Cheers\n',
      'sent       SpecialInstructions Two boxes\n',
    ])
      expect(out).toContain(text);
    expect(await drayJson(...ofOrder(reference, 'order', 'show'))).toMatchObject({
      PONo: 'PO-7',
      Tags: ['fall', 'vip'],
      GiftCardMessage: 'Cheers',
      SpecialInstructions: 'Two boxes',
      PickupLocation: ['F94558', 'Corner Pharmacy', 'Napa'],
    });
    const willCall = await winery.created({
      ShipmentInfo: { ShippingCarrier: 'WIL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' },
    });
    const { out: shown = '' } = (await dray(...ofOrder(willCall, 'order', 'show'))) as { out?: string };
    expect(shown).toContain('pick up at APC01\n');
  });

  test('says when an order without holds is processed, and which packages it has', async () => {
    const reference = await winery.created();
    expect((await drayJson(...ofOrder(reference, 'order', 'show'))).Reasons).toEqual([
      expect.stringMatching(/^It has no hold. Its processing is due \d/),
    ]);
    await winery.client.call('Simulation/AdvanceClock', { Seconds: 20 * 86_400 });
    const shown = await drayJson(...ofOrder(reference, 'order', 'show'));
    expect(shown.Reasons[0]).toMatch(/^All its packages have left/);
    expect(shown.Packages).toEqual([
      expect.objectContaining({ PackageNo: 1, ShippingCarrier: 'FEX', Status: 'DELIVERED' }),
    ]);
  });

  test('says what starts an order that waits for a person', async () => {
    const { db } = server.environment;
    await editSettings(db, "update warehouses set is_worked = true where code = 'TWL01'", []);
    await givenStock(db, winery.customerNo, [{ itemNo: 'WINE-1', quantity: 5, warehouse: 'TWL01' }]);
    const released = await winery.created({ ShipmentInfo: { ServiceWarehouseLocation: 'TWL01' } });
    const scanned = await winery.created({ OrderInfo: { OrderType: 'JIT' } });
    await winery.client.call('Simulation/AdvanceClock', { Seconds: 20 * 86_400 });
    const reasonsOf = async (reference: string) => (await drayJson(...ofOrder(reference, 'order', 'show'))).Reasons;
    expect([await reasonsOf(released), await reasonsOf(scanned)]).toEqual([
      ['It has no hold. It waits for its release in TWL01.'],
      ['It has no hold. It waits for the scan of its JIT label.'],
    ]);
  });

  test('says how many packages of a shipped order have left', async () => {
    const reference = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] });
    await winery.client.call('Simulation/AdvanceClock', { Seconds: 20 * 86_400 });
    const set = (change: string) =>
      server.database.pool.query(`update packages set ${change} where order_id = $1 and package_no = 2`, [reference]);
    await set("ship_date = null, status = 'READY TO SHIP'");
    const shown = await drayJson(...ofOrder(reference, 'order', 'show'));
    await set("ship_date = requested_ship_date, status = 'DELIVERED'");
    expect(shown.Reasons[0]).toMatch(/^1 of its 2 packages has left; the carrier has not scanned the others/);
  });

  test('an unknown order and an unknown customer: one line', async () => {
    expect(await dray(...ofOrder('NO-SUCH', 'order', 'show'))).toEqual({
      code: 1,
      refused: 'There is no order with OrderNo NO-SUCH.',
    });
    const unknownCustomer = ['order', 'show', '--environment', 'test', '--customer', 'UNKNOWN', '--order', 'X'];
    expect(await dray(...unknownCustomer)).toMatchObject({ code: 1, refused: expect.stringContaining('UNKNOWN') });
  });
});

test('order cancel cancels an open order once', async () => {
  const reference = await winery.created();
  const { order_no: orderNo } = await winery.order(reference);
  const canceled = await drayJson(...ofOrder(orderNo, 'order', 'cancel'));
  expect(Object.keys(canceled)).toEqual(['TransactionReferenceNumber']);
  expect(await winery.order(reference)).toMatchObject({ status: 'CANCELED', reserved: {} });
  expect((await winery.timeline(reference)).at(-1)).toMatchObject({
    kind: 'sales_order.canceled',
    operation: 'dray order cancel',
  });
  expect(await dray(...ofOrder(reference, 'order', 'cancel'))).toEqual({
    code: 1,
    refused: `Order ${orderNo} is already canceled.`,
  });
  expect(await auditOf(server, 'dray order cancel')).toMatchObject([
    {
      action: 'order.canceled',
      subject: reference,
      for_customer: winery.customerNo,
      before: { Status: 'RECEIVED' },
      after: { Status: 'CANCELED', Reference: canceled.TransactionReferenceNumber },
    },
  ]);
});

describe('hold end', () => {
  const end = (order: string, ...args: string[]) => dray(...ofOrder(order, 'hold', 'end', ...args));

  test("ends the winery's hold, with a note in the timeline", async () => {
    const sent = sentOrder();
    const reference = await winery.created({ OrderInfo: { ...sent.OrderInfo, HoldOrder: true } });
    expect(await end(reference)).toEqual({
      code: 1,
      refused: expect.stringMatching(
        /has no customer service hold to end \(status ON WINERY REQUESTED HOLD\)\. It is held by: Winery\.$/,
      ),
    });
    expect(await end(reference, '--hold', 'winery', '--note', 'By phone')).toMatchObject({
      out: expect.stringMatching(/^the winery hold of order .* has ended/),
    });
    expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', holds: [] });
    expect((await winery.timeline(reference)).at(-1)).toMatchObject({
      kind: 'sales_order.released',
      data: { note: 'By phone' },
    });
  });

  test('ends the address hold of a ZIP code that was checked, not of an address without a city', async () => {
    const reference = await winery.created({ RecipientContactInfo: { ...recipient, ZipCode: '99999' } });
    expect(await winery.order(reference)).toMatchObject({ holds: [{ reason: 'Address', cause: 'recipient' }] });
    expect(await end(reference, '--hold', 'address')).toMatchObject({ code: 0 });
    expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', holds: [] });
    const incomplete = await winery.created({ RecipientContactInfo: { ...recipient, City: '' } });
    expect(await end(incomplete, '--hold', 'address')).toEqual({
      code: 1,
      refused: expect.stringMatching(/^The address hold of order .* cannot be ended\. The recipient has no City\./),
    });
    expect(await winery.order(incomplete)).toMatchObject({ holds: [{ reason: 'Address' }] });
  });

  test('says what ends a customer service hold that no person ends', async () => {
    const reference = await winery.created({ ItemsInfo: [] });
    expect(await winery.order(reference)).toMatchObject({ holds: [{ reason: 'Customer Service', cause: 'no-items' }] });
    expect(await end(reference)).toEqual({
      code: 1,
      refused: expect.stringMatching(
        /^The customer service hold of order .* cannot be ended\. Ask the winery to send the items of the order\./,
      ),
    });
  });

  test('ends no hold that waits for stock', async () => {
    const reference = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 5 }] });
    expect(await end(reference)).toMatchObject({ code: 1, refused: expect.stringContaining('held by: Inventory') });
    expect(await end(reference, '--hold', 'inventory')).toMatchObject({ code: 2 });
  });
});

test('token list shows the tokens that customer create and token create made, by id', async () => {
  const customer = ['--environment', 'test', '--customer', 'TOKENS'];
  const created = await drayJson('customer', 'create', ...customer, '--name', 'A Winery');
  const { TokenId } = await drayJson('token', 'create', ...customer);
  const listed = await drayJson('token', 'list', ...customer);
  expect(listed.map((token: { TokenId: string }) => token.TokenId)).toEqual([created.TokenId, TokenId]);
  expect(listed[0]).toEqual({
    TokenId: created.TokenId,
    CreatedAt: expect.stringMatching(/^\d{4}-/),
    CreatedBy: expect.stringMatching(/^operator:/),
    ExpiresAt: '',
    Scope: 'write',
  });
  await dray('token', 'revoke', ...customer, '--token', created.TokenId);
  expect(await dray('token', 'list', ...customer)).toEqual({
    code: 0,
    out: expect.stringMatching(new RegExp(`^${TokenId}  created .* by operator:.*, valid until it is revoked\n$`)),
  });
  await dray('token', 'revoke', ...customer, '--token', TokenId);
  expect(await dray('token', 'list', ...customer)).toEqual({ code: 0, out: 'TOKENS has no valid tokens\n' });
});
