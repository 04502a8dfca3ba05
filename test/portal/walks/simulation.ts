/** The test environment: operators move clocks, receive goods and let things go wrong. */
import { expect, test } from 'vitest';
import { setClock } from '../../simulation/clock.ts';
import { sentPurchaseOrder } from '../../support/purchase-orders.ts';
import { givenWinery, recipientOf } from '../morning.ts';
import { once } from '../once.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function simulationWalks(portal: () => PortalUnderTest): void {
  const given = once(async () => {
    const { server } = portal();
    const winery = await givenWinery(server, 'Clockwork Cellars');
    // A Tuesday, so that the days until the order ships and arrives are known.
    await setClock(server.environment.db, winery.customerNo);
    await winery.orders([{ RecipientContactInfo: recipientOf(0), OrderInfo: { OrderNo: 'SIM-1' } }]);
    const items = [{ ItemNo: '24ROSE', ItemQuantity: 600 }];
    const announced = sentPurchaseOrder({ CustomerReferenceNo: 'ROSE-2026' }, items);
    expect((await winery.client.call('InventoryMovement/CreatePurchaseOrder', announced)).status).toBe(201);
    return winery;
  });

  /** The controls of the winery, when they can be used. */
  async function openControls(): Promise<void> {
    const { customerNo } = await given();
    await portal().open(`/simulation?customer=${customerNo}`);
    await portal().page.getByRole('button', { name: 'Stock: Adjust…' }).waitFor();
  }

  test('simulation: the band leads to it, and a winery is chosen', async () => {
    const { page, open, heading, lookAt } = portal();
    const winery = await given();
    await open('/overview');
    await page.getByRole('link', { name: 'Simulate', exact: true }).click();
    await heading('Simulation').waitFor();
    await page.getByText('Choose a winery').waitFor();
    await lookAt('simulation-choose');
    await page.getByRole('combobox', { name: 'Winery' }).fill('Clockwork');
    await page.getByRole('option', { name: `${winery.customerNo} · Clockwork Cellars` }).click();
    await page.getByText('orders are processed').waitFor();
  });

  test('simulation: announced goods arrive', async () => {
    const { page, lookAt } = portal();
    await openControls();
    await lookAt('simulation');
    await page.getByRole('button', { name: /^Receive PO/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All open quantities arrive at APC01').waitFor();
    await lookAt('simulation-receive');
    await dialog.getByRole('button', { name: 'Receive all' }).click();
    await page.getByText(/^The goods of PO.* have arrived\.$/).waitFor();
    await page.getByText('Nothing is announced').waitFor();
  });

  test('simulation: stock is counted', async () => {
    const { page, lookAt } = portal();
    await openControls();
    await page.getByRole('button', { name: 'Stock: Adjust…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Item').fill('24ROSE');
    await dialog.getByRole('combobox', { name: 'Warehouse' }).click();
    await dialog.getByRole('option', { name: 'APC01' }).click();
    await dialog.getByLabel('Difference in bottles').fill('-6');
    await lookAt('simulation-adjust');
    await dialog.getByRole('button', { name: 'Adjust stock' }).click();
    await page.getByText('24ROSE at APC01: −6.').waitFor();
  });

  test('simulation: a cycle count is opened, recorded twice, and posted', async () => {
    const { page, lookAt } = portal();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Cycle count: Open…' }).click();
    await dialog.getByLabel('Items').fill('24ROSE');
    await dialog.getByRole('combobox', { name: 'Warehouse' }).click();
    await dialog.getByRole('option', { name: 'APC01' }).click();
    await dialog.getByRole('button', { name: 'Open count' }).click();
    await page.getByText('A count of 1 line at APC01 is open.').waitFor();
    for (const result of ['1 line must be counted again.', 'The count is recorded.']) {
      await page.getByRole('button', { name: 'Record count at APC01' }).click();
      await dialog.getByLabel('Bottles of 24ROSE in GOOD-NO-TX').fill('590');
      await lookAt('simulation-count');
      await dialog.getByRole('button', { name: 'Record count' }).click();
      await page.getByText(result).waitFor();
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.getByText('Counted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close count at APC01' }).click();
    await dialog.getByRole('button', { name: 'Close count' }).click();
    await page.getByText('1 difference posted.').waitFor();
    await page.getByText('No count is open').waitFor();
  });

  test('simulation: the clock delivers an order, a carrier reports a problem, and the order comes back', async () => {
    const { page, lookAt } = portal();
    await openControls();
    const dialog = page.getByRole('dialog');
    const advance = async (name: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).click();
      await dialog.getByText('The clock cannot go back.').waitFor();
      await dialog.getByRole('button', { name: 'Advance clock' }).click();
      await page.getByText('The clock shows').last().waitFor();
      await dialog.waitFor({ state: 'hidden' });
    };
    const shipped = async (): Promise<boolean> => {
      const { rows } = await portal().server.database.pool.query(
        "select 1 from sales_orders where customer_no = $1 and status = 'SHIPPED'",
        [(await given()).customerNo],
      );
      return rows.length > 0;
    };
    await advance('To the next step…');
    for (let day = 0; day < 7 && !(await shipped()); day += 1) await advance('1 day…');
    await page.getByRole('button', { name: 'Delivery problem: Report…' }).click();
    await dialog.getByLabel('Order number').fill('SIM-1');
    await lookAt('simulation-problem');
    await dialog.getByRole('button', { name: 'Report problem' }).click();
    await page.getByText('Reported for 1 package of SIM-1.').waitFor();
    await page.getByRole('button', { name: 'Return: Return…' }).click();
    await dialog.getByLabel('Order number').fill('SIM-1');
    await dialog.getByRole('button', { name: 'Return order' }).click();
    await page.getByText(/The return RMA-.* is on its way/).waitFor();
    await page.getByRole('button', { name: 'Disposition: Decide…' }).click();
    await dialog.getByLabel('RMA number').fill('RMA-NONE-1');
    await dialog.getByRole('button', { name: 'Set disposition' }).click();
    await dialog.getByRole('alert').waitFor();
    await lookAt('simulation-refused');
    await page.keyboard.press('Escape');
  });
}
