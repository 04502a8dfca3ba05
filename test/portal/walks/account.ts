/** The operator's own account. */
import { test } from 'vitest';
import { adminPassword, type PortalUnderTest } from '../portal-under-test.ts';

export function accountWalks(portal: () => PortalUnderTest): void {
  test('the dialogs of the account', async () => {
    const { page, open, lookAt } = portal();
    await open('/account');
    await page.getByRole('button', { name: 'Change password…' }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill('short');
    await page.getByText('7 more to go').waitFor();
    await lookAt('account-password');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set up…' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code that the app shows').waitFor();
    await lookAt('account-totp');
  });
}
