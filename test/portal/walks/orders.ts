/** The list of orders, an order, the finder. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assertPresent } from '../../../src/lib/assert.ts';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { mustSucceed } from '../../support/floor.ts';
import { signedIn } from '../../support/operator.ts';
import { seesAllLooks } from '../extent.ts';
import { givenWinery, type NamedOrder, recipientOf } from '../morning.ts';
import { once } from '../once.ts';
import { hasFocus, type PortalUnderTest, patience, personsPace } from '../portal-under-test.ts';

export function orderWalks(portal: () => PortalUnderTest): void {
  /** A winery with five orders, two of them held. */
  const given = once(async () => {
    const { server } = portal();
    const winery = await givenWinery(server, 'Willow Bend');
    const orders = await winery.orders(
      [0, 1, 2, 3, 6].map((nth, at) => ({
        RecipientContactInfo: recipientOf(nth),
        OrderInfo: { OrderNo: `WBD-7710${at}`, HoldOrder: at >= 3 },
      })),
    );
    await catchUpOrderIndex(server.environment.db);
    return { winery, held: orders[4] as NamedOrder };
  });

  test('the list of orders: views, filters in the address, keys, export, no rows', async () => {
    const { page, follow, rows, lookAt, address } = portal();
    const { winery, held } = await given();
    const all = `/orders?customers=${winery.customerNo}`;
    await follow(all);
    await rows(5);
    await page.getByLabel('Order number, recipient or tracking').fill(held.orderNo);
    await rows(1);
    expect(page.url()).toBe(`${address}${all}&text=${held.orderNo}`);
    await page.getByRole('link', { name: 'Shipped', exact: true }).click();
    await page.getByText('No order matches these filters').waitFor();
    await lookAt('orders-none');
    await follow(`${all}&view=held&reasons=Winery,Inventory`);
    await rows(2);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Accepted from').waitFor();
    await lookAt('orders-filters');
    const entries = () => page.evaluate<number>('history.length');
    const entriesBefore = await entries();
    const asked: string[] = [];
    const list = (request: { url(): string; postData(): string | null }) =>
      void (request.url().endsWith('/Orders/List') && asked.push(request.postData() ?? ''));
    page.on('request', list);
    await page.getByLabel('Accepted from').pressSequentially('01022026');
    await page.waitForURL(/from=2026-01-02/);
    await rows(2);
    page.off('request', list);
    expect(asked.filter((request) => /"AcceptedFrom":"0/.test(request))).toEqual([]);
    expect(await entries()).toBe(entriesBefore);
    await page.getByLabel('Accepted from').fill('');
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByText(`${download.suggestedFilename()} is saved.`).waitFor();
    await hasFocus(page.getByRole('button', { name: 'Export CSV' }));
  });

  test('a filter that is written takes effect when a click beside it closes the filters', async () => {
    const { page, open, heading } = portal();
    await open('/orders');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('textbox', { name: 'Warehouse' }).fill('cob01');
    await heading('Orders').click();
    await page.getByRole('button', { name: 'Warehouse: COB01' }).waitFor();
    await page.getByRole('textbox', { name: 'Warehouse' }).waitFor({ state: 'hidden' });
  });

  test('wineries are filtered by name or number, and a filter that is removed leaves the focus beside it', async () => {
    const { server, page, open, rows, lookAt } = portal();
    const { winery } = await given();
    const other = await givenWinery(server, 'Second Bend Vineyards');
    await open('/orders?view=held&reasons=Winery');
    await page.getByRole('button', { name: 'Filters' }).click();
    const field = page.getByRole('combobox', { name: 'Winery' });
    await field.fill('second bend');
    await page.getByRole('option', { name: `${other.customerNo} · Second Bend Vineyards` }).click();
    await page.waitForURL(new RegExp(`customers=${other.customerNo}(&|$)`));
    // The number is chosen by Enter before the list of the text is there.
    await field.pressSequentially(winery.customerNo.toLowerCase());
    await field.press('Enter');
    await page.waitForURL(new RegExp(`customers=${other.customerNo},${winery.customerNo}(&|$)`));
    await rows(2);
    await lookAt('orders-wineries');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const chip = (name: string | RegExp) => page.getByRole('button', { name });
    await chip(`Winery: Second Bend Vineyards · ${other.customerNo}`).press('Enter');
    await hasFocus(chip(new RegExp(`Winery: .* · ${winery.customerNo}`)));
    await page.keyboard.press('Enter');
    await hasFocus(chip('Hold reason: Winery'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/orders\?view=held$/);
    await hasFocus(page.getByRole('search'));
    await open('/orders?view=held&reasons=Winery');
    await page.getByRole('button', { name: 'Clear' }).press('Enter');
    await page.waitForURL(/orders\?view=held$/);
    await hasFocus(page.getByRole('search'));
  });

  test('a saved view is renamed', async () => {
    const { page, admin, open, lookAt } = portal();
    const view = { Page: 'orders', Filters: [{ Name: 'types', Value: 'DTT' }], IsShared: true };
    await admin.call('SavedViews/Save', { ...view, Name: 'Direct' });
    await open('/orders?types=DTT');
    await page.getByRole('button', { name: 'Rename view…' }).click();
    await page.getByText('Its name changes for all operators.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Direct to trade');
    await lookAt('view-rename');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Direct to trade', exact: true }).waitFor();
    await hasFocus(page.getByRole('button', { name: 'Rename view…' }));
  });

  test('a saved view that another person removes while it is being renamed says so, and no other view is renamed', async () => {
    const { page, admin, open } = portal();
    const save = async (Name: string, Value: string) => {
      const Filters = [{ Name: 'types', Value }];
      return mustSucceed(await admin.call('SavedViews/Save', { Page: 'orders', Name, Filters, IsShared: true }));
    };
    const { ViewId } = await save('Going', 'RETAIL');
    await save('Staying', 'DTT,RETAIL');
    await open('/orders?types=RETAIL');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rename view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Gone');
    mustSucceed(await admin.call('SavedViews/Remove', { ViewId }));
    await page.locator('a', { hasText: /^Going$/ }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Rename view' }).click();
    await page.getByRole('alert').getByText('There is no such saved view: it was removed.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Staying', exact: true }).click();
    await page.waitForURL(/types=DTT,RETAIL/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('filters are saved as a view, which becomes a tab, and is removed', async () => {
    const { page, follow, lookAt } = portal();
    const { winery } = await given();
    await follow(`/orders?customers=${winery.customerNo}&view=held`);
    await page.getByRole('button', { name: 'Save view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Willow Bend held');
    await page.getByLabel('Show it to all operators').check();
    await lookAt('view-save');
    await page.getByRole('button', { name: 'Save view', exact: true }).click();
    const tab = page.getByRole('link', { name: 'Willow Bend held', exact: true });
    await tab.waitFor();
    expect(await tab.getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: 'Shipped', exact: true }).click();
    await page.waitForURL(/view=shipped$/);
    await tab.click();
    await page.getByRole('button', { name: 'Remove view…' }).click();
    await page.getByText('It disappears for all operators. No order changes.').waitFor();
    await lookAt('view-remove');
    await page.getByRole('button', { name: 'Remove view', exact: true }).press('Enter');
    await tab.waitFor({ state: 'hidden' });
    // The button that opened the dialog is gone.
    await hasFocus(page.locator('main'));
  });

  test('a view of one person is removed although a shared one has the same filters', async () => {
    const { server, page, open, signInAs, admin } = portal();
    const service = await signedIn(server, 'service');
    const Filters = [{ Name: 'types', Value: 'WHOLESALE' }];
    for (const [by, Name, IsShared] of [
      [admin, 'All wholesale', true],
      [service, 'My wholesale', false],
    ] as const)
      expect((await by.call('SavedViews/Save', { Page: 'orders', Name, Filters, IsShared })).status).toBe(200);
    await signInAs(service);
    await open('/orders?types=WHOLESALE');
    await page.getByRole('button', { name: 'Remove view…' }).click();
    await page.getByRole('button', { name: 'Remove view', exact: true }).click();
    await page.getByRole('link', { name: 'My wholesale' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All wholesale' }).waitFor();
    // One that was removed in another tab meanwhile.
    const again = await service.call('SavedViews/Save', {
      Page: 'orders',
      Name: 'My wholesale',
      Filters,
      IsShared: false,
    });
    await open('/orders?types=WHOLESALE');
    await page.getByRole('button', { name: 'Remove view…' }).click();
    expect((await service.call('SavedViews/Remove', { ViewId: again.body.ViewId })).status).toBe(200);
    await page.getByRole('button', { name: 'Remove view', exact: true }).click();
    await page.getByText('View My wholesale is removed.').waitFor();
    await page.getByRole('link', { name: 'My wholesale' }).waitFor({ state: 'hidden' });
    await signInAs(admin);
  });

  test('the finder finds an order by its number, by keyboard alone', async () => {
    const { page, follow, heading, lookAt, finder } = portal();
    const { held } = await given();
    await follow('/account');
    await heading('Your account').waitFor();
    await page.keyboard.press('/');
    await hasFocus(finder());
    await page.keyboard.type(held.orderNo);
    await page.getByRole('option', { name: held.orderNo }).waitFor();
    await lookAt('finder');
    await page.keyboard.press('Enter');
    await heading(held.orderNo).waitFor();
  });

  test('an order shows its holds, and every action says first what it does', async () => {
    const { page, follow, heading, lookAt } = portal();
    const { held } = await given();
    await follow(`/orders?text=${held.orderNo}`);
    await page.getByRole('link', { name: held.orderNo }).click();
    await heading(held.orderNo).waitFor();
    await page.getByText('Placed by the winery').waitFor();
    // The key that opens the dialog is held down: its repetitions neither confirm nor close it.
    await page.getByRole('button', { name: 'Cancel order…' }).focus();
    await page.keyboard.down('Enter');
    await page.getByText('This cannot be undone').waitFor();
    await lookAt('order-cancel');
    await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Keep order' }));
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep order' }).click();
    await page.getByRole('button', { name: 'Hold…' }).click();
    await page.getByLabel('Reason').fill('Call the recipient.');
    await lookAt('order-hold');
    await page.getByRole('button', { name: 'Hold order' }).click();
    await page.getByText(`Order ${held.orderNo} is held.`).waitFor();
    await page.getByText('Placed by an operator').waitFor();
  });

  test('a will-call order without a service is shown as will call', async () => {
    const { server, page, follow, heading } = portal();
    const winery = await givenWinery(server, 'Corner Counter');
    const ShipmentInfo = { ShippingCarrier: 'WIL', ShippingCarrierService: 'NONE' } as const;
    const order = await winery.order('COUNTER-1', { ShipmentInfo });
    await follow(order.address);
    await heading(order.orderNo).waitFor();
    const carrier = page.getByRole('main').getByText(/^Will call/);
    await carrier.first().waitFor();
    expect(new Set((await carrier.allTextContents()).map((text) => text.trim()))).toEqual(new Set(['Will call']));
  });

  test('labels of an order that has not left are voided, and it is open again on hold', async () => {
    const { server, page, open, heading, lookAt } = portal();
    const winery = await givenWinery(server, 'Second Label');
    const { address: where, reference, orderNo } = await winery.order('SLB-1');
    const { db } = server.environment;
    const packed = () =>
      db.rows('select from packages where customer_no = $1 and order_id = $2', [winery.customerNo, reference]);
    // It is packed some minutes after its work begins at the cutoff.
    while ((await packed()).length === 0) await winery.simulate('AdvanceClock', { Seconds: 3_600 });
    await open(where);
    await heading(orderNo).waitFor();
    await page.getByRole('button', { name: 'Void labels…' }).click();
    const dialog = page.getByRole('dialog', { name: `Void the labels of order ${orderNo}` });
    const confirm = dialog.getByRole('button', { name: 'Void labels' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('The box was damaged.');
    await lookAt('order-void-labels');
    await confirm.click();
    await page.getByText(`1 package of order ${orderNo} canceled. It is on hold.`).waitFor();
    await page.getByText('The box was damaged.').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Void labels…' }).count(), patience).toBe(0);
  });

  test('held orders are released together: a preview first, then a result for each', async () => {
    const { page, follow, rows, lookAt } = portal();
    const { winery } = await given();
    await follow(`/orders?view=held&customers=${winery.customerNo}`);
    await rows(2);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 order marked').waitFor();
    await page.getByLabel('Mark all rows of this page').click();
    await page.getByText('2 orders marked').waitFor();
    await lookAt('orders-marked');
    await page.getByRole('button', { name: 'Release…' }).click();
    await page.getByText('2 will ship.').waitFor();
    await lookAt('release');
    await page.getByRole('button', { name: 'Release 2 orders' }).click();
    await page.getByText('2 released.').waitFor();
    await lookAt('released');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('No order matches these filters').waitFor();
  });

  test('by keyboard alone: g o, j k x, the bar, Enter, and back', async () => {
    const { page, open, rows, heading, address } = portal();
    const { winery } = await given();
    await open('/account');
    await heading('Your account').waitFor();
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('o');
    await heading('Orders').waitFor();
    await open(`/orders?customers=${winery.customerNo}`);
    await rows(5);
    const active = page.locator('tr[data-active]');
    for (let nth = 0; nth < 4; nth += 1) await page.keyboard.press('j');
    await active.getByText('WBD-77101').waitFor();
    await page.keyboard.press('k');
    await active.getByText('WBD-77102').waitFor();
    // It is received, not held: there is nothing to mark.
    await page.keyboard.press('x');
    expect(await page.getByRole('region', { name: 'Marked rows' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await heading('WBD-77102').waitFor();
    await page.goBack();
    await rows(5);
    expect(page.url()).toBe(`${address}/orders?customers=${winery.customerNo}`);
    // The first stop of Tab leads past the navigation.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  /** `npm run test:portal` turns twenty pages. */
  const pages = seesAllLooks ? 20 : 3;
  test(`${pages} pages of orders: to the end and back, and all of them in the export`, async () => {
    const { server, page, follow, rows, lookAt } = portal();
    const large = await givenWinery(server, 'Thousand Oaks');
    const numbers = Array.from({ length: pages * 50 }, (_, nth) => `TOK-${String(nth).padStart(4, '0')}`);
    for (const half of [numbers.slice(0, 500), numbers.slice(500)].filter(({ length }) => length > 0)) {
      await large.orders(
        half.map((OrderNo) => ({
          OrderInfo: { OrderNo },
          ItemsInfo: [{ ItemNo: '24ROSE', ItemQuantity: 1 }],
        })) as never,
      );
    }
    await catchUpOrderIndex(server.environment.db);
    await follow(`/orders?customers=${large.customerNo}`);
    await page.getByText(`${numbers.length.toLocaleString('en-US')} orders`).waitFor();
    const seen: string[] = [];
    const firstOf = () => page.locator('tbody tr a').first().textContent();
    for (let nth = 1; ; nth += 1) {
      await rows(50);
      seen.push(...(await page.locator('tbody tr a').allTextContents()));
      if (nth === pages) break;
      const before = await firstOf();
      await page.getByRole('button', { name: 'Older' }).click();
      await expect.poll(firstOf, patience).not.toBe(before);
    }
    expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
    expect(seen.toSorted()).toEqual(numbers);
    await lookAt('orders-last-page');
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.poll(firstOf, patience).toBe(seen[(pages - 2) * 50]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(numbers.filter((number) => !csv.includes(number))).toEqual([]);
  });

  test('the overview leads to the lists', async () => {
    const { page, follow, heading, address } = portal();
    await follow('/overview');
    // No list shows the orders of today alone.
    await page.getByText('Shipped today').waitFor();
    expect(await page.getByRole('link', { name: 'Shipped today' }).count()).toBe(0);
    await page.getByRole('link', { name: /^[\d,]+\s*Held/ }).click();
    await heading('Orders').waitFor();
    expect(page.url()).toBe(`${address}/orders?view=held`);
  });

  test('the overview has the day of the operator, wherever the browser is', async () => {
    const { page, address } = portal();
    const today = Temporal.Now.plainDateISO('America/Los_Angeles');
    // One of the two has another day at any time.
    const timezoneId = ['Pacific/Kiritimati', 'Pacific/Niue'].find(
      (zone) => !Temporal.Now.plainDateISO(zone).equals(today),
    );
    const context = await assertPresent(page.context().browser(), 'the browser').newContext({
      timezoneId: assertPresent(timezoneId, 'another day'),
      locale: 'en-US',
      storageState: await page.context().storageState(),
    });
    try {
      const elsewhere = await context.newPage();
      await elsewhere.goto(`${address}/overview`);
      const name = today.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
      await elsewhere.getByRole('heading', { level: 1, name: /day, / }).waitFor({ timeout: patience.timeout });
      expect(await elsewhere.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    } finally {
      await context.close();
    }
  });

  test('an error shows its reference, and a retry', async () => {
    const { server, page, follow, rows, lookAt } = portal();
    const { winery } = await given();
    const { pool } = server.database;
    // The server's own failure: it finds no order index.
    await pool.query('alter table order_index rename to order_index_away');
    try {
      await follow(`/orders?customers=${winery.customerNo}`);
      await page
        .getByRole('alert')
        .getByText(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/)
        .waitFor();
      await lookAt('orders-error');
    } finally {
      await pool.query('alter table order_index_away rename to order_index');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(5);
  });
}
