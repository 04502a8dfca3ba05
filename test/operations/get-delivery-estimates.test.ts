/** Tracking/GetDeliveryEstimates over HTTP: every documented response. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceTransitTimes } from '../../src/operator-settings/index.ts';
import { setClock } from '../simulation/clock.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openClient } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

const operation = 'Tracking/GetDeliveryEstimates';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const denver = { StreetLines: ['100 Main Street'], City: 'Denver', State: 'CO', ZipCode: '80202', Country: 'US' };

type Option = Record<string, string | number | boolean>;

/** A customer whose clock shows Tuesday, March 4, 2031, 9:00 in Napa, with stock at these warehouses. */
async function customer(warehouses: readonly string[] = ['APC01']) {
  const { db } = server.environment;
  const made = await server.customer();
  const { customerNo } = made;
  await setClock(db, customerNo);
  await givenItems(db, customerNo, [{ itemNo: 'WINE' }]);
  if (warehouses.length > 0) {
    await givenStock(
      db,
      customerNo,
      warehouses.map((warehouse) => ({ itemNo: 'WINE', quantity: 5, warehouse })),
    );
  }
  return {
    ...made,
    estimate: (change: object = {}, range: unknown = 1, more: object = {}) =>
      made.client.call(operation, {
        DeliveryAddress: { ...denver, ...change },
        DeliveryEstimateRange: range,
        ...more,
      }),
  };
}

const brief = (options: readonly Option[]) =>
  options.map(
    (o) => `${o.ShippingCarrier} ${o.ShippingCarrierService} ${o.ShipDate} ${o.EstimatedDeliveryDate} ${o.TransitDays}`,
  );

describe('200', () => {
  test('200 each carrier and service of the next ship date, with cutoff, ship date, delivery date and transit days', async () => {
    const { estimate } = await customer();
    const { status, body } = await estimate({}, 1, { ClientReferenceCode: 'cart-1' });
    expect(status).toBe(200);
    expect(body.TransactionReferenceNumber).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.DeliveryAddress).toEqual({
      StreetLines: ['100 MAIN ST'],
      City: 'DENVER',
      State: 'CO',
      ZipCode: '80202',
      Country: 'US',
    });
    expect(body.Messages).toEqual([]);
    expect(body.DeliveryEstimateOptions[0]).toEqual({
      ShippingCarrier: 'FEX',
      ShippingCarrierService: '2DAY',
      ServiceDescription: 'FedEx 2Day',
      ShipFromWarehouse: 'APC01',
      ShipDate: '03/04/2031',
      CutoffDateTime: '2031-03-04T15:00:00-08:00',
      EstimatedDeliveryDate: '03/06/2031',
      TransitDays: 2,
      IsSaturdayDelivery: false,
      DeliveryDateEstimate: '03/06/2031',
      ShipmentDate: '03/04/2031',
      CutoffTime: '2031-03-04T15:00:00-08:00',
      ShippingWarehouse: 'APC01',
      ShippingOptions: [{ Carrier: 'FEX', Service: '2DAY' }],
    });
    expect(brief(body.DeliveryEstimateOptions)).toEqual([
      'FEX 2DAY 03/04/2031 03/06/2031 2',
      'FEX GRND 03/04/2031 03/07/2031 3',
      'FEX HOME 03/04/2031 03/07/2031 3',
      'FEX ONPR 03/04/2031 03/05/2031 1',
      'FEX ONST 03/04/2031 03/05/2031 1',
      'UPS 2DAY 03/04/2031 03/06/2031 2',
      'UPS GRND 03/04/2031 03/07/2031 3',
      'UPS ONPR 03/04/2031 03/05/2031 1',
      'UPS ONST 03/04/2031 03/05/2031 1',
    ]);
  });

  test('200 weekends and holidays are skipped, and a service past its cutoff leaves the date out', async () => {
    const { estimate, customerNo } = await customer();
    // Thursday before the Fourth of July, 14:15 in Napa: ground of FedEx has left, that of UPS has not.
    await setClock(server.environment.db, customerNo, Temporal.Instant.from('2031-07-03T14:15:00-07:00'));
    const { body } = await estimate({}, 3);
    const ground = brief(body.DeliveryEstimateOptions).filter((line) => / (GRND|HOME) /.test(line));
    expect(ground).toEqual([
      'UPS GRND 07/03/2031 07/09/2031 3',
      'FEX GRND 07/07/2031 07/10/2031 3',
      'FEX HOME 07/07/2031 07/10/2031 3',
      'UPS GRND 07/07/2031 07/10/2031 3',
      'FEX GRND 07/08/2031 07/11/2031 3',
      'FEX HOME 07/08/2031 07/11/2031 3',
      'UPS GRND 07/08/2031 07/11/2031 3',
    ]);
  });

  test('200 HOME delivers on Saturday', async () => {
    const { estimate, customerNo } = await customer();
    await setClock(server.environment.db, customerNo, Temporal.Instant.from('2031-03-05T09:00:00-08:00'));
    const home = (await estimate()).body.DeliveryEstimateOptions.find(
      (o: Option) => o.ShippingCarrierService === 'HOME',
    );
    expect(home).toMatchObject({ EstimatedDeliveryDate: '03/08/2031', IsSaturdayDelivery: true });
  });

  test('200 the requested number of ship dates', async () => {
    const { estimate } = await customer();
    const dates = new Set((await estimate({}, 30)).body.DeliveryEstimateOptions.map((o: Option) => o.ShipDate));
    expect(dates.size).toBe(30);
  });

  test('200 from the nearest warehouse with sellable stock, else the nearest', async () => {
    const from = async (warehouses: string[], change: object = {}) => {
      const { body } = await (await customer(warehouses)).estimate(change);
      return new Set(body.DeliveryEstimateOptions.map((o: Option) => o.ShipFromWarehouse));
    };
    const boston = { City: 'Boston', State: 'MA', ZipCode: '02108' };
    expect(await from(['APC01'], boston)).toEqual(new Set(['APC01']));
    expect(await from(['APC01', 'ETC01'], boston)).toEqual(new Set(['ETC01']));
    expect(await from([], boston)).toEqual(new Set(['COB01']));
  });

  test('200 a warehouse without cutoffs of its own has the default cutoff, as its orders have', async () => {
    await editSettings(server.environment.db, "delete from warehouse_cutoffs where warehouse = 'TWL01'");
    const { estimate } = await customer(['TWL01']);
    const { body } = await estimate();
    expect(body.DeliveryEstimateOptions).toContainEqual(
      expect.objectContaining({ ShipFromWarehouse: 'TWL01', ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' }),
    );
    const cutoffs = body.DeliveryEstimateOptions.map(({ CutoffTime }: Option) => CutoffTime);
    expect(new Set(cutoffs).size).toBe(1);
  });

  test('200 by the operator’s transit times, those of a carrier before those for all', async () => {
    await server.environment.db.write((tx) =>
      replaceTransitTimes(tx, [
        { originZip3: '945', destinationZip3: '837', service: 'GRND', carrier: '*', days: 4 },
        { originZip3: '945', destinationZip3: '837', service: 'GRND', carrier: 'UPS', days: 6 },
      ]),
    );
    const { estimate } = await customer();
    const days = async () => {
      const { body } = await estimate({ City: 'Boise', State: 'ID', ZipCode: '83702' });
      return Object.fromEntries(
        body.DeliveryEstimateOptions.map((o: Option) => [
          `${o.ShippingCarrier} ${o.ShippingCarrierService}`,
          o.TransitDays,
        ]),
      );
    };
    // What the operator has edited is known everywhere some seconds later.
    await expect
      .poll(days, { timeout: 15_000, interval: 250 })
      .toMatchObject({ 'FEX GRND': 4, 'UPS GRND': 6, 'FEX HOME': 2, 'FEX 2DAY': 2 });
  });

  test('200 territories count as United States; military addresses have a message instead of estimates', async () => {
    const { estimate } = await customer();
    const sanJuan = { City: 'San Juan', State: 'PR', ZipCode: '00901' };
    for (const change of [sanJuan, { ...sanJuan, Country: 'PR' }]) {
      const { body } = await estimate(change);
      expect(body.DeliveryAddress).toMatchObject({ State: 'PR', Country: 'US' });
      expect(body.DeliveryEstimateOptions.find((o: Option) => o.ShippingCarrierService === 'GRND')?.TransitDays).toBe(
        7,
      );
      expect(body.DeliveryEstimateOptions.filter((o: Option) => Number(o.TransitDays) < 3)).toEqual([]);
    }
    const soldier = await estimate({ StreetLines: ['PSC 1 Box 2'], City: 'APO', State: 'AE', ZipCode: '09012' });
    expect(soldier.body).toMatchObject({
      DeliveryEstimateOptions: [],
      Messages: [expect.stringContaining('military')],
    });
  });

  test.each([
    [{}, []],
    [{ City: 'Boulder' }, ['The City of the delivery address does not match its ZipCode.']],
    [{ ZipCode: '80200' }, ['The ZipCode of the delivery address is not a known US ZIP code.']],
    [
      { StreetLines: ['Sample Cellars', 'P.O. Box 12'] },
      ['This is a post office box: FedEx and UPS deliver only to street addresses.'],
    ],
    [{ ZipCode: null }, []],
    [{ StreetLines: null, City: null, State: null }, []],
  ])('200 address warnings: %j', async (change, messages) => {
    const { estimate } = await customer();
    const { status, body } = await estimate(change);
    expect(status).toBe(200);
    expect(body.DeliveryEstimateOptions).toHaveLength(9);
    expect(body.Messages).toEqual(messages);
  });

  test('200 with city and state only, or beside an unknown ZIP code', async () => {
    const { estimate } = await customer();
    expect((await estimate({ ZipCode: null })).body.DeliveryEstimateOptions).toHaveLength(9);
    expect((await estimate({ ZipCode: '80200' })).body.DeliveryEstimateOptions).toHaveLength(9);
  });
});

test.each([
  [{ Country: 'CA' }, 1, ['DeliveryAddress.Country UnsupportedCountry']],
  [{ ZipCode: '10001' }, 1, ['DeliveryAddress.ZipCode Contradiction']],
  [{ ZipCode: '00000' }, 1, ['DeliveryAddress.ZipCode UnknownZipCode']],
  [{ ZipCode: 'ABCDE' }, 1, ['DeliveryAddress.ZipCode Format']],
  [{ ZipCode: null, City: 'Xyzzy' }, 1, ['DeliveryAddress.ZipCode Required']],
  [{ State: 'ZZ' }, 1, ['DeliveryAddress.State UnknownState']],
  [{ State: 'ZZ', ZipCode: null }, 1, ['DeliveryAddress.State UnknownState']],
  [{ State: 'ZZ', ZipCode: '0000 ' }, 1, ['DeliveryAddress.State UnknownState', 'DeliveryAddress.ZipCode Format']],
  // What the schema rejects is not reported as missing too, nor what it would have completed.
  [{ ZipCode: '802' }, 1, ['DeliveryAddress.ZipCode MinLength']],
  [{ ZipCode: 802020, City: 'Xyzzy' }, 1, ['DeliveryAddress.ZipCode Type']],
  [{ ZipCode: null, State: 'C' }, 1, ['DeliveryAddress.State MinLength']],
  [{ ZipCode: null, City: 5 }, 1, ['DeliveryAddress.City Type']],
  // All faults are reported together.
  [{ ZipCode: null, City: 'Xyzzy' }, 0, ['DeliveryEstimateRange Minimum', 'DeliveryAddress.ZipCode Required']],
  [{ StreetLines: [5] }, 1, ['DeliveryAddress.StreetLines[0] Type']],
  [{}, 0, ['DeliveryEstimateRange Minimum']],
  [{}, 31, ['DeliveryEstimateRange Maximum']],
  [{}, null, ['DeliveryEstimateRange Required']],
  [{ Country: 'USA' }, 1.5, ['DeliveryAddress.Country MaxLength', 'DeliveryEstimateRange Type']],
])('400 %j, range %j', async (change, range, faults) => {
  const { estimate } = await customer([]);
  const { status, body } = await estimate(change, range);
  expect(status).toBe(400);
  expect(body.Errors.map(({ Field, Code }: { Field: string; Code: string }) => `${Field} ${Code}`)).toEqual(faults);
});

test('400 the mock rejects the same requests', async () => {
  const mock = openClient(`${server.url}/mock/v3`, await server.customer());
  const asked = (change: object) => ({ DeliveryAddress: { ...denver, ...change }, DeliveryEstimateRange: 1 });
  for (const change of [{ ZipCode: null, City: 'Xyzzy' }, { ZipCode: '10001' }, { Country: 'CA' }, { State: 'ZZ' }]) {
    expect([change, (await mock.call(operation, asked(change))).status]).toEqual([change, 400]);
  }
  expect((await mock.call(operation, asked({}))).status).toBe(200);
});

test('400 without an address, and with a reference of the wrong length', async () => {
  const { client } = await server.customer();
  for (const ClientReferenceCode of ['', 'x'.repeat(37)]) {
    const { body } = await client.call(operation, { ClientReferenceCode, DeliveryEstimateRange: 1 });
    expect(body.Errors.map(({ Field }: { Field: string }) => Field).sort()).toEqual([
      'ClientReferenceCode',
      'DeliveryAddress',
    ]);
  }
});

test('401 wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  const asked = { Authentication, DeliveryAddress: denver, DeliveryEstimateRange: 1 };
  expect(await client.call(operation, asked)).toMatchObject({ status: 401, body: { Code: 'InvalidCredentials' } });
});
