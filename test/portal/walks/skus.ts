/** Items: found, read, and changed by an administrator. */
import { test } from 'vitest';
import { givenWinery } from '../morning.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function skuWalks(portal: () => PortalUnderTest): void {
  test('an admin finds an item by the finder and changes its value', async () => {
    const { server, page, open, rows, heading, lookAt } = portal();
    const { customerNo } = await givenWinery(server, 'Cellar of the Items');
    await server.environment.db.rows(
      `update skus set upc_code = '081234567890', retired_at = case when item_no = '24ROSE' then now() end
        where customer_no = $1`,
      [customerNo],
    );
    await open(`/skus?customers=${customerNo}`);
    await rows(2);
    await page.getByRole('link', { name: 'Retired', exact: true }).click();
    await rows(1);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByLabel('Part of the item number, description or UPC').fill('8123456');
    await rows(3);
    await page.getByLabel('Part of the item number, description or UPC').fill('cabernet');
    await rows(1);
    await page.getByRole('link', { name: '22CAB-RES' }).click();
    await heading('2022 Cabernet Sauvignon Reserve, Hillside Block 7, unfiltered').waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Value of a unit in dollars').fill('ninety');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await lookAt('sku-change');
    await page.getByLabel('Value of a unit in dollars').fill('90.00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Value was 20.').waitFor();
    await page.getByRole('link', { name: 'APC01' }).click();
    await page.getByText('500 can be sold.').waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('081234567890');
    await page.getByRole('option', { name: '23PIN-01' }).click();
    await heading('2023 Pinot Noir Estate').waitFor();
    await open('/skus?text=no+such+wine');
    await page.getByText('No item matches these filters').waitFor();
    await lookAt('skus-none');
  });
}
