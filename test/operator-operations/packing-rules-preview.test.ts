/** PackingRules/Preview: into which packages an order would be packed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

const preview = async (request: object) => await service.call('PackingRules/Preview', { Warehouse: '', ...request });
const packages = async (request: object): Promise<string[]> =>
  (await preview(request)).body.Records.map(
    (each: Record<string, string>) => `${each.Units} in ${each.Shipper}, ${each.WeightLb} lb, ice ${each.IcePacks}`,
  );

test('200 packs an order by the rules, and by one that is not set yet', async () => {
  const Lines = [{ Uom: '750', Units: 13 }];
  expect(await packages({ Lines })).toEqual(['12 in S12, 41 lb, ice 0', '1 in S1, 4.2 lb, ice 0']);
  expect(await packages({ Lines, IcePack: true })).toEqual(['12 in S12, 44 lb, ice 2', '1 in S1, 5.7 lb, ice 1']);
  const Rule = { Format: 'standard', Steps: [{ UpTo: 6, Shipper: 'S6' }] };
  expect(await packages({ Lines, Rule, Warehouse: 'APC01' })).toEqual([
    ...['6 in S6, 21.2 lb, ice 0', '6 in S6, 21.2 lb, ice 0', '1 in S6, 6.2 lb, ice 0'],
  ]);
  expect(await packages({ Lines, Warehouse: 'APC01' })).toHaveLength(2);
});

test('400 for a rule by which an order could not be packed', async () => {
  const Rule = { Format: 'standard', Steps: [{ UpTo: 6, Shipper: 'S3' }] };
  const { status, body } = await preview({ Lines: [{ Uom: '750', Units: 1 }], Rule });
  expect([status, body.Reason]).toEqual([400, expect.stringContaining('holds 3')]);
});

test('404 for an unknown warehouse, as when a rule is set for it', async () => {
  const request = { Warehouse: 'NONE9', Lines: [{ Uom: '750', Units: 1 }] };
  expect(await preview(request)).toMatchObject({ status: 404, body: { Reason: 'There is no warehouse NONE9.' } });
});
