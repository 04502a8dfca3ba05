/** Purchase and transfer orders that customer service enters and changes for a winery. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { mustSucceed } from '../../support/floor.ts';
import { signedIn } from '../../support/operator.ts';
import { givenWinery } from '../morning.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function inboundWalks(portal: () => PortalUnderTest): void {
  const dialog = (): Locator => portal().page.getByRole('dialog');
  const choose = async (field: string, option: string | RegExp): Promise<void> => {
    await dialog().getByRole('combobox', { name: field, exact: true }).click();
    await portal().page.getByRole('option', { name: option }).click();
  };
  const write = async (field: string, text: string): Promise<void> => await dialog().getByLabel(field).fill(text);
  /** By keys, because the list moves when the items that match have come. */
  const chooseItem = async (name: string, text: string): Promise<void> => {
    const field = dialog().getByRole('combobox', { name, exact: true });
    await field.fill(text);
    const first = async () => (await portal().page.getByRole('option').allInnerTexts())[0]?.startsWith(text);
    await expect.poll(first, patience).toBe(true);
    await field.press('ArrowDown');
    await field.press('Enter');
  };

  test('inbound: service enters a purchase order, with faults at their fields, and changes it', async () => {
    const { server, page, open, heading, lookAt, signInAs, admin } = portal();
    const { customerNo } = await givenWinery(server, 'Telephone Ridge');
    const { customerNo: otherNo } = await givenWinery(server, 'Wireless Ridge');
    for (const [CustomerNo, InventoryStatus] of [[customerNo, 'PHONE-EV'] as const, [otherNo, 'RADIO-EV'] as const])
      mustSucceed(await admin.call('Statuses/Set', { CustomerNo, InventoryStatus, Description: 'For events' }));
    await signInAs(await signedIn(server, 'service'));
    await open(`/inbound?customers=${customerNo}`);
    await page.getByRole('button', { name: 'New purchase order…' }).click();
    await dialog().getByRole('combobox', { name: 'Winery' }).waitFor();
    await write('Due', '2031-03-03');
    // Statuses of other wineries are not offered.
    await dialog().getByRole('combobox', { name: 'Inventory status', exact: true }).click();
    await page.getByRole('option', { name: 'PHONE-EV' }).waitFor();
    expect(await page.getByRole('option', { name: 'RADIO-EV' }).count()).toBe(0);
    await page.getByRole('option', { name: 'GOOD-NO-TX' }).click();
    await choose('Transport', 'Picked up at the winery');
    await chooseItem('Item 1', '23PIN-01');
    // Another winery has another item under this number.
    for (const winery of [otherNo, customerNo]) {
      await dialog().getByRole('combobox', { name: 'Winery' }).fill(winery);
      await page.getByRole('option', { name: winery }).click();
      const item = dialog().getByRole('combobox', { name: 'Item 1', exact: true });
      await expect.poll(() => item.inputValue(), patience).toBe('');
      if (winery === otherNo) await chooseItem('Item 1', '23PIN-01');
    }
    await chooseItem('Item 1', '23PIN-01');
    await dialog().getByRole('button', { name: 'Enter purchase order' }).click();
    await dialog()
      .getByRole('alert')
      .getByText(/^\d+ fields to correct\. Nothing was saved\.$/)
      .waitFor();
    const street = dialog().getByLabel('Street');
    expect(await street.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog().getByLabel('Units').getAttribute('aria-invalid')).toBe('true');
    await lookAt('purchase-order-faults');
    await choose('Transport', 'Brought to the warehouse');
    await write('Reference of the winery', 'PHONE-1');
    await write('Pickup reference', 'TRUCK-1');
    await write('First name of the contact', 'Sample');
    await choose('Warehouse', 'APC01');
    // What was typed is sent, and refused: it does not become 1.
    await write('Units', '0');
    await dialog().getByRole('button', { name: 'Enter purchase order' }).click();
    await dialog().getByText('1 field to correct. Nothing was saved.').waitFor();
    expect(await dialog().getByLabel('Units').inputValue()).toBe('0');
    await write('Units', '120');
    expect(await dialog().getByLabel('Units').getAttribute('aria-invalid')).not.toBe('true');
    await lookAt('purchase-order-new');
    await dialog().getByRole('button', { name: 'Enter purchase order' }).click();
    await page.getByText('Purchase order PHONE-1 is entered.').waitFor();
    await heading('PO000001').waitFor();
    await page.getByText('Brought to the warehouse').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await navigation.locator('[aria-current=page]').getByText('Inbound').waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByText('2023 Pinot Noir Estate').waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    expect(await dialog().getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await write('Instructions', 'Dock 3');
    await dialog().getByRole('button', { name: 'Add an item' }).click();
    await chooseItem('Item 2', '24ROSE');
    await dialog().getByLabel('Units').nth(1).fill('36');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Purchase order PO000001 is changed.').waitFor();
    await page.getByText('Dock 3').waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByText('24ROSE').waitFor();
    await signInAs(admin);
  });

  test('inbound: service enters a transfer in cases and changes its quantity', async () => {
    const { server, page, open, lookAt, signInAs, admin } = portal();
    const { customerNo } = await givenWinery(server, 'Moving Hills');
    await signInAs(await signedIn(server, 'service'));
    await open(`/inbound?view=transfers&customers=${customerNo}`);
    await page.getByRole('button', { name: 'New transfer…' }).click();
    await write('Reference of the winery', 'MOVE-1');
    await write('Ships on', '2031-03-03');
    await choose('From', 'WOX01');
    await choose('To', 'WOX01');
    await write('First name of the contact', 'Sample');
    await write('Last name of the contact', 'Contact');
    await write('Phone', '7075550100');
    await write('E-mail', 'cellar@example.com');
    await chooseItem('Item 1', '23PIN-01');
    await write('Quantity', '5');
    await choose('In', 'Cases');
    await dialog().getByRole('button', { name: 'Enter transfer order' }).click();
    await dialog().getByText('Choose another one than “From”.').waitFor();
    await lookAt('transfer-order-fault');
    await choose('To', 'SJU01');
    await dialog().getByRole('button', { name: 'Enter transfer order' }).click();
    await page.getByText('Transfer order MOVE-1 is entered.').waitFor();
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByRole('cell', { name: '60', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await write('Quantity', '2');
    await lookAt('transfer-order-change');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Transfer order TO000001 is changed.').waitFor();
    await expect.poll(() => lines.getByRole('cell', { name: '24', exact: true }).count(), patience).toBe(1);
    await signInAs(admin);
  });
}
