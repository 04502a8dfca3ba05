/** `/operator/v1/photos`: uploads once by id, who may send and see them, never as anything but a JPEG; what nothing shows is deleted. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { deleteUnusedPhotos } from '../../src/photos/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { signedIn } from '../support/operator.ts';
import { jpeg, photoUrl, takenPhoto, uploadPhoto } from '../support/photos.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let receiver: Awaited<ReturnType<typeof signedIn>>;
let customerNo: string;
beforeAll(async () => {
  server = await openTestServer();
  receiver = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  ({ customerNo } = await server.customer());
});
afterAll(() => server.close());

const get = (photo: string, cookie = receiver.cookie, thumbnail = '') =>
  fetch(photoUrl(server, customerNo, photo, thumbnail), { headers: { cookie } });

test('a photo is stored once by its id and served as JPEG that browsers only show as a picture', async () => {
  const bytes = await jpeg('#224466', 2_500, 1_000);
  const first = await uploadPhoto(server, receiver, { customerNo, bytes });
  const again = await uploadPhoto(server, receiver, { customerNo, bytes, photo: first.photo.toUpperCase() });
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(first.body).toMatchObject({ Photo: first.photo, Width: 2_048, Height: 819 });
  const other = await uploadPhoto(server, receiver, { customerNo, photo: first.photo });
  expect([other.status, other.body]).toMatchObject([400, { Errors: [{ Field: 'Photo', Code: 'Duplicate' }] }]);
  const everywhere = await signedIn(server, 'floor');
  const elsewhere = await uploadPhoto(server, everywhere, {
    customerNo,
    bytes,
    photo: first.photo,
    warehouse: 'APC02',
  });
  expect([elsewhere.status, elsewhere.body]).toMatchObject([400, { Errors: [{ Code: 'Duplicate' }] }]);
  for (const [part, width] of [
    ['', 2_048],
    ['/thumbnail', 320],
  ] as const) {
    const response = await get(first.photo, receiver.cookie, part);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="${first.photo}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width });
  }
});

test('simultaneous uploads of one photo all succeed and leave one', async () => {
  const [photo, bytes] = [uuidv7(), await jpeg('#112233')];
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => uploadPhoto(server, receiver, { customerNo, photo, bytes })),
  );
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('who may upload is decided before the body, and what is no photo is refused with a reason', async () => {
  const service = await signedIn(server, 'service');
  const send = async (more: Partial<Parameters<typeof uploadPhoto>[2]>, client = receiver) => {
    const { status, body } = await uploadPhoto(server, client, { customerNo, ...more });
    return [status, (body as { Code: string }).Code];
  };
  const huge = Buffer.alloc(10 * 1024 ** 2 + 1, 0xff);
  expect(await send({ headers: { cookie: '' }, bytes: huge })).toEqual([401, 'SessionRequired']);
  expect(await send({ headers: { origin: 'https://elsewhere.example' } })).toEqual([403, 'ForeignOrigin']);
  expect(await send({ headers: { 'x-csrf-token': 'no' } })).toEqual([403, 'CsrfTokenMissing']);
  expect(await send({}, service)).toEqual([403, 'RoleMissing']);
  expect(await send({ warehouse: 'TWL01' })).toEqual([403, 'StateForbids']);
  expect(await send({ warehouse: 'XXX99' })).toEqual([404, 'NotFound']);
  expect(await send({ warehouse: '-' })).toEqual([400, 'ValidationFailed']);
  expect(await send({ customerNo: 'W-NONE' })).toEqual([404, 'NotFound']);
  expect(await send({ photo: 'no-uuid' })).toEqual([404, 'NotFound']);
  expect(await send({ bytes: huge })).toEqual([413, 'PayloadTooLarge']);
  expect(await send({ bytes: Buffer.from('<!doctype html><script>alert(1)</script>') })).toEqual([
    400,
    'ValidationFailed',
  ]);
  expect(await send({ bytes: Buffer.alloc(0) })).toEqual([400, 'ValidationFailed']);
});

test('a photo is seen with a session, by people of the floor in their own warehouses', async () => {
  const photo = await takenPhoto(server, receiver, customerNo);
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['TWL01'] });
  const service = await signedIn(server, 'service');
  const inNoText = await fetch(photoUrl(server, 'W%00', photo), { headers: { cookie: service.cookie } });
  expect(inNoText.status).toBe(404);
  const statuses = [
    get(photo, ''),
    get(photo, elsewhere.cookie),
    get(photo, service.cookie),
    get(uuidv7()),
    get('none'),
  ];
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 404, 200, 404, 404]);
  const foreign = await fetch(photoUrl(server, customerNo, photo), {
    headers: { cookie: receiver.cookie, 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  const other = await server.customer();
  expect(
    (await fetch(photoUrl(server, other.customerNo, photo), { headers: { cookie: receiver.cookie } })).status,
  ).toBe(404);
});

test('what nothing shows is deleted after a week, and a person has at most 100 of it', async () => {
  const { db } = server.environment;
  const mine = await signedIn(server, 'lead');
  const [old, recent] = [await takenPhoto(server, mine, customerNo), await takenPhoto(server, mine, customerNo)];
  await db.rows("update photos set uploaded_at = now() - interval '8 days' where customer_no = $1 and photo_id = $2", [
    ...[customerNo, old],
  ]);
  expect(await deleteUnusedPhotos(server.environment)).toBe(1);
  expect([(await get(old)).status, (await get(recent)).status]).toEqual([404, 200]);
  await db.rows(
    `insert into photos (customer_no, photo_id, warehouse, input_hash, width, height, size_bytes, image, thumbnail, stored_at, taken_by)
     select customer_no, gen_random_uuid(), warehouse, input_hash, 1, 1, 1, image, thumbnail, stored_at, taken_by
       from photos, generate_series(1, 99) where customer_no = $1 and photo_id = $2`,
    [customerNo, recent],
  );
  expect(await uploadPhoto(server, mine, { customerNo })).toMatchObject({ status: 403, body: { State: 'FULL' } });
  await db.rows(
    `update photos set subject_kind = 'return', subject_id = $3, step_id = $3
      where customer_no = $1 and photo_id = $2`,
    [customerNo, recent, crypto.randomUUID()],
  );
  expect(await uploadPhoto(server, mine, { customerNo })).toMatchObject({ status: 200 });
});

test('a photo that is attached while unused ones are deleted stays', async () => {
  const { environment } = server;
  const { db } = environment;
  const photo = await takenPhoto(server, await signedIn(server, 'lead'), customerNo);
  const set = (change: string) => db.rows(`update photos set ${change} where photo_id = $1`, [photo]);
  await set("uploaded_at = now() - interval '8 days'");
  const write: Db['write'] = async (work, options) => {
    await set(`subject_kind = 'return', subject_id = '${crypto.randomUUID()}', step_id = '${crypto.randomUUID()}'`);
    return await db.write(work, options);
  };
  const attaching: Db = Object.create(db, { write: { value: write } });
  expect(await deleteUnusedPhotos({ ...environment, db: attaching })).toBe(0);
  expect((await get(photo)).status).toBe(200);
});
