/** Shippers/Set: orders are packed into the shippers that it creates and changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const four = {
  Shipper: 'S4',
  Name: '4 bottles',
  ScanCode: 'BOX-S4',
  Format: 'standard',
  Bottles: 4,
  LengthIn: 16,
  WidthIn: 16,
  HeightIn: 6.25,
  EmptyWeightLb: 2.4,
  IcePacks: true,
  InUse: true,
};
const stored = async (code: string) =>
  (await admin.call('Shippers/List')).body.Records.find((each: { readonly Shipper: string }) => each.Shipper === code);

test('200 adds a shipper, changes it and retires it', async () => {
  const inner = { InnerLengthIn: 15, InnerWidthIn: 15, InnerHeightIn: 5.5 };
  expect(await admin.call('Shippers/Set', four)).toMatchObject({ status: 200, body: four });
  expect((await admin.call('Shippers/Set', { ...four, ...inner })).status).toBe(200);
  expect((await admin.call('Shippers/Set', { ...four, InUse: false })).status).toBe(200);
  expect(await stored('S4')).toEqual({ ...four, InUse: false, Version: expect.any(String) });
  expect(await auditOf(server, 'Shippers/Set')).toMatchObject([
    { action: 'shipper.set', subject: 'S4', before: null, after: four },
    { before: four, after: { ...four, ...inner } },
    { after: { InUse: false } },
  ]);
});

test('200 packages of an automatic warehouse have its size and weight, and its orders are packed no other way', async () => {
  const winery = await openWinery(server);
  const { Version: _, ...one } = await stored('S1');
  const packed = async () => {
    const { orderNo } = await winery.order();
    await winery.advance(4 * 86_400);
    const { body } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
    return (body.Packages ?? body).map((each: Record<string, string>) => [each.GrossWeight, each.Length, each.Width]);
  };
  expect(await packed()).toEqual([['4.2', '16', '6']]);
  await admin.call('Shippers/Set', { ...one, LengthIn: 17.5, EmptyWeightLb: 1.9 });
  expect(await packed()).toEqual([['4.9', '17.5', '6']]);
  await admin.call('Shippers/Set', one);
});

test('400 names what is not possible', async () => {
  const { status, body } = await admin.call('Shippers/Set', { ...four, Format: 'huge' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Format']);
  const refused = async (change: object) => (await admin.call('Shippers/Set', { ...four, ...change })).body.Reason;
  expect(await refused({ ScanCode: 'BOX-S6' })).toContain('Shipper S6 has the code BOX-S6');
  // A scan would open either of two shippers of which one is named as the other is scanned.
  expect(await refused({ ScanCode: 'S6' })).toContain('Shipper S6 has the code BOX-S6');
  expect(await refused({ Shipper: 'BOX-S6', ScanCode: 'BOX-OTHER' })).toContain('Shipper S6 has the code BOX-S6');
  expect(await refused({ InnerLengthIn: 15 })).toContain('inner side');
  expect(await refused({ Bottles: undefined })).toContain('needs a number of bottles');
  const { Version: _, ...six } = await stored('S6');
  expect(await refused({ ...six, InUse: false })).toBe(
    'The rule of the format standard for all warehouses uses shipper S6, which would be retired. Choose another one in the rule first.',
  );
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const { Version, ...two } = await stored('S2');
  const colleague = await signedIn(server, 'admin');
  await colleague.call('Shippers/Set', { ...two, Name: 'Two', ExpectedVersion: Version });
  const { status, body } = await admin.call('Shippers/Set', { ...two, Name: 'Pair', ExpectedVersion: Version });
  expect([status, body.State]).toEqual([403, 'CHANGED']);
  expect(body.Reason).toContain(colleague.operator.email);
  expect((await stored('S2')).Name).toBe('Two');
});
