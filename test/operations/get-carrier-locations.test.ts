/** Address/GetCarrierLocations over HTTP: every documented response. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type CarrierLocation,
  CarrierSourceError,
  carrierLocationSourcesPort,
  invalidateCarrierLocationIndex,
  replaceCarrierLocations,
} from '../../src/addresses/index.ts';
import { openClient } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const operation = 'Address/GetCarrierLocations';
let server: TestServer;

const base = { latitude: 38.4899, longitude: -122.2712 };
// A minute of latitude is 1.15 miles.
const north = (miles: number) => ({ latitude: base.latitude + miles / 69.093, longitude: base.longitude });

function location(locationId: string, miles: number, more: Partial<CarrierLocation> = {}): CarrierLocation {
  return {
    carrier: 'FEX',
    locationId,
    storeNumber: '7',
    locationType: 'PHARMACY',
    companyName: 'Corner Pharmacy',
    streetLines: ['100 MAIN ST'],
    city: 'NAPA',
    state: 'CA',
    zipCode: '94558',
    point: north(miles),
    phoneNumber: '555-0100',
    emailAddress: 'desk@store.example',
    operatingHours: ['Mo-Fr 09:00-19:00'],
    isAlcoholAllowed: true,
    ...more,
  };
}

beforeAll(async () => {
  server = await openTestServer();
  const { db } = server.environment;
  await db.write((tx) =>
    replaceCarrierLocations(tx, [
      location('C', 12),
      location('A', 1),
      location('B', 4.9),
      location('DRY', 0.5, { isAlcoholAllowed: false }),
      location('FAR', 51),
      location('U1', 2, { carrier: 'UPS' }),
      location('U2', 40, { carrier: 'UPS' }),
    ]),
  );
  invalidateCarrierLocationIndex(db);
});
afterAll(() => server.close());

async function find(asked: object) {
  const { client } = await server.customer('read');
  return await client.call(operation, asked);
}

const idsOf = (body: { CarrierLocations: { LocationId: string }[] }) => body.CarrierLocations.map((l) => l.LocationId);
const at = { Latitude: base.latitude, Longitude: base.longitude };

describe('200', () => {
  test('200 nearest first, of both carriers, alcohol allowed only, within 25 miles by default', async () => {
    const { status, body } = await find(at);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(['A', 'U1', 'B', 'C']);
    expect(body).toMatchObject({ TotalRecordCount: 4, Skip: 0, Top: 500, MoreRecords: false, Messages: [] });
    expect(body.TransactionReferenceNumber).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.CarrierLocations[0]).toEqual({
      ShippingCarrier: 'FEX',
      LocationId: 'A',
      StoreNumber: '7',
      LocationType: 'PHARMACY',
      IsAlcoholShipmentAllowed: true,
      Distance: 1,
      Address: {
        CompanyName: 'Corner Pharmacy',
        StreetLines: ['100 MAIN ST'],
        City: 'NAPA',
        State: 'CA',
        ZipCode: '94558',
        Country: 'US',
        GeographicCoordinates: { Latitude: String(north(1).latitude), Longitude: '-122.2712' },
      },
      PhoneNumber: '555-0100',
      OperatingHours: ['Mo-Fr 09:00-19:00'],
      BusinessHours: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((DayOfWeek) => ({
        DayOfWeek,
        Open: '09:00',
        Close: '19:00',
      })),
    });
  });

  test.each([
    [{ SearchRadius: 5 }, ['A', 'U1', 'B']],
    [{ SearchRadius: 50 }, ['A', 'U1', 'B', 'C', 'U2']],
    [{ ShippingCarrier: 'UPS', SearchRadius: 50 }, ['U1', 'U2']],
    [{ ShippingCarrier: 'FEX' }, ['A', 'B', 'C']],
  ])('200 %j', async (asked, ids) => {
    expect(idsOf((await find({ ...at, ...asked })).body)).toEqual(ids);
  });

  test.each([
    { ZipCode: '94558' },
    { ZipCode: '94558-1234' },
    { City: 'napa', State: 'California' },
    { City: 'Napa', State: 'CA', ZipCode: '94558' },
    { City: 'Napa', State: 'CA', ZipCode: '99999' },
    { City: 'Silverado Resort', State: 'CA', ZipCode: '94558' },
    { ZipCode: '94558', ...at },
  ])('200 from %j', async (asked) => {
    expect(idsOf((await find({ ...asked, SearchRadius: 50 })).body)).toEqual(expect.arrayContaining(['A', 'B', 'U1']));
  });

  test('200 in pages', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4, 9].map((Skip) => find({ ...at, Skip, Top: 1 })));
    expect(pages.map(({ body }) => idsOf(body)[0])).toEqual(['A', 'U1', 'B', 'C', undefined, undefined]);
    expect(pages.map(({ body }) => body.MoreRecords)).toEqual([true, true, true, false, false, false]);
    expect(pages.map(({ body }) => body.TotalRecordCount)).toEqual([4, 4, 4, 4, 4, 4]);
  });

  test('200 returns an empty list when nothing is near', async () => {
    const { status, body } = await find({ ZipCode: '99501' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ TotalRecordCount: 0, CarrierLocations: [] });
  });

  test('200 a change of the directory is seen soon', async () => {
    const { db } = server.environment;
    await db.rows(
      `insert into carrier_locations
       select 'UPS', 'NEW', store_number, location_type, company_name, street_lines, city, state, zip_code, latitude,
              longitude, phone_number, email_address, operating_hours, true
         from carrier_locations where location_id = 'A'`,
    );
    await db.rows('update carrier_location_version set version = version + 1');
    await expect.poll(async () => idsOf((await find(at)).body), { timeout: 10_000, interval: 250 }).toContain('NEW');
    await db.rows(`delete from carrier_locations where location_id = 'NEW'`);
    await db.rows('update carrier_location_version set version = version + 1');
    invalidateCarrierLocationIndex(db);
  });

  describe('with carrier location APIs', () => {
    const answering = (carrier: 'FEX' | 'UPS', locations: readonly CarrierLocation[]) => ({
      carrier,
      find: async () => ({ locations, messages: ['As of today.'] }),
    });
    const failing = (carrier: 'FEX' | 'UPS') => ({
      carrier,
      find: () => Promise.reject(new CarrierSourceError(carrier, 'it does not answer')),
    });
    const dry = { isAlcoholAllowed: false };
    afterEach(() => server.environment.db.ports.provide(carrierLocationSourcesPort, []));

    test('200 the carrier answers, where the operator says that wine is handed out: of a kind, or of that location', async () => {
      // A is allowed by the directory, DRY forbidden by it, whatever is said of their kind.
      const live = [location('LIVE', 3), location('DRY2', 1, dry), location('A', 2, dry), location('DRY', 1)];
      server.environment.db.ports.provide(carrierLocationSourcesPort, [answering('FEX', live)]);
      const { body } = await find(at);
      expect(idsOf(body)).toEqual(['A', 'U1', 'LIVE']);
      expect(body.CarrierLocations.every((l: Record<string, unknown>) => l.IsAlcoholShipmentAllowed)).toBe(true);
      expect(body.Messages).toEqual([
        'As of today.',
        'FedEx locations are omitted unless they are known to hand out wine.',
      ]);
    });

    test('200 locations outside of the radius are not reported as omitted', async () => {
      server.environment.db.ports.provide(carrierLocationSourcesPort, [
        answering('FEX', [location('LIVE', 3), location('X', 30, dry)]),
      ]);
      expect((await find({ ...at, ShippingCarrier: 'FEX' })).body.Messages).toEqual(['As of today.']);
    });

    test('200 reports a list that the carrier truncated', async () => {
      const live = Array.from({ length: 50 }, (_, n) => location(`L${n}`, n / 10));
      server.environment.db.ports.provide(carrierLocationSourcesPort, [answering('FEX', live)]);
      const { body } = await find({ ...at, ShippingCarrier: 'FEX' });
      expect(body).toMatchObject({ TotalRecordCount: 50 });
      expect(body.Messages.at(-1)).toBe(
        'FedEx returns only its 50 nearest locations; there may be more within the radius.',
      );
    });

    test('200 uses the directory or the other carrier when one fails, and reports it', async () => {
      server.environment.db.ports.provide(carrierLocationSourcesPort, [failing('FEX')]);
      const fallen = (await find(at)).body;
      expect(idsOf(fallen)).toEqual(['A', 'U1', 'B', 'C']);
      expect(fallen.Messages).toEqual([
        "FedEx could not be reached (it does not answer): its locations are from the operator's directory.",
      ]);
      const alaska = { point: { latitude: 61.21, longitude: -149.88 }, carrier: 'UPS' } as const;
      server.environment.db.ports.provide(carrierLocationSourcesPort, [
        failing('FEX'),
        answering('UPS', [location('UAK', 0, alaska)]),
      ]);
      const { body } = await find({ ZipCode: '99501' });
      expect(idsOf(body)).toEqual(['UAK']);
      expect(body.Messages).toEqual([
        "FedEx could not be reached (it does not answer): the operator's directory has none of its locations.",
        'As of today.',
      ]);
    });

    test('503 when no source responds, with the carrier as the source', async () => {
      server.environment.db.ports.provide(carrierLocationSourcesPort, [failing('FEX'), failing('UPS')]);
      for (const asked of [{ ShippingCarrier: 'FEX' }, {}]) {
        const away = await find({ ZipCode: '99501', ...asked });
        expect(away).toMatchObject({
          status: 503,
          body: { Errors: [{ Field: 'ShippingCarrier', Code: 'CarrierFailed', Source: 'Carrier' }] },
        });
        expect(away.headers.get('retry-after')).toBe('30');
      }
    });
  });
});

const everyFault: readonly (readonly [asked: object, faults: readonly string[]])[] = [
  [{}, ['ZipCode Required']],
  [{ State: 'CA' }, ['ZipCode Required']],
  [{ City: 'Napa' }, ['State Required']],
  [{ City: 'Xyzzy', State: 'CA' }, ['City UnknownCity']],
  [{ City: 'Napa', State: 'ZZ' }, ['State UnknownState']],
  [{ City: 'Xyzzy', State: 'ZZ', ZipCode: '1' }, ['State UnknownState', 'ZipCode Format']],
  [{ ZipCode: '99999' }, ['ZipCode UnknownZipCode']],
  [{ ZipCode: '9455' }, ['ZipCode Format']],
  [{ ZipCode: '94558', State: 'OR' }, ['ZipCode Contradiction']],
  [{ ZipCode: '09004' }, ['ZipCode UnknownPoint']],
  [{ Latitude: 38 }, ['Longitude Required']],
  [{ Longitude: -122, ZipCode: '94558' }, ['Latitude Required']],
  [{ ...at, ZipCode: '10001' }, ['Latitude Contradiction']],
  [{ ...at, SearchRadius: 4 }, ['SearchRadius Minimum']],
  [{ ...at, SearchRadius: 51 }, ['SearchRadius Maximum']],
  [{ ...at, ShippingCarrier: 'Other' }, ['ShippingCarrier Enum']],
  [{ ...at, Skip: -1, Top: -1 }, ['Skip Minimum', 'Top Minimum']],
  // What the schema rejects is not reported as missing too, nor what it would have completed.
  [{ Latitude: 91, Longitude: -181 }, ['Latitude Maximum', 'Longitude Minimum']],
  [{ Latitude: 91, Longitude: -122 }, ['Latitude Maximum']],
  [{ Latitude: 'north', Longitude: 'west' }, ['Latitude Type', 'Longitude Type']],
  [{ ZipCode: 945.58 }, ['ZipCode Type']],
  [{ City: 'Napa', ZipCode: '94558-12345' }, ['ZipCode MaxLength']],
  [{ City: 'Napa', State: 6 }, ['State Type']],
  [{ City: 'Xyzzy', State: 'CA', ZipCode: 945581 }, ['ZipCode Type']],
  [{ City: 'Napa', Latitude: 91, Longitude: 0 }, ['Latitude Maximum']],
  // All faults are reported together.
  [{ SearchRadius: 4 }, ['SearchRadius Minimum', 'ZipCode Required']],
  [{ City: 'Napa', Top: -1 }, ['State Required', 'Top Minimum']],
  [{ City: 'x'.repeat(256), State: 'CA' }, ['City MaxLength']],
];

test.each(everyFault)('400 %j', async (asked, faults) => {
  const { status, body } = await find(asked);
  expect(status).toBe(400);
  const reported = body.Errors.map(({ Field, Code }: { Field: string; Code: string }) => `${Field} ${Code}`);
  expect(reported.sort()).toEqual(faults.toSorted());
});

test('400 the mock rejects the same requests', async () => {
  const { customerNo, ...credentials } = await server.customer();
  const mock = openClient(`${server.url}/mock/v3`, { ...credentials, customerNo });
  for (const [asked, faults] of everyFault) {
    const { status, body } = await mock.call(operation, asked);
    expect([asked, status]).toEqual([asked, 400]);
    expect(body.Errors).toHaveLength(faults.length);
  }
  expect((await mock.call(operation, { ZipCode: '94558' })).status).toBe(200);
});

test('401 wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect(await client.call(operation, { Authentication, ...at })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
});
