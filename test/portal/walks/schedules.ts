/** The schedules of releases: added, changed, run and removed by a lead. */
import { expect, test } from 'vitest';
import { runReleaseSchedules } from '../../../src/floor/index.ts';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { signedIn } from '../../support/operator.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function scheduleWalks(portal: () => PortalUnderTest): void {
  test('schedules: a lead adds one, changes it, sees what its run released, and removes it', async () => {
    const { page, open, heading, server, signInAs, lookAt, lookAtPage, admin } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    mustSucceed(await admin.call('Customers/Create', { CustomerNo: 'acme-west', CustomerName: 'Acme West' }));
    for (let n = 0; n < 2; n += 1) await winery.waiting();
    await floor.led('SetSchedule', {
      Warehouse: worked,
      Name: 'UPS and GSO with ice packs of the afternoon',
      Time: '15:45',
      Days: [1, 3, 5],
      Carriers: ['UPS', 'GSO'],
      IcePack: true,
      WaveBy: ['Carrier'],
      Customers: [winery.customerNo],
    });
    await signInAs(floor.lead);
    await open('/release');
    await heading('Release').waitFor();
    await page.getByRole('link', { name: 'Schedules', exact: true }).click();
    await page.getByRole('button', { name: 'New schedule…' }).click();
    const dialog = page.getByRole('dialog');
    // The focus is in the name.
    await expect.poll(() => page.evaluate('document.activeElement?.placeholder'), patience).toBe('FedEx noon');
    await page.keyboard.type('FedEx noon');
    expect(await dialog.getByLabel('Time at the warehouse').inputValue()).toBe('12:00');
    // At first that which the browser has chosen last.
    await dialog.getByRole('combobox', { name: 'Warehouse' }).click();
    await dialog.getByRole('option', { name: worked }).click();
    await dialog.getByLabel('Only wineries').fill(`${winery.customerNo.toLowerCase()} ACME-West`);
    await dialog.getByRole('checkbox', { name: 'Sat' }).check();
    await lookAt('schedule-new');
    await dialog.getByRole('button', { name: 'Add schedule' }).click();
    await page.getByText(/^FedEx noon is set: it runs /).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const schedules = page.getByRole('table', { name: 'Schedules' });
    const row = schedules.locator('tbody tr', { hasText: 'FedEx noon' });
    await row.getByText('12:00 PM', { exact: true }).waitFor();
    await row.getByText(worked).waitFor();
    await row.getByText('Mon to Sat').waitFor();

    await row.getByRole('button', { name: 'Change FedEx noon' }).click();
    await dialog.getByRole('combobox', { name: 'Runs' }).click();
    await dialog.getByRole('option', { name: 'Before a cutoff' }).click();
    await dialog.getByLabel('Minutes before').fill('90');
    await lookAt('schedule-change');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('90 min before FedEx').waitFor();
    await row.getByText('Not yet').waitFor();

    const { Records } = mustSucceed(await floor.lead.call('Floor/ListSchedules', {}));
    const set = Records.find(({ Name }: { Name: string }) => Name === 'FedEx noon');
    expect(set).toMatchObject({
      Customers: [winery.customerNo, 'acme-west'],
      Days: [1, 2, 3, 4, 5, 6],
      BeforeCutoff: { Minutes: 90 },
    });
    await catchUpOrderIndex(server.environment.db);
    await runReleaseSchedules(server.environment, Temporal.Instant.from(set.NextRunAt));
    await page.reload();
    await row.getByText('2 orders').waitFor();
    await lookAtPage('release-schedules-run');

    await row.getByRole('button', { name: 'Remove FedEx noon' }).click();
    await dialog.getByText(`It releases no more orders of ${worked}.`).waitFor();
    await lookAt('schedule-remove');
    await dialog.getByRole('button', { name: 'Remove schedule' }).click();
    await page.getByText('FedEx noon is removed.').waitFor();
    await row.waitFor({ state: 'hidden' });
  });

  test('schedules: a floor user may not open them', async () => {
    const { page, open, server, signInAs } = portal();
    await signInAs(await signedIn(server, 'floor'));
    await open('/release?view=schedules');
    await page.getByText('You may not open this page').waitFor();
  });
}
