/** Transit/Import: the operator's transit times from a CSV file, all or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const load = (lines: readonly string[], fields: object = {}) => {
  const Csv = ['origin_zip3,destination_zip3,service,days,carrier', ...lines, ''].join('\n');
  return admin.call('Transit/Import', { Csv, ...fields });
};
const listed = async () => (await admin.call('Transit/List')).body.Records;

test('200 a preview counts what changes and changes nothing; the import replaces the services of the file', async () => {
  expect((await load(['954,100,GRND,5,FEX', '954,101,GRND,4,FEX', '954,100,2DAY,2,'])).body).toEqual({
    Times: 3,
    New: 3,
    Changed: 0,
    Removed: 0,
  });
  const before = await listed();
  expect(before).toMatchObject([
    { Service: '2DAY', Carrier: '*', Times: 1 },
    { Service: 'GRND', Carrier: 'FEX', Times: 2, Origins: ['954'], FewestDays: 4, MostDays: 5 },
  ]);
  const lines = ['954,100,GRND,6,FEX', '900,100,GRND,3,FEX'];
  const counts = { Times: 2, New: 1, Changed: 1, Removed: 1 };
  expect(await load(lines, { Preview: true })).toMatchObject({ status: 200, body: counts });
  expect(await listed()).toEqual(before);
  expect(await load(lines)).toMatchObject({ status: 200, body: counts });
  expect(await listed()).toMatchObject([
    before[0],
    { Service: 'GRND', Carrier: 'FEX', Times: 2, Origins: ['900', '954'], FewestDays: 3, MostDays: 6 },
  ]);
  expect((await auditOf(server, 'Transit/Import')).slice(-1)).toMatchObject([
    { action: 'transit.imported', after: { ...counts, Carriers: ['FEX'] } },
  ]);
});

test('400 names line and column of every fault, and imports nothing', async () => {
  const before = await listed();
  const { status, body } = await load([
    '954,100,GRND,1,FEX',
    '95,100,GRND,1,FEX',
    '954,100,GRND,99,FEX',
    '954,1x0,X,1,',
  ]);
  expect(status).toBe(400);
  const messages = body.Errors.map(({ Message }: { Message: string }) => Message).join('\n');
  for (const part of ['line 3, origin_zip3', 'line 4, days', 'line 5, destination_zip3', 'line 5, service']) {
    expect(messages).toContain(part);
  }
  expect((await load([])).body.Errors).toMatchObject([{ Field: 'Csv' }]);
  expect(await listed()).toEqual(before);
});

test('of imports at once each replaces the times of the one before', async () => {
  const linesOf = (origin: number) => Array.from({ length: 400 }, (_, nth) => `${origin},${nth + 100},HOME,3,`);
  const replies = await Promise.all([901, 902, 903].map((origin) => load(linesOf(origin))));
  expect(replies.map(({ status, body }) => [status, body.New])).toEqual([
    [200, 400],
    [200, 400],
    [200, 400],
  ]);
  expect(replies.map(({ body }) => body.Removed).sort()).toEqual([0, 400, 400]);
  const home = (await listed()).find(({ Service }: { readonly Service: string }) => Service === 'HOME');
  expect(home).toMatchObject({ Times: 400 });
});

test('403 for customer service', async () => {
  const service = await signedIn(server, 'service');
  expect((await service.call('Transit/Import', { Csv: 'x' })).body.Code).toBe('RoleMissing');
});
