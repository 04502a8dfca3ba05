/** Pages and operations that a role may not open. */
import { expect, test } from 'vitest';
import { signedIn } from '../../support/operator.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function roleWalks(portal: () => PortalUnderTest): void {
  test('a floor user is neither shown nor allowed the pages of the administration, a service person only reads customers', async () => {
    const { page, open, heading, lookAtPage, server, signInAs, morning } = portal();
    const { customerNo } = morning.stonebridge;
    await page.context().clearCookies();
    const floor = await signedIn(server, 'floor');
    await signInAs(floor);
    await open('/overview');
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await navigation.getByRole('link', { name: 'Orders' }).waitFor();
    for (const name of ['Holds', 'Wineries', 'Operators', 'Audit']) {
      expect(await navigation.getByRole('link', { name }).count()).toBe(0);
    }
    const ofCustomer = [
      `/customers/${customerNo}`,
      `/purchase-orders/${customerNo}/1`,
      `/Transfer-Orders/${customerNo}/1`,
    ];
    for (const where of ['/holds', '/customers', ...ofCustomer, '/operators', '/audit']) {
      await open(where);
      await page.getByText('You may not open this page').waitFor();
    }
    await page.getByText('It is for the role Administrator; yours is Floor.').waitFor();
    await lookAtPage('refused');
    for (const name of ['Customers/List', 'Operators/List', 'Audit/List']) {
      expect(await floor.call(name)).toMatchObject({ status: 403, body: { Code: 'RoleMissing' } });
    }
    const service = await signedIn(server, 'service');
    await signInAs(service);
    await open(`/customers/${customerNo}`);
    await heading('Stonebridge Cellars').waitFor();
    await page
      .getByText('No password is valid')
      .or(page.getByRole('table', { name: 'Access tokens' }))
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0);
  });

  test('a lead chooses the customer of a weather window by its name', async () => {
    const { page, open, server, signInAs, morning } = portal();
    await signInAs(await signedIn(server, 'lead'));
    await open('/rules');
    await page.getByRole('button', { name: 'New window…' }).click();
    const dialog = page.getByRole('dialog');
    const customer = dialog.getByRole('combobox', { name: 'Winery' });
    // The dialog moves the focus when it has opened, which closes the choices of another field.
    await dialog.locator('input:focus').waitFor();
    await customer.fill(morning.stonebridge.customerNo);
    await page.getByRole('option', { name: `${morning.stonebridge.customerNo} · Stonebridge Cellars` }).click();
  });
}
