/** Rules/List: the rules in force, of all customers or of one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { weatherOf } from '../support/rules.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 lists the rules that apply to a customer, and those of all', async () => {
  const admin = await signedIn(server, 'admin');
  const [{ customerNo: CustomerNo }, other] = [await server.customer(), await server.customer()];
  const winery = { CustomerNo, CustomerName: `Winery ${CustomerNo}` };
  const weather = weatherOf('CO', 'WY');
  const { body: window } = await admin.call('Rules/SetWeather', { CustomerNo, ...weather, IcePackExempt: true });
  await admin.call('Rules/SetLicense', { CustomerNo, State: 'UT', OrderTypes: ['CLUB'], Open: false });
  await admin.call('Rules/SetCredit', { CustomerNo, OnHold: true, Description: 'Overdue' });
  const Version = expect.stringMatching(/^[0-9a-f]{16}$/);
  const set = { SetBy: `operator:${admin.operator.email}`, SetAt: expect.stringMatching(/^20\d\d-.*Z$/) };
  const { status, body } = await service.call('Rules/List', { CustomerNo });
  expect([status, body]).toEqual([
    200,
    {
      WeatherWindows: [
        {
          WindowId: window.TransactionReferenceNumber,
          ...winery,
          ...weather,
          ZipPrefixes: [],
          ExemptServices: [],
          IcePackExempt: true,
          Description: '',
          ...set,
        },
      ],
      LicenseRules: [{ ...winery, State: 'UT', OrderType: 'CLUB', Open: false, Version, ...set }],
      CreditHolds: [{ ...winery, Description: 'Overdue', Version, ...set }],
    },
  ]);
  const none = { WeatherWindows: [], LicenseRules: [], CreditHolds: [] };
  expect((await service.call('Rules/List', { CustomerNo: other.customerNo })).body).toEqual(none);
  const { body: all } = await service.call('Rules/List');
  expect(all.CreditHolds).toEqual(expect.arrayContaining(body.CreditHolds));
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('Rules/List', { CustomerNo: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
});

test('404 for a customer that does not exist', async () => {
  expect((await service.call('Rules/List', { CustomerNo: 'UNKNOWN' })).status).toBe(404);
});
