/** Common behavior of all lists: rows that stay under the mouse, and second pages. */
import { expect, test } from 'vitest';
import { uuidv7 } from '../../../src/lib/uuid.ts';
import { recordAudit } from '../../../src/operators/index.ts';
import { givenCustomer } from '../../support/catalog.ts';
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
    await page.unroute(`**/api/${area}/List`);
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
}
