/** Returns/List: returns of all customers, newest first, by filters and pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
let first: ReturningWinery;
let second: ReturningWinery;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  first = await returningWinery('RET-A');
  second = await returningWinery('RET-B');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

type ReturningWinery = Awaited<ReturnType<typeof returningWinery>>;

/** Three returns, announced a day after each other; the first is closed, the second waits for its disposition. */
async function returningWinery(prefix: string) {
  const winery = await openReturnsWinery(server);
  const orders: string[] = [];
  for (const nth of [1, 2, 3]) orders.push(await winery.created({ OrderInfo: { OrderNo: `${prefix}-${nth}` } }));
  await winery.advance(12);
  const [tracked] = await winery.track(`${prefix}-2`);
  const rmaNumbers: string[] = [];
  for (const [nth, DispositionCode] of [[1, 'Return to Inventory'], [2], [3]] as const) {
    const { body } = await winery.sendBack({
      OrderNo: `${prefix}-${nth}`,
      ReturnReason: 'Refused',
      ...(DispositionCode && { DispositionCode }),
    });
    rmaNumbers.push(body.RMANumber);
    await winery.advance(nth === 2 ? 12 : 1);
  }
  return { customerNo: winery.customerNo, orders, rmaNumbers, trackingNo: tracked.TrackingNo as string };
}

const list = async (request: object) => (await service.call('Returns/List', request)).body;
const namesOf = (body: Json): string[] => body.Records.map(({ OrderNo }: Json) => OrderNo);

test('200 lists returns of all customers, newest first', async () => {
  const { status, body } = await service.call('Returns/List', { Customers: [first.customerNo] });
  expect([status, body.Count, namesOf(body)]).toEqual([200, 3, ['RET-A-3', 'RET-A-2', 'RET-A-1']]);
  expect(body.Records[2]).toEqual({
    CustomerNo: first.customerNo,
    CustomerName: `Winery ${first.customerNo}`,
    TransactionReferenceNumber: expect.any(String),
    RMANumber: first.rmaNumbers[0],
    OrderNo: 'RET-A-1',
    OrderReferenceNumber: first.orders[0],
    Status: 'CLOSED',
    Disposition: 'Return to Inventory',
    Warehouse: 'APC01',
    Recipient: 'Sample Recipient',
    Reason: 'Refused',
    Units: expect.any(Number),
    AnnouncedAt: expect.stringMatching(/Z$/),
    ReceivedAt: expect.stringMatching(/Z$/),
    ClosedAt: expect.stringMatching(/Z$/),
  });
  expect(body.Records[0]).toMatchObject({ Status: 'EXPECTED', Disposition: '', ReceivedAt: '', ClosedAt: '' });
});

test('200 continues a page after its last return', async () => {
  const Customers = [first.customerNo, second.customerNo];
  const all = namesOf(await list({ Customers }));
  expect(all).toHaveLength(6);
  const seen: string[] = [];
  let After: string | undefined;
  do {
    const body = await list({ Customers, Top: 4, ...(After && { After }) });
    seen.push(...namesOf(body));
    expect(body.Count).toBe(6);
    After = body.Next;
  } while (After !== undefined);
  expect(seen).toEqual(all);
});

test('200 filters by status, warehouse and time, and finds by every name', async () => {
  const Customers = [first.customerNo];
  expect(namesOf(await list({ Customers, Statuses: ['AWAITING DISPOSITION'] }))).toEqual(['RET-A-2']);
  expect(namesOf(await list({ Customers, Warehouses: ['COB01'] }))).toEqual([]);
  const { Records } = await list({ Customers });
  const From = Records[1].AnnouncedAt;
  expect(namesOf(await list({ Customers, From }))).toEqual(['RET-A-3', 'RET-A-2']);
  const To = Temporal.Instant.from(From).add({ seconds: 1 }).toString();
  expect(namesOf(await list({ Customers, To }))).toEqual(['RET-A-2', 'RET-A-1']);
  expect(namesOf(await list({ Customers, From, To: From.slice(0, 10) }))).toEqual(['RET-A-2']);
  for (const Text of [
    first.rmaNumbers[1],
    first.rmaNumbers[1]?.toLowerCase().slice(4),
    ' ret-a-2 ',
    first.trackingNo,
    first.orders[1],
    Records[1].TransactionReferenceNumber,
  ]) {
    expect([Text, namesOf(await list({ Text }))]).toEqual([Text, ['RET-A-2']]);
  }
  expect(await list({ Text: 'RET%A' })).toEqual({ Records: [], Count: 0 });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('Returns/List', { Statuses: ['LOST'], After: 'elsewhere' });
  expect([status, body.Errors.map(({ Field }: Json) => Field)]).toEqual([400, ['Statuses[0]', 'After']]);
});
