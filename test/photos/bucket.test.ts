/** Photos in an S3-compatible bucket: signed requests, one object per size, and what happens while the bucket is away. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUnusedPhotos } from '../../src/photos/index.ts';
import { signedIn } from '../support/operator.ts';
import { jpeg, photoUrl, takenPhoto, uploadPhoto } from '../support/photos.ts';
import { openS3, type S3Server, s3Keys } from '../support/s3.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let s3: S3Server;
let server: TestServer;
let receiver: Awaited<ReturnType<typeof signedIn>>;
let customerNo: string;
beforeAll(async () => {
  s3 = await openS3();
  server = await openTestServer({
    settings: {
      PHOTO_STORE: 's3://wine-photos/dray',
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
  });
  receiver = await signedIn(server, 'floor');
  ({ customerNo } = await server.customer());
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

const view = (photo: string, part = '') =>
  fetch(photoUrl(server, customerNo, photo, part), { headers: { cookie: receiver.cookie } });
const pathOf = (photo: string, part = '') => `/wine-photos/dray/test/${customerNo}/${photo}${part}.jpg`;

test('both sizes are objects, sent and read with signed requests in path style, and nothing is in the database', async () => {
  const photo = await takenPhoto(server, receiver, customerNo);
  expect(s3.requests).toEqual([
    { method: 'PUT', path: pathOf(photo, '-thumbnail'), contentType: 'image/jpeg' },
    { method: 'PUT', path: pathOf(photo), contentType: 'image/jpeg' },
  ]);
  for (const part of ['', '/thumbnail']) {
    const response = await view(photo, part);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const stored = s3.objects.get(pathOf(photo, part.replace('/', '-')));
    expect(Buffer.from(await response.arrayBuffer()).equals(stored as Buffer)).toBe(true);
    expect((await sharp(stored).metadata()).format).toBe('jpeg');
  }
  expect(
    await server.environment.db.rows(
      'select image is null and thumbnail is null as "isElsewhere" from photos where customer_no = $1 and photo_id = $2',
      [customerNo, photo],
    ),
  ).toEqual([{ isElsewhere: true }]);
  expect(s3.faults).toEqual([]);
});

test('while the bucket is away uploads and views are 503, the server is ready, and the same upload succeeds afterwards', async () => {
  const earlier = await takenPhoto(server, receiver, customerNo);
  const bytes = await jpeg('#335577');
  s3.setFailure(500);
  const failed = await uploadPhoto(server, receiver, { customerNo, bytes });
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '30']);
  expect(failed.body).toMatchObject({ Reason: expect.stringContaining('Try again in a minute') });
  expect((await view(failed.photo)).status).toBe(404);
  expect((await view(earlier)).status).toBe(503);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  s3.setFailure(undefined);
  expect((await uploadPhoto(server, receiver, { customerNo, bytes, photo: failed.photo })).status).toBe(200);
  expect([(await view(failed.photo)).status, (await view(earlier)).status]).toEqual([200, 200]);
});

test('deleting an unused photo deletes its objects; an object that is missing is 404 and logged', async () => {
  const [unused, kept] = [
    await takenPhoto(server, receiver, customerNo),
    await takenPhoto(server, receiver, customerNo),
  ];
  const { db } = server.environment;
  await db.rows("update photos set uploaded_at = now() - interval '8 days' where customer_no = $1 and photo_id = $2", [
    ...[customerNo, unused],
  ]);
  expect(await deleteUnusedPhotos(server.environment)).toBe(1);
  expect([s3.objects.has(pathOf(unused)), s3.objects.has(pathOf(unused, '-thumbnail'))]).toEqual([false, false]);
  (s3.objects as Map<string, Buffer>).delete(pathOf(kept));
  expect((await view(kept)).status).toBe(404);
  expect(server.logged.some((line) => line.includes('a photo is missing in the bucket'))).toBe(true);
});

test('after a change of PHOTO_STORE, to a bucket and back, new photos go where it says, and earlier ones stay readable', async () => {
  const { config } = server.environment;
  const { photoBucket } = config;
  if (photoBucket === undefined) throw new Error('the settings of the test have a bucket');
  // PHOTO_STORE=database, with and without the settings by which buckets are reached.
  const database = { ...config, photoBucket: { ...photoBucket, newPhotos: undefined } };
  const withoutBucket = { ...config, photoBucket: undefined };
  const change = (settings: typeof config) => Object.assign(server.environment, { config: settings });
  const isInBucket = (photo: string) => s3.objects.has(pathOf(photo));
  const views = async (...photos: string[]) => {
    const pictures = await Promise.all(photos.flatMap((photo) => [view(photo), view(photo, '/thumbnail')]));
    return await Promise.all(
      pictures.map(async (each) => [each.status, (await sharp(await each.arrayBuffer()).metadata()).format]),
    );
  };
  const readable = (count: number) => Array.from({ length: 2 * count }, () => [200, 'jpeg']);
  try {
    change(withoutBucket);
    const first = await takenPhoto(server, receiver, customerNo);
    expect([isInBucket(first), await views(first)]).toEqual([false, readable(1)]);
    change(config);
    const second = await takenPhoto(server, receiver, customerNo);
    expect([isInBucket(second), await views(first, second)]).toEqual([true, readable(2)]);
    change(database);
    const third = await takenPhoto(server, receiver, customerNo);
    expect([isInBucket(third), await views(first, second, third)]).toEqual([false, readable(3)]);
    // An upload that began in the bucket is completed there.
    const bytes = await jpeg('#775533');
    change(config);
    s3.setFailure(500);
    const { photo: begun } = await uploadPhoto(server, receiver, { customerNo, bytes });
    s3.setFailure(undefined);
    change(database);
    expect((await uploadPhoto(server, receiver, { customerNo, bytes, photo: begun })).status).toBe(200);
    expect([isInBucket(begun), await views(begun)]).toEqual([true, readable(1)]);
    change(withoutBucket);
    expect(await views(first, third)).toEqual(readable(2));
    // Its objects cannot be deleted now, so its row is kept to name them.
    const { pool } = server.database;
    await pool.query("update photos set uploaded_at = now() - interval '8 days' where photo_id = $1", [begun]);
    expect(await deleteUnusedPhotos(server.environment)).toBe(0);
    // No setting says how the bucket is reached: the reply says what to set.
    const away = await view(second);
    expect([away.status, await away.json()]).toMatchObject([503, { Reason: expect.stringContaining('S3_ENDPOINT') }]);
    s3.setFailure(403);
    change(database);
    const refused = await view(second);
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { Reason: expect.stringContaining('refuses it') },
    ]);
    s3.setFailure(undefined);
    change(config);
    expect(await views(first, second, third)).toEqual(readable(3));
  } finally {
    change(config);
  }
});
