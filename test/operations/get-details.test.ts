/** Tracking/GetDetails over HTTP: every documented response. */

import { getTracking } from 'ts-tracking-number';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantMembership, readCustomer, updateCustomer } from '../../src/auth/index.ts';
import { day, setClock } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

const operation = 'Tracking/GetDetails';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** A winery whose clock shows Tuesday, 9:00 in Napa. */
async function wineryOnTuesday() {
  const winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
  return {
    ...winery,
    details: (OrderNo: unknown, more: Json = {}, headers?: Record<string, string>) =>
      winery.client.call(operation, { OrderNo, ...more }, headers),
    track: async (orderNo: string): Promise<Json[]> => (await winery.client.call(operation, { OrderNo: orderNo })).body,
    until: (To: string) => winery.client.call('Simulation/AdvanceClock', { To }),
  };
}

const address = {
  ShipToName: 'Sample Recipient',
  ShipToContact: 'Sample Recipient',
  ShipToCompany: '',
  ShipToAddress: '100 Main St',
  ShipToAddress2: '',
  ShipToCity: 'Denver',
  ShipToState: 'CO',
  ShipToZipCode: '80202',
  ShipToCountry: '',
};

describe('200', () => {
  test('200 an order without a package has one record, with every field', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({
      OrderInfo: { OrderNo: 'TRK-0001' },
      ItemsInfo: [
        { ItemNo: 'WINE-1', ItemQuantity: 2, ExternalLineNumber: 'L7', Group: 'gift' },
        { ItemNo: 'FEE', ItemQuantity: 1 },
      ],
    });
    const answer = await winery.details('TRK-0001');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      {
        OrderNumber: 'TRK-0001',
        Carrier: 'FEX',
        Service: 'GRND',
        TrackingNo: '',
        TrackingURL: '',
        RequestedShipDate: '03/04/2031',
        ShipDate: '03/04/2031',
        Type: 'CLUB',
        IcePack: 0,
        Status: 'RECEIVED',
        StatusDescription: 'The order was received and is waiting to be processed.',
        Site: 'APC',
        Warehouse: 'APC01',
        CarrierStatus: '',
        CarrierStatusMessage: '',
        CarrierStatusTimestamp: '',
        PackageLocation: '',
        EstimatedDeliveryDate: '03/07/2031',
        GrossWeight: '',
        ...address,
        PackageItems: [
          {
            ItemNo: 'WINE-1',
            ItemDescription: 'Wine WINE-1',
            Quantity: '2',
            ReservedQuantity: '2',
            ExternalLineNumber: 'L7',
            Group: 'gift',
          },
          {
            ItemNo: 'FEE',
            ItemDescription: 'Wine FEE',
            Quantity: '1',
            ReservedQuantity: '1',
            ExternalLineNumber: '',
            Group: '',
          },
        ],
      },
    ]);
  });

  test('200 a package is tracked from packing to delivery', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({ OrderInfo: { OrderNo: 'TRK-0002' }, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
    await winery.until('2031-03-04T12:00:00');
    const [packed] = await winery.track('TRK-0002');
    expect(packed).toMatchObject({
      ...address,
      Status: 'READY TO SHIP',
      StatusDescription: 'The package is packed and waiting for the carrier.',
      RequestedShipDate: '03/04/2031',
      ShipDate: '03/04/2031',
      GrossWeight: '11',
      EstimatedDeliveryDate: '03/07/2031',
      CarrierStatus: 'LC',
      CarrierStatusMessage: 'Label created',
      PackageLocation: 'Napa, CA',
      PackageItems: [{ ItemNo: 'WINE-1', Quantity: '3', ReservedQuantity: '3' }],
    });
    expect(getTracking(packed.TrackingNo)?.courier.code).toBe('fedex');
    expect(packed.TrackingNo).toMatch(/^\d{12}$/);
    expect(packed.TrackingURL).toContain(packed.TrackingNo);

    await winery.until('2031-03-04T18:30:00');
    const [scanned] = await winery.track('TRK-0002');
    expect(scanned).toMatchObject({
      Status: 'IN TRANSIT',
      TrackingNo: packed.TrackingNo,
      CarrierStatus: 'PU',
      CarrierStatusMessage: 'Picked up',
      PackageLocation: 'Napa, CA',
    });
    expect(scanned.CarrierStatusTimestamp).toMatch(/^2031-03-04T1[678]:(00|15|30|45):00-08:00$/);

    await winery.until('2031-03-07T20:00:00');
    expect(await winery.track('TRK-0002')).toMatchObject([
      { Status: 'DELIVERED', CarrierStatus: 'DL', PackageLocation: 'Denver, CO', EstimatedDeliveryDate: '03/07/2031' },
    ]);
  });

  test('200 one record per package', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({ OrderInfo: { OrderNo: 'TRK-0003' }, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
    await winery.until('2031-03-04T12:00:00');
    const records = await winery.track('TRK-0003');
    expect(records.map((r) => r.PackageItems[0].Quantity)).toEqual(['12', '12', '6']);
    expect(new Set(records.map((r) => r.TrackingNo)).size).toBe(3);
    await winery.until('2031-03-04T16:00:00');
    expect((await winery.track('TRK-0003')).map((r) => r.Status)).toEqual(['SHIPPED', 'SHIPPED', 'SHIPPED']);
  });

  test('200 a canceled package is listed beside the live ones, without an estimate', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({ OrderInfo: { OrderNo: 'TRK-0013' }, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] });
    await winery.until('2031-03-04T12:00:00');
    // Of 100 bottles ten are left, in a box of twelve.
    const broken = { Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN' };
    const Items = [{ ItemNo: 'WINE-1', Quantity: -90 }];
    expect((await winery.client.call('Simulation/AdjustInventory', { ...broken, Items })).status).toBe(200);
    const [goes, stays] = await winery.track('TRK-0013');
    expect(goes).toMatchObject({ Status: 'READY TO SHIP', PackageItems: [{ Quantity: '10' }] });
    expect(stays).toMatchObject({
      Status: 'CANCELED',
      StatusDescription:
        'The package was canceled before it shipped. Its contents ship in other packages, or not at all.',
      EstimatedDeliveryDate: '',
      PackageItems: [],
    });
  });

  test('200 ReservedQuantity is 0 while an order waits for stock and when it is canceled', async () => {
    const winery = await wineryOnTuesday();
    const ItemsInfo = [
      { ItemNo: 'WINE-1', ItemQuantity: 1000 },
      { ItemNo: 'FEE', ItemQuantity: 1 },
    ];
    const waiting = await winery.created({ OrderInfo: { OrderNo: 'TRK-0014' }, ItemsInfo });
    const reserved = async () =>
      (await winery.track('TRK-0014')).flatMap((r) => r.PackageItems.map((item: Json) => item.ReservedQuantity));
    expect(await reserved()).toEqual(['0', '1']);
    await winery.cancel({ TransactionReferenceNumber: waiting });
    expect(await reserved()).toEqual(['0', '0']);
  });

  test('200 all orders that share the number, canceled ones included', async () => {
    const winery = await wineryOnTuesday();
    const OrderInfo = { OrderNo: 'TRK-0004' };
    const first = await winery.created({ OrderInfo });
    await winery.cancel({ TransactionReferenceNumber: first });
    await winery.created({ OrderInfo: { ...OrderInfo, ShipmentKey: 'A' } });
    await winery.created({ OrderInfo: { ...OrderInfo, ShipmentKey: 'B', HoldOrder: true } });
    expect((await winery.track('TRK-0004')).map((r) => r.Status)).toEqual([
      'CANCELED',
      'RECEIVED',
      'ON WINERY REQUESTED HOLD',
    ]);
  });

  test('200 an order on hold shows the reason and its requested date', async () => {
    const winery = await wineryOnTuesday();
    const ShipmentInfo = {
      ShippingCarrier: 'FEX',
      ShippingCarrierService: 'GRND',
      ServiceWarehouseLocation: 'APC01',
      RequestedShipmentDate: '03/10/2031',
    };
    const ItemsInfo = [{ ItemNo: 'WINE-2', ItemQuantity: 1 }];
    await winery.created({ OrderInfo: { OrderNo: 'TRK-0005' }, ItemsInfo, ShipmentInfo });
    const [record] = await winery.track('TRK-0005');
    expect(record).toMatchObject({ Status: 'ON INV HOLD', RequestedShipDate: '03/10/2031', EstimatedDeliveryDate: '' });
    expect(record.StatusDescription).toContain('WINE-2 (1 needed, 0 available');
  });

  test('200 an order without a requested date ships on a ship day of its customer, those of its acceptance', async () => {
    const winery = await wineryOnTuesday();
    const { customerNo } = winery;
    const { db } = server.environment;
    const shipOn = async (shipDays: readonly number[]) => {
      await updateCustomer(db, { customerNo, preferences: { shipDays }, actor: 'operator:test' });
      // The server hears of the change from the database, within a second.
      await expect.poll(async () => (await readCustomer(db, customerNo)).preferences.shipDays).toEqual(shipDays);
    };
    const datesOf = async (...orderNos: string[]) =>
      (await Promise.all(orderNos.map(winery.track))).map(([record]) => record.RequestedShipDate);
    const ShipmentInfo = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' };
    await shipOn([4, 5]);
    await winery.created({ OrderInfo: { OrderNo: 'TRK-DAY-1' }, ShipmentInfo });
    await winery.created({
      OrderInfo: { OrderNo: 'TRK-DAY-2' },
      ShipmentInfo: { ...ShipmentInfo, RequestedShipmentDate: '03/05/2031' },
    });
    await shipOn([1]);
    await winery.created({ OrderInfo: { OrderNo: 'TRK-DAY-3' }, ShipmentInfo });
    expect(await datesOf('TRK-DAY-1', 'TRK-DAY-2', 'TRK-DAY-3')).toEqual(['03/06/2031', '03/05/2031', '03/10/2031']);
  });

  test('200 an order on hold or canceled without a requested date has no dates', async () => {
    const winery = await wineryOnTuesday();
    const OrderInfo = { OrderNo: 'TRK-0010' };
    await winery.created({ OrderInfo: { ...OrderInfo, HoldOrder: true } });
    await winery.cancel({
      TransactionReferenceNumber: await winery.created({ OrderInfo: { ...OrderInfo, ShipmentKey: 'B' } }),
    });
    const none = { Carrier: 'FEX', RequestedShipDate: '', ShipDate: '', EstimatedDeliveryDate: '' };
    expect(await winery.track('TRK-0010')).toMatchObject([
      { Status: 'ON WINERY REQUESTED HOLD', ...none },
      { Status: 'CANCELED', ...none },
    ]);
  });

  test('200 an order whose stock disappeared is an exception because of that, not of its carrier', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({ OrderInfo: { OrderNo: 'TRK-0031' } });
    await winery.until('2031-03-04T09:05:00');
    expect(await winery.track('TRK-0031')).toMatchObject([{ Status: 'PROCESSING ORDER' }]);
    const lost = await winery.client.call('Simulation/AdjustInventory', {
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      ReasonCode: 'BROKEN',
      Items: [{ ItemNo: 'WINE-1', Quantity: -100 }],
    });
    expect(lost.status).toBe(200);
    const StatusDescription = expect.stringMatching(/^Its stock disappeared in the warehouse: nothing/);
    expect(await winery.track('TRK-0031')).toMatchObject([{ Status: 'EXCEPTION', StatusDescription }]);
  });

  test('200 for BSW the carrier appears once it is chosen', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({
      OrderInfo: { OrderNo: 'TRK-0006' },
      ShipmentInfo: { ShippingCarrier: 'BSW', ServiceWarehouseLocation: 'APC01' },
    });
    expect(await winery.track('TRK-0006')).toMatchObject([{ Carrier: 'BSW', EstimatedDeliveryDate: '' }]);
    await winery.until('2031-03-04T09:05:00');
    expect(await winery.track('TRK-0006')).toMatchObject([
      { Carrier: 'FEX', Status: 'PROCESSING ORDER', EstimatedDeliveryDate: '03/07/2031' },
    ]);
  });

  test('200 estimates are for FEX and UPS only', async () => {
    const winery = await wineryOnTuesday();
    for (const ShippingCarrier of ['UPS', 'GSO']) {
      await winery.created({
        OrderInfo: { OrderNo: `TRK-${ShippingCarrier}` },
        ShipmentInfo: { ShippingCarrier, ServiceWarehouseLocation: 'APC01' },
      });
    }
    await winery.until('2031-03-05T00:00:00');
    expect(await winery.track('TRK-UPS')).toMatchObject([{ EstimatedDeliveryDate: '03/07/2031' }]);
    expect(await winery.track('TRK-GSO')).toMatchObject([{ EstimatedDeliveryDate: '' }]);
    expect(getTracking((await winery.track('TRK-UPS'))[0].TrackingNo)?.courier.code).toBe('ups');
  });

  test('200 an order for a carrier location is shipped there, to the recipient', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({
      OrderInfo: { OrderNo: 'TRK-0007' },
      DeliveryContactInfo: {
        HoldAtLocation: 1,
        LocationCode: 'LOC1',
        Company: 'Corner Shop',
        Address: '5 Elm St',
        City: 'Aurora',
        State: 'CO',
        ZipCode: '80010',
      },
    });
    expect(await winery.track('TRK-0007')).toMatchObject([
      {
        ShipToName: 'Corner Shop',
        ShipToContact: 'Sample Recipient',
        ShipToAddress: '5 Elm St',
        ShipToCity: 'Aurora',
        ShipToZipCode: '80010',
      },
    ]);
  });

  test('200 OrderNo may be a number', async () => {
    const winery = await wineryOnTuesday();
    await winery.created({ OrderInfo: { OrderNo: '12345' } });
    expect((await winery.details(12345)).body).toMatchObject([{ OrderNumber: '12345' }]);
  });

  test('200 a company without a person is the recipient', async () => {
    const winery = await wineryOnTuesday();
    const { FirstName: _, LastName: __, ...place } = recipient;
    await winery.created({
      OrderInfo: { OrderNo: 'TRK-0008' },
      RecipientContactInfo: { ...place, Company: 'Wine Bar' },
    });
    expect(await winery.track('TRK-0008')).toMatchObject([{ ShipToName: 'Wine Bar', ShipToContact: '' }]);
  });

  test('200 an order to a retailer names the company and the person, an order to a person both the other way', async () => {
    const winery = await wineryOnTuesday();
    const RecipientContactInfo = { ...recipient, Company: 'Wine Bar' };
    await winery.created({ OrderInfo: { OrderNo: 'TRK-DTT', OrderType: 'DTT' }, RecipientContactInfo });
    await winery.created({ OrderInfo: { OrderNo: 'TRK-CLUB' }, RecipientContactInfo });
    const named = { ShipToContact: 'Sample Recipient', ShipToCompany: 'Wine Bar' };
    expect(await winery.track('TRK-DTT')).toMatchObject([{ ...named, ShipToName: 'Wine Bar' }]);
    expect(await winery.track('TRK-CLUB')).toMatchObject([{ ...named, ShipToName: 'Sample Recipient' }]);
  });
});

describe('400', () => {
  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['of 4 characters', 'A123'],
    ['of 51 characters', 'A'.repeat(51)],
    ['a list', ['A1234']],
  ])('400 OrderNo is %s', async (_, orderNo) => {
    const winery = await wineryOnTuesday();
    const answer = await winery.details(orderNo);
    expect(answer.status).toBe(400);
    expect(answer.body.Errors).toMatchObject([{ Field: 'OrderNo' }]);
  });

  test('400 not for 5 and 50 characters', async () => {
    const winery = await wineryOnTuesday();
    for (const length of [5, 50]) expect((await winery.details('A'.repeat(length))).status).toBe(404);
  });
});

describe('401', () => {
  test('401 without the token, with another one, or with one of another customer', async () => {
    const winery = await wineryOnTuesday();
    const other = await wineryOnTuesday();
    for (const authorization of ['', 'ServiceAuth no-token', `ServiceAuth ${other.accessToken}`]) {
      expect((await winery.details('TRK-0001', {}, { authorization })).status).toBe(401);
    }
  });

  test('401 with misplaced or wrong credentials', async () => {
    const winery = await wineryOnTuesday();
    const credentials = { UserKey: winery.userKey, Password: winery.password, CustomerNo: winery.customerNo };
    const elsewhere = { AuthenticationDetails: undefined, Authentication: credentials };
    expect((await winery.details('TRK-0001', elsewhere)).status).toBe(401);
    const wrong = { AuthenticationDetails: { ...credentials, Password: 'wrong' } };
    expect((await winery.details('TRK-0001', wrong)).status).toBe(401);
  });
});

describe('404', () => {
  test('404 the order does not exist', async () => {
    const winery = await wineryOnTuesday();
    expect((await winery.details('TRK-9999')).body).toMatchObject({ Status: 404, Code: 'NotFound' });
  });

  test('404 the order is of another customer', async () => {
    const [winery, other] = [await wineryOnTuesday(), await wineryOnTuesday()];
    await other.created({ OrderInfo: { OrderNo: 'TRK-OTHER' } });
    expect((await winery.details('TRK-OTHER')).status).toBe(404);
  });
});

test('a read-only credential may track, and the order is still found a year later', async () => {
  const winery = await wineryOnTuesday();
  await winery.created({ OrderInfo: { OrderNo: 'TRK-0010' } });
  await winery.client.call('Simulation/AdvanceClock', { Seconds: 365 * day });
  const { customerNo, userKey } = winery;
  await grantMembership(server.environment.db, { customerNo, userKey, rights: 'read', actor: 'system' });
  expect(await winery.track('TRK-0010')).toMatchObject([{ Status: 'DELIVERED' }]);
});
