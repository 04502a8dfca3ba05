/**
 * The portal in a browser, over a real server: signing in, every page at two widths in two color schemes, every dialog and menu, what a role
 * may not open. No page violates the content security policy or an accessibility rule. The screenshots are for people to look at; their
 * folder is printed.
 */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createOperator, operatorSecretsOf } from '../../src/operators/index.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { openPortal, portalRoutes } from '../../src/portal/index.ts';
import { type CallerCredentials, openClient } from '../support/client.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { looks, openBrowser, openPage, type WatchedPage } from './open-browser.ts';

const email = 'ann.whitfield@warehouse.example';

let server: TestServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let address: string;
let password: string;
let heldOrder: string;
const pictures = mkdtempSync(path.join(os.tmpdir(), 'dray-portal-pictures-'));

beforeAll(async () => {
  const portal = openPortal(pino({ level: 'silent' }));
  [server, browser] = await Promise.all([openTestServer({ routes: [portalRoutes(portal)] }), openBrowser()]);
  expect((await portal.settled).kind).toBe('ready');
  const { environment } = server;
  password = await createAdmin(environment);
  await createOrders();
  address = `${server.url}/test/portal`;
  watched = await openPage(browser, server.url);
  page = watched.page;
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  process.stdout.write(`pictures of the portal: ${pictures}\n`);
});

/** An administrator with a password. */
async function createAdmin({ db, config }: Environment): Promise<string> {
  const context = { operatorId: undefined, actor: 'test', operation: 'test', reference: uuidv7() };
  const admin = { email, role: 'admin', warehouses: [] } as const;
  const created = await createOperator(db, operatorSecretsOf(config), admin, context);
  if ('refused' in created) throw new Error(created.refused.reason);
  return created.ok.password;
}

/** Orders of one winery: two of them held. */
async function createOrders(): Promise<void> {
  const winery = await openWinery(server);
  for (let i = 0; i < 5; i += 1) {
    const { orderNo } = await winery.order({ OrderInfo: { HoldOrder: i >= 3 } });
    if (i >= 3) heldOrder = orderNo;
  }
  await catchUpOrderIndex(server.environment.db);
}

const internalError = {
  Status: 500,
  Code: 'Internal',
  Reason: 'An internal error occurred.',
  Errors: [],
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
};

/** Looks at what is on screen in every look, and keeps a picture of each. */
async function lookAt(name: string): Promise<void> {
  const found: string[] = [];
  for (const look of looks) {
    await watched.look(look);
    const fault = await watched.inspect();
    found.push(...fault.map((text) => `${name} ${look.width} ${look.scheme}: ${text}`));
    await page.screenshot({ path: path.join(pictures, `${name}-${look.scheme}-${look.width}.png`) });
  }
  expect(found).toEqual([]);
  expect(await watched.faults()).toEqual([]);
}

/** Waits until the table has this many rows. */
const rows = (count: number) => expect.poll(() => page.locator('tbody tr:not([data-skeleton])').count()).toBe(count);

const open = (where: string): Promise<unknown> => page.goto(`${address}${where}`);
const heading = (text: string) => page.getByRole('heading', { level: 1, name: text });

test('signing in leads to the page that was asked for', async () => {
  await open('/account');
  await heading('Sign in').waitFor();
  await lookAt('sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('is not valid').waitFor();
  await lookAt('sign-in-refused');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading('Your account').waitFor();
  expect(page.url()).toBe(`${address}/account`);
  await page.reload();
  await heading('Your account').waitFor();
});

test('the pages, the account menu, the help and an unknown address', async () => {
  await open('/account');
  await heading('Your account').waitFor();
  await lookAt('account');
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
  await open('/nothing/here');
  await heading('Page not found').waitFor();
  await lookAt('not-found');
});

test('the overview leads to the lists, and says what needs a person', async () => {
  await open('/overview');
  await page.getByRole('link', { name: /^2\s*Held/ }).waitFor();
  await lookAt('overview');
  await page.getByRole('link', { name: /^2\s*Held/ }).click();
  await heading('Orders').waitFor();
  expect(page.url()).toBe(`${address}/orders?view=held`);
  await rows(2);
});

test('the list of orders: views, filters in the address, keys, export, no rows', async () => {
  await open('/orders');
  await rows(5);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await lookAt('orders');
  await page.getByLabel('Order number, name or tracking number').fill(heldOrder);
  await rows(1);
  expect(page.url()).toBe(`${address}/orders?text=${heldOrder}`);
  await page.getByRole('link', { name: 'Shipped', exact: true }).click();
  await page.getByText('No order matches these filters').waitFor();
  await lookAt('orders-none');
  await open('/orders?view=held&reasons=Winery,Inventory');
  await rows(2);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Accepted from').waitFor();
  await lookAt('orders-filters');
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
  await page.getByText('2 orders exported.').waitFor();
});

test('the finder finds an order by its number, by keyboard alone', async () => {
  await open('/account');
  await heading('Your account').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(heldOrder);
  await page.getByRole('option', { name: heldOrder }).waitFor();
  await lookAt('finder');
  await page.keyboard.press('Enter');
  await heading(heldOrder).waitFor();
});

test('an order shows its holds, and every action says first what it does', async () => {
  await open(`/orders?text=${heldOrder}`);
  await page.getByRole('link', { name: heldOrder }).click();
  await heading(heldOrder).waitFor();
  await page.getByText('Placed by the winery').waitFor();
  await lookAt('order');
  await page.getByRole('button', { name: 'Cancel order…' }).click();
  await page.getByText('This cannot be undone').waitFor();
  await lookAt('order-cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Hold…' }).click();
  await page.getByLabel('Reason').fill('Call the recipient.');
  await lookAt('order-hold');
  await page.getByRole('button', { name: 'Hold order' }).click();
  await page.getByText(`Order ${heldOrder} is held.`).waitFor();
  await page.getByText('Placed by an operator').waitFor();
});

test('held orders are released together: a preview first, then a result for each', async () => {
  await open('/holds');
  await rows(2);
  await lookAt('holds');
  await page.getByRole('link', { name: 'Winery' }).click();
  await heading('Winery holds').waitFor();
  await rows(2);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 order marked').waitFor();
  await page.getByLabel('Mark all rows of this page').click();
  await lookAt('holds-winery');
  await page.getByRole('button', { name: 'Release…' }).click();
  await page.getByText('2 will ship.').waitFor();
  await lookAt('release');
  await page.getByRole('button', { name: 'Release 2 orders' }).click();
  await page.getByText('2 released.').waitFor();
  await lookAt('released');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('No order is held for this reason').waitFor();
});

test('an admin creates an operator, whose password is shown once, and disables it', async () => {
  await open('/operators');
  await rows(1);
  await page.getByRole('button', { name: 'New operator…' }).click();
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('ben@warehouse.example');
  await lookAt('operator-new');
  await page.getByRole('button', { name: 'Create operator' }).click();
  await page.getByRole('dialog', { name: 'Operator created' }).waitFor();
  await lookAt('operator-created');
  await page.getByRole('button', { name: 'Done' }).click();
  await rows(2);
  await page.getByRole('button', { name: 'Actions for ben@warehouse.example' }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).waitFor();
  await lookAt('operators');
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('ben@warehouse.example is disabled.').waitFor();
  await rows(1);
});

test('the audit shows who changed what, with the values before and after', async () => {
  await open('/audit');
  await page.getByText('operator.disabled').waitFor();
  await lookAt('audit');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'operator.disabled' }).waitFor();
  await lookAt('audit-entry');
});

test('an admin creates a customer, whose credentials are shown once, and revokes its token', async () => {
  await open('/customers');
  await rows(1);
  await page.getByRole('button', { name: 'New customer…' }).click();
  await page.getByLabel('Customer number').fill('W2002');
  await page.getByLabel('Name of the winery').fill('Hilltop Cellars');
  await lookAt('customer-new');
  await page.getByRole('button', { name: 'Create customer' }).click();
  const created = page.getByRole('dialog', { name: 'Customer W2002 created' });
  await created.waitFor();
  await lookAt('customer-created');
  await page.keyboard.press('Escape');
  const [userKey = '', secret = '', first] = await created.getByRole('definition').allInnerTexts();
  const credentials = { userKey, password: secret, customerNo: 'W2002' };
  expect(await callWithToken(credentials, first)).toBe(400);
  await created.getByRole('button', { name: 'Done' }).click();
  await rows(2);
  await lookAt('customers');
  await page.getByLabel('Part of the number or name').fill('hilltop');
  await rows(1);
  await page.getByRole('link', { name: 'W2002' }).click();
  await heading('Hilltop Cellars').waitFor();
  await page.getByRole('button', { name: 'New token…' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token created' });
  await dialog.waitFor();
  const [tokenId, token] = await dialog.getByRole('definition').allInnerTexts();
  expect(await callWithToken(credentials, token)).toBe(400);
  await lookAt('customer-token-created');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Revoke ${tokenId}` }).waitFor();
  await lookAt('customer');
  expect(await page.content()).not.toContain(token);
  await page.getByRole('button', { name: `Revoke ${tokenId}` }).click();
  await lookAt('customer-token-revoke');
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('is revoked.').waitFor();
  await page.getByRole('button', { name: `Revoke ${tokenId}` }).waitFor({ state: 'hidden' });
  await expect.poll(() => callWithToken(credentials, token)).toBe(401);
  expect(await callWithToken(credentials, first)).toBe(400);
});

test('an admin changes the settings of a customer, its users and their passwords', async () => {
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByLabel('Name of the winery').fill('Hilltop Estate');
  await page.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'Will Call (CALL)' }).click();
  await page.getByRole('combobox', { name: 'Carrier' }).click();
  await page.getByRole('option', { name: 'FedEx (FEX)' }).click();
  await page.getByLabel('Tue').check();
  await page.getByLabel('All requests a second').fill('20');
  await page.getByLabel('All requests at once').fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Service CALL requires carrier WIL or WILL').waitFor();
  await lookAt('customer-change');
  await page.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'As for all customers' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Hilltop Estate').waitFor();
  await page.getByText('20 a second, 100 at once').waitFor();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Second password…' }).click();
  await page.getByRole('button', { name: 'Create password' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const passwords = page.getByRole('table', { name: 'Passwords' }).getByRole('button');
  await expect.poll(() => passwords.count()).toBe(2);
  await passwords.first().click();
  await page.getByRole('button', { name: 'Revoke password' }).click();
  await expect.poll(() => passwords.count()).toBe(1);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Stop…' }).click();
  await page.getByRole('button', { name: 'Stop user' }).click();
  await page.getByText('Calls for this winery are refused until a user is added.').waitFor();
  await lookAt('customer-without-user');
});

test('the finder leads to a customer', async () => {
  await open('/overview');
  await page.getByRole('link', { name: /Held/ }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('W2002');
  await page.getByRole('option', { name: 'W2002' }).waitFor();
  await page.keyboard.press('Enter');
  await heading('Hilltop Estate').waitFor();
});

/** The status of a call that the winery's token lets through, or not: its body is not valid, which is the next thing that is looked at. */
async function callWithToken(credentials: Omit<CallerCredentials, 'accessToken'>, accessToken = ''): Promise<number> {
  const client = openClient(`${server.url}/test/v3`, { ...credentials, accessToken });
  return (await client.call('SKU/RetireSku')).status;
}

test('the dialogs of the account', async () => {
  await open('/account');
  await page.getByRole('button', { name: 'Change password…' }).click();
  await page.getByRole('textbox', { name: 'New password' }).fill('short');
  await page.getByText('7 more to go').waitFor();
  await lookAt('account-password');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Set up…' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code that the app shows').waitFor();
  await lookAt('account-totp');
});

test('g and a letter go to a page', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('y');
  await heading('Your account').waitFor();
});

test('an error shows its reference, and a retry', async () => {
  await page.route('**/api/Orders/List', (route) => route.fulfill({ status: 500, json: internalError }));
  await open('/orders');
  await page.getByRole('alert').getByText(internalError.TransactionReferenceNumber).waitFor();
  await lookAt('orders-error');
  await page.unroute('**/api/Orders/List');
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows(5);
});

test('the color scheme is kept', async () => {
  await watched.look(looks[0]);
  await page.getByRole('button', { name: 'Use dark colors' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Use light colors' }).waitFor();
  // Follow the system again.
  await page.evaluate('localStorage.clear()');
});

test('a floor user is neither shown nor allowed the pages of the administration, a service person only reads customers', async () => {
  await page.context().clearCookies();
  const floor = await signedIn(server, 'floor');
  await signInAs(floor);
  await open('/overview');
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  await navigation.getByRole('link', { name: 'Orders' }).waitFor();
  for (const name of ['Holds', 'Customers', 'Operators', 'Audit']) {
    expect(await navigation.getByRole('link', { name }).count()).toBe(0);
  }
  for (const where of ['/holds', '/customers', '/customers/W2002', '/operators', '/audit']) {
    await open(where);
    await page.getByText('You may not open this page').waitFor();
  }
  await page.getByText('It is for the role Administrator; yours is Floor.').waitFor();
  await lookAt('refused');
  for (const name of ['Customers/List', 'Operators/List', 'Audit/List']) {
    expect(await floor.call(name)).toMatchObject({ status: 403, body: { Code: 'RoleMissing' } });
  }
  const service = await signedIn(server, 'service');
  await signInAs(service);
  await open('/customers/W2002');
  await heading('Hilltop Estate').waitFor();
  await page
    .getByText('No password is valid')
    .or(page.getByRole('table', { name: 'Access tokens' }))
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0);
});

async function signInAs({ cookie }: OperatorClient): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().clearCookies();
  await page.context().addCookies([{ name, value, url: server.url }]);
}

test('an ended session leads to the sign-in', async () => {
  await open('/account');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  await page.reload();
  await heading('Sign in').waitFor();
  expect(await watched.faults()).toEqual([]);
});

/** Bytes of a first visit that a browser loads: compressed scripts and styles, and the font. */
test('the shell with its largest page is at most 300 kB', async () => {
  const html = await (await fetch(address)).text();
  const names = [...html.matchAll(/\/portal\/assets\/([\w.-]+)/g)].map(([, name]) => name as string);
  const folder = await portalFolder();
  const size = (name: string): number => {
    const content = readFileSync(path.join(folder, 'assets', name));
    return name.endsWith('.woff2') ? content.length : gzipSync(content).length;
  };
  const all = readdirSync(path.join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const shell = names.filter((name) => all.includes(name));
  const font = readdirSync(path.join(folder, 'assets')).filter((name) => name.startsWith('inter-latin-wght'));
  const shellBytes = [...shell, ...font].reduce((sum, name) => sum + size(name), 0);
  const pageBytes = Math.max(0, ...all.filter((name) => !shell.includes(name)).map(size));
  process.stdout.write(`portal: shell and font ${shellBytes} bytes, largest page ${pageBytes} bytes\n`);
  expect(shell.length).toBeGreaterThan(1);
  expect(shellBytes + pageBytes).toBeLessThan(300_000);
});

async function portalFolder(): Promise<string> {
  const [{ openPortalCache }, { portalVersion }] = await Promise.all([
    import('../../src/portal/cache.ts'),
    import('../../src/portal/source-hash.ts'),
  ]);
  return openPortalCache().folderOf(await portalVersion());
}
