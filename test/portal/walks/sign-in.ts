/** Signing in and out, and what is around every page. */
import { expect, test } from 'vitest';
import { looks } from '../open-browser.ts';
import { adminEmail, adminPassword, type PortalUnderTest } from '../portal-under-test.ts';

export function signInWalks(portal: () => PortalUnderTest): void {
  test('signing in leads to the page that was asked for', async () => {
    const { page, open, heading, lookAt, lookAtPage, address } = portal();
    await open('/account');
    await heading('Sign in').waitFor();
    await lookAtPage('sign-in');
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('is not valid').waitFor();
    await lookAt('sign-in-refused');
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Your account').waitFor();
    expect(page.url()).toBe(`${address}/account`);
    await page.reload();
    await heading('Your account').waitFor();
  });
}

export function frameWalks(portal: () => PortalUnderTest): void {
  test('the account menu, the help, and keys that go to pages', async () => {
    const { page, open, heading, lookAt } = portal();
    await open('/account');
    await heading('Your account').waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await lookAt('account-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'hidden' });
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await lookAt('help');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await heading('Orders').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await heading('Your account').waitFor();
  });

  test('the color scheme is kept', async () => {
    const { page, watched } = portal();
    await watched.look(looks[0] as (typeof looks)[number]);
    await page.getByRole('button', { name: 'Use dark colors' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use light colors' }).waitFor();
    // Follow the system again.
    await page.evaluate('localStorage.clear()');
  });
}

export function signOutWalks(portal: () => PortalUnderTest): void {
  test('an ended session leads to the sign-in', async () => {
    const { page, open, heading, watched } = portal();
    await open('/account');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await page.reload();
    await heading('Sign in').waitFor();
    expect(await watched.faults()).toEqual([]);
  });
}
