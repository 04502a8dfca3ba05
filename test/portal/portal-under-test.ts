/** The portal over a real server, in a browser: what all walks use. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPortal, portalRoutes } from '../../src/portal/index.ts';
import { addOperator, type OperatorClient, openSession } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { pictures, seesAllLooks } from './extent.ts';
import { givenMorning, type Morning } from './morning.ts';
import { type Look, looks, openBrowser, openPage, shortLooks, usualLook, type WatchedPage } from './open-browser.ts';

export const adminEmail = 'ann.whitfield@warehouse.example';
export const adminPassword = 'a password of the test';

export interface PortalUnderTest {
  readonly server: TestServer;
  readonly watched: WatchedPage;
  readonly page: Page;
  /** `http://127.0.0.1:PORT/test/portal` */
  readonly address: string;
  readonly morning: Morning;
  /** A session of the administrator whom the sign-in names. */
  readonly admin: OperatorClient;
  /** Loads the portal at this address. */
  open(where: string): Promise<void>;
  /** Goes there as a link does, where the portal is loaded, which takes a quarter of the time. */
  follow(where: string): Promise<void>;
  heading(text: string): Locator;
  /** The field of the finder, once it is open. A page may have other fields with a list. */
  finder(): Locator;
  /** Waits until the table has this many rows. */
  rows(count: number): Promise<void>;
  /** Looks at what is on screen, a dialog or a state. Pages are in the list of pages.ts. */
  lookAt(name: string): Promise<void>;
  /** A picture of what is on screen, for people. */
  keepPicture(name: string): Promise<void>;
  /** Looks at a whole page that a walk has led to. */
  lookAtPage(name: string): Promise<void>;
  /** Looks at a page of the list: in every look, otherwise in this one. */
  lookAtListed(name: string, look: Look): Promise<void>;
  /** Continues as this operator. */
  signInAs(operator: OperatorClient): Promise<void>;
  close(): Promise<void>;
}

export async function openPortalUnderTest(): Promise<PortalUnderTest> {
  if (seesAllLooks) rmSync(pictures, { recursive: true, force: true });
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
      if (seesAllLooks) process.stdout.write(`pictures of the portal: ${pictures}\n`);
    },
  };
}

/** A page of a browser on the portal of an environment. */
export type PortalPages = Omit<PortalUnderTest, 'morning' | 'admin' | 'close'>;

export async function openPages(server: TestServer, browser: Browser, base: string): Promise<PortalPages> {
  if (seesAllLooks) mkdirSync(pictures, { recursive: true });
  const watched = await openPage(browser, server.url);
  const { page } = watched;
  const address = `${server.url}${base}`;
  const inspect = async (name: string, { width, scheme }: Look, rules: Look['rules']): Promise<void> => {
    const found = (await watched.inspect(rules)).map((fault) => `${name} ${width} ${scheme}: ${fault}`);
    if (seesAllLooks) await page.screenshot({ path: path.join(pictures, `${name}-${scheme}-${width}.png`) });
    expect([...found, ...(await watched.faults())]).toEqual([]);
  };
  const lookIn = async (name: string, at: readonly Look[]): Promise<void> => {
    for (const look of at) {
      await watched.look(look);
      await inspect(name, look, look.rules);
    }
    await watched.look(usualLook);
  };
  return {
    ...{ server, watched, page, address },
    open: async (where) => {
      await page.goto(`${address}${where}`);
    },
    follow: async (where) => {
      if (!(await page.evaluate(followTo(where)))) await page.goto(`${address}${where}`);
    },
    heading: (text) => page.getByRole('heading', { level: 1, name: text, exact: true }),
    finder: () => page.getByRole('combobox', { name: 'Find an order' }),
    rows: (count) => expect.poll(() => page.locator(shownRows).count(), patience).toBe(count),
    lookAt: (name) => (seesAllLooks ? lookIn(name, shortLooks) : inspect(name, usualLook, 'structure')),
    keepPicture: async (name) => {
      if (seesAllLooks) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    },
    lookAtPage: (name) => (seesAllLooks ? lookIn(name, looks) : inspect(name, usualLook, 'all')),
    lookAtListed: async (name, look) => {
      if (seesAllLooks) return await lookIn(name, looks);
      await watched.look(look);
      await inspect(name, look, 'all');
    },
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

/** For `expect.poll`, where a page is waited for: the limit that all tests have (vitest.config.ts). Asking costs 8 ms of processor time. */
export const patience = { timeout: 60_000, interval: 150 } as const;

/** Runs in the page: whether the portal is loaded and shows this page now. */
const followTo = (where: string): string => `(async () => {
  const router = window.__TSR_ROUTER__;
  await router?.navigate({ href: ${JSON.stringify(where)} });
  while (router !== undefined && router.state.status !== 'idle') await new Promise((resolve) => setTimeout(resolve, 5));
  return router !== undefined;
})()`;
