/** Warehouses, inventory statuses and calendars: changed with their effect said first, and not removed while in use. */
import { expect, test } from 'vitest';
import { givenItems } from '../../support/catalog.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function referenceDataWalks(portal: () => PortalUnderTest): void {
  test('reference data: a warehouse in use says by what, an empty one is removed', async () => {
    const { page, follow, lookAt, morning, admin } = portal();
    await follow('/warehouses');
    await page.getByRole('button', { name: 'Remove APC01' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It cannot be removed: ').waitFor();
    await dialog.getByRole('link', { name: 'Stonebridge Cellars' }).waitFor();
    await dialog.getByText('while these are open there').waitFor();
    await dialog.getByRole('link', { name: /^RMA-/ }).first().waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /^Return RMA-\S+ of \D.+ W\d+$/ })
      .first()
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Remove warehouse' }).isDisabled()).toBe(true);
    await lookAt('warehouse-in-use');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New warehouse…' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill('wlk01');
    await dialog.getByLabel('ZIP code').fill('95814');
    await dialog.getByRole('checkbox', { name: 'Sat' }).check();
    await lookAt('warehouse-new');
    await dialog.getByRole('button', { name: 'Add warehouse' }).click();
    await page.getByText('WLK01 in Sacramento, CA is added.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'WLK01' });
    await row.getByText('Mon to Sat').waitFor();
    await page.getByRole('button', { name: 'New warehouse…' }).click();
    await dialog.getByLabel('ZIP code').fill('95814');
    await dialog.getByLabel('Code', { exact: true }).fill('WLK01');
    await dialog.getByText('There is a warehouse WLK01. Change it in the list.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add warehouse' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Change WLK01' }).click();
    await dialog.getByRole('checkbox', { name: 'Returns go there' }).uncheck();
    // A colleague changes it meanwhile.
    await admin.call('Warehouses/Set', { Warehouse: 'WLK01', WorkingDays: [1, 2] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText(`WLK01 was changed by ${admin.operator.email}`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText('Mon, Tue').waitFor();
    await row.getByRole('button', { name: 'Change WLK01' }).click();
    await dialog.getByRole('checkbox', { name: 'Returns go there' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Not accepted').waitFor();
    await row.getByText('Automatic').waitFor();
    await row.getByRole('button', { name: 'Change WLK01' }).click();
    await dialog.getByRole('combobox', { name: 'Orders' }).click();
    await dialog.getByRole('option', { name: 'Worked by people' }).click();
    await dialog.getByText('Until then they stay open.').waitFor();
    await lookAt('warehouse-worked');
    // The city is that of the new ZIP code, unless it is typed.
    await dialog.getByLabel('ZIP code').fill('94558');
    expect(await dialog.getByLabel('City').inputValue()).toBe('');
    await dialog.getByLabel('City').fill('Sacramento');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('By people').waitFor();
    await row.getByText('Sacramento, CA').waitFor();
    await row.getByRole('button', { name: 'Change WLK01' }).click();
    await dialog.getByLabel('City').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('WLK01 in Napa, CA is changed.').waitFor();
    await row.getByRole('button', { name: 'Address of WLK01' }).click();
    await dialog.getByLabel('Company').fill('Walk Cellars');
    await dialog.getByLabel('Street').fill('1 Walk Way');
    await dialog.getByLabel('Phone').fill('9165550100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Address of WLK01' }).click();
    await dialog.getByRole('button', { name: 'Remove the address…' }).waitFor();
    await lookAt('warehouse-address');
    await dialog.getByRole('button', { name: 'Remove the address…' }).click();
    await dialog.getByRole('button', { name: 'Remove the address', exact: true }).click();
    await page.getByText('Packages of WLK01 have no address to ship from.').waitFor();
    await row.getByRole('button', { name: 'Remove WLK01' }).click();
    await dialog.getByText('Nothing is in it.').waitFor();
    await dialog.getByRole('button', { name: 'Remove warehouse' }).click();
    await page.getByText('Warehouse WLK01 is removed.').waitFor();
    await row.waitFor({ state: 'hidden' });
    expect(morning.stonebridge.customerNo).toMatch(/^W/);
  });

  test('reference data: a shipper is added, packed into by the rule of a warehouse, and retired', async () => {
    const { page, follow, lookAt } = portal();
    const dialog = page.getByRole('dialog');
    await follow('/shippers');
    await page.getByRole('button', { name: 'New shipper…' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill('s4');
    await dialog.getByLabel('Name').fill('4 bottles');
    await dialog.getByLabel('Bottles of 750 ml').fill('4');
    await dialog.getByLabel('Outer size, in').fill('16 x 16');
    await dialog.getByText('As 16 x 10 x 6').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add shipper' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Outer size, in').fill('16 x 16 x 6');
    await dialog.getByLabel('Empty weight, lb').fill('2.4');
    await lookAt('shipper-new');
    await dialog.getByRole('button', { name: 'Add shipper' }).click();
    await page.getByText('Shipper S4 is added.').waitFor();
    await page.getByRole('row').filter({ hasText: 'S4' }).getByText('16 × 16 × 6 in').waitFor();
    await page.getByRole('link', { name: 'Packing rules' }).click();
    await page.getByText('1 box with 12').waitFor();
    await page.getByRole('button', { name: 'Rule of a warehouse…' }).click();
    await dialog.getByRole('combobox', { name: 'Warehouse' }).click();
    await dialog.getByRole('option', { name: 'WOX01' }).click();
    for (const step of [5, 4, 3, 2]) await dialog.getByRole('button', { name: `Remove step ${step}` }).click();
    await dialog.getByRole('combobox', { name: 'Shipper, step 1' }).click();
    await dialog.getByRole('option', { name: '4 bottles (S4)' }).click();
    await dialog.getByLabel('Up to, step 1').fill('5');
    await dialog.getByText('packs 5 into shipper S4, which holds 4').waitFor();
    await dialog.getByLabel('Up to, step 1').fill('4');
    await dialog.getByText('3 boxes with 4').waitFor();
    await lookAt('packing-rule-new');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('The rule of WOX01 for bottles up to 1 L is set.').waitFor();
    await page.getByRole('link', { name: 'Shippers', exact: true }).last().click();
    await page.getByRole('button', { name: 'Retire S4' }).click();
    await dialog.getByRole('button', { name: 'Retire shipper' }).click();
    await dialog.getByRole('alert').getByText('Choose another one in the rule first.').waitFor();
    await lookAt('shipper-in-use');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await follow('/shippers?view=rules');
    await page.getByRole('button', { name: 'Remove the rule of WOX01 for bottles up to 1 L' }).click();
    await dialog.getByRole('button', { name: 'Remove rule' }).click();
    await page.getByText('WOX01 packs by the rule for all warehouses.').waitFor();
    await page.getByRole('link', { name: 'Shippers', exact: true }).last().click();
    await page.getByRole('button', { name: 'Retire S4' }).click();
    await dialog.getByRole('button', { name: 'Retire shipper' }).click();
    await page.getByText('Shipper S4 is retired.').waitFor();
  });

  test('reference data: a carrier account is entered, tested and disabled, and its key is never shown', async () => {
    const { page, follow, lookAt } = portal();
    const dialog = page.getByRole('dialog');
    const key = 'EZTK-typed-once-and-never-shown-w4lk';
    // The carrier itself is asked by the tests of the operation.
    await page.route('**/api/CarrierAccounts/Test', (route) =>
      route.fulfill({ json: { Result: 'failed', Message: 'the API key is invalid (HTTP 401)' } }),
    );
    await follow('/carriers');
    await page.getByText('No account was entered yet').waitFor();
    expect(await page.getByText(/An administrator/).count()).toBe(0);
    await page.getByRole('button', { name: 'Add account…' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill('main');
    await dialog.getByLabel('Name').fill('Main account');
    expect(await dialog.getByRole('button', { name: 'Add account' }).isDisabled()).toBe(true);
    await dialog.getByLabel('API key').fill('two words');
    await dialog.getByText('A key has no spaces. Copy it again.').waitFor();
    await dialog.getByLabel('API key').fill(key);
    await dialog.getByRole('button', { name: 'Add a carrier' }).click();
    await dialog.getByLabel('Account number').fill('123456789');
    await dialog.getByLabel('EasyPost account id').fill('FedEx');
    await dialog.getByText('An id that begins with ca_').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add account' }).isDisabled()).toBe(true);
    await dialog.getByLabel('EasyPost account id').fill('ca_0123456789');
    await lookAt('carrier-account-new');
    await dialog.getByRole('button', { name: 'Add account' }).click();
    await page.getByText('Carrier account MAIN is added.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Main account' });
    await row.getByText('…w4lk').waitFor();
    await row.getByRole('button', { name: 'Test MAIN' }).click();
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await dialog.getByText('the API key is invalid (HTTP 401)').waitFor();
    await lookAt('carrier-account-test');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.unrouteAll({ behavior: 'wait' });
    await row.getByRole('button', { name: 'Change MAIN' }).click();
    expect(await dialog.getByLabel('New API key').getAttribute('placeholder')).toBe('…w4lk stays');
    expect(await dialog.getByLabel('EasyPost account id').inputValue()).toBe('ca_0123456789');
    await dialog.getByRole('checkbox', { name: 'Labels are bought through it' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Disabled').waitFor();
    await lookAt('carrier-accounts');
    expect(await page.content()).not.toContain(key);
    expect(await dialog.count()).toBe(0);
  });

  test('reference data: a cutoff and a holiday change the next days', async () => {
    const { page, follow, lookAt } = portal();
    const dialog = page.getByRole('dialog');
    await follow('/calendars?view=cutoffs&warehouse=WOX01');
    await page.getByText('Times are those of the warehouse, in Los Angeles.').waitFor();
    await page.getByRole('button', { name: 'New cutoff…' }).click();
    await dialog.getByRole('combobox', { name: 'Carrier' }).click();
    await dialog.getByRole('option', { name: 'GSO' }).click();
    await dialog.getByLabel('Ships until').fill('23:45');
    await lookAt('cutoff-new');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('GSO Ground ships from WOX01 until 11:45 PM.').waitFor();
    await page.getByRole('button', { name: 'New cutoff…' }).click();
    await dialog.getByRole('combobox', { name: 'Carrier' }).click();
    await dialog.getByRole('option', { name: 'GSO' }).click();
    await dialog.getByText('There is a cutoff of this service, 11:45 PM, which is replaced.').waitFor();
    await dialog.getByRole('button', { name: 'Replace cutoff' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Next days' }).click();
    await page.getByRole('row').filter({ hasText: 'WOX01' }).getByText('11:45 PM').first().waitFor();
    await page.getByRole('link', { name: 'Cutoffs' }).click();
    await follow('/calendars?view=cutoffs&warehouse=WOX01');
    await page.getByRole('button', { name: 'Remove the cutoff of GSO Ground' }).click();
    await dialog.getByText('It ships from WOX01 until 2:00 PM then, instead of 11:45 PM').waitFor();
    await dialog.getByRole('button', { name: 'Remove cutoff' }).click();
    await page.getByText('GSO Ground ships from WOX01 until 2:00 PM.').waitFor();
    // Never a holiday of the defaults.
    const day = Temporal.Now.plainDateISO('America/Los_Angeles').add({ years: 1 }).with({ month: 10, day: 20 });
    await follow(`/calendars?view=holidays&year=${day.year}`);
    await page.getByRole('button', { name: 'New holiday…' }).click();
    // It fails until the button is pressed: the page also reads again by itself, and takes the button away while it does.
    await page.evaluate(
      `addEventListener('click', ({ target }) => { window.hasAsked ||= target.textContent.includes('Try again'); }, true)`,
    );
    await page.route('**/api/Calendars/ListHolidays', async (route) => {
      const hasAsked = await page.evaluate('window.hasAsked === true');
      await (hasAsked ? route.continue() : route.fulfill({ status: 502, json: {} }));
    });
    await dialog.getByLabel('Day').fill(day.add({ years: 1 }).toString());
    await dialog.getByLabel('Name').fill('Harvest party');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Add holiday', disabled: false }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await dialog.getByLabel('Day').fill(day.toString());
    await lookAt('holiday-new');
    await dialog.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByRole('button', { name: 'Remove Harvest party' }).waitFor();
    await page.getByRole('button', { name: 'New holiday…' }).click();
    await dialog.getByLabel('Day').fill(day.toString());
    await dialog.getByText('There is a holiday on this day, “Harvest party”, which is replaced.').waitFor();
    await dialog.getByRole('button', { name: 'Replace holiday' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Remove Harvest party' }).click();
    await dialog.getByRole('button', { name: 'Remove holiday' }).click();
    await page.getByText('is a working day.').waitFor();
  });

  test('reference data: the next days show every warehouse under the dates of its own days', async () => {
    const { page, follow } = portal();
    const of = (Warehouse: string, first: number) => ({
      Warehouse,
      TimeZone: 'America/New_York',
      Days: Array.from({ length: 7 }, (_, at) => ({
        Day: `11/${first + at}/2026`,
        IsWorkingDay: true,
        Cutoffs: [{ Cutoff: `${first + at - 10}:30`, At: '2026-11-23T22:00:00Z', HasPassed: false, Services: ['*'] }],
      })),
    });
    await page.route('**/api/Calendars/NextDays', (route) =>
      route.fulfill({ json: { Records: [of('COB01', 24), of('WOX01', 23)] } }),
    );
    await follow('/calendars');
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await row('WOX01').waitFor();
    expect(await row('Time zone').getByRole('columnheader').allTextContents()).toEqual([
      ...['Whse', 'Time zone'],
      ...['Mon, 11/23', 'Tue, 11/24', 'Wed, 11/25', 'Thu, 11/26', 'Fri, 11/27', 'Sat, 11/28', 'Sun, 11/29'],
    ]);
    expect(await page.getByText('Sun, 11/29').isVisible()).toBe(true);
    const east = ['', '2:30 PM', '3:30 PM', '4:30 PM', '5:30 PM', '6:30 PM', '7:30 PM'];
    expect(await row('COB01').getByRole('cell').allTextContents()).toEqual(['COB01', 'New York', ...east]);
    expect(await row('WOX01').getByRole('cell').allTextContents()).toEqual([
      'WOX01',
      'New York',
      '1:30 PM',
      ...east.slice(1),
    ]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('reference data: a winery gets a status of its own, which its page shows', async () => {
    const { page, follow, lookAt, morning } = portal();
    const { customerNo } = morning.stonebridge;
    const dialog = page.getByRole('dialog');
    await follow(`/customers/${customerNo}`);
    await page.getByText('None of its own').waitFor();
    await page.getByRole('button', { name: 'New status…' }).click();
    // The action is disabled until the fields are filled in, so the keyboard begins in the first of them.
    await dialog.locator('input:focus').waitFor();
    await dialog.getByLabel('Code').fill('good-fs-tx');
    await dialog.getByLabel('Meaning').fill('For festivals');
    await lookAt('status-new');
    await dialog.getByRole('button', { name: 'Add status' }).click();
    await page.getByText('Status GOOD-FS-TX is added.').waitFor();
    await page.getByRole('button', { name: 'New status…' }).click();
    await dialog.getByLabel('Meaning').fill('For tastings');
    await dialog.getByLabel('Code').fill('GOOD-FS-TX');
    await dialog.getByText(`The winery has a status GOOD-FS-TX. Change it in the list.`).waitFor();
    expect(await dialog.getByRole('button', { name: 'Add status' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await follow('/statuses?text=festivals');
    // The text narrows only what is shown.
    await page.getByRole('button', { name: 'Export all' }).waitFor();
    await page.getByRole('button', { name: new RegExp(`^Change GOOD-FS-TX of .+ ${customerNo}$`) }).click();
    await dialog.getByLabel('Meaning').fill('For festivals and tastings');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('For festivals and tastings').waitFor();
    await page.getByRole('button', { name: new RegExp(`^Remove GOOD-FS-TX of .+ ${customerNo}$`) }).click();
    await dialog.getByText('No stock and no open count has it.').waitFor();
    await lookAt('status-remove');
    await dialog.getByRole('button', { name: 'Remove status' }).click();
    await page.getByText('No status matches').waitFor();
  });

  test('reference data: a carrier is asked, its pickup locations and an opening balance are imported after a preview', async () => {
    const { server, page, follow, lookAt } = portal();
    const { customerNo } = await server.customer();
    await givenItems(server.environment.db, customerNo, [{ itemNo: 'PIN' }]);
    await follow('/transit?view=ask');
    const answer = page.getByRole('status');
    await page.getByLabel('Street').fill('100 Main St');
    await page.getByLabel('City').fill('Napa');
    await page.getByLabel('State').fill('CA');
    await page.getByLabel('ZIP code', { exact: true }).fill('94558');
    await page.getByRole('button', { name: 'Check the address' }).click();
    await answer.getByText('It delivers there').waitFor();
    await page.getByLabel('From').fill('nowhere');
    await page.getByLabel('To ZIP code').fill('80202');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByText('From is neither a warehouse nor a ZIP code').waitFor();
    await page.getByLabel('From').fill('APC01');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByRole('table', { name: 'Estimates' }).getByText('FEX GRND').waitFor();
    await lookAt('transit-answers');
    await page.getByRole('link', { name: 'Pickup locations' }).click();
    await page.getByRole('button', { name: 'Import…' }).click();
    const header = 'carrier,location_id,company,street,city,state,zip';
    const dialog = page.getByRole('dialog');
    const choose = async (buffer: Buffer) =>
      await dialog.getByLabel('CSV file').setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer });
    const place = `${header}\nUPS,CAFÉ,Café Zoë,1 Main St,Napa,CA,94558\n`;
    // Files that would be imported with wrong letters, or in part, are refused before anything is sent.
    await choose(Buffer.from(place, 'latin1'));
    await dialog.getByText('The file is not in UTF-8.').waitFor();
    await lookAt('import-not-utf8');
    await choose(Buffer.alloc(100, 1).fill(0, 50));
    await dialog.getByText('This is not a text file.').waitFor();
    await choose(Buffer.from(header + '\n'.repeat(900_000)));
    await dialog.getByText('at most 900,000 are imported here. Import it with the command dray import').waitFor();
    expect(await dialog.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
    for (const encoding of ['utf8', 'utf16le'] as const) {
      await choose(Buffer.from(`\uFEFF${place}`, encoding));
      await expect.poll(() => dialog.getByLabel('Lines').inputValue(), patience).toBe(place);
      await dialog.getByLabel('Lines').fill('');
    }
    await dialog.getByLabel('Lines').fill(`${header}${'x'.repeat(900_000)}`);
    await dialog.getByText('at most 900,000 are imported here').waitFor();
    expect(await dialog.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Lines').fill(`${header}\nUPS,WALK,The UPS Store,1 Main St,Napa,CA,94558\n`);
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await dialog.getByText('1 location, 1 new.').waitFor();
    await lookAt('pickup-locations-import');
    await dialog.getByRole('button', { name: 'Import 1 location' }).click();
    await page.getByText(/^1 location imported, /).waitFor();
    await follow('/inventory');
    await page.getByRole('button', { name: 'Import opening balance…' }).click();
    await dialog.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
    await page.getByRole('option', { name: new RegExp(`^${customerNo} `) }).click();
    await dialog.getByLabel('Lines').fill('item_no,warehouse,inventory_status,quantity\nPIN,APC01,GOOD-NO-TX,1200\n');
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await dialog.getByText('1 row: 1,200 units of 1 item.').waitFor();
    await lookAt('opening-balance-import');
    await dialog.getByRole('button', { name: 'Post 1,200 units' }).click();
    await page.getByText(`1,200 units of 1 item posted for ${customerNo}.`).waitFor();
  });
}
