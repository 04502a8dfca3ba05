/** Carriers on the loopback interface that answer as the interface descriptions of FedEx and UPS say; all places invented. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface Replay {
  readonly baseUrl: string;
  readonly asked: Asked[];
  /** What the next requests for locations are answered with, in order; the last one stays. */
  answer(...answers: { readonly status?: number; readonly body: unknown }[]): void;
  /** From now on tokens are refused. */
  refuseAccount(): void;
  close(): Promise<void>;
}

export async function openReplay(): Promise<Replay> {
  const asked: Asked[] = [];
  let answers: readonly { readonly status?: number; readonly body: unknown }[] = [];
  let isRefused = false;
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    if (request.url?.endsWith('/oauth/token')) {
      tokens += 1;
      if (isRefused) reply(401, { errors: [{ code: 'NOT.AUTHORIZED.ERROR', message: 'no' }] });
      else reply(200, { access_token: `token-${tokens}`, expires_in: 3600 });
      return;
    }
    const [next, ...rest] = answers;
    if (rest.length > 0) answers = rest;
    reply(next?.status ?? 200, next?.body ?? {});
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

export const fedexAnswer = {
  transactionId: 'replay-1',
  output: {
    totalResults: 3,
    resultsReturned: 3,
    alerts: [{ code: 'A', alertType: 'NOTE', message: 'Hours may differ on holidays.' }],
    locationDetailList: [
      {
        locationId: 'APCA',
        storeNumber: '17',
        locationType: 'FEDEX_SHIP_CENTER',
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
          { dayOfWeek: 'MONDAY', operationalHours: { begins: '09:00:00', ends: '19:00:00' } },
          { dayOfWeek: 'SUNDAY', operationalHoursType: 'CLOSED_ALL_DAY' },
        ],
      },
      {
        locationId: 'SHOP',
        locationType: 'FEDEX_ONSITE',
        geoPositionalCoordinates: { latitude: 38.5, longitude: -122.27 },
      },
      { locationId: 'NOWHERE', locationType: 'FEDEX_OFFICE' },
    ],
  },
};

export const upsAnswer = {
  LocatorResponse: {
    Response: { ResponseStatusCode: '1', ResponseStatusDescription: 'Success' },
    SearchResults: {
      Disclaimer: ['Call before you go.'],
      DropLocation: [
        {
          LocationID: '2001',
          AccessPointInformation: { PublicAccessPointID: 'U12345678' },
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
          PhoneNumber: ['5550101'],
          LocationAttribute: [
            {
              OptionType: { Code: '01' },
              OptionCode: { Code: '001', Description: 'Customer Center' },
            },
          ],
          StandardHoursOfOperation: 'Mon-Fri: 9:00am-7:00pm; Sat: 9:00am-5:00pm; Sun: Closed',
          Number: '4711',
        },
        {
          LocationID: '2002',
          Geocode: { Latitude: '38.5', Longitude: '-122.3' },
          LocationAttribute: { OptionCode: { Code: '018', Description: 'Access Point' } },
        },
      ],
    },
  },
};
