/** Photos are found by what they belong to, also of a winery that PostgreSQL has no statistics of. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { readAttachedPhotos } from '../../src/photos/photo-store.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openPlainServer();
});
afterAll(() => server.close());

test('the photos of a return of a new winery are read without its other photos', async () => {
  const { db } = server.environment;
  const givenPhotos = async (customerNo: string): Promise<void> => {
    await db.rows(
      `insert into photos (customer_no, photo_id, warehouse, input_hash, width, height, size_bytes, taken_by, image, thumbnail,
                           subject_kind, subject_id, step_id, stored_at)
       select $1, gen_random_uuid(), 'APC01', sha256(n::text::bytea), 1, 1, 1, 'test', '\\x00', '\\x00',
              'return', gen_random_uuid(), gen_random_uuid(), now()
         from generate_series(1, 2000) n`,
      [customerNo],
    );
  };
  const [known, { customerNo }] = [await server.customer(), await server.customer()];
  await db.rows('alter table photos set (autovacuum_enabled = off)');
  await givenPhotos(known.customerNo);
  await db.rows('analyze photos');
  await givenPhotos(customerNo);
  const subjects = await db.rows<{ customerNo: string; subjectId: string }>(
    'select customer_no as "customerNo", subject_id as "subjectId" from photos where customer_no = $1 limit 3',
    [customerNo],
  );
  const counted: CountedStatement[] = [];
  const wanted = [...subjects, { customerNo, subjectId: uuidv7() }];
  expect(await readAttachedPhotos(countingDb(db, counted), wanted)).toHaveLength(3);
  for (const { buffers, plan } of counted) expect(buffers, JSON.stringify(plan, null, 1)).toBeLessThan(30);
});
