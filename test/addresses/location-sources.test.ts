/** The location APIs of the carriers, against recorded replies on the loopback interface. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CarrierSourceError, createCarrierLocationSources } from '../../src/addresses/index.ts';
import { hugeJson } from '../carriers/recorded-server.ts';
import { fedexAnswer, openReplay, type Replay, upsAnswer } from './carrier-replay.ts';

const search = { from: { latitude: 38.49, longitude: -122.27 }, radiusMiles: 10, maxResults: 50 };
let replay: Replay;

beforeEach(async () => {
  replay = await openReplay();
});
afterEach(() => replay.close());

function source(carrier: 'fedex' | 'ups', alcoholTypes: readonly string[] = []) {
  const account = { baseUrl: replay.baseUrl, clientId: 'the id', clientSecret: 'the secret', alcoholTypes };
  const [found] = createCarrierLocationSources({ [carrier]: account });
  if (found === undefined) throw new Error('there is no source');
  return found;
}

test('has no source unless one is configured', () => {
  expect(createCarrierLocationSources({})).toEqual([]);
});

test('FedEx searches around a point, with a cached access token of the account', async () => {
  replay.answer({ body: fedexAnswer });
  const fedex = source('fedex');
  const answer = await fedex.find(search);
  await fedex.find(search);
  expect(replay.asked.map(({ path }) => path)).toEqual([
    '/oauth/token',
    '/location/v1/locations',
    '/location/v1/locations',
  ]);
  expect(Object.fromEntries(new URLSearchParams(replay.asked[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'the id',
    client_secret: 'the secret',
  });
  expect(replay.asked[1]?.authorization).toBe('Bearer token-1');
  expect(JSON.parse(replay.asked[1]?.body ?? '')).toMatchObject({
    locationsSummaryRequestControlParameters: { maxResults: 50, distance: { units: 'MI', value: 10 } },
    locationSearchCriterion: 'GEOGRAPHIC_COORDINATES',
    // Required by the API for every kind of search.
    location: { address: { countryCode: 'US' }, longLat: { latitude: 38.49, longitude: -122.27 } },
    locationCapabilities: [{ transferOfPossessionType: 'HOLD_AT_LOCATION' }],
  });
  expect(answer.messages).toEqual(['Hours may differ on holidays.']);
  expect(answer.locations).toEqual([
    {
      carrier: 'FEX',
      locationId: 'APCA',
      storeNumber: '',
      locationType: 'FEDEX_OFFICE',
      companyName: 'Ship Center',
      streetLines: ['100 MAIN ST'],
      city: 'NAPA',
      state: 'CA',
      zipCode: '94558',
      point: { latitude: 38.4899, longitude: -122.2712 },
      phoneNumber: '5550100',
      emailAddress: 'desk@ship.example',
      operatingHours: [
        'MONDAY 09:00:00-12:00:00, 13:00:00-19:00:00',
        'TUESDAY 09:00:00-19:00:00',
        'SUNDAY CLOSED_ALL_DAY',
      ],
      isAlcoholAllowed: false,
    },
    expect.objectContaining({ locationId: 'SHOP', isAlcoholAllowed: false }),
  ]);
});

test.each([
  [-14.3, 170.7],
  [90, -180],
  [-0.5, 0.25],
])('UPS accepts coordinates of at most 15 characters: %j, %j', async (latitude, longitude) => {
  replay.answer({ body: upsAnswer });
  await source('ups').find({ ...search, from: { latitude, longitude } });
  const { Latitude, Longitude } = JSON.parse(replay.asked[1]?.body ?? '').LocatorRequest.OriginAddress.Geocode;
  expect([Latitude.length, Longitude.length]).toEqual([15, 15]);
  expect([Number(Latitude), Number(Longitude)]).toEqual([latitude, longitude]);
});

test('UPS searches around a point', async () => {
  replay.answer({ body: upsAnswer });
  const answer = await source('ups').find({ ...search, radiusMiles: 7.5 });
  expect(replay.asked[0]?.authorization).toBe(`Basic ${Buffer.from('the id:the secret').toString('base64')}`);
  expect(replay.asked[1]?.path).toBe('/api/locations/v3/search/availabilities/1?Locale=en_US');
  expect(JSON.parse(replay.asked[1]?.body ?? '').LocatorRequest).toMatchObject({
    Request: { RequestAction: 'Locator' },
    OriginAddress: {
      Geocode: { Latitude: '38.490000000000', Longitude: '-122.2700000000' },
      AddressKeyFormat: { CountryCode: 'US' },
    },
    // Whole miles only.
    LocationSearchCriteria: { MaximumListSize: '50', SearchRadius: '8' },
    SortCriteria: { SortType: '01' },
  });
  expect(answer.messages).toEqual(['Call before you go.']);
  const center = {
    carrier: 'UPS',
    locationId: '9455',
    storeNumber: '',
    locationType: 'Customer Center',
    companyName: 'CUSTOMER CENTER',
    streetLines: ['200 OAK AVE'],
    city: 'NAPA',
    state: 'CA',
    zipCode: '94558-1234',
    point: { latitude: 38.4899, longitude: -122.2712 },
    phoneNumber: '5550101',
    emailAddress: '',
    operatingHours: ['Mon-Fri: 9:00am-7:00pm', 'Sat: 9:00am-5:00pm', 'Sun: Closed'],
    isAlcoholAllowed: false,
  };
  const others = { phoneNumber: '', operatingHours: [] };
  expect(answer.locations).toEqual([
    center,
    { ...center, ...others, locationId: 'U12345678', storeNumber: '4711', locationType: 'Access Point' },
    { ...center, ...others, locationId: '4712', storeNumber: '4712', locationType: 'The UPS Store' },
  ]);
  // Excluded: the hidden id, a closed location, a freight location, and one without a name.
  expect(JSON.stringify(answer)).not.toMatch(/200[1-6]/);
});

describe('only the operator configures which locations hand out wine', () => {
  const allowed = async (carrier: 'fedex' | 'ups', types: readonly string[]) =>
    (await source(carrier, types).find(search)).locations
      .filter(({ isAlcoholAllowed }) => isAlcoholAllowed)
      .map(({ locationId }) => locationId);

  test('by location type for FedEx', async () => {
    replay.answer({ body: fedexAnswer });
    expect(await allowed('fedex', [])).toEqual([]);
    expect(await allowed('fedex', ['FEDEX_OFFICE'])).toEqual(['APCA']);
    expect(await allowed('fedex', ['FEDEX_OFFICE', 'FEDEX_ONSITE'])).toEqual(['APCA', 'SHOP']);
  });

  test('by location type for UPS, which also limits the search; services have their own codes', async () => {
    replay.answer({ body: upsAnswer });
    expect(await allowed('ups', [])).toEqual([]);
    expect(await allowed('ups', ['001'])).toEqual(['9455']);
    expect(await allowed('ups', ['002', '018'])).toEqual(['U12345678', '4712']);
    const criteria = JSON.parse(replay.asked.at(-1)?.body ?? '').LocatorRequest.LocationSearchCriteria;
    expect(criteria.SearchOption).toEqual([
      { OptionType: { Code: '01' }, OptionCode: [{ Code: '002' }, { Code: '018' }] },
    ]);
    const first = JSON.parse(replay.asked[1]?.body ?? '').LocatorRequest.LocationSearchCriteria;
    expect(first).not.toHaveProperty('SearchOption');
  });
});

describe('a carrier failure is returned in its own words and without account data', () => {
  const failure = async (carrier: 'fedex' | 'ups') => {
    const error = await source(carrier)
      .find(search)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CarrierSourceError);
    expect(JSON.stringify(error) + String(error)).not.toMatch(/secret|token-/);
    return (error as CarrierSourceError).message;
  };

  test('when it rejects the request', async () => {
    replay.answer({ status: 400, body: { errors: [{ code: 'X', message: 'The distance is not supported.' }] } });
    expect(await failure('fedex')).toBe('The distance is not supported.');
    replay.answer({ status: 400, body: { response: { errors: [{ code: 'X', message: 'Invalid radius' }] } } });
    expect(await failure('ups')).toBe('Invalid radius');
    replay.answer({
      body: { LocatorResponse: { Response: { ResponseStatusCode: '0', Error: { ErrorDescription: 'No locations' } } } },
    });
    expect(await failure('ups')).toBe('No locations');
  });

  test('when its response is malformed or missing', async () => {
    replay.answer({ body: 'oops' });
    expect(await failure('fedex')).toBe('it responded with HTTP 200');
    replay.answer({ body: { hello: 'world' } });
    expect(await failure('fedex')).toBe('its response could not be parsed');
    replay.answer(hugeJson(8));
    expect(await failure('fedex')).toBe('its response has more than 8 MB');
    replay.answer({ status: 503, body: 'away' });
    expect(await failure('ups')).toBe('it responded with HTTP 503');
    const nowhere = { baseUrl: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', alcoholTypes: [] };
    const [away] = createCarrierLocationSources({ ups: nowhere });
    await expect(away?.find(search)).rejects.toThrow('it could not be reached');
  });

  test('when it rejects the account', async () => {
    replay.refuseAccount();
    expect(await failure('ups')).toBe('it rejected the account');
  });
});

test('concurrent requests that need a token fetch it once', async () => {
  replay.answer({ body: fedexAnswer });
  const fedex = source('fedex');
  await Promise.all([1, 2, 3].map(() => fedex.find(search)));
  expect(replay.asked.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
});

test('an unavailable carrier opens the circuit breaker', async () => {
  replay.refuseAccount();
  const ups = source('ups');
  for (const _ of [1, 2, 3]) await expect(ups.find(search)).rejects.toThrow('it rejected the account');
  await expect(ups.find(search)).rejects.toThrow('it has not responded recently');
  expect(replay.asked).toHaveLength(3);
});

test('a rejected token is fetched again once', async () => {
  replay.answer({ status: 401, body: {} }, { body: fedexAnswer });
  expect((await source('fedex').find(search)).locations).toHaveLength(2);
  expect(replay.asked.map(({ authorization }) => authorization)).toEqual([
    undefined,
    'Bearer token-1',
    undefined,
    'Bearer token-2',
  ]);
});
