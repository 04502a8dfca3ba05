/** UpdateSalesOrder over HTTP: the replies that it declares. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateCustomer } from '../../src/auth/index.ts';
import { isUuid } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { freshOrderNo, recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const quantity = (ItemQuantity: number, more: Json = {}) => ({
  ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity, ...more }],
});

describe('200', () => {
  test('200 merges: absent and null keep a value, "" clears a text', async () => {
    const winery = await openWinery(server);
    const reference = await winery.created({
      AdditionalFields: { a: 1 },
      OrderInfo: { PONo: 'P1', OrderSource: 'Club', Tags: 'a;b', SpecialInstructions: 'Ring twice' },
    });
    const answer = await winery.update({
      TransactionReferenceNumber: reference,
      OrderInfo: { PONo: '', OrderSource: null, SpecialInstructions: 'Ring once' },
      RecipientContactInfo: { Address2: 'Apt 4' },
      ShipmentInfo: { IcePack: 1 },
    });
    expect(answer.status).toBe(200);
    expect(isUuid(answer.body)).toBe(true);
    const order = await winery.order(reference);
    expect(order).toMatchObject({ status: 'RECEIVED', ice_pack: 1, carrier: 'FEX', warehouse: 'APC01' });
    expect(order.document).toMatchObject({
      poNo: '',
      orderSource: 'Club',
      tags: ['a', 'b'],
      specialInstructions: 'Ring once',
      additionalFields: { a: 1 },
      recipient: { address: recipient.Address, address2: 'Apt 4', city: recipient.City },
    });
    expect(order.reserved).toEqual({ 'WINE-1': 1 });
    expect((await winery.timeline(reference))[1]).toMatchObject({
      kind: 'sales_order.updated',
      reference: answer.body,
    });
  });

  test('200 "" clears RequestedShipmentDate; absent and null keep it', async () => {
    const winery = await openWinery(server);
    const reference = await winery.created({ ShipmentInfo: { RequestedShipmentDate: '12/30/2099' } });
    const dateAfter = async (ShipmentInfo: Json) => {
      expect((await winery.update({ TransactionReferenceNumber: reference, ShipmentInfo })).status).toBe(200);
      return (await winery.order(reference)).requested_ship_date;
    };
    const day = Temporal.PlainDate.from('2099-12-30');
    expect(await dateAfter({ IcePack: 1 })).toEqual(day);
    expect(await dateAfter({ RequestedShipmentDate: null, IcePack: 0 })).toEqual(day);
    expect(await dateAfter({ RequestedShipmentDate: '' })).toBeNull();
  });

  test.each([
    ['Denmark', 'DK', '2100', '2200'],
    ['the United States', '', '80202', '02200'],
  ])(
    '200 a ZIP code that is a number without Country is read by the country of the order: %s',
    async (_, Country, ZipCode, read) => {
      const winery = await openWinery(server);
      const contact = { ...recipient, Country, ZipCode };
      const reference = await winery.created({
        RecipientContactInfo: contact,
        DeliveryContactInfo: { HoldAtLocation: 1, LocationCode: 'L1', ...(Country === '' ? {} : { Country }) },
      });
      const sent = { ZipCode: 2200 };
      const answer = await winery.update({
        TransactionReferenceNumber: reference,
        RecipientContactInfo: sent,
        BillingContactInfo: sent,
        DeliveryContactInfo: sent,
      });
      expect(answer).toMatchObject({ status: 200 });
      expect((await winery.order(reference)).document).toMatchObject({
        recipient: { zipCode: read },
        // Without a country, the payer is in the United States.
        billing: { zipCode: '02200' },
        holdLocation: { zipCode: read },
      });
    },
  );

  test('200 a ZIP code that is a number is the same content as its digits', async () => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const update = (ZipCode: string | number) =>
      winery.update(
        { TransactionReferenceNumber: reference, RecipientContactInfo: { ZipCode } },
        { 'idempotency-key': 'ZIP' },
      );
    const first = await update(80203);
    expect(first).toMatchObject({ status: 200 });
    expect(await update('80203')).toMatchObject({ status: 200, body: first.body });
  });

  test('200 an order that names no warehouse stays where it is when the customer gets a default warehouse', async () => {
    const winery = await openWinery(server);
    const { customerNo } = winery;
    const reference = await winery.created({ ShipmentInfo: {} });
    expect(await winery.order(reference)).toMatchObject({ warehouse: 'APC01', reserved: { 'WINE-1': 1 } });
    const preferences = { defaultWarehouse: 'COB01' } as const;
    await updateCustomer(server.environment.db, { customerNo, preferences, actor: 'operator:test' });
    const gift = { TransactionReferenceNumber: reference, OrderInfo: { GiftCardMessage: 'Cheers' } };
    expect((await winery.update(gift)).status).toBe(200);
    expect(await winery.order(reference)).toMatchObject({
      status: 'RECEIVED',
      warehouse: 'APC01',
      reserved: { 'WINE-1': 1 },
    });
  });

  test('200 an order in the usual warehouse of its customer keeps that reason, until an update names a warehouse', async () => {
    const winery = await openWinery(server);
    const preferences = { defaultWarehouse: 'APC01' } as const;
    await updateCustomer(server.environment.db, { customerNo: winery.customerNo, preferences, actor: 'operator:test' });
    const reference = await winery.created({ ShipmentInfo: {} });
    const reason = async () => (await winery.order(reference)).allocation?.because;
    const usual = "the customer's usual warehouse";
    expect(await reason()).toBe(usual);
    const update = (parts: Json) => winery.update({ TransactionReferenceNumber: reference, ...parts });
    await update(quantity(200));
    expect(await reason()).toContain(`${usual}; no warehouse`);
    await update(quantity(2));
    expect(await reason()).toBe(usual);
    await update({ ...quantity(3), ShipmentInfo: { ServiceWarehouseLocation: 'APC01' } });
    expect(await reason()).toBeUndefined();
  });

  test('200 keeps its stock while it updates; an order that no longer fits releases all of it and waits at its position', async () => {
    const winery = await openWinery(server, 10);
    const first = await winery.created(quantity(8));
    const second = await winery.created(quantity(4));
    expect((await winery.order(second)).status).toBe('ON INV HOLD');
    await winery.update({ TransactionReferenceNumber: first, ...quantity(7) });
    expect(await winery.order(first)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 7 } });
    expect((await winery.order(second)).status).toBe('ON INV HOLD');

    await winery.update({ TransactionReferenceNumber: first, ...quantity(11) });
    expect(await winery.order(first)).toMatchObject({ status: 'ON INV HOLD', reserved: {} });
    expect(await winery.order(second)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 4 } });

    const third = await winery.created(quantity(7));
    expect((await winery.order(third)).status).toBe('ON INV HOLD');
    await winery.arrive('WINE-1', 5);
    // First in the queue by acceptance, although it started to wait after the third order.
    expect([(await winery.order(first)).status, (await winery.order(third)).status]).toEqual([
      'RECEIVED',
      'ON INV HOLD',
    ]);
  });

  test("200 HoldOrder false ends the customer's hold and no other; true puts an open order on hold", async () => {
    const winery = await openWinery(server);
    const reference = await winery.created({
      HoldOrder: true,
      RecipientContactInfo: { ...recipient, ZipCode: '00000' },
    });
    await winery.update({ TransactionReferenceNumber: reference, OrderInfo: { HoldOrder: false } });
    expect((await winery.order(reference)).holds).toEqual([{ reason: 'Address', cause: 'recipient' }]);
    await winery.update({
      TransactionReferenceNumber: reference,
      RecipientContactInfo: { ZipCode: recipient.ZipCode },
    });
    expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', holds: [] });
    await winery.update({ TransactionReferenceNumber: reference, HoldOrder: 1 });
    expect(await winery.order(reference)).toMatchObject({
      status: 'ON WINERY REQUESTED HOLD',
      reserved: { 'WINE-1': 1 },
    });
    await winery.update({ TransactionReferenceNumber: reference, HoldOrder: 0 });
    expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', holds: [] });
  });

  test('200 items sent later end the hold of an order without items', async () => {
    const winery = await openWinery(server);
    const reference = await winery.created({ ItemsInfo: undefined });
    expect((await winery.order(reference)).status).toBe('ON CUSTOMER SERVICE HOLD');
    await winery.update({ TransactionReferenceNumber: reference, ...quantity(2) });
    expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 2 } });
  });

  test('200 by number and ShipmentKey, and by the reference of an earlier update', async () => {
    const winery = await openWinery(server);
    const OrderNo = freshOrderNo();
    await winery.created({ OrderInfo: { OrderNo } });
    const keyed = await winery.created({ OrderInfo: { OrderNo, ShipmentKey: 'K' } });
    const byKey = await winery.update({ OrderInfo: { OrderNo, ShipmentKey: 'K', PONo: 'P1' } });
    expect(byKey.status).toBe(200);
    await winery.update({
      TransactionReferenceNumber: byKey.body,
      OrderInfo: { OrderNo: 'ignored', OrderSource: 'S' },
    });
    const order = await winery.order(keyed);
    expect(order.order_no).toBe(OrderNo);
    expect(order.document).toMatchObject({ poNo: 'P1', orderSource: 'S' });
  });

  test.each([
    ['true', 'CANCELED'],
    ['True', 'CANCELED'],
    ['False', 'RECEIVED'],
    ['', 'RECEIVED'],
  ])('200 IsCancelOnly=%s, then the order is %s', async (value, status) => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const answer = await winery.client.call(`SalesOrder/UpdateSalesOrder?IsCancelOnly=${value}`, {
      TransactionReferenceNumber: reference,
    });
    expect(answer.status).toBe(200);
    expect((await winery.order(reference)).status).toBe(status);
  });

  test('200 IsCancelOnly=true cancels, ignores the rest, and links to its replacement', async () => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const answer = await winery.client.call('SalesOrder/UpdateSalesOrder?IsCancelOnly=true', {
      TransactionReferenceNumber: reference,
      OrderInfo: { OrderType: 'NONSENSE', GiftCard: 7 },
      ItemsInfo: 'nonsense',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('link')).toContain('/api/SalesOrder/CancelSalesOrder');
    expect((await winery.order(reference)).status).toBe('CANCELED');
    const usual = await winery.update({ TransactionReferenceNumber: await winery.created(), OrderInfo: { PONo: 'x' } });
    expect(usual.headers.get('deprecation')).toBeNull();
  });

  test.each(['isCancelOnly=true', 'ISCANCELONLY=TRUE', 'iscancelonly=True'])('200 %s cancels', async (query) => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const sent = { TransactionReferenceNumber: reference, OrderInfo: { PONo: 'P1' } };
    const answer = await winery.client.call(`SalesOrder/UpdateSalesOrder?${query}`, sent);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect((await winery.order(reference)).status).toBe('CANCELED');
  });

  // Clients send the reference in OrderInfo: it must not be ignored in favor of another order's number.
  test.each([
    ['', 'RECEIVED'],
    ['?IsCancelOnly=true', 'CANCELED'],
  ])('200 by OrderInfo.TransactionReferenceNumber%s, and never the order with the number', async (query, status) => {
    const winery = await openWinery(server);
    const OrderNo = freshOrderNo();
    const [meant, other] = [await winery.created(), await winery.created({ OrderInfo: { OrderNo } })];
    const before = await winery.order(other);
    const OrderInfo = { OrderNo, TransactionReferenceNumber: meant, PONo: 'P1' };
    const answer = await winery.client.call(`SalesOrder/UpdateSalesOrder${query}`, { OrderInfo });
    expect(answer.status).toBe(200);
    const order = await winery.order(meant);
    expect(order.status).toBe(status);
    if (query === '') expect(order.document).toMatchObject({ poNo: 'P1' });
    expect(await winery.order(other)).toEqual(before);
  });

  // Properties that IsCancelOnly=true or a reference makes ignored are not validated (interface: UpdateSalesOrder).
  const ignored: readonly [string, Json][] = [
    ['?IsCancelOnly=true', { OrderInfo: 'nonsense', ShipmentInfo: 7, HoldOrder: 'maybe', RecipientContactInfo: [] }],
    ['?IsCancelOnly=true', { OrderInfo: { OrderNo: 7, ShipmentKey: {} }, ItemsInfo: [{ ItemQuantity: 'x' }] }],
    ['', { OrderInfo: { OrderNo: 'AB', ShipmentKey: 'x'.repeat(51), PONo: 'P1' } }],
    ['', { OrderInfo: { OrderNo: 7, ShipmentKey: ['K'] } }],
    ['', { OrderInfo: { OrderNo: 'x'.repeat(31), ShipmentKey: 'another' } }],
  ];
  test.each(ignored)('200 by reference%s, with ignored %j', async (query, sent) => {
    const winery = await openWinery(server);
    const answer = await winery.client.call(`SalesOrder/UpdateSalesOrder${query}`, {
      TransactionReferenceNumber: await winery.created(),
      ...sent,
    });
    expect(answer).toMatchObject({ status: 200 });
  });

  test('200 concurrent updates of one order, by reference and number, run one after the other', async () => {
    const winery = await openWinery(server);
    const OrderNo = freshOrderNo();
    const reference = await winery.created({ OrderInfo: { OrderNo } });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        winery.update({
          ...(i % 2 === 0 ? { TransactionReferenceNumber: reference } : { OrderInfo: { OrderNo } }),
          ...quantity(1 + (i % 7)),
        }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(30);
    const order = await winery.order(reference);
    expect(order.reserved).toEqual({ 'WINE-1': order.lines[0].units });
  });
});

test('300 several live orders have the number', async () => {
  const winery = await openWinery(server);
  const OrderNo = freshOrderNo();
  await winery.created({ OrderInfo: { OrderNo, ShipmentKey: 'A' } });
  await winery.created({ OrderInfo: { OrderNo, ShipmentKey: 'B' } });
  const answer = await winery.update({ OrderInfo: { OrderNo, PONo: 'P' } });
  expect(answer.status).toBe(300);
  expect(answer.body.Candidates.map((c: Json) => c.ShipmentKey)).toEqual(['A', 'B']);
});

describe('400', () => {
  test.each(['IsCancelOnly=1', 'isCancelOnly'])('%s', async (parameter) => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const answer = await winery.client.call(`SalesOrder/UpdateSalesOrder?${parameter}`, {
      TransactionReferenceNumber: reference,
    });
    expect(answer).toMatchObject({ status: 400, body: { Errors: [{ Field: 'IsCancelOnly', Code: 'Type' }] } });
    expect((await winery.order(reference)).status).toBe('RECEIVED');
  });

  const wrong: readonly [string, Json, string, string][] = [
    ['a limit', { OrderInfo: { PONo: 'x'.repeat(21) } }, 'OrderInfo.PONo', 'MaxLength'],
    ['a gift card without message', { OrderInfo: { GiftCard: 1 } }, 'OrderInfo.GiftCardMessage', 'Required'],
    [
      'a service that the carrier of the order does not have',
      { ShipmentInfo: { ShippingCarrierService: 'CALL' } },
      'ShipmentInfo.ShippingCarrierService',
      'ImpossibleService',
    ],
    [
      'an impossible date',
      { ShipmentInfo: { RequestedShipmentDate: '02/30/2027' } },
      'ShipmentInfo.RequestedShipmentDate',
      'Format',
    ],
    ['an unknown item', { ItemsInfo: [{ ItemNo: 'NO-SUCH', ItemQuantity: 1 }] }, 'ItemsInfo[0].ItemNo', 'UnknownItem'],
    ['a retired item', { ItemsInfo: [{ ItemNo: 'OLD', ItemQuantity: 1 }] }, 'ItemsInfo[0].ItemNo', 'RetiredItem'],
    ['an OrderInfo that is no object', { OrderInfo: [{ PONo: 'P1' }] }, 'OrderInfo', 'Type'],
    ['contradictory HoldOrder', { HoldOrder: true, OrderInfo: { HoldOrder: false } }, 'HoldOrder', 'Contradiction'],
  ];
  test.each(wrong)('400 %s changes nothing', async (_name, patch, Field, Code) => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const before = await winery.order(reference);
    const answer = await winery.update({ TransactionReferenceNumber: reference, ...patch });
    expect(answer).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
    expect(await winery.order(reference)).toEqual(before);
  });

  test.each([
    [{ TransactionReferenceNumber: '', OrderInfo: { OrderNo: 'AB' } }, 'OrderInfo.OrderNo', 'MinLength'],
    [{ TransactionReferenceNumber: null, OrderInfo: { OrderNo: 'AB' } }, 'OrderInfo.OrderNo', 'MinLength'],
    [{ TransactionReferenceNumber: 7, OrderInfo: { OrderNo: 'ABC' } }, 'TransactionReferenceNumber', 'Type'],
  ])('400 an invalid reference makes nothing ignored: %j', async (sent, Field, Code) => {
    const winery = await openWinery(server);
    expect(await winery.update(sent)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
  });

  test.each(['', '?IsCancelOnly=true'])('400 two references that differ%s', async (query) => {
    const winery = await openWinery(server);
    const [one, other] = [await winery.created(), await winery.created()];
    const answer = await winery.client.call(`SalesOrder/UpdateSalesOrder${query}`, {
      TransactionReferenceNumber: one,
      OrderInfo: { TransactionReferenceNumber: other, PONo: 'P1' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: 'TransactionReferenceNumber', Code: 'Contradiction' }] },
    });
    for (const reference of [one, other]) {
      expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', document: { poNo: '' } });
    }
  });

  test('400 a misspelled query parameter is named, and nothing is changed', async () => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const answer = await winery.client.call('SalesOrder/UpdateSalesOrder?CancelOnly=true', {
      TransactionReferenceNumber: reference,
      OrderInfo: { PONo: 'P1' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: 'CancelOnly', Code: 'UnknownParameter' }] },
    });
    expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', document: { poNo: '' } });
  });

  test('400 IsCancelOnly=true without a name', async () => {
    const winery = await openWinery(server);
    for (const OrderInfo of [undefined, 'nonsense', { OrderNo: 7.5 }]) {
      const answer = await winery.client.call('SalesOrder/UpdateSalesOrder?IsCancelOnly=true', { OrderInfo });
      expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
    }
  });

  test('400 a request that names no order', async () => {
    const winery = await openWinery(server);
    const answer = await winery.update({ OrderInfo: { PONo: 'P' } });
    expect(answer).toMatchObject({ status: 400, body: { Errors: [{ Field: 'OrderInfo.OrderNo', Code: 'Required' }] } });
  });

  test('400 all faults at once, including those of items', async () => {
    const winery = await openWinery(server);
    const answer = await winery.update({
      TransactionReferenceNumber: await winery.created(),
      OrderInfo: { PONo: 'x'.repeat(21) },
      ItemsInfo: [{ ItemNo: 'NO-SUCH', ItemQuantity: 0 }],
    });
    expect(answer.body.Errors.map((e: Json) => `${e.Field} ${e.Code}`).toSorted()).toEqual([
      'ItemsInfo[0].ItemNo UnknownItem',
      'ItemsInfo[0].ItemQuantity Minimum',
      'OrderInfo.PONo MaxLength',
    ]);
  });
});

// Values just inside and outside each limit, enumeration and date of an update (interface: Limits, Sales order).
describe('limits', () => {
  const text = (length: number) => 'x'.repeat(length);
  const limits: readonly [string, (value: Json) => Json, Json, Json, string][] = [
    [
      'OrderInfo.TransmissionId',
      (TransmissionId) => ({ OrderInfo: { TransmissionId } }),
      text(36),
      text(37),
      'MaxLength',
    ],
    ['OrderInfo.PONo', (PONo) => ({ OrderInfo: { PONo } }), text(20), text(21), 'MaxLength'],
    ['OrderInfo.OrderSource', (OrderSource) => ({ OrderInfo: { OrderSource } }), text(200), text(201), 'MaxLength'],
    [
      'OrderInfo.GiftCardMessage',
      (GiftCardMessage) => ({ OrderInfo: { GiftCard: 1, GiftCardMessage } }),
      text(500),
      text(501),
      'MaxLength',
    ],
    ['OrderInfo.Tags', (Tags) => ({ OrderInfo: { Tags } }), text(60), text(61), 'MaxLength'],
    [
      'OrderInfo.SpecialInstructions',
      (SpecialInstructions) => ({ OrderInfo: { SpecialInstructions } }),
      text(1000),
      text(1001),
      'MaxLength',
    ],
    ['OrderInfo.BatchId', (BatchId) => ({ OrderInfo: { BatchId } }), text(10), text(11), 'MaxLength'],
    [
      'OrderInfo.BatchDescription',
      (BatchDescription) => ({ OrderInfo: { BatchDescription } }),
      text(1000),
      text(1001),
      'MaxLength',
    ],
    ['OrderInfo.OrderType', (OrderType) => ({ OrderInfo: { OrderType } }), 'RETAIL', 'retail', 'Enum'],
    ['OrderInfo.GiftCard', (GiftCard) => ({ OrderInfo: { GiftCard } }), 0, 2, 'Enum'],
    [
      'OrderInfo.OrderDate',
      (OrderDate) => ({ OrderInfo: { OrderDate } }),
      '2026-11-18T09:00:00Z',
      '18.11.2026',
      'Format',
    ],
    [
      'OrderInfo.ConsumerTaxCollected',
      (ConsumerTaxCollected) => ({ OrderInfo: { ConsumerTaxCollected } }),
      '-1.50',
      '1,50',
      'Format',
    ],
    [
      'OrderInfo.ConsumerShippingPrice',
      (ConsumerShippingPrice) => ({ OrderInfo: { ConsumerShippingPrice } }),
      '9'.repeat(15),
      '9'.repeat(16),
      'Format',
    ],
    ['HoldOrder', (HoldOrder) => ({ HoldOrder }), 1, 2, 'Enum'],
    ['OrderInfo.HoldOrder', (HoldOrder) => ({ OrderInfo: { HoldOrder } }), 0, 'no', 'Enum'],
    [
      'ShipmentInfo.ShippingCarrier',
      (ShippingCarrier) => ({ ShipmentInfo: { ShippingCarrier } }),
      'TMC',
      'ups',
      'Enum',
    ],
    [
      'ShipmentInfo.ShippingCarrierService',
      (ShippingCarrierService) => ({ ShipmentInfo: { ShippingCarrierService } }),
      'INPR',
      'inpr',
      'Enum',
    ],
    [
      'ShipmentInfo.ShippingCarrierService',
      (ShippingCarrierService) => ({ ShipmentInfo: { ShippingCarrier: 'WIL', ShippingCarrierService } }),
      'CALL',
      'HOME',
      'ImpossibleService',
    ],
    ['ShipmentInfo.Insurance', (Insurance) => ({ ShipmentInfo: { Insurance } }), 1, -1, 'Enum'],
    [
      'DeliveryContactInfo.HoldAtLocation',
      (HoldAtLocation) => ({ DeliveryContactInfo: { HoldAtLocation, LocationCode: 'L-1' } }),
      1,
      2,
      'Enum',
    ],
    [
      'ShipmentInfo.RequestedShipmentDate',
      (RequestedShipmentDate) => ({ ShipmentInfo: { RequestedShipmentDate } }),
      '02/29/2028',
      '02/29/2027',
      'Format',
    ],
    ['ShipmentInfo.IcePack', (IcePack) => ({ ShipmentInfo: { IcePack } }), 1, 2, 'Enum'],
    [
      'ShipmentInfo.ServiceWarehouseLocation',
      (ServiceWarehouseLocation) => ({ ShipmentInfo: { ServiceWarehouseLocation } }),
      'WOX01',
      'WOX02',
      'Enum',
    ],
    [
      'ItemsInfo[0].ItemQuantity',
      (ItemQuantity) => ({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }] }),
      1,
      0,
      'Minimum',
    ],
    [
      'ItemsInfo[0].QuantityUnit',
      (QuantityUnit) => ({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1, QuantityUnit }] }),
      'WHOLESALE',
      'AUTO',
      'Enum',
    ],
    [
      'ItemsInfo[0].UnitPrice',
      (UnitPrice) => ({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1, UnitPrice }] }),
      999_999_999_999_999,
      1_000_000_000_000_000,
      'Maximum',
    ],
    [
      'ItemsInfo[0].InventoryTaxStatus',
      (InventoryTaxStatus) => ({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1, InventoryTaxStatus }] }),
      'GOOD-ST-EX',
      'CDMG-NO-TX',
      'Enum',
    ],
    [
      'ItemsInfo',
      (lines) => ({ ItemsInfo: Array.from({ length: lines }, () => ({ ItemNo: 'WINE-1', ItemQuantity: 1 })) }),
      1000,
      1001,
      'MaxItems',
    ],
    ['BillingContactInfo.State', (State) => ({ BillingContactInfo: { State } }), 'CA', 'CAL', 'Format'],
    [
      'BillingContactInfo.ZipCode',
      (ZipCode) => ({ BillingContactInfo: { ZipCode } }),
      '945581234',
      '94558123',
      'Format',
    ],
  ];
  test.each(limits)('200 and 400 at the limit of %s', async (Field, patch, inside, outside, Code) => {
    const winery = await openWinery(server);
    const TransactionReferenceNumber = await winery.created();
    expect((await winery.update({ TransactionReferenceNumber, ...patch(inside) })).status).toBe(200);
    expect(await winery.update({ TransactionReferenceNumber, ...patch(outside) })).toMatchObject({
      status: 400,
      body: { Errors: [{ Field, Code }] },
    });
  });
});

// An update accepts the same numbers and shipment keys as creation.
test.each([
  ['OrderNo', { ShipmentKey: 'K' }, 'xyz', 'xy', 'MinLength'],
  ['OrderNo', { ShipmentKey: 'K' }, 'x'.repeat(30), 'x'.repeat(31), 'MaxLength'],
  ['ShipmentKey', { OrderNo: 'xyz' }, 'x'.repeat(50), 'x'.repeat(51), 'MaxLength'],
])('200 and 400 at the limit of the name: %s beside %j', async (field, other, inside, outside, Code) => {
  const winery = await openWinery(server);
  const named = { ...other, [field]: inside };
  await winery.created({ OrderInfo: named });
  expect(await winery.update({ OrderInfo: named, ShipmentInfo: { IcePack: 1 } })).toMatchObject({ status: 200 });
  expect(await winery.update({ OrderInfo: { ...other, [field]: outside } })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: `OrderInfo.${field}`, Code }] },
  });
});

test('401 without valid credentials', async () => {
  const winery = await openWinery(server);
  expect((await winery.update({ Authentication: { UserKey: 'x' } })).status).toBe(401);
  const cancelOnly = { TransactionReferenceNumber: await winery.created(), Authentication: 'ignored' };
  const answer = await winery.client.call('SalesOrder/UpdateSalesOrder?IsCancelOnly=true', cancelOnly);
  expect(answer.status).toBe(401);
});

test('403 the order is being processed or canceled, and the reason says so', async () => {
  const winery = await openWinery(server);
  const inWork = await winery.created();
  await winery.startWork(inWork);
  const started = await winery.update({ TransactionReferenceNumber: inWork, OrderInfo: { PONo: 'P' } });
  expect(started).toMatchObject({ status: 403, body: { Code: 'StateForbids', State: 'PROCESSING ORDER' } });
  expect(started.body.Reason).toContain('PROCESSING ORDER');
  const canceled = await winery.created();
  await winery.cancel({ TransactionReferenceNumber: canceled });
  const afterwards = await winery.update({ TransactionReferenceNumber: canceled, OrderInfo: { PONo: 'P' } });
  expect(afterwards.status).toBe(403);
  expect(afterwards.body.Reason).toMatch(/^Order \S+ cannot be updated: it is canceled\.$/);
});

test('403 the recipient was erased: neither the winery nor the operator updates the order, and others of the batch are', async () => {
  const winery = await openWinery(server);
  const { customerNo, update } = winery;
  const [erased, other] = [await winery.created(), await winery.created()];
  // An earlier version allowed that of an open order.
  const { db } = server.environment;
  const values = [customerNo, erased];
  for (const statement of [
    `update sales_orders set status = 'CANCELED' where customer_no = $1 and order_id = $2`,
    'delete from sales_order_details where customer_no = $1 and order_id = $2',
    `update sales_orders set status = 'RECEIVED' where customer_no = $1 and order_id = $2`,
  ])
    await db.rows(statement, values);
  const hold = (TransactionReferenceNumber: string) =>
    update({ TransactionReferenceNumber, OrderInfo: { HoldOrder: true } });
  const [refused, held] = await Promise.all([hold(erased), hold(other)]);
  expect(refused).toMatchObject({ status: 403, body: { Code: 'StateForbids', State: 'RECEIVED' } });
  expect(refused.body.Reason).toMatch(/^Order \S+ cannot be updated: its recipient was erased\. Cancel it/);
  expect(held.status).toBe(200);
  const RecipientContactInfo = { Address: '1 Other St' };
  const key = { CustomerNo: customerNo, TransactionReferenceNumber: erased };
  const corrected = await (await signedIn(server, 'service')).call('Orders/CorrectRecipient', {
    ...key,
    RecipientContactInfo,
  });
  expect(corrected).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect((await winery.cancel({ TransactionReferenceNumber: erased })).status).toBe(200);
});

test('404 unknown orders and orders of another customer', async () => {
  const [mine, theirs] = [await openWinery(server), await openWinery(server)];
  const reference = await theirs.created();
  for (const name of [{ TransactionReferenceNumber: reference }, { OrderInfo: { OrderNo: 'NO-SUCH' } }]) {
    expect(await mine.update({ ...name, ShipmentInfo: { IcePack: 1 } })).toMatchObject({ status: 404 });
  }
});
