/** ReasonCodes/Set: adds and changes a reason of stock changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const tasting = { ReasonCode: 'TASTING', UsedFor: 'adjustment', Direction: 'out', Description: 'Poured at a tasting' };

test('200 adds a reason that adjustments can name, and changes it', async () => {
  expect(await admin.call('ReasonCodes/Set', tasting)).toMatchObject({ status: 200, body: tasting });
  const changed = { ...tasting, Description: 'Poured for guests' };
  expect(await admin.call('ReasonCodes/Set', changed)).toMatchObject({ status: 200, body: changed });
  const { Records } = (await admin.call('ReasonCodes/List')).body;
  expect(Records).toContainEqual({ ...changed, IsRequired: false, IsForMissing: true, Version: expect.any(String) });
  expect(await auditOf(server, 'ReasonCodes/Set')).toMatchObject([
    { action: 'reason_code.set', subject: 'TASTING', before: null, after: tasting },
    { before: tasting, after: changed },
  ]);
  await admin.call('ReasonCodes/Remove', { ReasonCode: 'TASTING' });
});

test('200 of a reason that the server posts itself only the description changes', async () => {
  const { Records } = (await admin.call('ReasonCodes/List')).body;
  const { ReasonCode, UsedFor, Direction, Description } = Records.find(
    (each: { readonly ReasonCode: string }) => each.ReasonCode === 'COUNT',
  );
  const count = { ReasonCode, UsedFor, Direction, Description };
  expect((await admin.call('ReasonCodes/Set', { ...count, Description: 'By count' })).status).toBe(200);
  expect((await admin.call('ReasonCodes/Set', { ...count, Direction: 'out' })).status).toBe(400);
  expect((await admin.call('ReasonCodes/Set', count)).status).toBe(200);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('ReasonCodes/Set', { ...tasting, ReasonCode: 'x' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'ReasonCode']);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () => {
  const { ReasonCode: _, ...content } = tasting;
  return expectVersionGuard(server, {
    set: 'ReasonCodes/Set',
    list: 'ReasonCodes/List',
    remove: 'ReasonCodes/Remove',
    key: { ReasonCode: 'GUARDED' },
    contents: [content, { ...content, Direction: 'both' }, { ...content, Direction: 'in' }],
  });
});
