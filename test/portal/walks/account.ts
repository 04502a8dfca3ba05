/** The operator's own account. */
import { expect, test } from 'vitest';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function accountWalks(portal: () => PortalUnderTest): void {
  test('the dialogs of the account', async () => {
    const { page, follow, lookAt } = portal();
    await follow('/account');
    await page.getByRole('button', { name: 'Change password…' }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill('short');
    await page.getByText('7 more to go').waitFor();
    await lookAt('account-password');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set up…' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
    await page.getByRole('dialog').waitFor();
    await lookAt('account-sign-out-everywhere');
    await page.keyboard.press('Escape');
  });
}
