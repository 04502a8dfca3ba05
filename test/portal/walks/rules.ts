/** Standing rules: what a change does is said first, and it is made once. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { stateNamesByCode } from '../../../src/contract/state-names.ts';
import { assertPresent } from '../../../src/lib/assert.ts';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { inDays } from '../../support/held-orders.ts';
import type { OrderOverrides } from '../../support/orders.ts';
import { givenWinery, recipientOf } from '../morning.ts';
import { once } from '../once.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

/** Of the people of morning.ts: two in Colorado, one in Illinois. */
const destinations = [0, 0, 2];

export function ruleWalks(portal: () => PortalUnderTest): void {
  const given = once(async () => {
    const winery = await givenWinery(portal().server, 'Ruleford Vineyards');
    await winery.orders(
      destinations.map((nth, at) => ({
        RecipientContactInfo: recipientOf(nth),
        OrderInfo: { OrderNo: `RUL-${at}` },
      })) as readonly OrderOverrides[],
    );
    return winery;
  });

  /** Chooses the winery of these walks in the dialog. */
  async function chooseWinery(dialog: Locator): Promise<void> {
    const winery = await given();
    await dialog.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await dialog.getByRole('option', { name: `${winery.customerNo} · Ruleford Vineyards` }).click();
  }

  const windows = async (): Promise<number> => {
    const { rows } = await portal().server.database.pool.query(
      'select 1 from weather_windows where customer_no = $1 and ended_at is null',
      [(await given()).customerNo],
    );
    return rows.length;
  };

  const row = (): Locator => portal().page.getByRole('row').filter({ hasText: 'Ruleford Vineyards' });

  test('rules: a weather window says what it holds, and is opened once also when the reply is lost', async () => {
    const { page, follow, lookAt } = portal();
    await given();
    await follow('/rules');
    await page.getByRole('button', { name: 'New window…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New weather window' });
    await dialog.getByText('Fill in the fields').waitFor();
    await dialog.getByRole('combobox', { name: 'States' }).fill('Colo');
    await dialog.getByRole('option', { name: 'CO Colorado' }).click();
    await chooseWinery(dialog);
    const today = Temporal.Now.plainDateISO('America/Los_Angeles');
    await dialog.getByLabel('First day').fill(today.subtract({ days: 1 }).toString());
    await dialog.getByLabel('Last day').fill(today.add({ days: 10 }).toString());
    await dialog.getByText('Holds 2 open orders of 1 winery.').waitFor();
    await lookAt('rules-weather-new');
    expect(await windows()).toBe(0);
    // The window is opened, but its reply does not arrive. Its effect may be counted again meanwhile.
    let isLost = false;
    await page.route('**/api/Rules/SetWeather', async (route) => {
      if (isLost || route.request().postDataJSON().Preview) return await route.continue().catch(() => undefined);
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Open window' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^The server cannot be reached\. Check the network, then try again here without changes/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Open window' }).click();
    await page.getByText('The weather window is open: 2 orders held.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await windows()).toBe(1);
    await row().getByRole('link', { name: '2 orders' }).waitFor();
  });

  test('rules: what a window holds is counted once the writer pauses, not at each key', async () => {
    const { page, address } = portal();
    // Its own clock, which stands still while the fields are filled in.
    const context = await assertPresent(page.context().browser(), 'the browser').newContext({
      storageState: await page.context().storageState(),
    });
    try {
      const own = await context.newPage();
      await own.clock.install();
      await own.goto(`${address}/rules`);
      await own.getByRole('button', { name: 'New window…' }).click();
      const dialog = own.getByRole('dialog', { name: 'New weather window' });
      await dialog.getByText('Fill in the fields').waitFor();
      const counted: unknown[] = [];
      own.on('request', (request) => {
        if (request.url().endsWith('/api/Rules/SetWeather')) counted.push(request.postDataJSON().ZipPrefixes);
      });
      await own.clock.pauseAt(Date.now() + 3_600_000);
      const today = Temporal.Now.plainDateISO('America/Los_Angeles');
      await dialog.getByLabel('First day').fill(today.toString());
      await dialog.getByLabel('Last day').fill(today.add({ days: 10 }).toString());
      for (const zips of ['7', '77', '770', '770 7', '770 77', '770 771']) {
        await dialog.getByLabel('ZIP code areas').fill(zips);
        await dialog.getByText('Counting open orders…').waitFor();
      }
      expect(counted).toEqual([]);
      await own.clock.resume();
      await dialog.getByText('No open order changes.').waitFor();
      // The same is counted again when the page learns just then that another rule has changed.
      expect([...new Set(counted.map(String))]).toEqual(['770,771']);
    } finally {
      await context.close();
    }
  });

  test('rules: closing a window says what it releases', async () => {
    const { admin, page, follow, lookAt } = portal();
    const { customerNo: CustomerNo } = await given();
    if ((await windows()) === 0) {
      const days = { StartDate: inDays(-1), EndDate: inDays(10) };
      await admin.call('Rules/SetWeather', { CustomerNo, States: ['CO'], ...days });
    }
    await follow('/rules');
    await row().getByRole('button', { name: 'Close the window for CO' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close the window for CO' });
    await dialog.getByText('Releases 2 orders of 1 winery.').waitFor();
    await lookAt('rules-weather-close');
    await dialog.getByRole('button', { name: 'Close window' }).click();
    await page.getByText('The weather window is closed: 2 orders released.').waitFor();
    expect(await windows()).toBe(0);
  });

  test('rules: a state is closed and opened again', async () => {
    const { page, follow, lookAt } = portal();
    const { customerNo } = await given();
    await follow('/rules?view=licenses');
    await page.getByRole('button', { name: 'Open or close a state…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'State' }).fill('Illi');
    await dialog.getByRole('option', { name: 'IL Illinois' }).click();
    await chooseWinery(dialog);
    await dialog.getByText('Holds 1 open order of 1 winery.').waitFor();
    await lookAt('rules-license');
    await dialog.getByRole('button', { name: 'Close Illinois' }).click();
    await page.getByText('Illinois is closed: 1 order held.').waitFor();
    await page.getByRole('button', { name: `Open Illinois for Ruleford Vineyards ${customerNo}` }).click();
    await dialog.getByText('Releases 1 order of 1 winery.').waitFor();
    await dialog.getByRole('button', { name: 'Open Illinois' }).click();
    await page.getByText('Illinois is open: 1 order released.').waitFor();
  });

  test('rules: an account is held and released', async () => {
    const { server, page, follow, lookAt } = portal();
    const winery = await given();
    await follow('/rules?view=credit');
    await page.getByRole('button', { name: 'Hold an account…' }).click();
    const dialog = page.getByRole('dialog');
    await chooseWinery(dialog);
    await dialog.getByText('Holds 3 open orders of 1 winery.').waitFor();
    await dialog.getByLabel('Note to the winery').fill('Invoice 815 is overdue');
    await lookAt('rules-credit');
    await dialog.getByRole('button', { name: 'Hold account' }).click();
    await page.getByText('is on hold: 3 orders held.').waitFor();
    await page.getByRole('link', { name: `Ruleford Vineyards ${winery.customerNo}`, exact: true }).waitFor();
    await page.getByRole('button', { name: `End the hold of Ruleford Vineyards (${winery.customerNo})` }).click();
    await dialog.getByText('Releases 3 orders of 1 winery.').waitFor();
    // While the effect is counted again, because another person changed a rule, the button stays as it was.
    const [asked, mayReply] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/Rules/SetCredit', async (route) => {
      if (route.request().postDataJSON().Preview) {
        asked.resolve();
        await mayReply.promise;
      }
      // The dialog cancels a preview that is still read when it closes.
      await route.continue().catch(() => undefined);
    });
    await server.environment.db.rows("select pg_notify('dray_topics', 'rules')");
    await asked.promise;
    try {
      await dialog.getByText('Releases 3 orders of 1 winery.').waitFor();
      await dialog.getByText('Counting again…').waitFor();
      await dialog.getByRole('button', { name: 'End hold' }).click();
      await page.getByText('has ended: 3 orders released.').waitFor();
    } finally {
      mayReply.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('rules: Enter in the field of the customer holds no account that its text no longer names', async () => {
    const { server, page, follow } = portal();
    const { customerNo: other } = await givenWinery(server, 'Overdue Hollow');
    const submitted: unknown[] = [];
    page.on('request', (request) => {
      const body = request.url().endsWith('/api/Rules/SetCredit') ? request.postDataJSON() : { Preview: true };
      if (!body.Preview) submitted.push(body.CustomerNo);
    });
    await follow('/rules?view=credit');
    await page.getByRole('button', { name: 'Hold an account…' }).click();
    const dialog = page.getByRole('dialog');
    await chooseWinery(dialog);
    await dialog.getByText('Holds 3 open orders of 1 winery.').waitFor();
    const customer = dialog.getByRole('combobox', { name: 'Winery' });
    await customer.click();
    await customer.fill(other);
    await dialog.getByRole('option', { name: `${other} · Overdue Hollow` }).waitFor();
    await customer.press('Enter');
    await dialog.getByRole('option', { name: `${other} · Overdue Hollow` }).click();
    await dialog.getByText('No open order changes.').waitFor();
    await dialog.getByRole('button', { name: 'Hold account' }).click();
    await page.getByText(`The account of ${other} is on hold`).waitFor();
    expect(submitted).toEqual([other]);
  });

  test('rules: the first carrier rule replaces the defaults, the last one brings them back', async () => {
    const { server, page, follow, rows, lookAt } = portal();
    const free = await givenWinery(server, 'Free Choice Cellars');
    await free.orders(
      [0, 1].map((nth) => ({
        RecipientContactInfo: recipientOf(nth),
        OrderInfo: { OrderNo: `FRC-${nth}`, HoldOrder: true },
        ShipmentInfo: { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
      })) as readonly OrderOverrides[],
    );
    await catchUpOrderIndex(server.environment.db);
    const counted = /^Another carrier or service for \d+ of \d+ open orders?, of \d+ (winery|wineries)\.$/;
    await follow('/rules?view=carriers');
    await rows(3);
    await page.getByRole('button', { name: 'New rule…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the defaults no longer apply').waitFor();
    await dialog.getByRole('combobox', { name: 'Carrier' }).click();
    await page.getByRole('option', { name: 'UPS', exact: true }).click();
    await dialog.getByText(counted).waitFor();
    await dialog.getByLabel('Up to miles').fill('500');
    await dialog.getByText(counted).waitFor();
    await lookAt('rules-carrier');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await rows(1);
    await page.getByText('up to 500 miles').waitFor();
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
    await dialog.getByText('the defaults apply then').waitFor();
    await dialog.getByText(counted).waitFor();
    await dialog.getByRole('button', { name: 'Remove rule' }).click();
    await rows(3);
  });

  test('rules: the portal names the states that the server knows', async () => {
    const names = await import('../../../portal/design/us-states.ts');
    expect(names.usStateOptions.map(({ value }) => [value, names.usStateName(value)])).toEqual(
      Object.entries(stateNamesByCode),
    );
  });
}
