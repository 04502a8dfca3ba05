/** Inventory: balances, and the explanation of their numbers. */
import { expect, test } from 'vitest';
import { givenItems, givenStock } from '../../support/catalog.ts';
import { givenWinery } from '../morning.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function inventoryWalks(portal: () => PortalUnderTest): void {
  test('a service person finds why bottles cannot be sold: reserved for an order, damaged, waited for', async () => {
    const { server, page, follow, rows, heading, lookAt } = portal();
    const winery = await givenWinery(server, 'Cellar of the Numbers');
    const { customerNo } = winery;
    await givenStock(server.environment.db, customerNo, [
      { itemNo: '23PIN-01', quantity: 12, status: 'RDMG-NO-TX' },
      { itemNo: '23PIN-01', quantity: 30, warehouse: 'COB01' },
    ]);
    await winery.order('NUM-1');
    await winery.order('NUM-2', { ItemsInfo: [{ ItemNo: '24ROSE', ItemQuantity: 24 }] });

    await follow('/inventory');
    await page.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
    await page.getByRole('combobox', { name: 'Winery' }).press('Enter');
    await rows(5);
    // The field grows with the name of the winery.
    const chosen = page.getByRole('search').getByText(`Cellar of the Numbers · ${customerNo}`).first();
    await chosen.waitFor();
    expect(await chosen.evaluate(({ parentElement: pill }) => pill && pill.scrollWidth - pill.clientWidth)).toBe(0);
    await lookAt('inventory-winery');
    await page.getByRole('combobox', { name: 'Warehouse' }).click();
    await page.getByRole('option', { name: 'COB01' }).click();
    await rows(1);
    expect(page.url()).toMatch(new RegExp(`/inventory\\?customers=${customerNo}&warehouse=COB01$`));
    await page.getByLabel('Part of the item number or description').fill('no such wine');
    await page.getByText('No balance matches these filters').waitFor();
    await lookAt('inventory-none');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
    await page.getByRole('combobox', { name: 'Winery' }).press('Enter');
    await rows(5);

    await page.getByRole('link', { name: '23PIN-01' }).first().click();
    await heading('2023 Pinot Noir Estate').waitFor();
    await page.getByText('494 can be sold. 6 of 500 units on hand are reserved.').waitFor();
    await lookAt('stock');
    await page.getByRole('table', { name: 'Where it is' }).getByText('RDMG-NO-TX').click();
    await page.getByText('None can be sold. Consumers cannot buy stock in status RDMG-NO-TX').waitFor();
    await lookAt('stock-damaged');
    await page.getByRole('table', { name: 'Where it is' }).getByText('GOOD-NO-TX').first().click();
    await page.getByRole('link', { name: 'NUM-1' }).click();
    await heading('NUM-1').waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByRole('link', { name: '23PIN-01' }).click();
    await heading('2023 Pinot Noir Estate').waitFor();

    await follow(`/inventory/${customerNo}/23PIN-01?warehouse=WOX01&status=RDMG-NO-TX`);
    await page.getByText('Nothing of this item is at WOX01 as RDMG-NO-TX').waitFor();
    await lookAt('stock-elsewhere');
    const elsewhere = page.getByRole('table', { name: 'Where it is' }).getByRole('link', { name: 'COB01' });
    await elsewhere.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'COB01 GOOD-NO-TX' }).waitFor();
    await expect.poll(() => elsewhere.getAttribute('aria-current'), patience).not.toBe('false');

    await page.getByRole('button', { name: 'Change stock…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: /^Assemble/ }).click();
    await dialog.getByLabel('Sets').fill('1');
    await dialog.getByLabel('Made of').fill('NONE-1; 2 NONE-2');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('alert').getByText('2 problems', { exact: true }).waitFor();
    expect(await dialog.getByRole('alert').getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Line 1: ItemNo: /),
      expect.stringMatching(/^Line 2: ItemNo: /),
    ]);
    await lookAt('stock-change-faults');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await follow(`/inventory/${customerNo}/24ROSE`);
    await page.getByText('Orders wait for 24 more').waitFor();
    await page.getByRole('table', { name: 'Waiting for stock' }).getByRole('link', { name: 'NUM-2' }).waitFor();
    await lookAt('stock-waiting');
  });

  test('a lead makes a gift set that was never in stock, and relabels bottles for an order that waits', async () => {
    const { server, page, follow, rows, lookAt } = portal();
    const winery = await givenWinery(server, 'Cellar of the Gifts');
    const { customerNo } = winery;
    await givenItems(server.environment.db, customerNo, [{ itemNo: 'GIFT-DUO' }]);
    await winery.order('GIFT-1', { ItemsInfo: [{ ItemNo: '24ROSE', ItemQuantity: 24 }] });
    const dialog = page.getByRole('dialog');
    const make = async (sets: string, components: string) => {
      await page.getByRole('button', { name: 'Change stock…' }).click();
      await dialog.getByRole('combobox', { name: 'Change' }).click();
      await page.getByRole('option', { name: /^Assemble/ }).click();
      await dialog.getByRole('combobox', { name: 'Warehouse' }).click();
      await page.getByRole('option', { name: 'APC01' }).click();
      await dialog.getByLabel('Sets').fill(sets);
      await dialog.getByLabel('Made of').fill(components);
      await dialog.getByLabel('Why').fill('For the spring club');
      await dialog.getByRole('button', { name: 'Preview' }).click();
    };
    const post = async () => {
      await dialog.getByRole('button', { name: 'Post the change' }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    await follow(`/inventory/${customerNo}/GIFT-DUO`);
    await page.getByText('Never in stock').waitFor();
    await lookAt('stock-never');
    await make('10', '2 23PIN-01; 22CAB-RES');
    await dialog.getByText('No order is affected.').waitFor();
    await lookAt('stock-produce');
    await post();
    await page.getByText('10 can be sold.').waitFor();

    await follow(`/inventory/${customerNo}/24ROSE`);
    await make('24', '23PIN-01');
    await dialog.getByRole('list', { name: 'Affected orders' }).getByText('GIFT-1').waitFor();
    await post();
    await page.getByText('None can be sold.').waitFor();
    await page.getByRole('table', { name: 'Reserved for' }).getByRole('link', { name: 'GIFT-1' }).waitFor();

    await follow(`/inventory?view=production&customers=${customerNo}`);
    await rows(2);
    await page.getByRole('row').filter({ hasText: 'GIFT-DUO' }).getByText('For the spring club').waitFor();
  });

  test('the kind of change that was chosen in another tab is no filter of productions', async () => {
    const { page, open } = portal();
    await page.route('**/api/Inventory/ListChanges', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), Records: [], Count: 0 } });
    });
    await open('/inventory?view=changes&kind=adjustment');
    await page.getByText('No change matches these filters').waitFor();
    await page.getByRole('link', { name: 'Production', exact: true }).click();
    await page.getByText('Nothing was produced yet').waitFor();
    expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a past day that is typed keeps the focus, and is asked for when its year is complete', async () => {
    const { page, open, morning } = portal();
    const { customerNo } = morning.stonebridge;
    await open(`/inventory?view=past&customers=${customerNo}`);
    const day = page.getByLabel('At the end of');
    await day.focus();
    const asked: string[] = [];
    await page.route('**/api/Inventory/ListAt', async (route) => {
      asked.push(route.request().postDataJSON().Day);
      await route.continue();
    });
    await page.keyboard.type('01022026');
    await page.getByText('Nothing was on hand on that day').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // The same day is read again when the page learns just then that stock has changed.
    expect([await day.inputValue(), ...new Set(asked)]).toEqual(['2026-01-02', '2026-01-02']);
  });
}
