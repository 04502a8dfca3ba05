/** Orders are created by the cached catalog and clock, but never by stale ones (decision 16). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { readOperatorSettings } from '../../src/operator-settings/index.ts';
import { advanceCustomerClock, readCustomerClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { createSalesOrders } from '../../src/sales-orders/index.ts';
import { retireSkus, updateSkus } from '../../src/skus/index.ts';
import { setClock } from '../simulation/clock.ts';
import { givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { draft, orderRequest } from '../support/orders.ts';
import { openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
let db: Db;
/** Another process on the same database. */
let other: Db;

beforeAll(async () => {
  processes = await openTwoProcesses();
  ({ db, other } = processes);
});
afterAll(async () => {
  await expectLedgerConsistent(db);
  await processes.close();
});

async function winery() {
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, [{ itemNo: 'WINE-1' }]);
  await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 1_000 }]);
  const place = async (itemNo = 'WINE-1') => {
    const order = draft(customerNo, orderRequest({ ItemsInfo: [{ ItemNo: itemNo, ItemQuantity: 1 }] }));
    const statements: string[] = [];
    const [outcome] = await db.write((tx) => {
      const rows = tx.rows.bind(tx);
      return createSalesOrders(
        Object.assign(tx, {
          rows: (text: string, values?: unknown[]) => {
            statements.push(text);
            return rows(text, values);
          },
        }),
        [order],
      );
    });
    const [row] = await db.rows<{ lines: { description: string }[]; accepted_at: Temporal.Instant }>(
      'select lines, accepted_at from sales_orders where customer_no = $1 and order_id = $2',
      [customerNo, order.reference],
    );
    return { outcome, row, asked: statements.filter((text) => text.startsWith('select')).length };
  };
  const request = () => ({ customerNo, itemNo: 'WINE-1', reference: uuidv7(), operation: 'test', actor: 'test' });
  return { customerNo, place, request };
}

test('the second order of the same item runs no query before it writes', async () => {
  const { place } = await winery();
  await readOperatorSettings(db);
  expect((await place()).asked).toBeGreaterThan(0);
  expect(await place()).toMatchObject({ asked: 0, outcome: { ok: { isNew: true } } });
});

test('an item that another process retired is rejected at once', async () => {
  const { place, request } = await winery();
  await place();
  await place();
  await other.write((tx) => retireSkus(tx, [{ ...request(), unknownProperties: [] }]));
  expect((await place()).outcome).toMatchObject({ refused: { faults: [{ code: 'RetiredItem' }] } });
  expect((await place()).outcome).toMatchObject({ refused: { faults: [{ code: 'RetiredItem' }] } });
});

test('an item that another process renamed has its new name at once', async () => {
  const { place, request } = await winery();
  await place();
  const requestor = { firstName: 'Sample', lastName: 'Requestor', emailAddress: 'r@example.com', phoneNumber: '' };
  const update = {
    ...request(),
    patch: { description: 'Renamed', value: undefined },
    requestor,
    unknownProperties: [],
  };
  await other.write((tx) => updateSkus(tx, [update]));
  expect((await place()).row?.lines).toMatchObject([{ description: 'Renamed' }]);
});

test('an item that was just created is found', async () => {
  const { customerNo, place } = await winery();
  await place();
  expect((await place('WINE-2')).outcome).toMatchObject({ refused: { faults: [{ code: 'UnknownItem' }] } });
  await givenItems(other, customerNo, [{ itemNo: 'WINE-2' }]);
  expect((await place('WINE-2')).outcome).toMatchObject({ ok: { isNew: true } });
});

test('the time of acceptance follows a clock that another process set', async () => {
  const { customerNo, place } = await winery();
  await place();
  await place();
  const next = (await readCustomerClock(db, customerNo)).add({ hours: 48 });
  await setClock(other, customerNo, next);
  const { row } = await place();
  expect(Temporal.Instant.compare(row?.accepted_at as Temporal.Instant, next)).toBeGreaterThanOrEqual(0);
});

test('the time of acceptance follows a clock that due work advanced', async () => {
  const { customerNo, place } = await winery();
  await place();
  const next = (await readCustomerClock(db, customerNo)).add({ hours: 48 });
  await other.write((tx) => advanceCustomerClock(tx, customerNo, next));
  // The clock never moves backwards: this has no effect.
  await other.write((tx) => advanceCustomerClock(tx, customerNo, next.subtract({ hours: 24 })));
  const { row } = await place();
  expect(Temporal.Instant.compare(row?.accepted_at as Temporal.Instant, next)).toBeGreaterThanOrEqual(0);
});
