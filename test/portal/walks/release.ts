/** Release and waves, by keys alone: what waits is previewed, released, printed, and taken back. */
import { expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { type Floor, openFloor, worked } from '../../support/floor.ts';
import { inDays } from '../../support/held-orders.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function releaseWalks(portal: () => PortalUnderTest): void {
  let floor: Floor;
  let winery: Awaited<ReturnType<Floor['winery']>>;
  const focused = () => portal().page.evaluate(`document.activeElement?.textContent?.trim()`);
  /** Moves the focus by Tab to a button or link with this text. */
  const tabTo = async (text: string): Promise<void> => {
    for (let steps = 0; steps < 60 && (await focused()) !== text; steps += 1) await portal().page.keyboard.press('Tab');
    expect(await focused()).toBe(text);
  };

  test('release: a lead sees what waits as waves, and releases two of them', async () => {
    const { page, open, heading, rows, server, signInAs, lookAt, lookAtPage } = portal();
    floor = await openFloor(server);
    winery = await floor.winery();
    const pair = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
    for (let n = 0; n < 3; n += 1) await winery.waiting(pair);
    await winery.waiting({ ShipmentInfo: { IcePack: 1, ShippingCarrier: 'UPS' } });
    const cold = await winery.waiting({ ShipmentInfo: { IcePack: 1, ShippingCarrier: 'UPS' } });
    await winery.waiting({ ShipmentInfo: { RequestedShipmentDate: inDays(20) } });
    await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 4 }] });
    await catchUpOrderIndex(server.environment.db);
    await signInAs(floor.lead);
    await open('/overview');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Release' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await heading('Release').waitFor();
    // Without a day, orders of later days are left out.
    await open(`/release?warehouse=${worked}&customers=${winery.customerNo}`);
    await page.getByText('5 orders waiting').waitFor();
    const later = Temporal.Now.plainDateISO().add({ days: 30 });
    await open(`/release?warehouse=${worked}&customers=${winery.customerNo}&by=${later}`);
    await page.getByText('6 orders waiting').waitFor();
    const waves = page.getByRole('table', { name: 'Waves to release' });
    await expect.poll(() => waves.locator('tbody tr').count(), patience).toBe(2);
    await page.getByText('Short of 4 bottles').waitFor();
    await page.getByRole('table', { name: 'Orders that would stay' }).getByText('ship date is in the future').waitFor();
    await lookAtPage('release-waiting');
    // The first wave leaves while the page is open.
    await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: cold.reference });
    await catchUpOrderIndex(server.environment.db);
    await page.getByText('5 orders waiting').waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 waves marked').waitFor();
    await tabTo('Release…');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 orders with 7 bottles.').waitFor();
    await lookAt('release-waves');
    await expect.poll(focused, patience).toBe('Release 4 orders');
    await page.keyboard.press('Enter');
    await dialog.getByText('4 orders released.').waitFor();
    expect(await dialog.getByRole('link', { name: /^Wave \d+$/ }).count()).toBe(4);
    await lookAt('release-released');
    await expect.poll(focused, patience).toBe('Done');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing can be released').or(page.getByText('No order that waits matches')).waitFor();
    await rows(1);
  });

  test('waves: a pick list is printed, an order is taken back, and progress is live', async () => {
    const { page, open, heading, signInAs, lookAt, lookAtPage } = portal();
    await signInAs(floor.lead);
    await open('/overview');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Waves' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await heading('Waves').waitFor();
    const listed = page.getByRole('table', { name: 'Waves' });
    const wave = listed.locator('tbody tr', { hasText: '3 to pick' });
    await wave.waitFor();
    await lookAtPage('waves-released');
    await wave.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const picks = page.getByRole('table', { name: 'Pick list' });
    await picks.getByText('WINE-1', { exact: true }).waitFor();
    expect(await picks.locator('tbody td').last().textContent()).toBe('6');
    await lookAtPage('wave');
    // On paper: the pick list, and nothing around it.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 960 });
    expect(await picks.isVisible()).toBe(true);
    for (const hidden of [page.getByRole('navigation'), page.getByRole('table', { name: 'Orders of the wave' })]) {
      expect(await hidden.first().isVisible()).toBe(false);
    }
    await portal().keepPicture('wave-printed');
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await tabTo('Print pick list');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title(), patience).toBe('printed');

    const orders = page.getByRole('table', { name: 'Orders of the wave' });
    const orderNo = (await orders.locator('tbody a').first().textContent()) ?? '';
    await floor.pack('OpenPacking', { Scan: orderNo });
    // What others do appears by itself.
    await orders.getByText(floor.packer.operator.email).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 order marked').waitFor();
    await tabTo('Take back…');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Why').waitFor();
    await page.keyboard.type('The winery asked for it');
    await lookAt('wave-take-back');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('is open again').waitFor();
    await expect.poll(focused, patience).toBe('Done');
    await page.keyboard.press('Enter');
    await orders.getByText('stopped').waitFor();
    await expect.poll(() => picks.locator('tbody td').last().textContent(), patience).toBe('4');
  });
}
