/** Floor/Waves: waves, newest first, and how far they are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('200 pages of waves with the states of their orders', async () => {
  const winery = await floor.winery();
  const [a, b] = [await winery.waiting(), await winery.waiting()];
  const first = await floor.release(winery, a.reference, b.reference);
  const c = await winery.waiting();
  const second = await floor.release(winery, c.reference);
  await floor.pack('OpenPacking', { Scan: a.orderNo });
  await floor.packInto(b.orderNo, ['WINE-1']);
  const page = await floor.pack('Waves', { Warehouses: [worked], Top: 1 });
  expect(page).toMatchObject({ Records: [{ Wave: second.Wave, Orders: 1, Bottles: 1 }], Count: 2 });
  const next = await floor.pack('Waves', { Top: 1, After: page.Next });
  expect(next.Records).toMatchObject([{ Wave: first.Wave, Orders: 2, CreatedBy: floor.lead.operator.email }]);
  expect(next.Records[0].States).toEqual(
    expect.arrayContaining([
      { State: 'released', Orders: 1 },
      { State: 'packing', Orders: 1 },
    ]),
  );
  expect(next.Next).toBeUndefined();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/Waves')).body.Records).toEqual([]);
});

test('400 After must be a Next', async () => {
  expect((await floor.packer.call('Floor/Waves', { After: 'x' })).status).toBe(400);
});
