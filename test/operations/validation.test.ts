/** Address/Validation over HTTP: every documented response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addressVerifierPort,
  CarrierSourceError,
  carrierLocationSourcesPort,
  generateSampleCarrierLocations,
  seedCarrierLocations,
} from '../../src/addresses/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const operation = 'Address/Validation';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  await seedCarrierLocations(server.environment.db, generateSampleCarrierLocations);
});
afterAll(() => server.close());

const napa = {
  StreetLines: ['100 North Main Street, Apt #5'],
  City: 'Napa',
  State: 'CA',
  ZipCode: '94558',
  Country: 'US',
};

async function validate(change: object = {}, more: object = {}) {
  const { client } = await server.customer('read');
  return await client.call(operation, {
    ClientReferenceCode: 'cart-1',
    ShippingCarrier: 'FEX',
    Address: { ...napa, ...change },
    ...more,
  });
}

const placesOf = (body: { AddressCandidates: { CandidateAddressFormat: Record<string, string> }[] }) =>
  body.AddressCandidates.map(({ CandidateAddressFormat: c }) => `${c.City} ${c.State} ${c.ZipCode}`);

describe('200', () => {
  test('200 an address whose parts agree is UNVERIFIED, standardized, with its evidence', async () => {
    const { status, body } = await validate();
    expect(status).toBe(200);
    expect(body).toEqual({
      TransactionReferenceNumber: expect.stringMatching(/^[0-9a-f-]{36}$/),
      AddressValidationIndicator: 'UNVERIFIED',
      AddressClassificationIndicator: 'RESIDENTIAL',
      AddressCandidates: [
        {
          AddressClassificationIndicator: 'RESIDENTIAL',
          CandidateAddressFormat: {
            StreetLines: ['100 N MAIN ST APT 5'],
            City: 'NAPA',
            State: 'CA',
            ZipCode: '94558',
            Country: 'US',
          },
        },
      ],
      PALDetails: [],
      Messages: [
        'RESIDENTIAL, by the unit APT in the address.',
        'Delivery point not verified: no delivery point source is configured.',
      ],
    });
  });

  test('200 one suggestion is CORRECTED, several are AMBIGUOUS, none is INVALID', async () => {
    const corrected = (await validate({ City: 'Naap' })).body;
    expect(corrected.AddressValidationIndicator).toBe('CORRECTED');
    expect(placesOf(corrected)).toEqual(['NAAP CA 94558', 'NAPA CA 94558']);

    const ambiguous = (await validate({ City: 'Denver', State: 'CO', ZipCode: '80200' })).body;
    expect(ambiguous.AddressValidationIndicator).toBe('AMBIGUOUS');
    expect(placesOf(ambiguous)).toHaveLength(5);
    expect(placesOf(ambiguous)[0]).toBe('DENVER CO 80200');

    const invalid = (await validate({ City: 'Xyzzy', State: 'ZZ', ZipCode: '00000' })).body;
    expect(invalid.AddressValidationIndicator).toBe('INVALID');
    expect(placesOf(invalid)).toEqual(['XYZZY ZZ 00000']);
    expect(invalid.Messages).toContain('ZipCode 00000 is not a known US ZIP code.');
  });

  test('200 keeps a suburb of the ZIP code, and splits a whole address in the street line', async () => {
    const edina = (await validate({ City: 'Edina', State: 'MN', ZipCode: '55424' })).body;
    expect(edina.AddressValidationIndicator).toBe('UNVERIFIED');
    expect(placesOf(edina)).toEqual(['EDINA MN 55424']);

    const joined = (await validate({ City: 'LosAngeles', ZipCode: '90012' })).body;
    expect(joined.AddressValidationIndicator).toBe('CORRECTED');
    expect(placesOf(joined)).toEqual(['LOSANGELES CA 90012', 'LOS ANGELES CA 90012']);

    const StreetLines = ['100 Main St, Napa, CA 94558'];
    for (const change of [{ StreetLines }, { StreetLines, City: null, State: null, ZipCode: null }]) {
      const { body } = await validate(change);
      expect(body.AddressValidationIndicator).toBe('UNVERIFIED');
      expect(placesOf(body)).toEqual(['NAPA CA 94558']);
      expect(body.AddressCandidates[0].CandidateAddressFormat.StreetLines).toEqual(['100 MAIN ST']);
    }
    expect((await validate({ StreetLines: ['100'] })).body.Messages[0]).toBe('The street line has no street name.');
  });

  test('200 at most MaxCandidateListSize candidates, the input always first', async () => {
    const address = { City: 'Denver', State: 'CO', ZipCode: '80200' };
    for (const size of [1, 2, 30]) {
      const { body } = await validate(address, { MaxCandidateListSize: size });
      expect(placesOf(body)).toHaveLength(size);
      expect(placesOf(body)[0]).toBe('DENVER CO 80200');
    }
  });

  test('200 says what matters for wine: post office boxes, military addresses, closed states', async () => {
    const box = (await validate({ StreetLines: ['P.O. Box 12'] })).body;
    expect(box.AddressCandidates[0].CandidateAddressFormat.StreetLines).toEqual(['PO BOX 12']);
    expect(box.Messages[0]).toContain('post office box');

    const soldier = (await validate({ StreetLines: ['PSC 802 Box 74'], City: 'APO', State: 'AE', ZipCode: '09012' }))
      .body;
    expect(soldier.Messages[0]).toContain('military address');

    const { client, customerNo } = await server.customer();
    await server.environment.db.rows(
      `insert into license_rules (customer_no, rule_id, state, order_type, open, set_by)
       select $1, gen_random_uuid(), 'KY', type, false, 'test' from unnest('{CLUB,RETAIL}'::text[]) as t (type)`,
      [customerNo],
    );
    const kentucky = { StreetLines: ['100 Main St'], City: 'Louisville', State: 'KY', ZipCode: '40202' };
    await expect
      .poll(
        async () => {
          const asked = { ClientReferenceCode: 'a', ShippingCarrier: 'UPS', Address: kentucky };
          return (await client.call(operation, asked)).body.Messages[0];
        },
        { timeout: 10_000, interval: 250 },
      )
      .toBe('Kentucky is not open to CLUB, RETAIL orders: they are held (License).');
    // Said of the state that is named, and of that in which the ZIP lies.
    for (const change of [
      { City: 'Xyzzy', ZipCode: '99999' },
      { State: 'CA', ZipCode: '40202' },
      { City: 'Napa', ZipCode: '94558' },
    ]) {
      const asked = { ClientReferenceCode: 'a', ShippingCarrier: 'UPS', Address: { ...kentucky, ...change } };
      expect((await client.call(operation, asked)).body.Messages[0]).toContain('Kentucky is not open');
    }
  });

  test('200 PALRequest fills PALDetails with locations of the carrier, nearest first', async () => {
    const PALRequest = { IncludePAL: true, SearchRadius: 30, MaxPALListSize: 3 };
    for (const [ShippingCarrier, prefix] of [
      ['FEX', 'F'],
      ['UPS', 'U'],
    ] as const) {
      const { body } = await validate({}, { ShippingCarrier, PALRequest });
      expect(body.PALDetails).toHaveLength(3);
      expect(body.PALDetails[0]).toEqual({
        LocationId: expect.stringMatching(new RegExp(`^${prefix}\\d{5}$`)),
        StoreNumber: expect.any(String),
        Distance: expect.stringMatching(/^\d+(\.\d{1,2})?$/),
        CompanyName: expect.any(String),
        LocationType: expect.any(String),
        Address: {
          GeographicCoordinates: {
            Latitude: expect.stringMatching(/^3\d\.\d+$/),
            Longitude: expect.stringMatching(/^-12\d\.\d+$/),
          },
          StreetLines: [expect.any(String)],
          City: expect.any(String),
          State: 'CA',
          ZipCode: expect.any(String),
          Country: 'US',
        },
        PhoneNumber: expect.any(String),
        EmailAddress: '',
      });
      const distances = body.PALDetails.map((found: { Distance: string }) => Number(found.Distance));
      expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b));
    }
    expect((await validate({}, { PALRequest: { ...PALRequest, IncludePAL: false } })).body.PALDetails).toEqual([]);
    const other = (await validate({}, { ShippingCarrier: 'Other', PALRequest })).body;
    expect(other.PALDetails).toEqual([]);
    expect(other.Messages.at(-1)).toBe('Pickup locations are available for FEX and UPS only.');
    const nowhere = (await validate({ City: 'Xyzzy', State: 'ZZ', ZipCode: '00000' }, { PALRequest })).body;
    expect(nowhere.Messages.at(-1)).toContain('is unknown');
  });

  test('200 a carrier that returns no locations never fails the validation', async () => {
    const failing = {
      carrier: 'UPS',
      find: () => Promise.reject(new CarrierSourceError('UPS', 'it is away')),
    } as const;
    server.environment.db.ports.provide(carrierLocationSourcesPort, [failing]);
    const asked = { ShippingCarrier: 'UPS', PALRequest: { IncludePAL: true } };
    const near = (await validate({}, asked)).body;
    expect(near.PALDetails.length).toBeGreaterThan(0);
    expect(near.Messages.at(-1)).toContain("from the operator's directory");
    const { status, body } = await validate({ City: 'APO', State: 'AE', ZipCode: '09012' }, asked);
    expect(status).toBe(200);
    expect(body.PALDetails).toEqual([]);
    expect(body.Messages.at(-1)).toBe(
      "UPS could not be reached (it is away): the operator's directory has none of its locations.",
    );
    server.environment.db.ports.provide(carrierLocationSourcesPort, []);
  });

  test('200 addresses abroad are accepted unverified, with a warning', async () => {
    const { body } = await validate({ City: 'Toronto', State: 'ON', ZipCode: 'M5J 2X2', Country: 'CA' });
    expect(body.AddressValidationIndicator).toBe('UNVERIFIED');
    expect(body.AddressCandidates).toHaveLength(1);
    expect(body.Messages[0]).toContain('Only addresses in the United States are checked');
  });

  test('200 a source of delivery points makes it VALID; one that fails is reported', async () => {
    const corrected = { streetLines: ['100 N MAIN ST APT 5'], city: 'NAPA', state: 'CA', zipCode: '94558' };
    const verdict = { isDeliverable: true, corrected, classification: 'BUSINESS', messages: [] } as const;
    server.environment.db.ports.provide(addressVerifierPort, { verify: async () => verdict });
    expect((await validate()).body).toMatchObject({
      AddressValidationIndicator: 'VALID',
      AddressClassificationIndicator: 'BUSINESS',
    });
    server.environment.db.ports.provide(addressVerifierPort, {
      verify: async () => ({ ...verdict, corrected: { ...corrected, city: 'VALLEJO' } }),
    });
    expect((await validate()).body.AddressValidationIndicator).toBe('CORRECTED');
    server.environment.db.ports.provide(addressVerifierPort, {
      verify: () => Promise.reject(new CarrierSourceError('UPS', 'it is away')),
    });
    expect((await validate()).body).toMatchObject({
      AddressValidationIndicator: 'UNVERIFIED',
      Messages: expect.arrayContaining([
        'The carrier could not be reached (it is away): the address is not confirmed.',
      ]),
    });
    server.environment.db.ports.provide(addressVerifierPort, undefined);
  });
});

test('200 ClientReferenceCode has no minimum length', async () => {
  const { client } = await server.customer('read');
  const Address = { StreetLines: ['100 Main St'], City: 'Napa', State: 'CA', ZipCode: '94558', Country: 'US' };
  const asked = { ClientReferenceCode: '', ShippingCarrier: 'FEX', Address };
  expect(await client.call(operation, asked)).toMatchObject({ status: 200 });
});

test('400 names every fault', async () => {
  const { client } = await server.customer();
  const answer = await client.call(operation, {
    ClientReferenceCode: 'x'.repeat(37),
    ShippingCarrier: 'DHL',
    Address: { StreetLines: 'no array', City: 'x'.repeat(256), State: 'C', ZipCode: '123', Country: 'USA' },
    MaxCandidateListSize: 0,
    PALRequest: { SearchRadius: 51, MaxPALListSize: 0 },
  });
  expect(answer.status).toBe(400);
  expect(
    answer.body.Errors.map(({ Field, Code }: { Field: string; Code: string }) => `${Field} ${Code}`).sort(),
  ).toEqual([
    'Address.City MaxLength',
    'Address.Country MaxLength',
    'Address.State MinLength',
    'Address.StreetLines Type',
    'Address.ZipCode MinLength',
    'ClientReferenceCode MaxLength',
    'MaxCandidateListSize Minimum',
    'PALRequest.MaxPALListSize Minimum',
    'PALRequest.SearchRadius Maximum',
    'ShippingCarrier Enum',
  ]);
  const empty = await client.call(operation, {});
  expect(empty.body.Errors.map(({ Field }: { Field: string }) => Field).sort()).toEqual([
    'Address',
    'ClientReferenceCode',
    'ShippingCarrier',
  ]);
});

test('401 wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect(await client.call(operation, { Authentication })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
});
