/** Returns: what came back, in which condition, and where it is now. */
import { expect, test } from 'vitest';
import { mustSucceed } from '../../support/floor.ts';
import { givenWinery } from '../morning.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function returnWalks(portal: () => PortalUnderTest): void {
  test('a return is found by the number of its order, and leads to the stock and the order that it became', async () => {
    const { page, follow, rows, heading, lookAt, morning } = portal();
    const { winery, order } = morning.returning;
    await follow(`/returns?customers=${winery.customerNo}`);
    await rows(2);
    await page.getByRole('link', { name: 'To decide', exact: true }).click();
    await rows(1);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await rows(3);
    await page.getByLabel('RMA, order, tracking number').fill('brv-1001');
    await rows(1);
    expect(page.url()).toContain('text=brv-1001');
    await page.getByRole('link', { name: /^RMA-/ }).click();
    await page.getByText('1 did not arrive').waitFor();
    await page.getByText('Sent to the winery').waitFor();
    await page.getByRole('link', { name: 'In stock at APC01 as RTGD-NO-TX' }).click();
    await heading('2023 Pinot Noir Estate').waitFor();
    await page.getByText('Consumers cannot buy stock in status RTGD-NO-TX').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Ships again' }).click();
    await heading(order.orderNo).waitFor();
    await follow(`/returns?customers=${winery.customerNo}&text=none`);
    await page.getByText('No return matches these filters').waitFor();
    await lookAt('returns-none');
  });

  test('units of a line that become different things were announced once', async () => {
    const { server, page, admin, follow } = portal();
    const winery = await givenWinery(server, 'Halfway Cellars');
    const twelveDays = { Seconds: 12 * 24 * 3_600 };
    await winery.order('HWC-1', { ItemsInfo: [{ ItemNo: '23PIN-01', ItemQuantity: 6 }] });
    await winery.simulate('AdvanceClock', twelveDays);
    await winery.simulate('ReturnSalesOrder', { OrderNo: 'HWC-1' });
    await winery.simulate('AdvanceClock', twelveDays);
    const { Records } = mustSucceed(await admin.call('Returns/List', { Statuses: [], Customers: [winery.customerNo] }));
    const { RMANumber, TransactionReferenceNumber } = Records[0];
    const Lines = [{ ItemNo: '23PIN-01', Quantity: 2 }];
    await winery.simulate('DisposeReturn', { RMANumber, DispositionCode: 'Return to Winery', Lines });
    await follow(`/returns/${winery.customerNo}/${TransactionReferenceNumber}`);
    await page.getByText('Sent to the winery').waitFor();
    const lines = page.getByRole('table', { name: 'Lines' }).locator('tbody tr');
    const counts = await lines.locator('[data-align=end]').allTextContents();
    expect(counts).toEqual(['6', '2', '', '4']);
  });

  test('the finder leads to a return by its RMA number', async () => {
    const { page, follow, rows, morning, finder } = portal();
    await follow(`/returns?customers=${morning.returning.winery.customerNo}&view=all`);
    await rows(3);
    const rmaNumber = (await page.getByRole('link', { name: /^RMA-/ }).first().textContent()) ?? '';
    await page.keyboard.press('/');
    await finder().fill(rmaNumber);
    await page.getByRole('option', { name: rmaNumber }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: rmaNumber }).waitFor();
  });
}
