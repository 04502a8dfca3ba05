/** Carriers on the loopback interface that answer as the interface descriptions of FedEx and UPS say; all places invented. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

interface CarrierReply {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Replay {
  readonly baseUrl: string;
  readonly asked: Asked[];
  /** What the next requests for locations are answered with, in order; the last one stays. */
  answer(...answers: CarrierReply[]): void;
  /** From now on tokens are refused. */
  refuseAccount(): void;
  close(): Promise<void>;
}

export async function openReplay(): Promise<Replay> {
  const asked: Asked[] = [];
  let answers: readonly CarrierReply[] = [];
  let isRefused = false;
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const reply = (status: number, value: unknown, headers: CarrierReply['headers'] = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value));
    };
    if (request.url?.endsWith('/oauth/token')) {
      tokens += 1;
      if (isRefused) reply(401, { errors: [{ code: 'NOT.AUTHORIZED.ERROR', message: 'no' }] });
      else reply(200, { access_token: `token-${tokens}`, expires_in: 3600 });
      return;
    }
    const [next, ...rest] = answers;
    if (rest.length > 0) answers = rest;
    reply(next?.status ?? 200, next?.body ?? {}, next?.headers);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (...next) => {
      answers = next;
    },
    refuseAccount: () => {
      isRefused = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** By the carrier's description: `dayofweek`, lists of hours, no number of a store, no word about alcohol. */
export const fedexAnswer = {
  transactionId: 'replay-1',
  output: {
    totalResults: 4,
    resultsReturned: 4,
    alerts: [{ code: 'A', alertType: 'NOTE', message: 'Hours may differ on holidays.' }],
    locationDetailList: [
      {
        distance: { units: 'MI', value: 0.4 },
        locationId: 'APCA',
        locationType: 'FEDEX_OFFICE',
        locationAttributeTypes: ['ACCEPTS_CASH', 'STAFFED_LOCATION', 'WEEKDAY_GROUND_HOLD_AT_LOCATION'],
        contactAndAddress: {
          contact: { companyName: 'Ship Center', phoneNumber: '5550100', emailAddress: 'desk@ship.example' },
          address: {
            streetLines: ['100 MAIN ST'],
            city: 'Napa',
            stateOrProvinceCode: 'CA',
            postalCode: '94558',
            countryCode: 'US',
          },
        },
        geoPositionalCoordinates: { latitude: 38.4899, longitude: -122.2712 },
        storeHours: [
          {
            dayofweek: 'MONDAY',
            operationalHoursType: 'OPEN_BY_HOURS',
            operationalHours: [
              { begins: '09:00:00', ends: '12:00:00' },
              { begins: '13:00:00', ends: '19:00:00' },
            ],
          },
          { dayOfWeek: 'TUESDAY', operationalHours: { begins: '09:00:00', ends: '19:00:00' } },
          {
            dayofweek: 'SUNDAY',
            operationalHoursType: 'CLOSED_ALL_DAY',
            operationalHours: [{ begins: '08:00:00', ends: '17:00:00' }],
          },
          { operationalHoursType: 'OPEN_ALL_DAY' },
        ],
      },
      {
        locationId: 'SHOP',
        locationType: 'FEDEX_ONSITE',
        geoPositionalCoordinates: { latitude: 38.5, longitude: -122.27 },
      },
      { locationId: 'NOWHERE', locationType: 'FEDEX_OFFICE' },
      { locationType: 'FEDEX_OFFICE', geoPositionalCoordinates: { latitude: 38.5, longitude: -122.27 } },
    ],
  },
};

const upsPlace = {
  Geocode: { Latitude: '38.48990000', Longitude: '-122.27120000' },
  AddressKeyFormat: {
    ConsigneeName: 'CUSTOMER CENTER',
    AddressLine: '200 OAK AVE',
    PoliticalDivision2: 'NAPA',
    PoliticalDivision1: 'CA',
    PostcodePrimaryLow: '94558',
    PostcodeExtendedLow: '1234',
    CountryCode: 'US',
  },
};
const upsKind = (code: string, description: string) => ({
  OptionType: { Code: '01', Description: 'Location' },
  OptionCode: [{ Code: code, Description: description }],
});

/** By the carrier's description: no word about alcohol, and an id that is not to be shown. */
export const upsAnswer = {
  LocatorResponse: {
    Response: { ResponseStatusCode: '1', ResponseStatusDescription: 'Success' },
    SearchResults: {
      Disclaimer: ['Call before you go.'],
      DropLocation: [
        {
          ...upsPlace,
          LocationID: '2001',
          SLIC: '9455',
          PhoneNumber: ['5550101'],
          LocationAttribute: [
            { OptionType: { Code: '03' }, OptionCode: [{ Code: '002', Category: '06', Name: 'Notary' }] },
            upsKind('001', 'Customer Center'),
          ],
          StandardHoursOfOperation: 'Mon-Fri: 9:00am-7:00pm; Sat: 9:00am-5:00pm; Sun: Closed',
        },
        {
          ...upsPlace,
          LocationID: '2002',
          AccessPointInformation: {
            PublicAccessPointID: 'U12345678',
            AccessPointStatus: { Code: '01', Description: 'Active-available' },
          },
          Number: '4711',
          DisplayPhoneNumberIndicator: '0',
          PhoneNumber: '5550102',
          // One attribute with one code, as older versions of the interface write it.
          LocationAttribute: { OptionType: { Code: '01' }, OptionCode: { Code: '018', Description: 'Access Point' } },
        },
        { ...upsPlace, LocationID: '2003', Number: '4712', LocationAttribute: [upsKind('002', 'The UPS Store')] },
        {
          ...upsPlace,
          LocationID: '2004',
          AccessPointInformation: { PublicAccessPointID: 'U2', AccessPointStatus: { Code: '06' } },
        },
        { ...upsPlace, LocationID: '2005', SLIC: '1', FacilityType: 'FRT' },
        { ...upsPlace, LocationID: '2006' },
      ],
    },
  },
};
