/** Holds: why an order stays, what ends each hold, and releasing many at once. */
import { expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { inDays } from '../../support/held-orders.ts';
import { signedIn } from '../../support/operator.ts';
import type { OrderOverrides } from '../../support/orders.ts';
import { seesAllLooks } from '../extent.ts';
import { givenWinery, type NamedOrder, type PortalWinery, recipientOf } from '../morning.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function holdWalks(portal: () => PortalUnderTest): void {
  test('a service person releases an order that the winery held, and it ships', async () => {
    const { server, page, follow, heading } = portal();
    const winery = await givenWinery(server, 'Marlow Creek');
    const order = await winery.order('MCK-40001', { OrderInfo: { HoldOrder: true } } as OrderOverrides);
    await portal().signInAs(await signedIn(server, 'service'));
    await follow(order.address);
    await heading(order.orderNo).waitFor();
    await page.getByText("Held at the winery's request.").waitFor();
    await page.getByText('Release it once the winery agrees.').waitFor();
    await release(portal(), '1 will ship.', 'Release 1 order', '1 released.');
    await page.getByText('Received', { exact: true }).waitFor();
    const timeline = page
      .getByRole('region', { name: 'Timeline' })
      .or(page.locator('section', { hasText: 'Timeline' }));
    await timeline.getByText('Released (Winery): a person released it.').waitFor();
    await winery.simulate('AdvanceClock', { Seconds: 14 * 24 * 3_600 });
    await page.reload();
    await page.getByText('Shipped', { exact: true }).first().waitFor();
    await timeline.getByText(/^Shipped package 1/).waitFor();
  });

  test('a hold of an order that could not be released when the dialog opened does not end with those of others', async () => {
    const { server, page, follow, rows } = portal();
    const winery = await givenWinery(server, 'Fallow Bridge');
    const [started, other] = (await winery.orders([
      { OrderInfo: { OrderNo: 'FBR-1', HoldOrder: true } },
      { OrderInfo: { OrderNo: 'FBR-2', HoldOrder: true } },
    ] as readonly OrderOverrides[])) as [NamedOrder, NamedOrder];
    await catchUpOrderIndex(server.environment.db);
    const service = await signedIn(server, 'service');
    await portal().signInAs(service);
    await follow(`/orders?view=held&customers=${winery.customerNo}`);
    await rows(2);
    await page.getByLabel('Mark all rows of this page').click();
    const setStatus = (status: string) =>
      server.database.pool.query('update sales_orders set status = $3 where customer_no = $1 and order_id = $2', [
        winery.customerNo,
        started.reference,
        status,
      ]);
    // In work while the dialog opens, and on hold again by the time of the click.
    await setStatus('PROCESSING ORDER');
    await page.getByRole('button', { name: 'Release…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 will ship, 1 rejected.').waitFor();
    await setStatus('ON WINERY REQUESTED HOLD');
    await dialog.getByRole('button', { name: 'Release 1 order' }).click();
    await dialog.getByText('1 released, 1 rejected.').waitFor();
    await dialog.getByText(/^The holds of order FBR-1 have changed since you looked at them/).waitFor();
    const { rows: statuses } = await server.database.pool.query(
      'select order_id, status from sales_orders where customer_no = $1 order by order_no',
      [winery.customerNo],
    );
    expect(statuses).toEqual([
      { order_id: started.reference, status: 'ON WINERY REQUESTED HOLD' },
      { order_id: other.reference, status: 'RECEIVED' },
    ]);
  });

  test('License, Inventory and incomplete Address holds stay and say what ends them; a doubtful address and the weather are released', async () => {
    const { server, page, follow, heading, lookAt } = portal();
    const winery = await givenWinery(server, 'Quarry Lane');
    await winery.simulate('SetLicense', { State: 'MA', Open: false });
    await winery.simulate('SetWeather', { States: ['MN'], StartDate: inDays(-1), EndDate: inDays(10) });
    const [license, stock, doubtful, incomplete, weather] = (await winery.orders([
      { OrderInfo: { OrderNo: 'QLN-1' }, RecipientContactInfo: recipientOf(4) },
      { OrderInfo: { OrderNo: 'QLN-2' }, ItemsInfo: [{ ItemNo: '24ROSE', ItemQuantity: 12 }] },
      { OrderInfo: { OrderNo: 'QLN-3' }, RecipientContactInfo: { ...recipientOf(0), ZipCode: '10001' } },
      { OrderInfo: { OrderNo: 'QLN-4' }, RecipientContactInfo: { ...recipientOf(0), Address: '' } },
      { OrderInfo: { OrderNo: 'QLN-5' }, RecipientContactInfo: recipientOf(7) },
    ] as readonly OrderOverrides[])) as [NamedOrder, NamedOrder, NamedOrder, NamedOrder, NamedOrder];
    await catchUpOrderIndex(server.environment.db);
    await portal().signInAs(await signedIn(server, 'service'));

    const stays = async (order: NamedOrder, problem: string, endsBy: string): Promise<void> => {
      await follow(order.address);
      await heading(order.orderNo).waitFor();
      await page.getByText(problem).waitFor();
      await page.getByText(endsBy).waitFor();
      await page.getByRole('button', { name: 'Release…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^0 will ship, 1 stays: /).waitFor();
      await dialog.getByText(endsBy).waitFor();
      expect(await dialog.getByRole('button', { name: 'Release', exact: true }).isDisabled()).toBe(true);
    };
    await stays(license, 'Massachusetts is closed to CLUB orders.', 'An administrator opens the state under Rules');
    await lookAt('release-refused');
    await page.getByRole('dialog').getByRole('link', { name: 'License rules' }).click();
    await expect.poll(() => page.url(), patience).toMatch(/\/rules\?view=licenses$/);
    await heading('Rules').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await stays(stock, 'Not enough stock when the order was held: 24ROSE (12 needed', 'Wait for stock');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Stock of 24ROSE' }).click();
    await page.getByText('Orders wait for 12 more').waitFor();
    await stays(incomplete, 'The recipient has no street address', 'Ask the winery to correct the address');
    await stays(weather, 'Shipments to Minnesota are on weather hold', 'An administrator can let this order ship');

    await stays(doubtful, 'ZIP code 10001 is in New York, NY, but State is CO.', 'Check the address with the winery');
    await page.getByLabel('I have read the address warnings. Release these orders as well.').check();
    await page.getByText('1 will ship.').waitFor();
    await lookAt('release-address');
    await page.getByRole('button', { name: 'Release 1 order' }).click();
    await page.getByText('1 released.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Received', { exact: true }).waitFor();

    // Only an administrator is offered to ship despite the weather.
    expect(await page.getByLabel('Ship despite the weather.').count()).toBe(0);
    await portal().signInAs(await signedIn(server, 'admin'));
    await stays(weather, 'Shipments to Minnesota are on weather hold', 'An administrator can let this order ship');
    await page.getByLabel('Ship despite the weather.').check();
    await page.getByText('1 will ship.').waitFor();
    await page.getByRole('button', { name: 'Release 1 order' }).click();
    await page.getByText('1 released.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Received', { exact: true }).waitFor();
  });

  test('Weather and Credit holds lead from the order to what removes their cause', async () => {
    const { server, page, follow, heading, address } = portal();
    const winery = await givenWinery(server, 'Causeway Cellars');
    await winery.simulate('SetWeather', { States: ['MN'], StartDate: inDays(-1), EndDate: inDays(10) });
    const order = await winery.order('CWC-1', { RecipientContactInfo: recipientOf(7) } as OrderOverrides);
    await winery.simulate('SetCredit', { OnHold: true, Description: 'Invoice 4712 is overdue' });
    for (const [name, where] of [
      ['Weather windows', '/rules'],
      ['Credit holds', `/rules?view=credit&text=${winery.customerNo}`],
    ] as const) {
      await follow(order.address);
      await page.getByRole('link', { name }).click();
      await heading('Rules').waitFor();
      expect(page.url()).toBe(`${address}${where}`);
      await page.getByRole('row').filter({ hasText: 'Causeway Cellars' }).waitFor();
    }
    // Two windows of the same days are one reason of an order to stay.
    await winery.simulate('SetWeather', { States: ['MN'], StartDate: inDays(-1), EndDate: inDays(10) });
    await follow(order.address);
    await expect.poll(() => page.getByRole('link', { name: 'Weather windows' }).count(), patience).toBe(2);
    await page.getByRole('button', { name: 'Release…' }).click();
    await page.getByText('0 will ship, 1 stays: Credit, Weather.').waitFor();
    expect(await page.getByRole('dialog').getByRole('link').allTextContents()).toEqual([
      'Credit holds',
      'Weather windows',
    ]);
  });

  /** As many as one release takes, with `npm run test:portal`. */
  const wineries = seesAllLooks ? 40 : 10;
  const held = wineries * 12 + wineries / 2;
  test(`${held} held orders of ${wineries} wineries are released at once, one outcome each, and again without effect`, async () => {
    const { server, page, follow, rows, lookAt } = portal();
    const orders = await givenBulk(server, wineries);
    const service = await signedIn(server, 'service');
    await portal().signInAs(service);
    await follow(`/orders?view=held&customers=${[...new Set(orders.map(({ customerNo }) => customerNo))].join(',')}`);
    await rows(50);
    // Pages of the list, forth and back.
    const firstOrder = page.locator('tbody tr').first().getByRole('link').first();
    const first = await firstOrder.textContent();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('button', { name: 'Newer' }).and(page.locator(':enabled')).waitFor();
    await expect.poll(() => firstOrder.textContent()).not.toBe(first);
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.poll(() => firstOrder.textContent()).toBe(first);

    await page.getByLabel('Mark all rows of this page').click();
    await page.getByText('50 orders marked').waitFor();
    // The bar comes after all rows.
    await page.keyboard.press('a');
    await hasFocus(page.getByRole('button', { name: 'Mark those of all pages' }));
    await page.keyboard.press('Enter');
    await page.getByText(`${held} orders marked`).waitFor();
    await hasFocus(page.getByRole('button', { name: 'Release…' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${held - 7} will ship, 7 stay: Inventory.`).waitFor();
    await lookAt('release-many');
    await dialog.getByRole('row', { name: new RegExp(`^BLK0-0 Bulk 0 ${orders[0]?.customerNo} Stays`) }).waitFor();
    const named = orders.map(({ customerNo, reference }) => ({
      CustomerNo: customerNo,
      TransactionReferenceNumber: reference,
    }));
    await dialog.getByRole('button', { name: `Release ${held - 7} orders` }).click();
    await dialog.getByText(`${held - 7} released, 7 stay: Inventory.`).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(held);
    expect(await dialog.getByText('Released', { exact: true }).count()).toBe(held - 7);
    expect(await dialog.getByText('Stayed', { exact: true }).count()).toBe(7);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rows(7);
    const released = async () => {
      const sql = `select count(*)::int as n from log where operation = 'Holds/ReleaseMany' and kind = 'sales_order.released' and actor = $1`;
      return (await server.database.pool.query(sql, [`operator:${service.operator.email}`])).rows[0].n;
    };
    expect(await released()).toBe(held - 7);
    // A second click of another window that still shows them.
    const { body } = await service.call('Holds/ReleaseMany', { Orders: named });
    expect(body.Summary).toBe(`0 released, 7 stay: Inventory, ${held - 7} not on hold`);
    expect(await released()).toBe(held - 7);
  });
}

/** Releases what is on the page, through the dialog. */
async function release({ page }: PortalUnderTest, preview: string, action: string, result: string): Promise<void> {
  await page.getByRole('button', { name: 'Release…' }).click();
  await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await page.getByText(preview, { exact: true }).waitFor();
  await page.getByRole('button', { name: action }).click();
  await page.getByText(result, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
}

/** Orders that wineries hold, 12 or 13 each; seven of them also wait for stock. */
async function givenBulk(server: PortalUnderTest['server'], count: number): Promise<readonly NamedOrder[]> {
  const wineries: PortalWinery[] = [];
  for (let nth = 0; nth < count; nth += 1) wineries.push(await givenWinery(server, `Bulk ${nth}`));
  const made = await Promise.all(
    wineries.map((winery, nth) =>
      winery.orders(
        Array.from({ length: nth < count / 2 ? 13 : 12 }, (_, n) => ({
          OrderInfo: { OrderNo: `BLK${nth}-${n}`, HoldOrder: true },
          ...(n === 0 && nth < 7 && { ItemsInfo: [{ ItemNo: '24ROSE', ItemQuantity: 1 }] }),
        })) as readonly OrderOverrides[],
      ),
    ),
  );
  await catchUpOrderIndex(server.environment.db);
  return made.flat();
}
