/** CreateSalesOrder over HTTP: the replies that it declares. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateCustomer } from '../../src/auth/index.ts';
import { isUuid } from '../../src/lib/uuid.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import type { ApiResponse } from '../support/client.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { freshOrderNo, recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const operation = 'SalesOrder/CreateSalesOrder';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Any JSON that a caller may send. */
// biome-ignore lint/suspicious/noExplicitAny: tests send what the interface forbids
type Json = any;

async function winery() {
  const { db } = server.environment;
  const customer = await server.customer();
  await givenItems(db, customer.customerNo, [
    { itemNo: 'WINE-1' },
    { itemNo: 'LOOSE', bottlesPerCase: null },
    { itemNo: 'OLD', retired: true },
    { itemNo: 'FEE', storage: 'virtual' },
    { itemNo: 'OURS', storage: 'client' },
  ]);
  await givenStock(db, customer.customerNo, [{ itemNo: 'WINE-1', quantity: 100 }]);
  const create = (body: Json, headers?: Record<string, string>) => customer.client.call(operation, body, headers);
  const row = async (answer: ApiResponse) =>
    (
      await db.rows<{
        status: string;
        warehouse: string;
        carrier: string;
        service: string;
        lines: Json;
        document: Json;
      }>(
        `select o.status, o.warehouse, o.carrier, o.service, o.lines, d.document
           from sales_orders o join sales_order_details d using (customer_no, order_id)
          where o.customer_no = $1 and o.order_id = $2`,
        [customer.customerNo, answer.body],
      )
    )[0];
  const holds = async (answer: ApiResponse) =>
    await db.rows<{ reason: string; owner: string; cause: string; description: string }>(
      'select reason, owner, cause, description from sales_order_holds where customer_no = $1 and order_id = $2 order by 1',
      [customer.customerNo, answer.body],
    );
  const count = async () =>
    (
      await db.rows<{ count: number }>('select count(*) from sales_orders where customer_no = $1', [
        customer.customerNo,
      ])
    )[0]?.count;
  return { ...customer, create, row, holds, count };
}

/** A valid request; parts are replaced, and `undefined` removes one. */
function request(parts: Json = {}): Json {
  const { OrderInfo, ...rest } = parts;
  return {
    RecipientContactInfo: recipient,
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }],
    ...rest,
    OrderInfo: { OrderNo: freshOrderNo(), OrderType: 'CLUB', ...OrderInfo },
  };
}

const order = (OrderInfo: Json) => ({ OrderInfo });
const shipment = (ShipmentInfo: Json) => ({ ShipmentInfo });
const item = (Item: Json) => ({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1, ...Item }] });
const billing = (BillingContactInfo: Json) => ({ BillingContactInfo });
const ONPR = { ShippingCarrierService: 'ONPR' };
const x = (length: number) => 'x'.repeat(length);
const lines = (count: number) => ({
  ItemsInfo: Array.from({ length: count }, () => ({ ItemNo: 'WINE-1', ItemQuantity: 1 })),
});
/** An object with this many levels. */
const nested = (levels: number): Json => (levels === 1 ? {} : { a: nested(levels - 1) });

describe('200', () => {
  test('200 returns a reference and reserves the stock', async () => {
    const { create, row, customerNo } = await winery();
    const answer = await create(request());
    expect(answer.status).toBe(200);
    expect(isUuid(answer.body)).toBe(true);
    expect(await row(answer)).toMatchObject({
      status: 'RECEIVED',
      carrier: 'BSW',
      service: 'GRND',
      warehouse: 'APC01',
    });
    const [balance] = await server.environment.db.rows<{ reserved: number }>(
      `select reserved from balances where customer_no = $1 and item_no = 'WINE-1' and warehouse = 'APC01'`,
      [customerNo],
    );
    expect(balance?.reserved).toBe(1);
    await expectLedgerConsistent(server.environment.db);
  });

  // Values just inside each limit, enumeration, date and conditional rule (interface: Limits, Sales order; decision 4).
  const inside: readonly [string, Json][] = [
    ['TransmissionId of 36', order({ TransmissionId: x(36) })],
    ['OrderNo of 3', order({ OrderNo: 'A-1' })],
    ['OrderNo of 30', order({ OrderNo: x(30) })],
    ['PONo of 20', order({ PONo: x(20) })],
    ['ShipmentKey of 50', order({ ShipmentKey: x(50) })],
    ['OrderSource of 200', order({ OrderSource: x(200) })],
    ['GiftCardMessage of 500', order({ GiftCard: 1, GiftCardMessage: x(500) })],
    [
      'GiftCardMessage of 500 characters outside the basic plane',
      order({ GiftCard: 1, GiftCardMessage: '🍷'.repeat(500) }),
    ],
    ['GiftCard 0 without a message', order({ GiftCard: 0 })],
    ['Tags of 60', order({ Tags: x(60) })],
    ['SpecialInstructions of 1000', order({ SpecialInstructions: x(1000) })],
    ['BatchId of 10', order({ BatchId: x(10) })],
    ['BatchDescription of 1000', order({ BatchDescription: x(1000) })],
    ...['CLUB', 'RETAIL', 'DTT', 'JIT', 'DELIVERY_TO_WINERY', 'WHOLESALE'].map((OrderType): [string, Json] => [
      `OrderType ${OrderType}`,
      order({ OrderType }),
    ]),
    ['OrderDate with offset', order({ OrderDate: '2026-11-18T09:00:00-08:00' })],
    ['OrderDate without offset', order({ OrderDate: '2026-11-18T09:00:00' })],
    ['amounts as strings', order({ ConsumerTaxCollected: '9.27', ConsumerShippingPrice: '0' })],
    ['HoldOrder at the top', { HoldOrder: true }],
    ['HoldOrder inside', order({ HoldOrder: true })],
    ['HoldOrder as 1', { HoldOrder: 1 }],
    ['HoldOrder as 0', { HoldOrder: 0 }],
    ['HoldOrder in both places, alike', { HoldOrder: 1, OrderInfo: { HoldOrder: true } }],
    ...['ONPR', 'GRND', '2DAY', 'HOME', 'ONST', 'LPDS', 'NONE', 'INPR'].map(
      (ShippingCarrierService): [string, Json] => [
        `FEX ${ShippingCarrierService}`,
        shipment({ ShippingCarrier: 'FEX', ShippingCarrierService }),
      ],
    ),
    ...['FEX', 'UPS', 'BSW', 'GSO', 'FCC', 'TMC', 'WST'].map((ShippingCarrier): [string, Json] => [
      `${ShippingCarrier} GRND`,
      shipment({ ShippingCarrier, ShippingCarrierService: 'GRND' }),
    ]),
    ...['WIL', 'WILL'].flatMap((ShippingCarrier) =>
      ['CALL', 'NONE'].map((ShippingCarrierService): [string, Json] => [
        `${ShippingCarrier} ${ShippingCarrierService}`,
        shipment({ ShippingCarrier, ShippingCarrierService }),
      ]),
    ),
    ['RequestedShipmentDate', shipment({ RequestedShipmentDate: '12/07/2026' })],
    ['RequestedShipmentDate, short', shipment({ RequestedShipmentDate: '1/7/2027' })],
    ['RequestedShipmentDate in the past', shipment({ RequestedShipmentDate: '01/05/2020' })],
    ['RequestedShipmentDate, the last one that can be written', shipment({ RequestedShipmentDate: '12/31/9999' })],
    ['a leap day', shipment({ RequestedShipmentDate: '02/29/2028' })],
    ['Insurance 1, IcePack 0', shipment({ Insurance: 1, IcePack: 0 })],
    ['Insurance 0, IcePack 1', shipment({ Insurance: 0, IcePack: 1 })],
    ...[
      ...['APC01', 'APC02', 'COB01', 'COB02', 'ETC01', 'MMC01'],
      ...['PRB02', 'PRB04', 'SJU01', 'TWL01', 'VCX01', 'WOX01'],
    ].map((ServiceWarehouseLocation): [string, Json] => [
      `ServiceWarehouseLocation ${ServiceWarehouseLocation}`,
      shipment({ ServiceWarehouseLocation }),
    ]),
    ['HoldAtLocation 0', { DeliveryContactInfo: { HoldAtLocation: 0 } }],
    ['HoldAtLocation 1 with LocationCode', { DeliveryContactInfo: { HoldAtLocation: 1, LocationCode: 'F00001' } }],
    ['AdditionalFields 32 levels deep', { AdditionalFields: nested(32) }],
    ['1000 lines', lines(1000)],
    ['ItemQuantity 1', item({ ItemQuantity: 1 })],
    ['ItemQuantity 1000000', item({ ItemQuantity: 1_000_000 })],
    ['QuantityUnit RETAIL', item({ QuantityUnit: 'RETAIL' })],
    ['QuantityUnit WHOLESALE', item({ QuantityUnit: 'WHOLESALE' })],
    ['UnitPrice', item({ UnitPrice: 65.5 })],
    ['UnitPrice of a discount', item({ UnitPrice: -5.25 })],
    ['UnitPrice of fifteen digits', item({ UnitPrice: 999_999_999_999_999 })],
    ...[
      ...['GOOD-LB-TX', 'GOOD-NO-BD', 'GOOD-NO-CB', 'GOOD-NO-TX'],
      ...['GOOD-ST-BD', 'GOOD-ST-EX', 'GOOD-ST-IM', 'GOOD-ST-TX'],
    ].map((InventoryTaxStatus): [string, Json] => [
      `InventoryTaxStatus ${InventoryTaxStatus}`,
      { ...order({ OrderType: 'WHOLESALE' }), ...item({ InventoryTaxStatus }) },
    ]),
    [
      'announced fields',
      item({ ExternalLineNumber: '7', Group: 'box', ParentItemNo: 'GIFT', AdditionalFields: { a: 1 } }),
    ],
    ['a virtual item', item({ ItemNo: 'FEE' })],
    ['billing State of 2 letters', billing({ State: 'CA', ZipCode: '94558' })],
    ['billing ZipCode of 9 digits', billing({ ZipCode: '945581234' })],
    ['billing ZipCode with hyphen', billing({ ZipCode: '94558-1234', Country: 'USA' })],
    ['billing abroad', billing({ State: 'Bordeaux', ZipCode: 'X1', Country: 'FR' })],
    ['null as absent', { BillingContactInfo: null, HoldOrder: null, OrderInfo: { PONo: null, GiftCard: null } }],
    [
      '"" as absent',
      {
        OrderInfo: { OrderDate: '', ConsumerTaxCollected: '' },
        ShipmentInfo: { ShippingCarrier: '', RequestedShipmentDate: '' },
      },
    ],
    ['unknown properties', { Something: 1, OrderInfo: { New: 'x' } }],
    ['TransactionReferenceNumber, ignored', { TransactionReferenceNumber: 'anything' }],
    ['TransactionReferenceNumber that is no text, ignored', { TransactionReferenceNumber: { a: 7 } }],
  ];
  test.each(inside)('200 %s', async (_name, parts) => {
    const { create } = await winery();
    const answer = await create(request(parts));
    expect(answer).toMatchObject({ status: 200 });
    expect(isUuid(answer.body)).toBe(true);
  });

  const held: readonly [string, Json, string, string][] = [
    ['HoldOrder', { HoldOrder: 1 }, 'Winery', 'ON WINERY REQUESTED HOLD'],
    ['no ItemsInfo', { ItemsInfo: undefined }, 'Customer Service', 'ON CUSTOMER SERVICE HOLD'],
    ['empty ItemsInfo', { ItemsInfo: [] }, 'Customer Service', 'ON CUSTOMER SERVICE HOLD'],
    ['no recipient', { RecipientContactInfo: undefined }, 'Address', 'ON CUSTOMER SERVICE HOLD'],
    ['no City', { RecipientContactInfo: { ...recipient, City: '' } }, 'Address', 'ON CUSTOMER SERVICE HOLD'],
    [
      'an unknown ZIP',
      { RecipientContactInfo: { ...recipient, ZipCode: '00000' } },
      'Address',
      'ON CUSTOMER SERVICE HOLD',
    ],
    [
      'a ZIP of another state',
      { RecipientContactInfo: { ...recipient, State: 'CA' } },
      'Address',
      'ON CUSTOMER SERVICE HOLD',
    ],
    [
      'HoldAtLocation without LocationCode',
      { DeliveryContactInfo: { HoldAtLocation: 1 } },
      'Address',
      'ON CUSTOMER SERVICE HOLD',
    ],
    ['more than there is', item({ ItemQuantity: 101 }), 'Inventory', 'ON INV HOLD'],
  ];
  test.each(held)('200 and held: %s', async (_name, parts, reason, status) => {
    const { create, row, holds } = await winery();
    const answer = await create(request(parts));
    expect(answer.status).toBe(200);
    expect(await row(answer)).toMatchObject({ status });
    const [hold, ...more] = await holds(answer);
    expect(more).toEqual([]);
    expect(hold?.reason).toBe(reason);
    expect(hold?.description).toMatch(/[Aa]ction needed/);
  });

  test("200 a city that differs from the ZIP code's does not hold the order", async () => {
    const { create, row } = await winery();
    const answer = await create(request({ RecipientContactInfo: { ...recipient, City: 'Lakewood' } }));
    expect(await row(answer)).toMatchObject({ status: 'RECEIVED' });
  });

  test('200 virtual and client-managed items never hold an order', async () => {
    const { create, row } = await winery();
    const answer = await create(
      request({
        ItemsInfo: [
          { ItemNo: 'FEE', ItemQuantity: 999 },
          { ItemNo: 'OURS', ItemQuantity: 999 },
        ],
      }),
    );
    expect(await row(answer)).toMatchObject({ status: 'RECEIVED' });
  });

  test('200 a tax status is ignored on CLUB and used on WHOLESALE', async () => {
    const { create, row } = await winery();
    const lines = item({ InventoryTaxStatus: 'GOOD-NO-BD' });
    expect((await row(await create(request({ ...order({ OrderType: 'CLUB' }), ...lines }))))?.lines[0].status).toBe(
      'GOOD-NO-TX',
    );
    expect(
      (await row(await create(request({ ...order({ OrderType: 'WHOLESALE' }), ...lines }))))?.lines[0].status,
    ).toBe('GOOD-NO-BD');
  });

  const filled: readonly [string, string, Json, Json, string, string][] = [
    ['nothing', 'no preference', {}, {}, 'BSW', 'GRND'],
    ['a carrier', 'no preference', {}, { ShippingCarrier: 'UPS' }, 'UPS', 'GRND'],
    ['will call', 'no preference', {}, { ShippingCarrier: 'WILL' }, 'WILL', 'CALL'],
    ['CALL', 'no preference', {}, { ShippingCarrierService: 'CALL' }, 'WIL', 'CALL'],
    ['a service', 'UPS 2DAY', { defaultCarrier: 'UPS', defaultService: '2DAY' }, ONPR, 'UPS', 'ONPR'],
    ['nothing', 'will call', { defaultCarrier: 'WIL' }, {}, 'WIL', 'CALL'],
    ['a carrier', 'will call', { defaultCarrier: 'WIL' }, { ShippingCarrier: 'FEX' }, 'FEX', 'GRND'],
  ];
  test.each(filled)('200 completes carrier and service to a valid pair: %s with %s', async (...it) => {
    const [, , preferences, ShipmentInfo, carrier, service] = it;
    const { create, row, customerNo } = await winery();
    const { db } = server.environment;
    await updateCustomer(db, { customerNo, preferences, actor: 'operator:test' });
    const answer = await create(request({ ShipmentInfo }));
    expect(await row(answer)).toMatchObject({ carrier, service });
  });

  test('200 stores texts, tags, additional and announced fields', async () => {
    const { create, row } = await winery();
    const answer = await create(
      request({
        AdditionalFields: { Region: { Code: 7 } },
        OrderInfo: { PONo: 'PO-1', Tags: 'fall; new member ;', GiftCard: 1, GiftCardMessage: 'Salute! 🍷' },
        ...item({ ExternalLineNumber: '10', Group: 'A', ParentItemNo: 'SET', AdditionalFields: { k: 'v' } }),
      }),
    );
    const stored = await row(answer);
    expect(stored?.document).toMatchObject({
      poNo: 'PO-1',
      tags: ['fall', 'new member'],
      giftCardMessage: 'Salute! 🍷',
      additionalFields: { Region: { Code: 7 } },
    });
    expect(stored?.lines[0]).toMatchObject({
      externalLineNumber: '10',
      group: 'A',
      parentItemNo: 'SET',
      additionalFields: { k: 'v' },
      description: 'Wine WINE-1',
    });
  });

  test('200 the same order sent again in another spelling returns the first reference', async () => {
    const { create, count } = await winery();
    const body = request({ HoldOrder: true, OrderInfo: { TransmissionId: 'T-1' } });
    const first = await create(body);
    const again = await create({
      ...body,
      HoldOrder: undefined,
      Unknown: 'x',
      OrderInfo: { ...body.OrderInfo, HoldOrder: 1, PONo: '' },
    });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await count()).toBe(1);
  });

  test('200 the same order sent again under another TransmissionId is known under both', async () => {
    const { create, count } = await winery();
    const OrderNo = freshOrderNo();
    const sent = (TransmissionId: string) => create(request({ OrderInfo: { OrderNo, TransmissionId } }));
    const first = await sent('T-1');
    for (const TransmissionId of ['T-2', 'T-2', 'T-1']) {
      expect(await sent(TransmissionId)).toMatchObject({ status: 200, body: first.body });
    }
    expect(await count()).toBe(1);
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['of blanks', '  '],
  ])("200 ItemDescription %s is replaced by the catalog's", async (_name, ItemDescription) => {
    const { create, row } = await winery();
    const answer = await create(request(item({ ItemDescription })));
    expect((await row(answer))?.lines).toMatchObject([{ description: 'Wine WINE-1' }]);
  });

  test('200 concurrent requests with one Idempotency-Key get the same reply', async () => {
    const { create, count } = await winery();
    const body = request();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body, { 'idempotency-key': 'key-1' })));
    expect(new Set(answers.map((a) => `${a.status} ${a.body}`)).size).toBe(1);
    expect(await count()).toBe(1);
  });
});

describe('400', () => {
  // Values just outside each limit, enumeration, date and conditional rule.
  const outside: readonly [string, Json, string, string][] = [
    ['TransmissionId of 37', order({ TransmissionId: x(37) }), 'OrderInfo.TransmissionId', 'MaxLength'],
    ['OrderNo absent', order({ OrderNo: undefined }), 'OrderInfo.OrderNo', 'Required'],
    ['OrderNo empty', order({ OrderNo: '' }), 'OrderInfo.OrderNo', 'MinLength'],
    ['OrderNo of 2', order({ OrderNo: 'A1' }), 'OrderInfo.OrderNo', 'MinLength'],
    ['OrderNo of 31', order({ OrderNo: x(31) }), 'OrderInfo.OrderNo', 'MaxLength'],
    ['OrderNo a fraction', order({ OrderNo: 12.5 }), 'OrderInfo.OrderNo', 'Type'],
    ['PONo of 21', order({ PONo: x(21) }), 'OrderInfo.PONo', 'MaxLength'],
    ['ShipmentKey of 51', order({ ShipmentKey: x(51) }), 'OrderInfo.ShipmentKey', 'MaxLength'],
    ['OrderSource of 201', order({ OrderSource: x(201) }), 'OrderInfo.OrderSource', 'MaxLength'],
    ['OrderType absent', order({ OrderType: undefined }), 'OrderInfo.OrderType', 'Required'],
    ['OrderType null', order({ OrderType: null }), 'OrderInfo.OrderType', 'Required'],
    ['OrderType unknown', order({ OrderType: 'GIFT' }), 'OrderInfo.OrderType', 'Enum'],
    ['OrderType in lower case', order({ OrderType: 'club' }), 'OrderInfo.OrderType', 'Enum'],
    ['OrderDate no date', order({ OrderDate: 'yesterday' }), 'OrderInfo.OrderDate', 'Format'],
    ['OrderDate a month alone', order({ OrderDate: '2026-11' }), 'OrderInfo.OrderDate', 'Format'],
    ['OrderDate impossible', order({ OrderDate: '2026-02-30T10:00:00Z' }), 'OrderInfo.OrderDate', 'Format'],
    ['GiftCard 2', order({ GiftCard: 2 }), 'OrderInfo.GiftCard', 'Enum'],
    ['GiftCard "yes"', order({ GiftCard: 'yes' }), 'OrderInfo.GiftCard', 'Type'],
    ['GiftCard without message', order({ GiftCard: 1 }), 'OrderInfo.GiftCardMessage', 'Required'],
    [
      'GiftCard with empty message',
      order({ GiftCard: 1, GiftCardMessage: '' }),
      'OrderInfo.GiftCardMessage',
      'Required',
    ],
    [
      'GiftCardMessage of 501',
      order({ GiftCard: 1, GiftCardMessage: x(501) }),
      'OrderInfo.GiftCardMessage',
      'MaxLength',
    ],
    ['Tags of 61', order({ Tags: x(61) }), 'OrderInfo.Tags', 'MaxLength'],
    [
      'SpecialInstructions of 1001',
      order({ SpecialInstructions: x(1001) }),
      'OrderInfo.SpecialInstructions',
      'MaxLength',
    ],
    [
      'ConsumerTaxCollected no number',
      order({ ConsumerTaxCollected: '€9' }),
      'OrderInfo.ConsumerTaxCollected',
      'Format',
    ],
    [
      'ConsumerShippingPrice no number',
      order({ ConsumerShippingPrice: '1,000' }),
      'OrderInfo.ConsumerShippingPrice',
      'Format',
    ],
    ['ConsumerShippingPrice true', order({ ConsumerShippingPrice: true }), 'OrderInfo.ConsumerShippingPrice', 'Type'],
    ['BatchId of 11', order({ BatchId: x(11) }), 'OrderInfo.BatchId', 'MaxLength'],
    ['BatchDescription of 1001', order({ BatchDescription: x(1001) }), 'OrderInfo.BatchDescription', 'MaxLength'],
    ['HoldOrder 2', { HoldOrder: 2 }, 'HoldOrder', 'Enum'],
    ['HoldOrder "yes"', order({ HoldOrder: 'yes' }), 'OrderInfo.HoldOrder', 'Enum'],
    ['contradictory HoldOrder', { HoldOrder: false, OrderInfo: { HoldOrder: true } }, 'HoldOrder', 'Contradiction'],
    ['ShippingCarrier unknown', shipment({ ShippingCarrier: 'DHL' }), 'ShipmentInfo.ShippingCarrier', 'Enum'],
    [
      'ShippingCarrierService unknown',
      shipment({ ShippingCarrierService: '3DAY' }),
      'ShipmentInfo.ShippingCarrierService',
      'Enum',
    ],
    [
      'FEX CALL',
      shipment({ ShippingCarrier: 'FEX', ShippingCarrierService: 'CALL' }),
      'ShipmentInfo.ShippingCarrierService',
      'ImpossibleService',
    ],
    [
      'WILL GRND',
      shipment({ ShippingCarrier: 'WILL', ShippingCarrierService: 'GRND' }),
      'ShipmentInfo.ShippingCarrierService',
      'ImpossibleService',
    ],
    [
      'WIL ONPR',
      shipment({ ShippingCarrier: 'WIL', ShippingCarrierService: 'ONPR' }),
      'ShipmentInfo.ShippingCarrierService',
      'ImpossibleService',
    ],
    ['13/01/2026', shipment({ RequestedShipmentDate: '13/01/2026' }), 'ShipmentInfo.RequestedShipmentDate', 'Format'],
    [
      'a year of 2 digits',
      shipment({ RequestedShipmentDate: '12/07/26' }),
      'ShipmentInfo.RequestedShipmentDate',
      'Format',
    ],
    ['02/30/2026', shipment({ RequestedShipmentDate: '02/30/2026' }), 'ShipmentInfo.RequestedShipmentDate', 'Format'],
    ['02/29/2027', shipment({ RequestedShipmentDate: '02/29/2027' }), 'ShipmentInfo.RequestedShipmentDate', 'Format'],
    [
      'a date with points',
      shipment({ RequestedShipmentDate: '07.12.2026' }),
      'ShipmentInfo.RequestedShipmentDate',
      'Format',
    ],
    ['IcePack 2', shipment({ IcePack: 2 }), 'ShipmentInfo.IcePack', 'Enum'],
    ['Insurance 2', shipment({ Insurance: 2 }), 'ShipmentInfo.Insurance', 'Enum'],
    ['IcePack "on"', shipment({ IcePack: 'on' }), 'ShipmentInfo.IcePack', 'Type'],
    [
      'ServiceWarehouseLocation unknown',
      shipment({ ServiceWarehouseLocation: 'XXX99' }),
      'ShipmentInfo.ServiceWarehouseLocation',
      'Enum',
    ],
    ['ItemNo absent', { ItemsInfo: [{ ItemQuantity: 1 }] }, 'ItemsInfo[0].ItemNo', 'Required'],
    ['ItemQuantity absent', { ItemsInfo: [{ ItemNo: 'WINE-1' }] }, 'ItemsInfo[0].ItemQuantity', 'Required'],
    ['ItemQuantity 0', item({ ItemQuantity: 0 }), 'ItemsInfo[0].ItemQuantity', 'Minimum'],
    ['ItemQuantity -1', item({ ItemQuantity: -1 }), 'ItemsInfo[0].ItemQuantity', 'Minimum'],
    ['ItemQuantity 1.5', item({ ItemQuantity: 1.5 }), 'ItemsInfo[0].ItemQuantity', 'Type'],
    ['ItemQuantity "1.5"', item({ ItemQuantity: '1.5' }), 'ItemsInfo[0].ItemQuantity', 'Type'],
    ['QuantityUnit unknown', item({ QuantityUnit: 'AUTO' }), 'ItemsInfo[0].QuantityUnit', 'Enum'],
    [
      'cases of an item without case size',
      item({ ItemNo: 'LOOSE', QuantityUnit: 'WHOLESALE' }),
      'ItemsInfo[0].QuantityUnit',
      'CaseUnknown',
    ],
    ['an unknown item', item({ ItemNo: 'NO-SUCH' }), 'ItemsInfo[0].ItemNo', 'UnknownItem'],
    ['a retired item', item({ ItemNo: 'OLD' }), 'ItemsInfo[0].ItemNo', 'RetiredItem'],
    [
      'InventoryTaxStatus unknown',
      { ...order({ OrderType: 'WHOLESALE' }), ...item({ InventoryTaxStatus: 'RTGD-NO-TX' }) },
      'ItemsInfo[0].InventoryTaxStatus',
      'Enum',
    ],
    ['ItemQuantity 1000001', item({ ItemQuantity: 1_000_001 }), 'ItemsInfo[0].ItemQuantity', 'Maximum'],
    ['ItemNo empty', item({ ItemNo: '' }), 'ItemsInfo[0].ItemNo', 'MinLength'],
    ['1001 lines', lines(1001), 'ItemsInfo', 'MaxItems'],
    ['AdditionalFields 33 levels deep', { AdditionalFields: nested(33) }, 'AdditionalFields', 'Depth'],
    ['AdditionalFields no object', { AdditionalFields: 'x' }, 'AdditionalFields', 'Type'],
    ['a recipient that is no object', { RecipientContactInfo: 'Denver' }, 'RecipientContactInfo', 'Type'],
    [
      'a ZIP code of another country as a number',
      { RecipientContactInfo: { ...recipient, ZipCode: 80202, Country: 'DE' } },
      'RecipientContactInfo.ZipCode',
      'Type',
    ],
    ['UnitPrice of sixteen digits', item({ UnitPrice: 1e15 }), 'ItemsInfo[0].UnitPrice', 'Maximum'],
    ['UnitPrice of minus sixteen digits', item({ UnitPrice: -1e15 }), 'ItemsInfo[0].UnitPrice', 'Minimum'],
    ['UnitPrice 1e300', item({ UnitPrice: 1e300 }), 'ItemsInfo[0].UnitPrice', 'Maximum'],
    ['ItemNo of blanks', item({ ItemNo: '   ' }), 'ItemsInfo[0].ItemNo', 'UnknownItem'],
    ['UnitPrice "6,5"', item({ UnitPrice: '6,5' }), 'ItemsInfo[0].UnitPrice', 'Type'],
    ['ItemsInfo no array', { ItemsInfo: {} }, 'ItemsInfo', 'Type'],
    ['billing State of 1 letter', billing({ State: 'C' }), 'BillingContactInfo.State', 'Format'],
    ['billing State of 3 letters', billing({ State: 'CAL', Country: 'US' }), 'BillingContactInfo.State', 'Format'],
    ['billing ZipCode of 4 digits', billing({ ZipCode: '9455' }), 'BillingContactInfo.ZipCode', 'Format'],
    ['billing ZipCode of 10 digits', billing({ ZipCode: '9455812345' }), 'BillingContactInfo.ZipCode', 'Format'],
    [
      'billing ZipCode with a hyphen elsewhere',
      billing({ ZipCode: '9455-81234', Country: 'USA' }),
      'BillingContactInfo.ZipCode',
      'Format',
    ],
    ['billing State spelled out', billing({ State: 'California' }), 'BillingContactInfo.State', 'Format'],
    ['billing ZipCode of 6 digits', billing({ ZipCode: '945581' }), 'BillingContactInfo.ZipCode', 'Format'],
    ['HoldAtLocation 2', { DeliveryContactInfo: { HoldAtLocation: 2 } }, 'DeliveryContactInfo.HoldAtLocation', 'Enum'],
  ];
  test.each(outside)('400 %s', async (_name, parts, field, code) => {
    const { create, count } = await winery();
    const answer = await create(request(parts));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      Status: 400,
      Code: 'ValidationFailed',
      Errors: [{ Field: field, Code: code }],
    });
    expect(answer.body.Reason).toContain(field);
    expect(isUuid(answer.body.TransactionReferenceNumber)).toBe(true);
    expect(await count()).toBe(0);
  });

  test('400 OrderInfo absent', async () => {
    const { create } = await winery();
    const answer = await create({ ItemsInfo: [] });
    expect(answer).toMatchObject({ status: 400, body: { Errors: [{ Field: 'OrderInfo', Code: 'Required' }] } });
  });

  test('400 lists all faults, not only the first', async () => {
    const { create } = await winery();
    const answer = await create({
      OrderInfo: { OrderNo: 'A', OrderType: 'GIFT', GiftCard: 1 },
      ShipmentInfo: { ShippingCarrier: 'UPS', ShippingCarrierService: 'CALL' },
      ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 0 }, { ItemQuantity: 1 }],
      BillingContactInfo: { State: 'California' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.Errors.map((e: Json) => e.Field).sort()).toEqual([
      'BillingContactInfo.State',
      'ItemsInfo[0].ItemQuantity',
      'ItemsInfo[1].ItemNo',
      'OrderInfo.GiftCardMessage',
      'OrderInfo.OrderNo',
      'OrderInfo.OrderType',
      'ShipmentInfo.ShippingCarrierService',
    ]);
  });

  test('400 the same number with different content names the existing order', async () => {
    const { create, count } = await winery();
    const body = request();
    const first = await create(body);
    const other = await create({ ...body, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
    expect(other).toMatchObject({ status: 400, body: { Code: 'DuplicateOrder' } });
    expect(other.body.Reason).toContain(first.body);
    expect(await count()).toBe(1);
  });

  test('400 an Idempotency-Key with another body', async () => {
    const { create } = await winery();
    await create(request(), { 'idempotency-key': 'k' });
    const answer = await create(request(), { 'idempotency-key': 'k' });
    expect(answer).toMatchObject({ status: 400, body: { Code: 'IdempotencyKeyReused' } });
  });
});

describe('401', () => {
  test('401 before any rule is checked', async () => {
    const { create } = await winery();
    const wrong = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };
    for (const Authentication of [undefined, {}, wrong]) {
      const answer = await create({ Authentication, OrderInfo: {} });
      expect(answer.status).toBe(401);
      expect(answer.body.Errors).toEqual([]);
    }
  });

  test('401 credentials of another customer', async () => {
    const [mine, theirs] = [await winery(), await winery()];
    const answer = await mine.create({
      ...request(),
      Authentication: { UserKey: mine.userKey, Password: mine.password, CustomerNo: theirs.customerNo },
    });
    expect(answer.status).toBe(401);
  });
});

describe('403', () => {
  test('403 a user with read access only', async () => {
    const reader = await server.customer('read');
    const answer = await reader.client.call(operation, request());
    expect(answer).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
  });
});

test('the log shows the order, and no secret is written anywhere', async () => {
  const { create, customerNo, password, accessToken } = await winery();
  const answer = await create(request({ Password: 'top-secret-elsewhere', OrderInfo: { Token: 'another-secret' } }));
  const log = await server.environment.db.rows<{ kind: string; actor: string; operation: string; data: Json }>(
    'select kind, actor, operation, data from log where customer_no = $1 and subject = $2',
    [customerNo, answer.body],
  );
  expect(log).toMatchObject([{ kind: 'sales_order.accepted', operation }]);
  expect(log[0]?.data.unknownProperties.toSorted()).toEqual(['OrderInfo.Token', 'Password']);
  const written = JSON.stringify(log) + server.logged.join('\n');
  for (const secret of [password, accessToken, 'top-secret-elsewhere', 'another-secret'])
    expect(written).not.toContain(secret);
});
