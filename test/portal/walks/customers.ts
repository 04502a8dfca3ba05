/** Customers with their users, passwords and tokens. */
import { expect, test } from 'vitest';
import { type CallerCredentials, openClient } from '../../support/client.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function customerWalks(portal: () => PortalUnderTest): void {
  test('an admin creates a customer, whose credentials are shown once, and revokes its token', async () => {
    const {
      page,
      follow,
      rows,
      heading,
      lookAt,
      server: { base },
    } = portal();
    await follow('/customers?text=w2002');
    await page.getByText('No winery matches').waitFor();
    await page.getByRole('button', { name: 'New winery…' }).click();
    await page.getByLabel('Winery number').fill('W2002');
    await page.getByLabel('Name of the winery').fill('Hilltop Cellars');
    await lookAt('customer-new');
    await page.getByRole('button', { name: 'Create winery' }).click();
    const created = page.getByRole('dialog', { name: 'Winery W2002 created' });
    // Not on Done: a second Enter would close what is shown only once.
    await hasFocus(created.locator('dl'));
    await page.keyboard.press('Enter');
    await lookAt('customer-created');
    await page.keyboard.press('Escape');
    const [userKey = '', secret = '', first] = await created.getByRole('definition').allInnerTexts();
    const credentials = { userKey, password: secret, customerNo: 'W2002' };
    expect(await callWithToken(base, credentials, first)).toBe(400);
    await created.getByRole('button', { name: 'Done' }).click();
    await rows(1);
    await page.getByLabel('Part of the number or name').fill('hilltop cell');
    await rows(1);
    await page.getByRole('link', { name: 'W2002' }).click();
    await heading('Hilltop Cellars').waitFor();
    await page.getByRole('button', { name: 'New token…' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token created' });
    await dialog.waitFor();
    const [tokenId, token] = await dialog.getByRole('definition').allInnerTexts();
    expect(await callWithToken(base, credentials, token)).toBe(400);
    await lookAt('customer-token-created');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Revoke ${tokenId}` }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: `Revoke ${tokenId}` }).click();
    await lookAt('customer-token-revoke');
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('is revoked.').waitFor();
    await page.getByRole('button', { name: `Revoke ${tokenId}` }).waitFor({ state: 'hidden' });
    await expect.poll(() => callWithToken(base, credentials, token), patience).toBe(401);
    expect(await callWithToken(base, credentials, first)).toBe(400);
  });

  test('an admin changes the settings of a customer, its users and their passwords', async () => {
    const { admin, page, follow, heading, lookAt } = portal();
    await admin.call('Customers/Create', { CustomerNo: 'W2003', CustomerName: 'Hillside Cellars' });
    await follow('/customers/W2003');
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Name of the winery').fill('Hilltop Estate');
    await page.getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option', { name: 'Will Call (CALL)' }).click();
    await page.getByRole('combobox', { name: 'Carrier' }).click();
    await page.getByRole('option', { name: 'FedEx (FEX)' }).click();
    await page.getByLabel('Tue').check();
    await page.getByRole('combobox', { name: 'When bottles are missing in picking, its orders' }).click();
    await page.getByRole('option', { name: 'Wait for stock again' }).click();
    await page.getByLabel('All requests a second').fill('20');
    await page.getByLabel('All requests at once').fill('100');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Service CALL requires carrier WIL or WILL').waitFor();
    await lookAt('customer-change');
    await page.getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option', { name: 'As for all wineries' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Hilltop Estate').waitFor();
    await page.getByText('20 a second, 100 at once').waitFor();
    await page.getByText('Wait for stock again').waitFor();
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Second password…' }).click();
    await page.getByRole('button', { name: 'Create password' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const passwords = page.getByRole('table', { name: 'Passwords' }).getByRole('button');
    await expect.poll(() => passwords.count(), patience).toBe(2);
    await passwords.first().click();
    await page.getByRole('button', { name: 'Revoke password' }).click();
    await expect.poll(() => passwords.count(), patience).toBe(1);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Stop…' }).click();
    await page.getByRole('button', { name: 'Stop user' }).click();
    await page.getByText('Calls for this winery are refused until a user is added.').waitFor();
    await lookAt('customer-without-user');
  });

  test('the finder leads to a customer', async () => {
    const { page, follow, heading, morning, finder, lookAt } = portal();
    const { customerNo } = morning.stonebridge;
    await follow('/overview');
    await page.getByRole('link', { name: /Held/ }).waitFor();
    await page.keyboard.press('/');
    for (const [contact, advice] of [
      ['unknown@mail.example', 'No recipient’s e-mail address is this one'],
      ['(555) 555-0199', 'No order, tracking or phone number has these digits.'],
    ]) {
      await finder().fill(contact ?? '');
      await page.getByText(`Nothing found for “${contact}”. ${advice}`).waitFor();
    }
    await lookAt('finder-without-results');
    await finder().fill('+1 (555) 555-0100');
    await page
      .getByRole('option', { name: /^\S+ .* Order$/ })
      .first()
      .waitFor();
    await lookAt('finder-phone');
    await finder().fill(customerNo);
    await page.getByRole('option', { name: customerNo }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Stonebridge Cellars').waitFor();
  });
}

/** The status of a call with an invalid body: 400 when the winery's token was accepted, because the body is validated after it. */
async function callWithToken(
  base: string,
  credentials: Omit<CallerCredentials, 'accessToken'>,
  accessToken = '',
): Promise<number> {
  const client = openClient(base, { ...credentials, accessToken });
  return (await client.call('SKU/RetireSku')).status;
}
