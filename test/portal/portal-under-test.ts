/** The portal over a real server, in a browser: what all walks use. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPortal, portalRoutes } from '../../src/portal/index.ts';
import { projectFolder } from '../../src/portal/source-hash.ts';
import { addOperator, type OperatorClient, openSession } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { givenMorning, type Morning } from './morning.ts';
import { type Look, looks, openBrowser, openPage, shortLooks, type WatchedPage } from './open-browser.ts';

export const adminEmail = 'ann.whitfield@warehouse.example';
export const adminPassword = 'a password of the test';

/**
 * Where the pictures of the last run are; the temporary folder of a run is deleted at its end. `npm test` without a filter
 * sets `PORTAL_PICTURES=off`: its pictures would not be looked at, and drawing them takes an eighth of this test.
 */
const pictures = process.env.PORTAL_PICTURES ?? path.join(projectFolder, 'node_modules/.cache/portal-pictures');
const takesPictures = pictures !== 'off';

export interface PortalUnderTest {
  readonly server: TestServer;
  readonly watched: WatchedPage;
  readonly page: Page;
  /** `http://127.0.0.1:PORT/test/portal` */
  readonly address: string;
  readonly morning: Morning;
  /** A session of the administrator whom the sign-in names. */
  readonly admin: OperatorClient;
  open(where: string): Promise<void>;
  heading(text: string): Locator;
  /** The field of the finder, once it is open. A page may have other fields with a list. */
  finder(): Locator;
  /** Waits until the table has this many rows. */
  rows(count: number): Promise<void>;
  /** Looks at what is on screen, a dialog or a state, and keeps pictures of it unless `PORTAL_PICTURES` is `off`. Pages are in the list of pages.ts. */
  lookAt(name: string, at?: readonly Look[]): Promise<void>;
  /** A picture of what is on screen, for people. */
  keepPicture(name: string): Promise<void>;
  /** Looks at a page in every look. */
  lookAtPage(name: string): Promise<void>;
  /** Continues as this operator. */
  signInAs(operator: OperatorClient): Promise<void>;
  close(): Promise<void>;
}

export async function openPortalUnderTest(): Promise<PortalUnderTest> {
  rmSync(pictures, { recursive: true, force: true });
  const portal = openPortal(pino({ level: 'silent' }));
  const [server, browser] = await Promise.all([openTestServer({ routes: [portalRoutes(portal)] }), openBrowser()]);
  const operator = await addOperator(server.environment, 'admin', { email: adminEmail, password: adminPassword });
  const admin = await openSession(server, operator);
  const morning = await givenMorning(server);
  expect((await portal.settled).kind).toBe('ready');
  return {
    ...{ server, morning, admin },
    ...(await openPages(server, browser, '/test/portal')),
    close: async () => {
      await browser.close();
      await server.close();
      if (takesPictures) process.stdout.write(`pictures of the portal: ${pictures}\n`);
    },
  };
}

/** A page of a browser on the portal of an environment. */
export type PortalPages = Omit<PortalUnderTest, 'morning' | 'admin' | 'close'>;

export async function openPages(server: TestServer, browser: Browser, base: string): Promise<PortalPages> {
  mkdirSync(pictures, { recursive: true });
  const watched = await openPage(browser, server.url);
  const { page } = watched;
  const address = `${server.url}${base}`;
  const lookAt = async (name: string, at: readonly Look[] = shortLooks): Promise<void> => {
    const found: string[] = [];
    for (const look of at) {
      await watched.look(look);
      const fault = await watched.inspect(look.rules);
      found.push(...fault.map((text) => `${name} ${look.width} ${look.scheme}: ${text}`));
      if (takesPictures)
        await page.screenshot({ path: path.join(pictures, `${name}-${look.scheme}-${look.width}.png`) });
    }
    await watched.look(looks[0] as Look);
    expect(found).toEqual([]);
    expect(await watched.faults()).toEqual([]);
  };
  return {
    ...{ server, watched, page, address },
    open: async (where) => {
      await page.goto(`${address}${where}`);
    },
    heading: (text) => page.getByRole('heading', { level: 1, name: text, exact: true }),
    finder: () => page.getByRole('combobox', { name: 'Find an order' }),
    rows: (count) => expect.poll(() => page.locator(shownRows).count(), patience).toBe(count),
    lookAt,
    keepPicture: async (name) => {
      if (takesPictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    },
    lookAtPage: (name) => lookAt(name, looks),
    signInAs: async ({ cookie }) => {
      const [name = '', value = ''] = cookie.split('=');
      const context = page.context();
      // Replaced, not cleared: a page that reads by itself while there is no cookie leads to the sign-in. Only the cookie of a
      // sign-in in the page, which has the path of its interface, has to be cleared.
      if ((await context.cookies()).some((before) => before.path !== '/')) await context.clearCookies();
      await context.addCookies([{ name, value, url: server.url }]);
    },
  };
}

const shownRows = 'tbody tr:not([data-skeleton])';

/** For `expect.poll`, where a page is waited for: the limit that all tests have (vitest.config.ts). */
export const patience = { timeout: 60_000 } as const;
