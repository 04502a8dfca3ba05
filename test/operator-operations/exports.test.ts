/** `POST …/exports/<Area>/<List>.csv`: refusals, bounds, and how a file ends that cannot be completed. Rows: lists.test.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activityListOperation } from '../../src/administration/operator-operations/activity-list.ts';
import { AppError } from '../../src/platform/errors.ts';
import { FileDownloadStream } from '../../src/platform/http/file-stream.ts';
import { defineOperatorQuery } from '../../src/platform/http/operator-operation.ts';
import { givenCustomer } from '../support/catalog.ts';
import { exportedRows, requestExport } from '../support/list-export.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

/** Called with the number of a page before it is read. */
let beforePage: (page: number) => void | Promise<void> = () => undefined;
/** The last page that was read. */
let lastPage = 0;

const text = Type.Optional(Type.String({ maxLength: 100 }));

/** `Pages` pages of rows of a kilobyte; endless without. */
const bottles = defineOperatorQuery({
  path: '/api/Bottles/List',
  summary: 'List bottles',
  description: 'Bottles of a test.',
  roles: ['floor', 'service'],
  request: Type.Object({
    Pages: Type.Optional(Type.Integer()),
    Label: text,
    After: text,
    Top: Type.Optional(Type.Integer()),
  }),
  requestExample: {},
  reply: {
    description: 'Bottles.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          Nth: Type.Integer(),
          Label: Type.String(),
          From: Type.Object({ City: Type.String(), State: Type.Optional(Type.String()) }),
          Marks: Type.Array(Type.String()),
          Parts: Type.Array(Type.Object({ Grape: Type.String(), Percent: Type.Integer() })),
          Version: Type.String(),
        }),
      ),
      Next: Type.Optional(Type.String()),
    }),
    example: { Records: [] },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({ operator, request }) => {
    const page = Number(request.After ?? 0) + 1;
    lastPage = page;
    await beforePage(page);
    return {
      Records: Array.from({ length: request.Label === undefined ? (request.Top ?? 0) : 1 }, (_, nth) => ({
        Nth: nth,
        Label: request.Label ?? 'x'.repeat(1_000),
        From: { City: operator.warehouses.join() },
        Marks: ['a', 'b'],
        Parts: [
          { Grape: 'Pinot', Percent: 90 },
          { Grape: 'Gamay', Percent: 10 },
        ],
        Version: 'v',
      })),
      ...(page !== request.Pages && { Next: String(page) }),
    };
  },
});

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer({ operatorOperations: [bottles, activityListOperation] });
  service = await signedIn(server, 'service', { warehouses: ['APC01'] });
});
afterAll(() => server.close());

const patient = { timeout: 30_000, interval: 10 };
const logged = (message: string) => server.logged.filter((line) => line.includes(message)).length;
const reading = async (response: Response): Promise<string> =>
  await response.text().then(
    () => 'whole',
    () => 'cut',
  );

test('200 with a name, a mark for Excel, the headers and a row for each record', async () => {
  const response = await requestExport(server, service, 'Bottles/List', { Pages: 2, Label: '=1+1, "x"' });
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    ...[200, 'text/csv; charset=utf-8', 'no-store'],
  ]);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="bottles-\d{4}-\d\d-\d\d\.csv"$/);
  const row = (nth: number) =>
    `${nth},"'=1+1, ""x""",APC01,,a; b,"Grape: Pinot, Percent: 90; Grape: Gamay, Percent: 10"\r\n`;
  expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(
    `\uFEFFNth,Label,FromCity,FromState,Marks,Parts\r\n${row(0)}${row(0)}`,
  );
});

test('200 with columns that the list declares', async () => {
  const customerNo = await givenCustomer(server.environment.db);
  const [row] = await exportedRows(server, service, 'Activity/List', { Month: '2026-03', Text: customerNo });
  expect(row).toMatchObject({
    CustomerNo: customerNo,
    Month: '2026-03',
    Orders: '0',
    'Orders CLUB': '0',
    UnitDays: '0',
  });
});

describe('refusals', () => {
  const refused = async (...request: Parameters<typeof requestExport>) => {
    const response = await requestExport(...request);
    return [response.status, JSON.parse(await response.text()).Code];
  };

  test('401 without a session', async () => {
    expect(await refused(server, { cookie: '' }, 'Bottles/List')).toEqual([401, 'SessionRequired']);
  });

  test('403 for a page of another origin', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    expect(await refused(server, service, 'Bottles/List', {}, { headers })).toEqual([403, 'ForeignOrigin']);
  });

  test('403 for roles that may not list, and for the floor', async () => {
    for (const role of ['lead', 'floor'] as const)
      expect(await refused(server, await signedIn(server, role), 'Bottles/List')).toEqual([403, 'RoleMissing']);
  });

  test('400 for a filter that is not valid', async () => {
    expect(await refused(server, service, 'Bottles/List', { Pages: 'x' })).toEqual([400, 'ValidationFailed']);
  });

  test('404 for what is no list, 405 for GET', async () => {
    expect(await refused(server, service, 'Bottles/Get')).toEqual([404, 'UnknownPath']);
    const response = await requestExport(server, service, 'Bottles/List', {}, { method: 'GET', body: null });
    expect(response.status).toBe(405);
  });
});

test('pages are read as the client takes them, and no more of them when it has left', async () => {
  const abort = new AbortController();
  const response = await requestExport(server, service, 'Bottles/List', {}, { signal: abort.signal });
  await expect
    .poll(() => {
      const before = lastPage;
      return new Promise((resolve) => setTimeout(() => resolve(lastPage === before && before > 0), 100));
    }, patient)
    .toBe(true);
  // Far less than it would read in this time, each with a megabyte.
  expect(lastPage).toBeLessThan(40);
  const before = logged('an export ended');
  abort.abort();
  await expect(response.text()).rejects.toThrow();
  await exhaust();
  expect(logged('an export ended')).toBe(before);
});

/** Resolves when no export runs: as many as an operator may have at a time end whole. */
async function exhaust(): Promise<void> {
  const start = async () => (await requestExport(server, service, 'Bottles/List', { Pages: 1, Label: 'x' })).status;
  await expect.poll(async () => await Promise.all([start(), start()]), patient).toEqual([200, 200]);
}

test('503 for more exports than run at a time, until one ends', async () => {
  const gate = Promise.withResolvers<void>();
  beforePage = (page) => (page === 1 ? undefined : gate.promise);
  const start = (client: OperatorClient) => requestExport(server, client, 'Bottles/List', { Pages: 2, Label: 'x' });
  const other = await signedIn(server, 'service');
  const third = await signedIn(server, 'service');
  const running = [await start(service), await start(service)];
  const own = await start(service);
  expect([own.status, own.headers.get('retry-after')]).toEqual([503, '10']);
  running.push(await start(other), await start(other));
  expect((await start(third)).status).toBe(503);
  gate.resolve();
  expect(await Promise.all(running.map(reading))).toEqual(Array(4).fill('whole'));
  beforePage = () => undefined;
  await exhaust();
});

test('a page that cannot be read cuts the connection: a part of a file is never taken for all of it', async () => {
  beforePage = (page) => {
    if (page === 2) throw new AppError({ code: 'Internal', reason: 'The database is away.' });
  };
  const response = await requestExport(server, service, 'Bottles/List', { Pages: 3, Label: 'x' });
  expect(response.status).toBe(200);
  expect(await reading(response)).toBe('cut');
  expect(logged('an export ended before its last row')).toBeGreaterThan(0);
  beforePage = () => undefined;
  await exhaust();
});

test('an export ends with its session, and follows the warehouses of its operator', async () => {
  const { environment } = server;
  const client = await signedIn(server, 'service', { warehouses: ['APC01'] });
  beforePage = async (page) => {
    if (page !== 1) return;
    await environment.db.rows("update operators set warehouses = '{COB01}' where operator_id = $1", [
      client.operator.operatorId,
    ]);
  };
  const rows = await exportedRows(server, client, 'Bottles/List', { Pages: 2, Label: 'x' });
  expect(rows.map(({ FromCity }) => FromCity)).toEqual(['APC01', 'COB01']);
  beforePage = async (page) => {
    if (page !== 2) return;
    await environment.db.rows('delete from operator_sessions where session_id = $1', [client.sessionId]);
  };
  expect(await reading(await requestExport(server, client, 'Bottles/List', { Pages: 3, Label: 'x' }))).toBe('cut');
  beforePage = () => undefined;
});

test('a file whose next page takes longer to read than its reader may take is not cut', async () => {
  async function* chunks(): AsyncGenerator<string> {
    yield 'first,';
    await delay(100);
    yield 'second';
  }
  const content = { name: 'x.csv', type: 'text/csv', chunks: chunks(), onClose: () => undefined };
  expect((await new FileDownloadStream(content, 20).readable.toArray()).join('')).toBe('first,second');
});

test('a file that nothing reads ends by itself', async () => {
  const closed = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<string> {
    yield 'never read';
  }
  const file = new FileDownloadStream(
    { name: 'x.csv', type: 'text/csv', chunks: chunks(), onClose: closed.resolve },
    1,
  );
  await closed.promise;
  expect(file.readable.destroyed).toBe(true);
});
