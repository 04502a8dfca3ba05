/** CarrierLocations/Import: pickup locations from a CSV file, all or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCarrierLocationFile, replaceCarrierLocations } from '../../src/addresses/index.ts';
import { auditOf } from '../support/audit.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const csv = (lines: readonly string[]): string =>
  ['carrier,location_id,company,street,city,state,zip', ...lines, ''].join('\n');
const load = (lines: readonly string[], fields: object = {}) =>
  admin.call('CarrierLocations/Import', { Csv: csv(lines), ...fields });
const line = (carrier: string, id: string): string => `${carrier},${id},FedEx Office,1 Main St,Napa,CA,94558`;
const inNapa = async (carrier: string) =>
  (await admin.call('CarrierLocations/List', {})).body.Records.filter(
    ({ Carrier }: { Carrier: string }) => Carrier === carrier,
  );

test('200 a preview counts and changes nothing; the import replaces the locations of its carriers', async () => {
  const ups = await inNapa('UPS');
  expect((await load([line('FEX', 'A'), line('FEX', 'B')])).status).toBe(200);
  const before = await inNapa('FEX');
  expect(before).toMatchObject([{ State: 'CA', Locations: 2 }]);
  const counts = { Locations: 3, New: 2, Removed: 1 };
  const lines = [line('FEX', 'A'), line('FEX', 'C'), line('FEX', 'D')];
  expect(await load(lines, { Preview: true })).toMatchObject({ status: 200, body: counts });
  expect(await inNapa('FEX')).toEqual(before);
  expect(await load(lines)).toMatchObject({ status: 200, body: counts });
  expect(await inNapa('FEX')).toMatchObject([{ State: 'CA', Locations: 3 }]);
  expect(await inNapa('UPS')).toEqual(ups);
  expect((await auditOf(server, 'CarrierLocations/Import')).at(-1)).toMatchObject({
    action: 'locations.imported',
    after: { ...counts, Carriers: ['FEX'] },
  });
});

test('of imports at once each counts the locations of the one before', async () => {
  const { db } = server.environment;
  const { locations } = parseCarrierLocationFile(csv([line('FEX', 'X'), line('FEX', 'Y')]));
  let next: ReturnType<typeof load> | undefined;
  await db.write(async (tx) => {
    await replaceCarrierLocations(tx, locations);
    next = load([line('FEX', 'Y'), line('FEX', 'Z')]);
    await untilBlocked(db);
  });
  expect(await next).toMatchObject({ status: 200, body: { Locations: 2, New: 1, Removed: 1 } });
  expect(await inNapa('FEX')).toMatchObject([{ Locations: 2 }]);
});

test('400 names line and column of a fault and imports nothing; 400 for a file without lines', async () => {
  const before = await inNapa('FEX');
  const { status, body } = await load([line('FEX', 'E'), line('DHL', 'F')]);
  expect([status, body.Errors[0].Message]).toEqual([400, 'line 3, carrier: must be FEX or UPS, not "DHL"']);
  expect((await load([])).status).toBe(400);
  expect(await inNapa('FEX')).toEqual(before);
});
