/** Signing in and out, and the frame of every page. */
import { expect, test } from 'vitest';
import { computeTotpCode, computeTotpTimeStep } from '../../../src/operators/totp.ts';
import { mustSucceed } from '../../support/floor.ts';
import { addOperator, openSession, signedIn } from '../../support/operator.ts';
import { usualLook } from '../open-browser.ts';
import {
  adminEmail,
  adminPassword,
  hasFocus,
  type PortalUnderTest,
  patience,
  personsPace,
} from '../portal-under-test.ts';

export function signInWalks(portal: () => PortalUnderTest): void {
  test('the address of a sign-in that was typed by hand leads to the first page', async () => {
    const { page, open, heading, address } = portal();
    await open('/sign-in');
    await heading('Sign in').waitFor();
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const overview = page.getByRole('heading', { level: 1, name: /day, / });
    await overview.waitFor();
    expect(page.url()).toBe(`${address}/overview`);
    await open('/sign-in');
    await overview.waitFor();
    await page.context().clearCookies();
  });

  test('signing in leads to the page that was asked for', async () => {
    const { page, open, heading, lookAt, lookAtPage, address } = portal();
    await open('/account');
    await heading('Sign in').waitFor();
    await lookAtPage('sign-in');
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('is not valid').waitFor();
    const button = page.getByRole('button', { name: 'Sign in' });
    await hasFocus(button);
    await lookAt('sign-in-refused');
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Your account').waitFor();
    expect(page.url()).toBe(`${address}/account`);
    await page.reload();
    await heading('Your account').waitFor();
  });

  test('the sidebar shows the current page in its group, and groups open and close by keys', async () => {
    const { page, open, heading, finder, lookAt } = portal();
    await open('/account');
    await heading('Your account').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    const settings = navigation.getByRole('button', { name: 'Settings' });
    expect(await settings.getAttribute('aria-expanded')).toBe('false');
    // A page of a closed group opens by its name, from wherever the focus is.
    await page.keyboard.press('Control+k');
    await finder().fill('audi');
    await page.getByRole('option', { name: 'Audit' }).waitFor();
    await lookAt('finder-page');
    await page.keyboard.press('Enter');
    await heading('Audit').waitFor();
    expect(await settings.getAttribute('aria-expanded')).toBe('true');
    const current = navigation.getByRole('link', { name: 'Audit' });
    await expect
      .poll(async () => {
        const box = await current.boundingBox();
        return box !== null && box.y > 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
      }, patience)
      .toBe(true);
    await settings.press('Enter');
    await current.waitFor({ state: 'hidden' });
    await settings.press('Enter');
    await current.waitFor();
    await navigation.getByRole('button', { name: 'Orders' }).press('Enter');
    await navigation.getByRole('link', { name: 'Holds' }).waitFor({ state: 'hidden' });
    await page.reload();
    await heading('Audit').waitFor();
    expect(await navigation.getByRole('link', { name: 'Holds' }).count()).toBe(0);
    await navigation.getByRole('button', { name: 'Orders' }).click();
    await navigation.getByRole('link', { name: 'Holds' }).click();
    await heading('Holds').waitFor();
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
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('o');
    await heading('Orders').waitFor();
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('y');
    await heading('Your account').waitFor();
  });

  test('the first g after a page has loaded waits for the letter of a page', async () => {
    const { page, address } = portal();
    const tab = await page.context().newPage();
    try {
      // A page that has just loaded, however long that took.
      await tab.addInitScript('const now = performance.now.bind(performance); performance.now = () => now() / 1_000;');
      await tab.goto(`${address}/overview`);
      await tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).waitFor();
      await tab.keyboard.press('g', personsPace);
      await tab.keyboard.press('o');
      await tab.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    } finally {
      await tab.close();
    }
  });

  test('the color scheme is kept', async () => {
    const { page, open, watched } = portal();
    await open('/account');
    await watched.look(usualLook);
    await page.getByRole('button', { name: 'Use dark colors' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use light colors' }).waitFor();
    // Follow the system again.
    await page.evaluate('localStorage.clear()');
  });
}

export function secondFactorWalks(portal: () => PortalUnderTest): void {
  test('an authenticator app is set up; then signing in takes its code, or a recovery code once', async () => {
    const { server, page, open, heading, lookAt, signInAs } = portal();
    const email = 'totp@warehouse.example';
    const operator = await addOperator(server.environment, 'service', { email, password: adminPassword });
    await signInAs(await openSession(server, operator));
    await open('/account');
    await page.getByRole('button', { name: 'Set up…' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code that the app shows').waitFor();
    await lookAt('account-totp');
    const uri = (await page.getByRole('link', { name: 'open the app with the key' }).getAttribute('href')) ?? '';
    const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '');
    const step = computeTotpTimeStep(Date.now());
    await page.getByLabel('Code that the app shows').fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code that the app shows').fill(computeTotpCode(secret, step));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const [recovery = ''] = await codes.allTextContents();
    await lookAt('account-recovery-codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    expect(await page.getByRole('button', { name: 'Set up…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByText('your recovery codes stop working').waitFor();
    await lookAt('account-totp-remove');
    await page.keyboard.press('Escape');

    const enter = async (code: string): Promise<void> => {
      await page.context().clearCookies();
      await open('/account');
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await heading('Enter your code').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    // A code is accepted once, and the next one a little early.
    await enter(computeTotpCode(secret, step));
    await page.getByRole('alert').waitFor();
    await lookAt('sign-in-code');
    await page.getByLabel('Code', { exact: true }).fill(computeTotpCode(secret, computeTotpTimeStep(Date.now()) + 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading('Your account').waitFor();
    await enter(recovery);
    await page.getByText('9 recovery codes left.').waitFor();
    await enter(recovery);
    await page.getByRole('alert').waitFor();
  });
}

/** RFC 4648, as authenticator apps read it. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export function signOutWalks(portal: () => PortalUnderTest): void {
  test('a session that ended meanwhile says so, and the same person goes on where the page was', async () => {
    const { page, open, heading, lookAt, server, signInAs, admin } = portal();
    const password = 'of the person of this test';
    const person = await signedIn(server, 'admin', { password });
    await signInAs(person);
    await open('/reason-codes');
    await heading('Reason codes').waitFor();
    await page.getByRole('button', { name: 'New reason…' }).click();
    await page.getByLabel('Meaning').fill('Fell off the truck');
    expect((await person.call('Session/SignOut')).status).toBe(200);
    await page.getByLabel('Code', { exact: true }).fill('FELL');
    // The live connection may notice it before the next request does.
    const create = page.getByRole('dialog').getByRole('button', { name: 'Add reason' });
    await create.click({ timeout: 5_000 }).catch(() => undefined);
    await heading('Sign in').waitFor();
    await page.getByRole('status').getByText('Your session has ended.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await lookAt('sign-in-again');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    // The dialog is as it was left, with the keyboard in it, and saves.
    await heading('Sign in').waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('[role=dialog]:focus-within').count(), patience).toBe(1);
    expect(await page.getByLabel('Meaning').inputValue()).toBe('Fell off the truck');
    await create.click();
    await page.getByRole('row').filter({ hasText: 'FELL' }).waitFor();
    // Another person gets a page of their own.
    await page.getByRole('button', { name: 'New reason…' }).click();
    await page.getByLabel('Meaning').fill('Typed before');
    await page.context().clearCookies();
    await page.getByLabel('Code', { exact: true }).fill('TYPED');
    // What the page reads by itself may notice it before the click, as above.
    await create.click({ timeout: 5_000 }).catch(() => undefined);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByLabel('E-mail').fill(adminEmail);
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Reason codes').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await signInAs(admin);
  });

  test('a reply of the ended session that comes after the sign-in does not ask for another one', async () => {
    const { page, open, heading, server, signInAs, admin } = portal();
    const password = 'of the person of a late reply';
    const person = await signedIn(server, 'admin', { password });
    await signInAs(person);
    await open('/reason-codes');
    await page.getByRole('button', { name: 'New reason…' }).click();
    await page.getByLabel('Meaning').fill('Fell off the cart');
    await page.getByLabel('Code', { exact: true }).fill('CART');
    const [isHeld, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/ReasonCodes/Set', async (route) => {
      mustSucceed(await person.call('Session/SignOut'));
      const response = await route.fetch();
      expect(response.status()).toBe(401);
      isHeld.resolve();
      await replied.promise;
      await route.fulfill({ response });
    });
    const create = page.getByRole('dialog').getByRole('button', { name: 'Add reason' });
    await create.click();
    await isHeld.promise;
    // The live connection notices the end of the session meanwhile.
    await heading('Sign in').waitFor();
    await page.keyboard.type(`${password}\n`);
    await heading('Sign in').waitFor({ state: 'hidden' });
    replied.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await heading('Sign in').count()).toBe(0);
    await create.click();
    await page.getByRole('row').filter({ hasText: 'CART' }).waitFor();
    await signInAs(admin);
  });

  test('nor does that of an export', async () => {
    const { page, open, heading, server, signInAs, admin } = portal();
    const password = 'of the person of a late export';
    const person = await signedIn(server, 'admin', { password });
    await signInAs(person);
    await open('/reason-codes');
    const [isHeld, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/exports/ReasonCodes/List.csv', async (route) => {
      mustSucceed(await person.call('Session/SignOut'));
      const response = await route.fetch();
      expect(response.status()).toBe(401);
      isHeld.resolve();
      await replied.promise;
      await route.fulfill({ response });
    });
    const exportButton = page.getByRole('button', { name: /^Export/ });
    await exportButton.click();
    await isHeld.promise;
    await heading('Sign in').waitFor();
    await page.keyboard.type(`${password}\n`);
    await heading('Sign in').waitFor({ state: 'hidden' });
    replied.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Export CSV' }).and(page.locator(':enabled')).waitFor();
    expect(await heading('Sign in').count()).toBe(0);
    await signInAs(admin);
  });

  test('scans at a station whose session has ended are no passwords, and the step that waits is done after the sign-in', async () => {
    const { page, open, heading, lookAt, server, signInAs, admin } = portal();
    const password = 'of the packer of this test';
    const person = await signedIn(server, 'floor', { password });
    await signInAs(person);
    await open('/pack');
    await page.getByLabel('Scan', { exact: true }).waitFor();
    mustSucceed(await person.call('Session/SignOut'));
    await page.keyboard.type('NO-ORDER-1\n');
    await heading('Sign in').waitFor();
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await hasFocus(button);
    // The Enter of a person who has read the message counts, and leads to the empty field.
    await page.keyboard.type('BOTTLE-1\n');
    await page.getByText('The scan was not counted. Sign in, then scan it again.').waitFor();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('textbox', { name: 'Password' }));
    await button.focus();
    // Of a scanner that ends its codes with CR and LF: two Enters.
    for (let nth = 0; nth < 6; nth += 1) await page.keyboard.type('BOTTLE-1\n\n');
    await page.getByText('The scan was not counted. Sign in, then scan it again.').waitFor();
    await hasFocus(button);
    await lookAt('sign-in-again-scan');
    // Enter leads to the empty field.
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('textbox', { name: 'Password' }));
    for (const typed of ['mistyped', password]) {
      await page.keyboard.type(`${typed}\n`);
      if (typed !== password) await page.getByText('is not valid').waitFor();
    }
    await heading('Sign in').waitFor({ state: 'hidden' });
    await page.locator('output[data-verdict]').getByText('"NO-ORDER-1" is not on the floor').waitFor();
    await signInAs(admin);
  });

  test('an ended session leads to the sign-in', async () => {
    const { page, open, heading, watched } = portal();
    await open('/account');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
    await page.reload();
    await heading('Sign in').waitFor();
    expect(await watched.faults()).toEqual([]);
  });
}
