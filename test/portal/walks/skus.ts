/** Items: found, read, and changed by an administrator. */
import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { givenWinery } from '../morning.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function skuWalks(portal: () => PortalUnderTest): void {
  test('an admin finds an item by the finder and changes its value', async () => {
    const { server, page, follow, rows, heading, lookAt, finder } = portal();
    const { customerNo } = await givenWinery(server, 'Cellar of the Items');
    const { db } = server.environment;
    await db.rows(`update skus set upc_code = '081234567890' where customer_no = $1`, [customerNo]);
    await db.rows(`update skus set retired_at = now() where customer_no = $1 and item_no = '24ROSE'`, [customerNo]);
    await follow(`/skus?customers=${customerNo}`);
    await rows(2);
    await page.getByRole('link', { name: 'Retired', exact: true }).click();
    await rows(1);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByLabel('Item number, description or UPC').fill('8123456');
    await rows(3);
    await page.getByLabel('Item number, description or UPC').fill('cabernet');
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
    // A case has a code of its own, which a scanner ends with Enter, or with CR and LF: the second one must not save any number of units.
    await page.getByRole('button', { name: 'Add code…' }).click();
    const dialog = page.getByRole('dialog');
    await hasFocus(dialog.getByLabel('Code', { exact: true }));
    const sent: unknown[] = [];
    const note = (request: Request) => {
      if (request.url().endsWith('/api/ItemCodes/Set')) sent.push(request.postDataJSON().Units);
    };
    page.on('request', note);
    await page.keyboard.type('10812345678903\n\n');
    await expect.poll(() => page.evaluate('document.activeElement?.id'), patience).toBe('units-of-code');
    await lookAt('sku-code');
    await page.keyboard.type('12\n');
    await dialog.getByText('check digit').waitFor();
    expect(sent).toEqual([12]);
    page.off('request', note);
    await dialog.getByLabel('Code', { exact: true }).fill('CASE-22CAB');
    await dialog.getByRole('button', { name: 'Add code' }).click();
    const codes = page.getByRole('table', { name: 'Codes' });
    await codes.getByText('12 units').waitFor();
    await lookAt('sku-codes');
    // The same code again changes its units, however it is typed, and with the symbology that a scanner may put before it.
    await page.getByRole('button', { name: 'Add code…' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill(']C1case-22cab');
    await dialog.getByLabel('Units that a scan counts').fill('24');
    await dialog.getByText('The item has CASE-22CAB, of 12 units, which is replaced.').waitFor();
    await dialog.getByRole('button', { name: 'Replace code' }).click();
    await codes.getByText('24 units').waitFor();
    expect(await codes.getByText('12 units').count()).toBe(0);
    // Another code, which differs only in a hyphen.
    await page.getByRole('button', { name: 'Add code…' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill('CASE22CAB');
    await dialog.getByLabel('Units that a scan counts').fill('36');
    await dialog.getByRole('button', { name: 'Add code' }).click();
    await codes.getByText('36 units').waitFor();
    await codes.getByRole('button', { name: 'Remove CASE22CAB' }).click();
    await dialog.getByRole('button', { name: 'Remove code' }).click();
    await codes.getByText('36 units').waitFor({ state: 'hidden' });
    await codes.getByRole('button', { name: 'Remove CASE-22CAB' }).click();
    await dialog.getByText('stays counted').waitFor();
    await dialog.getByRole('button', { name: 'Remove code' }).click();
    await page.getByText('No other code').waitFor();
    await page.getByRole('link', { name: 'APC01' }).click();
    await page.getByText('500 can be sold.').waitFor();
    await page.keyboard.press('/');
    await finder().fill('081234567890');
    await page.getByRole('option', { name: '23PIN-01' }).click();
    await heading('2023 Pinot Noir Estate').waitFor();
    await follow('/skus');
    await page.getByRole('button', { name: 'Import codes…' }).click();
    await dialog.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
    await page.getByRole('option', { name: new RegExp(`^${customerNo} `) }).click();
    await dialog.getByLabel('Lines').fill('item_no,code,units\n23PIN-01,CASE-PIN,12\nNO-SUCH,CASE,12\n');
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await dialog.getByText('line 3, item_no').waitFor();
    await dialog.getByLabel('Lines').fill('item_no,code,units\n23PIN-01,CASE-PIN,12\n');
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await dialog.getByText('CASE-PIN counts 12 units').waitFor();
    await lookAt('skus-import');
    await dialog.getByRole('button', { name: 'Import 1 code' }).click();
    await page.getByText('1 code added, 0 changed.').waitFor();
    await follow('/skus?text=no+such+wine');
    await page.getByText('No item matches these filters').waitFor();
    await lookAt('skus-none');
  });
}
