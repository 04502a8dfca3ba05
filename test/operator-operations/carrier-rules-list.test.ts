/** CarrierRules/List: the rules by rank, and the defaults where none is set. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 lists the defaults, then the rules by rank', async () => {
  const [service, admin] = [await signedIn(server, 'service'), await signedIn(server, 'admin')];
  const { status, body } = await service.call('CarrierRules/List');
  expect([status, body.IsDefault]).toEqual([200, true]);
  expect(body.Records[0]).toEqual({ Rank: 1, ShippingCarrier: 'FEX', ShippingCarrierService: '*', Version: '' });
  const second = {
    Rank: 20,
    ShippingCarrier: 'GSO',
    ShippingCarrierService: 'GRND',
    FromMiles: 10,
    ToMiles: 300,
    Season: '06-01..09-15',
    IcePack: false,
    States: ['CA', 'NV'],
    MaxPrice: 19.5,
    MaxTransitDays: 2,
  };
  const first = { Rank: 3, ShippingCarrier: 'UPS', ShippingCarrierService: '*' };
  for (const rule of [second, first]) await admin.call('CarrierRules/Set', rule);
  const { body: own } = await service.call('CarrierRules/List');
  const Version = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(own).toEqual({
    Records: [
      { ...first, Version },
      { ...second, Version },
    ],
    IsDefault: false,
  });
  for (const { Rank } of own.Records) await admin.call('CarrierRules/Remove', { Rank });
});
