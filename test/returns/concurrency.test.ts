/** Concurrent returns from several processes: nothing is returned twice and nothing is posted twice. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { Outcome } from '../../src/platform/errors.ts';
import {
  announceReturns,
  applyReturnDispositions,
  type Disposition,
  inspectReturns,
  receiveReturns,
} from '../../src/returns/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { openReturnsWinery } from './returns-winery.ts';

let server: TestServer;
/** A second process's view of the same database. */
let other: Db;

beforeAll(async () => {
  server = await openTestServer();
  other = openWiredDb({ ...server.database.options, max: 10 });
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(async () => {
  await other.close();
  await server.close();
});

const changeContext = () => ({ reference: uuidv7(), operation: 'test', actor: 'tester' });
const outbound = () => ({ trackingNos: [], carrier: 'FEX', service: 'GRND' });
const whole = { inventoryStatus: undefined, lines: undefined, recipient: undefined };
const good = 'RTGD-NO-TX';

/** The steps that succeeded. */
const done = <T>(outcomes: readonly (readonly Outcome<T>[])[]) =>
  outcomes.flat().flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));

test('of ten concurrent returns of four bottles each, from six shipped, one is accepted', async () => {
  const { customerNo, delivered } = await openReturnsWinery(server);
  const orderId = await delivered();
  const announced = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      (i % 2 === 0 ? server.environment.db : other).write((tx) =>
        announceReturns(
          tx,
          [
            {
              customerNo,
              orderId,
              lines: [{ itemNo: 'WINE-1', quantity: 4 }],
              warehouse: undefined,
              reason: '',
              ...changeContext(),
            },
          ],
          outbound,
        ),
      ),
    ),
  );
  expect(done(announced)).toHaveLength(1);
});

test('concurrent disposals, receipts and inspections: each step is applied once, and one disposition is recorded', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const orderId = await winery.delivered();
  const [{ returnId } = { returnId: '' }] = done([
    await winery.write((tx) =>
      announceReturns(
        tx,
        [{ customerNo, orderId, lines: undefined, warehouse: undefined, reason: '', ...changeContext() }],
        outbound,
      ),
    ),
  ]);
  const everywhere = async <T>(step: (db: Db, i: number) => Promise<Outcome<T>[]>) =>
    done(await Promise.all(Array.from({ length: 6 }, (_, i) => step(i % 2 === 0 ? server.environment.db : other, i))));

  const received = await everywhere((db) =>
    db.write((tx) => receiveReturns(tx, [{ customerNo, returnId, warehouse: undefined, ...changeContext() }])),
  );
  expect(received).toHaveLength(1);

  const inspected = await everywhere((db) =>
    db.write((tx) =>
      inspectReturns(tx, [
        {
          customerNo,
          returnId,
          lines: [
            { line: 1, found: [{ quantity: 6, status: good }] },
            { line: 2, found: [{ quantity: 3, status: good }] },
          ],
          ...changeContext(),
        },
      ]),
    ),
  );
  expect(inspected).toHaveLength(1);

  const choices: Disposition[] = ['Return to Inventory', 'Reship', 'Return to Winery'];
  const disposed = await everywhere((db, i) =>
    db.write((tx) =>
      applyReturnDispositions(tx, [
        { customerNo, returnId, disposition: choices[i % 3] as Disposition, ...whole, ...changeContext() },
      ]),
    ),
  );
  expect(disposed).toHaveLength(1);
  const [only] = disposed;
  const posted = await winery.movements(returnId);
  const wanted = only?.after.lines[0]?.findings[0]?.disposed?.disposition === 'Return to Winery' ? 4 : 2;
  expect(posted).toHaveLength(wanted);
  const orders = await server.environment.db.rows('select 1 from sales_orders where customer_no = $1', [customerNo]);
  expect(orders).toHaveLength(only?.reship === undefined ? 1 : 2);
});

test('reships race with new orders for the same bottles: nothing is oversold', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const orderIds: string[] = [];
  for (let i = 0; i < 4; i += 1)
    orderIds.push(await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 5 }] }));
  await winery.advance(12);
  for (const TransactionReferenceNumber of orderIds) await winery.sendBack({ TransactionReferenceNumber });
  await winery.advance(12);
  // 80 are left: 16 orders of 6 need 96, and 4 reships add 20 and need 20.
  const { body } = await winery.returns();
  const answers = await Promise.all([
    ...Array.from({ length: 16 }, () => winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 6 }] })),
    ...body.ReturnSalesOrderHeaders.map(({ RMANumber }: { RMANumber: string }) =>
      winery.dispose({ RMANumber, DispositionCode: 'Reship' }),
    ),
  ]);
  expect(answers).toHaveLength(20);
  const rows = await server.environment.db.rows<{ status: string; count: number }>(
    "select status, count(*) as count from sales_orders where customer_no = $1 and status <> 'SHIPPED' group by status",
    [customerNo],
  );
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(20);
});
