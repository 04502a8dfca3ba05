/** Imported credentials of partners of another system: they work unchanged and without a token. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditedCommands, auditOf } from '../support/audit.ts';
import { openClient } from '../support/client.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { dray, drayJson, drayOnTerminal, useDatabases } from './dray.ts';

let server: TestServer;
let production: TestDatabase;
let folder: ReturnType<typeof privateFolder>;

beforeAll(async () => {
  folder = privateFolder();
  server = await openTestServer();
  production = await openTestDatabase();
  useDatabases(production, server.database);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await production.drop();
  folder.remove();
});

const password = 'Old & Secret, 2019';
const userKey = '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}';

function file(...lines: string[]): string {
  const name = path.join(folder.path, 'credentials.csv');
  writeFileSync(name, `${lines.join('\n')}\n`);
  return name;
}
const importFile = (...args: string[]) =>
  drayOnTerminal('customer', 'import-credentials', ...args, '--environment', 'test');

/** What a partner's program gets for a call that never sends a token. */
async function called(operation: string, body: object, credentials: object) {
  const client = openClient(server.base, { customerNo: 'OLD1', userKey, password, accessToken: '', ...credentials });
  return await client.call(operation, body, { authorization: '' });
}
const found = (status: number, credentials = {}) =>
  expect
    .poll(async () => (await called('SalesOrder/CancelSalesOrder', { OrderNumber: 'NO-SUCH' }, credentials)).status, {
      timeout: 20_000,
      interval: 250,
    })
    .toBe(status);

test('imported credentials work as they are, for several customers, and are stored as a hash', async () => {
  await found(401);
  const rows = [
    'customer_no,user_key,password,customer_name,rights',
    `OLD1,${userKey},"${password}",Old Winery,`,
    `OLD2,${userKey},"${password}",Second Winery,read`,
  ];
  const { ran, err } = await importFile(file(...rows), '--token-policy', 'optional');
  expect(ran).toEqual({ out: 'test: imported 2 credentials; created 2 customers\n', code: 0 });
  expect(err).toBe('');
  await found(404);
  await found(403, { customerNo: 'OLD2' });
  await found(401, { password: `${password}!` });
  expect((await importFile(file(...rows))).ran).toEqual({
    out: 'test: imported 0 credentials, 2 existed already\n',
    code: 0,
  });
  const { db } = server.environment;
  const stored = await db.rows<{ hash: Buffer }>('select hash from api_user_passwords where user_key = $1', [userKey]);
  expect(stored).toEqual([{ hash: expect.any(Buffer) }]);
  expect(stored[0]?.hash).toHaveLength(32);
  const logged = await db.rows<{ entry: string }>(
    `select to_jsonb(l)::text as entry from log l where customer_no = any ($1::text[])`,
    [['OLD1', 'OLD2']],
  );
  expect(logged.map(({ entry }) => entry).filter((entry) => entry.includes('password.created'))).toHaveLength(1);
  expect(logged.filter(({ entry }) => entry.includes('Secret'))).toEqual([]);
});

test('rights that a row does not name stay as they are, and those that it changes are logged', async () => {
  const { db } = server.environment;
  const rights = () =>
    db.rows("select rights from memberships where customer_no = 'OLD2' and user_key = $1", [userKey]);
  const granted = () =>
    db.rows(
      `select data->>'rights' as rights from log where customer_no = 'OLD2' and kind = 'membership.granted' order by seq`,
    );
  const row = (named: string) => file('customer_no,user_key,password,rights', `OLD2,${userKey},"${password}",${named}`);
  expect((await importFile(row(''))).ran).toMatchObject({ out: expect.stringContaining('1 existed already') });
  expect([await rights(), await granted()]).toEqual([[{ rights: 'read' }], [{ rights: 'read' }]]);
  expect((await importFile(row('write'))).ran).toMatchObject({ out: expect.stringContaining('imported 1 credential') });
  expect([await rights(), await granted()]).toEqual([[{ rights: 'write' }], [{ rights: 'read' }, { rights: 'write' }]]);
  expect((await importFile(row('WRITE'))).ran).toMatchObject({ out: expect.stringContaining('1 existed already') });
  expect((await importFile(row('read'))).ran).toMatchObject({ out: expect.stringContaining('imported 1 credential') });
});

test('the token policy is a customer’s own, and its 401 names it', async () => {
  const details = () => called('Tracking/GetDetails', { OrderNo: 'NO-SUCH' }, {});
  await expect.poll(async () => (await details()).status, { timeout: 20_000, interval: 250 }).toBe(404);
  const update = ['customer', 'update', '--environment', 'test', '--customer', 'OLD1', '--token-policy'];
  expect(await dray(...update, 'none')).toMatchObject({ code: 0 });
  await expect.poll(async () => (await details()).status, { timeout: 20_000, interval: 250 }).toBe(401);
  const { body } = await details();
  expect(body.Code).toBe('TokenRequired');
  expect(JSON.stringify(body)).toContain('token policy of this customer');
  expect(await dray(...update, 'optional')).toMatchObject({ code: 0 });
  await expect.poll(async () => (await details()).status, { timeout: 20_000, interval: 250 }).toBe(404);
  const listed = await drayJson('customer', 'list', '--environment', 'test');
  expect(listed).toContainEqual(expect.objectContaining({ CustomerNo: 'OLD1', TokenPolicy: 'optional' }));
});

test('a token policy that changes is logged, once', async () => {
  const row = file('customer_no,user_key,password', `OLD1,${userKey},"${password}"`, `OLD2,${userKey},"${password}"`);
  const { db } = server.environment;
  await db.rows("update customers set token_policy = null where customer_no = 'OLD2'");
  const changes = () =>
    db.rows(
      `select l.customer_no, l.data, l.subject = c.reference as "isSubject" from log l join customers c using (customer_no)
        where l.operation = 'dray customer import-credentials' and l.kind = 'customer.changed' order by 1`,
    );
  expect(await changes()).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    expect((await importFile(row, '--token-policy', 'optional')).ran).toMatchObject({ code: 0 });
    expect(await changes()).toEqual([{ customer_no: 'OLD2', data: { tokenPolicy: 'optional' }, isSubject: true }]);
  }
});

test('bad rows are left out and named, and no value is shown', async () => {
  const { ran, err } = await importFile(
    file(
      'user_key,password,customer_no,rights',
      `${userKey},"Next, please",OLD1,`,
      `${userKey},third-password,OLD1,`,
      'short,hush,OLD1,',
      'KEY-1,good-enough,UNKNOWN,',
      'KEY 2,good-enough,OLD1,admin',
      'KEY-3,drp_live_00000000000000000000000000000000000000,OLD1,',
    ),
  );
  expect(ran).toEqual({ out: 'test: imported 1 credential\n', code: 1 });
  expect(err.split('\n').slice(1, -1)).toEqual([
    '  line 3, user_key: has two valid passwords already: revoke one with "dray password revoke"',
    expect.stringMatching(/^ {2}line 4, password: must be 8 to 200 printable characters/),
    '  line 5, customer_no: does not exist: create it first, or give its name in the column customer_name',
    expect.stringMatching(/^ {2}line 6, user_key: must be/),
    '  line 6, rights: must be read or write',
    expect.stringMatching(/^ {2}line 7, password: .* generated for the other environment$/),
  ]);
  expect(err).not.toMatch(/hush|good-enough|third-password|KEY/);
  await found(404, { password: 'Next, please' });
});

test('a row whose user has two other passwords creates no customer and changes no token policy', async () => {
  const { db } = server.environment;
  const policies = () =>
    db.rows("select customer_no, token_policy from customers where customer_no ~ 'OLD|NEW' order by 1");
  const before = await policies();
  expect(before).toContainEqual({ customer_no: 'OLD1', token_policy: 'optional' });
  const rows = [`NEW1,${userKey},third-password,New Winery`, `OLD1,${userKey},third-password,`];
  const content = file('customer_no,user_key,password,customer_name', ...rows);
  const { ran } = await importFile(content, '--token-policy', 'required', '--json');
  const { Imported, Unchanged, CustomersCreated, Faults } = JSON.parse('out' in ran ? ran.out : '');
  expect([Imported, Unchanged, CustomersCreated, Faults.length]).toEqual([0, 0, 0, 2]);
  expect(await policies()).toEqual(before);
});

test('a password that was revoked does not become valid again', async () => {
  const leaked = 'Leaked in 2021';
  const rows = ['customer_no,user_key,password,customer_name', `OLD9,KEY-9,"${leaked}",Ninth Winery`];
  expect((await importFile(file(...rows), '--token-policy', 'optional')).ran).toMatchObject({ code: 0 });
  await found(404, { customerNo: 'OLD9', userKey: 'KEY-9', password: leaked });
  const at = ['--environment', 'test', '--user', 'KEY-9'];
  const rotated = await drayJson('password', 'rotate', ...at);
  await drayJson('password', 'revoke', ...at);
  await found(401, { customerNo: 'OLD9', userKey: 'KEY-9', password: leaked });
  // The file has got another row.
  const again = await importFile(file(...rows, 'OLD9,KEY-10,good-enough,'));
  expect(again.ran).toEqual({ out: 'test: imported 1 credential\n', code: 1 });
  expect(again.err).toContain('line 2, password: was revoked: leave the row out');
  await found(404, { customerNo: 'OLD9', userKey: 'KEY-10', password: 'good-enough' });
  await found(401, { customerNo: 'OLD9', userKey: 'KEY-9', password: leaked });
  await found(404, { customerNo: 'OLD9', userKey: 'KEY-9', password: rotated.Password });
});

test('a user that may no longer act for a customer does not get it back by its old row', async () => {
  const rows = ['customer_no,user_key,password,customer_name,rights'];
  for (const customerNo of ['OLD11', 'OLD12']) rows.push(`${customerNo},KEY-11,good-enough,Winery,write`);
  expect((await importFile(file(...rows), '--token-policy', 'optional')).ran).toMatchObject({ code: 0 });
  const key = { userKey: 'KEY-11', password: 'good-enough' };
  await found(404, { ...key, customerNo: 'OLD12' });
  const at = ['--environment', 'test', '--user', 'KEY-11', '--customer', 'OLD12'];
  await drayJson('membership', 'revoke', ...at);
  await found(401, { ...key, customerNo: 'OLD12' });
  // Its log is archived.
  await server.environment.db.rows(`delete from log where customer_no = 'OLD12'`);
  const again = await importFile(file(...rows));
  expect(again.ran).toEqual({ out: 'test: imported 0 credentials, 1 existed already\n', code: 1 });
  expect(again.err).toContain('line 3, user_key: may no longer act for the customer: leave the row out');
  await found(401, { ...key, customerNo: 'OLD12' });
  // Another winery may have it all the same.
  const another = file('customer_no,user_key,password,customer_name,rights', 'OLD13,KEY-11,good-enough,Winery,write');
  expect((await importFile(another, '--token-policy', 'optional')).ran).toMatchObject({ code: 0 });
  await found(404, { ...key, customerNo: 'OLD13' });
  await drayJson('membership', 'grant', ...at, '--rights', 'read');
  expect((await importFile(file(...rows))).ran).toMatchObject({ code: 0 });
  await found(404, { ...key, customerNo: 'OLD12' });
});

test('a file without a header is refused without showing it', async () => {
  const { ran, err } = await importFile(file('OLD1,KEY-9,hush-hush-hush'));
  expect(ran).toMatchObject({ code: 1, refused: expect.stringContaining('customer_no, user_key, password') });
  expect(err).not.toContain('hush');
});

test('a file without rows is a failure, also for programs', async () => {
  const empty = file('customer_no,user_key,password');
  expect((await importFile(empty)).ran).toMatchObject({ code: 1 });
  expect((await importFile(empty, '--json')).ran).toMatchObject({
    code: 1,
    out: expect.stringContaining('"Imported":0'),
  });
});

test('what it changes is in the audit', async () => {
  expect(await auditedCommands(server, 'customer import-credentials')).toEqual([
    'dray customer import-credentials: customer.changed',
    'dray customer import-credentials: customer.created',
    'dray customer import-credentials: membership.granted',
    'dray customer import-credentials: password.created',
  ]);
  const subjectsOf = new Map(
    (await auditOf(server, 'dray customer import-credentials')).map(({ action, subject, for_customer: customerNo }) => [
      `${action} ${customerNo}`,
      subject,
    ]),
  );
  expect(subjectsOf.get('customer.created OLD1')).toBe('OLD1');
  expect(subjectsOf.get('membership.granted OLD1')).toBe(userKey);
});
