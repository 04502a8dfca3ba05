/** EasyPost as an address source in production, against recorded and against malformed responses. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressVerifierPort } from '../../src/addresses/index.ts';
import { createCarrierAccountSource } from '../../src/shipping-labels/index.ts';
import { createAddressVerifierAndTransitSource } from '../../src/wiring.ts';
import { accountAt, apiKey, carrierFailures } from '../carriers/account.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import {
  type Answer,
  type AskedRequest,
  type CarrierServer,
  json,
  openCarrierServer,
  recording,
} from '../carriers/recorded-server.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const recorded = recording('address--creates-a-verified-address')[0]?.response.body as { address: object };
const refusal = recording('address--throws-an-error-when-we-cannot-verify-an-address')[1]?.response;
/** Success and an error in the same response. */
const reserved = recording('address--creates-an-address-with-verify_carrier-param')[0]?.response.body;

let carrier: CarrierServer;
let answer: (asked: AskedRequest) => Answer | Promise<Answer>;
let server: TestServer;
/** One caller for all tests, because creating customers writes. */
let caller: Awaited<ReturnType<TestServer['customer']>>;

beforeAll(async () => {
  carrier = await openCarrierServer((asked) => answer(asked));
  server = await openProductionServer({ settings: accountAt(carrier.url) });
  caller = await server.customer();
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});
afterEach(() => {
  carrier.asked.length = 0;
});

const redondo = {
  StreetLines: ['179 North Harbor Drive'],
  City: 'Redondo Beach',
  State: 'CA',
  ZipCode: '90277',
  Country: 'US',
};

/** Verifies with a new circuit breaker, without the effect of earlier failures. */
function openSource(timeoutMs = 2_000): void {
  const { db, config } = server.environment;
  const { addresses } = createAddressVerifierAndTransitSource(
    createCarrierAccountSource(db, config, timeoutMs),
    () => true,
  );
  db.ports.provide(addressVerifierPort, addresses);
}

async function validate(change: object = {}) {
  return await caller.client.call('Address/Validation', {
    ClientReferenceCode: 'cart-1',
    ShippingCarrier: 'FEX',
    Address: { ...redondo, ...change },
  });
}

describe('production with an account', () => {
  test('returns the verification of the carrier: VALID, with ZIP+4 and classification', async () => {
    answer = () => json(200, recorded);
    const { status, body } = await validate();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      AddressValidationIndicator: 'VALID',
      AddressClassificationIndicator: 'BUSINESS',
      Messages: ['BUSINESS, by the carrier.'],
    });
    expect(body.AddressCandidates.map((c: { CandidateAddressFormat: object }) => c.CandidateAddressFormat)).toEqual([
      { StreetLines: ['179 N HARBOR DR'], City: 'REDONDO BEACH', State: 'CA', ZipCode: '90277', Country: 'US' },
      { StreetLines: ['179 N HARBOR DR'], City: 'REDONDO BEACH', State: 'CA', ZipCode: '90277-2506', Country: 'US' },
    ]);
    expect(carrier.asked).toEqual([
      {
        method: 'POST',
        path: '/v2/addresses/create_and_verify',
        body: {
          address: { street1: '179 N HARBOR DR', city: 'REDONDO BEACH', state: 'CA', zip: '90277', country: 'US' },
        },
        authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      },
    ]);
  });

  test('sends the only suggestion, without the recipient lines', async () => {
    openSource();
    answer = () => json(200, recorded);
    const lines = ['Attn: Tasting Room', '179 N Harbor Dr', 'Suite 5', 'Rear'];
    const { body } = await validate({ StreetLines: lines, City: 'Redondo Baech' });
    expect(carrier.asked[0]?.body).toEqual({
      address: {
        street1: '179 N HARBOR DR',
        street2: 'STE 5 REAR',
        city: 'REDONDO BEACH',
        state: 'CA',
        zip: '90277',
        country: 'US',
      },
    });
    // The recorded response has no suite: it is a different address, so the input stays the first candidate.
    expect(body.AddressValidationIndicator).toBe('CORRECTED');
    expect(body.AddressCandidates[0].CandidateAddressFormat.StreetLines).toEqual([
      'ATTN TASTING ROOM',
      '179 N HARBOR DR',
      'STE 5',
      'REAR',
    ]);
  });

  test('sends no request for addresses abroad or without a street', async () => {
    openSource();
    answer = () => json(500, {});
    await validate({ Country: 'CA', State: 'ON', ZipCode: 'M5J 2X2' });
    await validate({ StreetLines: [] });
    expect(carrier.asked).toEqual([]);
  });

  const lastMessage = (body: { Messages: string[] }) => body.Messages.at(-1);

  test.each([
    ['a refusal', () => json(refusal?.status ?? 0, refusal?.body), 'Address not found'],
    ['success with an error beside it', () => json(200, { address: reserved }), 'Address not found'],
    [
      'success without the apartment',
      () => {
        const message = 'Missing secondary information(Apt/Suite#)';
        const errors = [{ code: 'E.SECONDARY_INFORMATION.MISSING', field: 'street2', message, suggestion: null }];
        return json(200, { address: { ...recorded.address, verifications: { delivery: { success: true, errors } } } });
      },
      'Missing secondary information',
    ],
  ])('%s does not confirm the address: UNVERIFIED, with the message of the carrier', async (_, reply, words) => {
    openSource();
    answer = reply;
    const { status, body } = await validate();
    expect(status).toBe(200);
    expect(body.AddressValidationIndicator).toBe('UNVERIFIED');
    expect(body.AddressClassificationIndicator).toBe('UNKNOWN');
    expect(body.AddressCandidates).toHaveLength(1);
    expect(lastMessage(body)).toContain('The carrier does not confirm the address: ');
    expect(lastMessage(body)).toContain(words);
  });

  const verified = (change: object) => json(200, { address: { ...recorded.address, ...change } });
  test.each<[string, Answer, string]>([
    ...carrierFailures,
    ['a redirect', json(302, {}), 'it could not be reached'],
    ['a question that is not taken', json(400, { error: { code: 'X', message: 'no' } }), 'it refused the request'],
    ['success that is no JSON', { status: 200, body: '{"address": {' }, 'it could not be reached'],
    ['success that is text', { status: 200, body: 'fine', type: 'text/plain' }, 'it could not be reached'],
    ['an empty answer', json(200, {}), 'it could not be reached'],
    ['an address without verification', verified({ verifications: {} }), 'it could not be reached'],
    ['no street', verified({ street1: null }), 'its response could not be parsed'],
    ['no ZIP', verified({ zip: '' }), 'its response could not be parsed'],
    ['no state', verified({ state: 'California' }), 'its response could not be parsed'],
  ])('%s: UNVERIFIED by offline checks, with the reason', async (_, reply, words) => {
    openSource(300);
    answer = () => reply;
    const { status, body } = await validate();
    expect(status).toBe(200);
    expect(body).toMatchObject({ AddressValidationIndicator: 'UNVERIFIED', AddressClassificationIndicator: 'UNKNOWN' });
    expect(body.AddressCandidates).toHaveLength(1);
    expect(body.Messages).toEqual([`The carrier could not be reached (${words}): the address is not confirmed.`]);
    expect(carrier.asked).toHaveLength(1);
    expect(JSON.stringify(body) + server.logged.join('')).not.toContain(apiKey);
  });

  test('an unresponsive carrier holds no database connection, delays no one else, and opens the circuit breaker', async () => {
    const { db } = server.environment;
    const { client, customerNo } = caller;
    await givenItems(db, customerNo, [{ itemNo: 'WINE' }]);
    await givenStock(db, customerNo, [{ itemNo: 'WINE', quantity: 5 }]);
    openSource(60_000);
    const longRunning = { timeout: 20_000 };
    const { promise: released, resolve: release } = Promise.withResolvers<Answer>();
    answer = () => released;
    let answered = 0;
    const validating = async () => {
      const { body } = await validate();
      answered += 1;
      return body.Messages[0];
    };
    const waiting = Promise.all(Array.from({ length: 40 }, validating));
    // The maximum number of requests waits for the carrier; all others return at once.
    await expect.poll(() => carrier.asked.length, longRunning).toBe(16);
    await expect.poll(() => answered, longRunning).toBe(24);
    const busy = async () => {
      const [row] = await db.rows<{ count: number }>(
        `select count(*) as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            and state <> 'idle' and backend_type = 'client backend'`,
      );
      return row?.count;
    };
    await expect.poll(busy, longRunning).toBe(0);
    const sellable = await client.call('Inventory/GetSellable', {});
    expect(sellable.body).toMatchObject({ Items: [{ ItemNo: 'WINE', SellableQuantity: 5 }] });
    release(json(500, {}));
    const messages = await waiting;
    const message = (why: string) => `The carrier could not be reached (${why}): the address is not confirmed.`;
    expect(messages.filter((text) => text === message('it could not be reached'))).toHaveLength(16);
    expect(messages.filter((text) => text === message('too many requests are waiting for it'))).toHaveLength(24);
    expect((await validate()).body.Messages[0]).toBe(message('it has not responded recently'));
    expect(carrier.asked).toHaveLength(16);
  });

  test('the request is made outside of any transaction', async () => {
    openSource();
    const inTransaction: number[] = [];
    answer = async () => {
      const rows = await server.environment.db.rows(
        "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      );
      inTransaction.push(rows.length);
      return json(200, recorded);
    };
    await Promise.all([validate(), validate(), validate()]);
    expect(inTransaction).toEqual([0, 0, 0]);
  });

  test('orders send no request: they are validated by the local data alone', async () => {
    openSource();
    answer = () => json(500, {});
    const { client, customerNo } = caller;
    await givenItems(server.environment.db, customerNo, [{ itemNo: 'WINE-1' }]);
    expect((await client.call('SalesOrder/CreateSalesOrder', orderRequest())).status).toBe(200);
    expect(carrier.asked).toEqual([]);
  });
});

test('no request is sent without an account or in the test environment', async () => {
  const testServer = await openTestServer({ settings: accountAt(carrier.url) });
  try {
    expect(testServer.environment.db.ports.get(addressVerifierPort)).toBeUndefined();
    const { client } = await testServer.customer('read');
    const asked = { ClientReferenceCode: 'a', ShippingCarrier: 'FEX', Address: redondo };
    expect((await client.call('Address/Validation', asked)).body.AddressValidationIndicator).toBe('UNVERIFIED');
    expect(carrier.asked).toEqual([]);
  } finally {
    await testServer.close();
  }
});
