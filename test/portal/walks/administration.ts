/** Operators and the audit. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { mustSucceed } from '../../support/floor.ts';
import { addOperator, openSession } from '../../support/operator.ts';
import { usualLook } from '../open-browser.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function administrationWalks(portal: () => PortalUnderTest): void {
  test('an admin creates an operator, whose password is shown once, and disables it', async () => {
    const { admin, page, follow, rows, lookAt } = portal();
    await follow('/operators?text=cal.');
    await page.getByText('No operator matches').waitFor();
    await page.getByRole('button', { name: 'New operator…' }).click();
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('cal.nguyen@warehouse.example');
    await lookAt('operator-new');
    await page.getByRole('button', { name: 'Create operator' }).click();
    await page.getByRole('dialog', { name: 'Operator created' }).waitFor();
    await lookAt('operator-created');
    await page.getByRole('button', { name: 'Done' }).click();
    await rows(1);
    // On a tablet its actions are in sight, also when it works in every warehouse.
    const { Records } = (await admin.call('Warehouses/List', {})).body;
    const Warehouses = Records.map(({ Warehouse }: { readonly Warehouse: string }) => Warehouse);
    await admin.call('Operators/Update', { Email: 'cal.nguyen@warehouse.example', Warehouses });
    await page.getByText(Warehouses.join(' ')).waitFor();
    await page.setViewportSize({ width: 820, height: 1180 });
    await lookAt('operator-everywhere');
    await page.setViewportSize({ width: usualLook.width, height: usualLook.height });
    await page.getByRole('button', { name: 'Actions for cal.nguyen@warehouse.example' }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).waitFor();
    await lookAt('operator-menu');
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('cal.nguyen@warehouse.example is disabled.').waitFor();
    await page.getByText('No operator matches').waitFor();
  });

  test('an admin gives a badge, by which a person works at a shared station until the person leaves it', async () => {
    const { admin, server, page, follow, open, heading, rows, lookAt, signInAs } = portal();
    const ben = await addOperator(server.environment, 'floor', { email: 'ben.ortiz@warehouse.example' });
    const stationAccount = { email: 'packing-7@warehouse.example', isStation: true, warehouses: ['APC01'] };
    const station = await addOperator(server.environment, 'floor', stationAccount);
    await follow('/operators?text=ben.ortiz');
    await rows(1);
    await page.getByRole('button', { name: `Actions for ${ben.email}` }).click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: `Change ${ben.email}` });
    await dialog.getByLabel('Badge').fill('B-2041');
    await dialog.getByLabel('PIN').fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const fault = dialog.getByRole('alert');
    await fault.waitFor();
    await dialog.getByLabel('PIN').fill('4071');
    expect(await fault.count()).toBe(0);
    await lookAt('operator-change');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${ben.email} is changed.`).waitFor();
    await signInAs(await openSession(server, station, { isStation: true }));
    await open('/receive');
    await heading('Who works here?').waitFor();
    await page.keyboard.type('B-2041\n0000\n');
    await page.getByRole('alert').getByText('The badge or the PIN is not valid.').waitFor();
    await lookAt('station-identify');
    await page.keyboard.type('4071\n');
    await heading('Receiving').waitFor();
    await page.getByRole('button', { name: `Account of ${ben.email}` }).click();
    await page.getByText(`at ${station.email}`).waitFor();
    await lookAt('station-menu');
    await page.keyboard.press('Escape');
    await open('/locations');
    await page.getByText('that of this station is Floor.').waitFor();
    await page.getByRole('button', { name: `Account of ${ben.email}` }).click();
    await page.getByRole('menuitem', { name: 'Leave the station' }).click();
    await heading('Who works here?').waitFor();
    await signInAs(admin);
    await open('/operators');
    await heading('Operators').waitFor();
  });

  test('a person who is idle at a shared station identifies over the page, and goes on there; another one starts afresh', async () => {
    const { admin, server, page, open, heading, lookAt, signInAs } = portal();
    const badges = [
      { email: 'fay.lindqvist@warehouse.example', badge: 'B-3001', pin: '4072' },
      { email: 'gus.okafor@warehouse.example', badge: 'B-3002', pin: '4073' },
    ] as const;
    for (const each of badges) await addOperator(server.environment, 'lead', each);
    const stationAccount = { email: 'dock-2@warehouse.example', isStation: true };
    const station = await addOperator(server.environment, 'lead', stationAccount);
    await signInAs(await openSession(server, station, { isStation: true }));
    await open('/locations');
    await heading('Who works here?').waitFor();
    await page.keyboard.type('B-3001\n4072\n');
    const dialog = page.getByRole('dialog', { name: 'New location' });
    const add = dialog.getByRole('button', { name: 'Add location' });
    const writeAndGoIdle = async (zone: string): Promise<void> => {
      await page.getByRole('button', { name: 'New location…' }).click();
      await dialog.getByLabel('Code').fill('IDLE-01');
      await dialog.getByLabel('Zone').fill(zone);
      await dialog.getByLabel('Walk order').fill('12');
      await dialog.getByRole('combobox', { name: 'Warehouse' }).click();
      await page.getByRole('option', { name: /^APC01/ }).click();
      await server.database.pool.query('update operator_sessions set person_until = now() where person_id is not null');
      await add.click({ timeout: 5_000 }).catch(() => undefined);
      await heading('Who works here?').waitFor();
    };
    await writeAndGoIdle('North');
    await page.getByText('what was typed is still there').waitFor();
    await lookAt('station-identify-again');
    await page.keyboard.press('Escape');
    await page.keyboard.type('B-3001\n4072\n');
    await heading('Who works here?').waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('Zone').inputValue()).toBe('North');
    await add.click();
    await page.getByText('Location IDLE-01 is added.').waitFor();
    await writeAndGoIdle('South');
    await page.keyboard.type('B-3002\n4073\n');
    await page.getByRole('button', { name: `Account of ${badges[1].email}` }).waitFor();
    await heading('Locations').waitFor();
    expect(await dialog.count()).toBe(0);
    await signInAs(admin);
    await open('/operators');
    await heading('Operators').waitFor();
  });

  test('scans at a shared station that asks who works there are no PINs, and the badge may be scanned again', async () => {
    const { admin, server, page, open, heading, lookAt, signInAs } = portal();
    const ivo = { email: 'ivo.marsh@warehouse.example', badge: 'B-3003', pin: '4074' };
    await addOperator(server.environment, 'floor', ivo);
    const station = await addOperator(server.environment, 'floor', {
      email: 'packing-8@warehouse.example',
      isStation: true,
    });
    await signInAs(await openSession(server, station, { isStation: true }));
    const pins: string[] = [];
    await page.route('**/api/Session/Identify', async (route) => {
      pins.push(route.request().postDataJSON().Pin);
      await route.continue();
    });
    await open('/pack');
    await heading('Who works here?').waitFor();
    // The scanner reads the badge twice, puts its symbology before it, and ends it with CR and LF.
    await page.keyboard.type(']C0B-3003\n\n]C0B-3003\n\n4074\n');
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await server.database.pool.query('update operator_sessions set person_until = now() where person_id is not null');
    // A picker goes on scanning without looking.
    await page.keyboard.type('NO-ORDER-2\n');
    await heading('Who works here?').waitFor();
    for (const bottle of ['WINE-1', '088150004711', 'WINE-1', '088150004711']) await page.keyboard.type(`${bottle}\n`);
    await page.getByText('That was a scan, not a PIN.').waitFor();
    await lookAt('station-identify-scan');
    // One that ends its codes with Tab, and one that writes without keys.
    await page.keyboard.type('B-3003');
    await page.keyboard.press('Tab');
    await page.keyboard.type('WINE-1');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('B-3003\t');
    await page.keyboard.insertText('B-3003\t');
    await page.keyboard.type('4074\n');
    await heading('Who works here?').waitFor({ state: 'hidden' });
    expect(pins).toEqual(['4074', '4074']);
    await page.locator('output[data-verdict]').getByText('"NO-ORDER-2" is not on the floor').waitFor();
    await signInAs(admin);
    await open('/operators');
    await heading('Operators').waitFor();
  });

  test('the audit shows who changed what, with the values before and after', async () => {
    const { admin, morning, page, follow, heading, rows, lookAt } = portal();
    const Email = 'dee.alvarez@warehouse.example';
    await admin.call('Operators/Create', { Email, Role: 'service', Warehouses: ['APC01', 'COB01'] });
    await admin.call('Operators/Disable', { Email });
    await follow(`/audit?subjects=${Email}`);
    await rows(2);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Operator: disabled' });
    await dialog.waitFor();
    const details = await dialog.getByRole('definition').allInnerTexts();
    expect(details.slice(1, 4)).toEqual([admin.operator.email, Email, 'Operators/Disable']);
    expect(await valuesOf(dialog)).toEqual([
      ['Value', 'Before', 'After'],
      ['Is disabled', 'No', 'Yes'],
    ]);
    await lookAt('audit-entry');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'Operator: created' });
    await created.waitFor();
    const values = await valuesOf(created);
    expect(values[0]).toEqual(['Value', 'Set to']);
    expect(values).toContainEqual(['Role', 'service']);
    expect(values).toContainEqual(['Warehouses', 'APC01, COB01']);
    await lookAt('audit-created');
    await page.keyboard.press('Escape');
    const {
      customerNo: CustomerNo,
      reference: TransactionReferenceNumber,
      orderNo,
    } = await morning.stonebridge.order('AUDITED-1');
    const order = { CustomerNo, TransactionReferenceNumber };
    mustSucceed(await admin.call('Holds/Place', { ...order, Reason: 'Asked to wait' }));
    await follow(`/audit?subjects=${TransactionReferenceNumber}`);
    await page.getByRole('link', { name: orderNo, exact: true }).first().click();
    await heading(orderNo).waitFor();
  });
}

/** The table of values, row by row. */
async function valuesOf(dialog: Locator): Promise<readonly (readonly string[])[]> {
  const rows = await dialog.getByRole('table', { name: 'Values' }).getByRole('row').all();
  return await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}
