/** Will call, by keys and scans alone: an order is found at the counter and handed over to an adult. */
import { expect, test } from 'vitest';
import { openFloor, worked } from '../../support/floor.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function willCallWalks(portal: () => PortalUnderTest): void {
  test('will call: an order is scanned and handed over once the ID was checked', async () => {
    const { page, open, heading, server, signInAs, lookAtPage } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
    const orders = [await winery.waiting({ ShipmentInfo }), await winery.waiting({ ShipmentInfo })] as const;
    await floor.release(winery, ...orders.map(({ reference }) => reference));
    for (const { orderNo } of orders) await floor.label(orderNo, ['WINE-1']);
    await signInAs(floor.packer);
    await open('/overview');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Will call' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading('Will call').waitFor();
    // The browser may have chosen another warehouse last.
    await open(`/will-call?warehouse=${worked}`);
    const waiting = page.getByRole('table', { name: 'Will-call orders' });
    for (const { orderNo } of orders) await waiting.getByText(orderNo).waitFor();
    const scan = async (code: string) => {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    const band = page.locator('output');
    await scan('NOT-THERE');
    await band.getByText('No order waits under NOT-THERE.').waitFor();
    await scan(orders[0].orderNo);
    await page.getByRole('heading', { name: `Order ${orders[0].orderNo}` }).waitFor();
    await page.getByRole('list', { name: 'What is handed over' }).getByText('WINE-1').first().waitFor();
    await page.keyboard.press('F2');
    await band.getByText('Check the ID and have an adult sign first').waitFor();
    await page.keyboard.press('F4');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Of age/ }).isChecked(), patience).toBe(true);
    await band.getByText('The ID was checked.').waitFor();
    await page.keyboard.press('F6');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Another person/ }).isChecked(), patience).toBe(true);
    await lookAtPage('will-call-order');
    // The next one is scanned before the server has replied.
    await page.keyboard.press('F2');
    await scan(orders[1].orderNo.toLowerCase());
    await waiting.getByText(orders[0].orderNo).waitFor({ state: 'hidden' });
    expect(await winery.statusOf(orders[0].reference)).toBe('SHIPPED');
    // It begins with nothing checked.
    await page.getByRole('heading', { name: `Order ${orders[1].orderNo}` }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Of age/ }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: `Order ${orders[1].orderNo}` }).waitFor({ state: 'hidden' });
    expect(await winery.statusOf(orders[1].reference)).toBe('PROCESSING ORDER');
    await lookAtPage('will-call-waiting');
    // More orders wait than a list has: one beyond its end is found by its scan.
    const pattern = '**/api/Floor/ListWillCall';
    await page.route(pattern, async (route) => {
      if ('Scan' in route.request().postDataJSON()) await route.continue();
      else await route.fulfill({ json: { Records: [], Next: 'later' } });
    });
    try {
      await page.reload();
      await page.getByText('There are more').waitFor();
      await scan(orders[1].orderNo);
      await page.getByRole('heading', { name: `Order ${orders[1].orderNo}` }).waitFor();
    } finally {
      await page.unroute(pattern);
    }
  });
}
