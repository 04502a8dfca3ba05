/** Common behavior of all lists: rows that stay under the mouse, second pages, and exports. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../../src/lib/uuid.ts';
import { recordAudit } from '../../../src/operators/index.ts';
import { givenCustomer } from '../../support/catalog.ts';
import { mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { rowsOfCsv } from '../../support/list-export.ts';
import { addOperator } from '../../support/operator.ts';
import type { Morning } from '../morning.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

/** Lists whose rows are held only while the mouse is on them, with what refreshes each. */
const steadyLists: readonly { readonly area: string; readonly topic: string; at(morning: Morning): string }[] = [
  { area: 'Customers', topic: 'customers', at: () => '/customers' },
  { area: 'Inventory', topic: 'inventory', at: () => '/inventory' },
  { area: 'Returns', topic: 'returns', at: () => '/returns?view=all' },
  { area: 'SKUs', topic: 'skus', at: () => '/skus' },
  {
    area: 'Transactions',
    topic: 'transactions',
    at: ({ longName }) => `/transactions?view=all&customer=${longName.customerNo}`,
  },
  { area: 'Exceptions', topic: 'orders', at: () => '/exceptions' },
  { area: 'Audit', topic: 'audit', at: () => '/audit' },
];

export function listWalks(portal: () => PortalUnderTest): void {
  test('typing replaces the chosen code of a choice, by the keyboard and by a click', async () => {
    const { page, open } = portal();
    for (const choose of ['focus', 'click'] as const) {
      await open('/inventory?warehouse=APC01');
      const choice = page.getByRole('combobox', { name: 'Warehouse' });
      await expect.poll(() => choice.inputValue(), patience).toBe('APC01');
      await choice[choose]();
      await page.keyboard.type('TWL');
      expect(await choice.inputValue()).toBe('TWL');
      await page.getByRole('option', { name: 'TWL01' }).click();
      await page.waitForURL(/warehouse=TWL01/);
    }
  });

  test.for(steadyLists)('the list of $area keeps its rows while the mouse is on them', async ({ area, topic, at }) => {
    const { server, page, follow, rows, morning } = portal();
    await follow(at(morning));
    await page.getByText('Live', { exact: true }).waitFor();
    const shown = page.locator('tbody tr:not([data-skeleton])');
    await shown.first().hover();
    const count = await shown.count();
    // As the server replies when the last of these rows is no longer in the list.
    await page.route(`**/api/${area}/List`, async (route) => {
      const response = await route.fetch();
      const reply = await response.json();
      await route.fulfill({ response, json: { ...reply, Records: reply.Records.slice(0, count - 1) } });
    });
    await server.environment.db.rows("select pg_notify('dray_topics', $1)", [topic]);
    await page.getByRole('button', { name: '1 change – refresh' }).waitFor();
    expect(await shown.count()).toBe(count);
    await page.mouse.move(0, 0);
    await rows(count - 1);
    await page.unrouteAll({ behavior: 'wait' });
  });

  const pageSize = 50;
  const numbers = Array.from({ length: pageSize + 2 }, (_, nth) => `page-two-${String(nth).padStart(2, '0')}`);

  /** The first page is full, the second one has the rest, and the way back leads to the first one. */
  async function turnsPages(where: string, [forward, back]: readonly [string, string]): Promise<void> {
    const { page, follow, rows } = portal();
    const texts = () => page.locator('tbody tr').allInnerTexts();
    await follow(where);
    await rows(pageSize);
    const first = await texts();
    await page.getByRole('button', { name: forward }).click();
    await rows(2);
    const second = await texts();
    expect(second.filter((text) => first.includes(text))).toEqual([]);
    expect(await page.getByRole('button', { name: forward }).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(texts, patience).toEqual(second);
    await page.getByRole('button', { name: back }).click();
    await expect.poll(texts, patience).toEqual(first);
  }

  test('the second page of customers', async () => {
    const { db } = portal().server.environment;
    const made = [];
    for (const _ of numbers) made.push(await givenCustomer(db));
    const prefix = made[0]?.slice(0, made[0].lastIndexOf('-') + 1);
    await turnsPages(`/customers?text=${prefix}`, ['Next', 'Previous']);
  });

  test('the second page of operators', async () => {
    const { environment } = portal().server;
    for (const number of numbers) await addOperator(environment, 'floor', { email: `${number}@warehouse.example` });
    await turnsPages('/operators?text=page-two', ['Next', 'Previous']);
  });

  test('the second page of the audit', async () => {
    const { environment } = portal().server;
    await environment.db.write(async (tx) => {
      for (const number of numbers) {
        const actor = { actor: number, operation: 'Test/Page', reference: uuidv7() };
        recordAudit(tx, actor, { action: 'test.paged', subject: 'page-two' });
      }
    });
    await turnsPages('/audit?subjects=page-two', ['Older', 'Newer']);
  });

  /** Saves the export of the list there and returns its rows. */
  async function exportsRows(where: string, fileName: RegExp): Promise<Record<string, string>[]> {
    const { page, follow } = portal();
    await follow(where);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(fileName);
    return rowsOfCsv(readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, ''));
  }

  test('the export of reason codes', async () => {
    const rows = await exportsRows('/reason-codes', /^reason-codes-\d{4}-\d\d-\d\d\.csv$/);
    const { Records } = mustSucceed(await portal().admin.call('ReasonCodes/List', {}));
    expect(rows).toHaveLength(Records.length);
    expect(rows).toContainEqual(expect.objectContaining({ ReasonCode: 'DAMAGED' }));
  });

  test('the export of pick faces', async () => {
    const { server, admin } = portal();
    const { customerNo: CustomerNo } = await (await openFloor(server)).winery();
    const face = { Warehouse: worked, Location: 'LIST-F1' };
    mustSucceed(await admin.call('Locations/Set', { ...face, WalkOrder: 90 }));
    const rule = { ...face, CustomerNo, ItemNo: 'WINE-1', Minimum: 6, Target: 24 };
    mustSucceed(await admin.call('Bins/SetRule', rule));
    try {
      const where = `/locations?view=faces&warehouse=${worked}`;
      const rows = await exportsRows(where, /^bins-replenishments-\d{4}-\d\d-\d\d\.csv$/);
      expect(rows.filter(({ Location }) => Location === 'LIST-F1')).toEqual([
        expect.objectContaining({ CustomerNo, ItemNo: 'WINE-1', Minimum: '6', Target: '24', Held: '0' }),
      ]);
    } finally {
      mustSucceed(await admin.call('Bins/SetRule', { ...rule, Minimum: 0, Target: 0 }));
    }
  });

  test('the export of transit times', async () => {
    // Areas of the military, which no walk ships to or from.
    const Csv = 'origin_zip3,destination_zip3,service,days,carrier\n962,963,GRND,5,UPS\n';
    mustSucceed(await portal().admin.call('Transit/Import', { Csv }));
    const rows = await exportsRows('/transit', /^transit-\d{4}-\d\d-\d\d\.csv$/);
    expect(rows).toContainEqual(
      expect.objectContaining({ Service: 'GRND', Carrier: 'UPS', Times: '1', MostDays: '5' }),
    );
  });
}
