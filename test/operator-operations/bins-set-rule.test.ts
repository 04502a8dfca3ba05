/** Bins/SetRule: when a pick face is filled from the reserve. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const set = (Location: string, Minimum: number, Target: number) =>
  bed.lead.call('Bins/SetRule', {
    Warehouse: warehouse,
    Location,
    CustomerNo: bed.customerNo,
    ItemNo: 'WINE-1',
    Minimum,
    Target,
  });
const rules = async () =>
  (await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse, All: true })).body.Records;

test('200 sets, changes and removes a rule', async () => {
  const face = await bed.newLocation();
  expect(await set(face, 12, 48)).toMatchObject({ status: 200, body: { Location: face, Minimum: 12, Target: 48 } });
  expect((await set(face, 6, 24)).status).toBe(200);
  expect(await rules()).toMatchObject([{ Location: face, Minimum: 6, Target: 24 }]);
  expect((await set(face, 0, 0)).status).toBe(200);
  expect(await rules()).toEqual([]);
});

test('200 removes the rule of a location that is gone', async () => {
  const face = await bed.newLocation();
  await set(face, 12, 48);
  const remove = () => bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location: face });
  expect(await remove()).toMatchObject({ status: 403, body: { State: 'IN USE' } });
  // As an earlier version did.
  await bed.server.environment.db.rows('delete from locations where warehouse = $1 and location = $2', [
    warehouse,
    face,
  ]);
  const item = { Warehouse: warehouse, Location: face, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  expect((await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse })).body.Records).toEqual([]);
  expect((await bed.person.call('Bins/ClaimReplenishment', item)).status).toBe(404);
  expect((await set(face, 12, 48)).status).toBe(404);
  expect((await set(face, 0, 0)).status).toBe(200);
  expect(await rules()).toEqual([]);
});

test('400 for a target below the minimum or above the capacity, and for a location of the reserve', async () => {
  const small = await bed.newLocation({ Capacity: 24 });
  expect((await set(small, 12, 6)).status).toBe(400);
  expect((await set(small, 12, 48)).body.Errors).toMatchObject([{ Code: 'TooMany' }]);
  const reserve = await bed.newLocation({ Kind: 'reserve' });
  expect((await set(reserve, 12, 48)).body.Errors).toMatchObject([{ Code: 'WrongKind' }]);
});

test('404 for a location that is not there', async () => {
  expect((await set('NOWHERE', 12, 48)).status).toBe(404);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const face = await bed.newLocation();
  const guarded = (Minimum: number, Target: number, ExpectedVersion: string) =>
    bed.lead.call('Bins/SetRule', {
      Warehouse: warehouse,
      Location: face,
      CustomerNo: bed.customerNo,
      ItemNo: 'WINE-1',
      Minimum,
      Target,
      ExpectedVersion,
    });
  expect((await guarded(12, 48, '')).status).toBe(200);
  const [{ Version }] = await rules();
  await set(face, 6, 24);
  for (const late of [await guarded(1, 2, Version), await guarded(0, 0, Version), await guarded(1, 2, '')]) {
    expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
    expect(late.body.Reason).toContain(` by ${bed.lead.operator.email} on `);
  }
  const [now] = await rules();
  expect(now).toMatchObject({ Minimum: 6, Target: 24 });
  expect((await guarded(0, 0, now.Version)).status).toBe(200);
  expect((await guarded(1, 2, now.Version)).body.Reason).toContain('was removed by ');
});
