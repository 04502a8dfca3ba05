/** Returns/AddPhotos: photos of scanned bottles, shown at the station and to customer service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { takenPhoto } from '../support/photos.ts';
import { bottle, openReturnStation, type ReturnStation } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const taken = () => takenPhoto(server, at.inspector, at.winery.customerNo);
const added = (body: object) => at.inspector.call('Returns/AddPhotos', body);

test('200 a bottle has its photos with its condition, at the station and on the page of the return', async () => {
  const key = await at.arrived('PHOTO-1');
  const scan = bottle(key, 'WINE-1', 'RDMG-NO-TX');
  await at.does('Scan', scan);
  const body = { ...key, ScanId: scan.ScanId, Photos: [await taken()] };
  const Photos = [{ Photo: body.Photos[0], ItemNo: 'WINE-1', InventoryStatus: 'RDMG-NO-TX' }];
  for (const reply of [await at.does('AddPhotos', body), await at.does('AddPhotos', body)])
    expect(reply).toMatchObject({ Photos });
  await at.does('Inspected', { ...key, Confirm: true });
  expect((await at.service.call('Returns/Get', key)).body).toMatchObject({ Photos });
});

test('200 a bottle that is taken back loses its photos, which another bottle may have', async () => {
  const key = await at.arrived('PHOTO-2');
  const [first, second] = [bottle(key, 'WINE-1'), bottle(key, 'WINE-1')];
  const Photos = [await taken()];
  await at.does('Scan', first);
  await at.does('AddPhotos', { ...key, ScanId: first.ScanId, Photos });
  expect(await at.does('Undo', { ...key, ScanId: uuidv7() })).toMatchObject({ Photos: [] });
  expect((await added({ ...key, ScanId: first.ScanId, Photos })).status).toBe(404);
  await at.does('Scan', second);
  expect(await at.does('AddPhotos', { ...key, ScanId: second.ScanId, Photos })).toMatchObject({
    Photos: [{ Photo: Photos[0] }],
  });
});

test('400 for a photo that is none or of another winery', async () => {
  const key = await at.arrived('PHOTO-3');
  const scan = bottle(key, 'WINE-1');
  await at.does('Scan', scan);
  const other = await server.customer();
  const Photos = [await taken(), await takenPhoto(server, at.inspector, other.customerNo), uuidv7()];
  const { status, body } = await added({ ...key, ScanId: scan.ScanId, Photos });
  expect([status, body.Errors.map(({ Field }: { Field: string }) => Field)]).toEqual([400, ['Photos[1]', 'Photos[2]']]);
});

test('403 after the inspection', async () => {
  const key = await at.arrived('PHOTO-4');
  const scan = bottle(key, 'WINE-1');
  await at.does('Scan', scan);
  await at.does('Inspected', { ...key, Confirm: true });
  expect((await added({ ...key, ScanId: scan.ScanId, Photos: [await taken()] })).status).toBe(403);
});

test('404 for people of another warehouse, and for a scan that counted nothing', async () => {
  const key = await at.arrived('PHOTO-5');
  const scan = bottle(key, 'NO-BOTTLE');
  await at.does('Scan', scan);
  const body = { ...key, ScanId: scan.ScanId, Photos: [await taken()] };
  expect((await added(body)).status).toBe(404);
  expect((await at.elsewhere.call('Returns/AddPhotos', body)).status).toBe(404);
});

/** Photos like one that was taken, of nothing yet; uploads of 200 pictures would take long. */
async function copiesOf(photo: string, count: number): Promise<string[]> {
  const rows = await server.environment.db.rows<{ photoId: string }>(
    `insert into photos (customer_no, photo_id, warehouse, input_hash, width, height, size_bytes, image, thumbnail, stored_at, taken_by)
     select customer_no, gen_random_uuid(), warehouse, input_hash, 1, 1, 1, image, thumbnail, stored_at, taken_by
       from photos, generate_series(1, $3) where customer_no = $1 and photo_id = $2 returning photo_id as "photoId"`,
    [at.winery.customerNo, photo, count],
  );
  return rows.map(({ photoId }) => photoId);
}

test('400 beyond 20 photos of a bottle and 200 of a return, none of which is added', async () => {
  const key = await at.arrived('PHOTO-LIMITS', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 12 }] });
  const photos = await copiesOf(await taken(), 202);
  const bottles = Array.from({ length: 11 }, () => bottle(key, 'WINE-1'));
  for (const each of bottles) await at.does('Scan', each);
  const addTo = (nth: number, Photos: readonly string[]) => added({ ...key, ScanId: bottles[nth]?.ScanId, Photos });
  const tooMany = { status: 400, body: { Errors: [{ Field: 'Photos', Code: 'MaxItems' }] } };
  expect(await addTo(0, photos.slice(0, 21))).toMatchObject(tooMany);
  expect((await addTo(0, photos.slice(0, 19))).status).toBe(200);
  expect(await addTo(0, photos.slice(19, 21))).toMatchObject(tooMany);
  expect((await addTo(0, photos.slice(19, 20))).status).toBe(200);
  for (let nth = 1; nth < 9; nth += 1)
    expect((await addTo(nth, photos.slice(20 * nth, 20 * nth + 20))).status).toBe(200);
  expect((await addTo(9, photos.slice(180, 199))).status).toBe(200);
  expect(await addTo(10, photos.slice(199, 201))).toMatchObject(tooMany);
  const { status, body } = await addTo(10, photos.slice(199, 200));
  expect([status, body.Photos.length]).toEqual([200, 200]);
  expect(await addTo(10, photos.slice(200, 201))).toMatchObject(tooMany);
  // What a bottle has already is no more.
  expect((await addTo(0, photos.slice(0, 20))).status).toBe(200);
});
