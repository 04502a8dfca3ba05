/** When the connection is lost during COMMIT the outcome is looked up by reference before anything is tried again (decision 6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wireSlices } from '../../src/compose.ts';
import { seedOperatorData } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { openLanes } from '../../src/platform/lanes.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import { salesOrderPlacement } from '../../src/sales-orders/index.ts';
import { balanceOf, givenCustomer, givenItems, givenStock } from '../support/catalogue.ts';
import { type CuttingProxy, openCuttingProxy } from '../support/cutting-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerCoherent } from '../support/ledger.ts';
import { draft, orderRequest, recipient } from '../support/orders.ts';

let database: TestDatabase;
let direct: Db;
let proxied: Db;
let proxy: CuttingProxy;

beforeAll(async () => {
  wireSlices();
  database = await openTestDatabase();
  direct = openDb({ ...database.options, max: 4 });
  await ensurePartitions(direct);
  await seedOperatorData(direct);
  proxy = await openCuttingProxy(database.options);
  proxied = openDb({ ...proxy.options, max: 4 });
});

afterAll(async () => {
  await proxied.close();
  await proxy.close();
  await expectLedgerCoherent(direct);
  await direct.close();
  await database.drop();
});

describe.each(['before the commit', 'after the commit'] as const)('cut %s', (when) => {
  test('every order of the set is answered once and stands once', async () => {
    const customerNo = await givenCustomer(direct);
    await givenItems(direct, customerNo, [{ itemNo: 'WINE-1' }]);
    await givenStock(direct, customerNo, [{ itemNo: 'WINE-1', quantity: 100 }]);
    const lanes = openLanes(proxied, { slots: 2, maxWaiting: 100 });
    const first = draft(customerNo, orderRequest());
    expect(await lanes.submit(salesOrderPlacement, first)).toEqual({
      done: { reference: first.reference, isNew: true, warnings: [] },
    });

    const cutsBefore = proxy.cuts();
    proxy.cutNext(when);
    const boxed = { RecipientContactInfo: { ...recipient, Address: 'PO Box 5' } };
    const fresh = Array.from({ length: 5 }, () => draft(customerNo, orderRequest(boxed)));
    const repeat = { ...first, reference: uuidv7() };
    const outcomes = await Promise.all([...fresh, repeat].map((d) => lanes.submit(salesOrderPlacement, d)));
    expect(proxy.cuts()).toBe(cutsBefore + 1);
    const warnings = [expect.stringContaining('post office box')];
    expect(outcomes.slice(0, 5)).toEqual(
      fresh.map(({ reference }) => ({ done: { reference, isNew: true, warnings } })),
    );
    expect(outcomes[5]).toEqual({ done: { reference: first.reference, isNew: false, warnings: [] } });

    const [orders] = await direct.rows<{ count: number }>('select count(*) from sales_orders where customer_no = $1', [
      customerNo,
    ]);
    expect(orders?.count).toBe(6);
    expect(await balanceOf(direct, customerNo, 'WINE-1')).toMatchObject({ reserved: 6 });
  });
});
