/** The portal over a real server, in a browser: what all walks use. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { portalRoutes, startPortalLoad } from '../../src/portal/index.ts';
import { addOperator, type OperatorClient, openSession } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { pictures, seesAllLooks } from './extent.ts';
import { givenMorning, type Morning } from './morning.ts';
import {
  handheldLook,
  type Look,
  looks,
  openBrowser,
  openPage,
  shortLooks,
  usualLook,
  type WatchedPage,
} from './open-browser.ts';

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
  /**
   * Goes there as a link does, where the portal is loaded for the same session, which takes a quarter of the time. What pages before have read is
   * read again. Loads the portal otherwise, and always with `npm run test:portal`.
   */
  follow(where: string): Promise<void>;
  heading(text: string): Locator;
  /** The field of the finder, once it is open. A page may have other fields with a list. */
  finder(): Locator;
  /** Waits until the table has this many rows. */
  rows(count: number): Promise<void>;
  /** Looks at what is on screen, a dialog or a state. Pages are in the list of pages.ts. */
  lookAt(name: string): Promise<void>;
  /** Looks at a station on a small screen too. */
  lookAtHandheld(name: string): Promise<void>;
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
  const portal = startPortalLoad(pino({ level: 'silent' }));
  const [server, browser] = await Promise.all([openTestServer({ routes: [portalRoutes(portal)] }), openBrowser()]);
  const operator = await addOperator(server.environment, 'admin', { email: adminEmail, password: adminPassword });
  const admin = await openSession(server, operator);
  const morning = await givenMorning(server);
  expect((await portal.settled).kind).toBe('ready');
  return {
    morning,
    admin,
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
  const session = async () => (await page.context().cookies()).map(({ value }) => value).join();
  /** The session that the portal was loaded for. */
  let loadedFor: string | undefined;
  const open = async (where: string): Promise<void> => {
    loadedFor = await session();
    await page.goto(`${address}${where}`);
  };
  return {
    server,
    watched,
    page,
    address,
    open,
    follow: async (where) => {
      const isElsewhere = page.url() !== `${address}${where}`;
      const canFollow = !seesAllLooks && isElsewhere && loadedFor === (await session());
      if (!canFollow || !(await page.evaluate(followTo(where)))) await open(where);
    },
    heading: (text) => page.getByRole('heading', { level: 1, name: text, exact: true }),
    finder: () => page.getByRole('combobox', { name: 'Find an order' }),
    rows: (count) => expect.poll(() => page.locator(shownRows).count(), patience).toBe(count),
    lookAt: (name) => (seesAllLooks ? lookIn(name, shortLooks) : inspect(name, usualLook, 'structure')),
    lookAtHandheld: (name) => lookIn(`${name}-handheld`, [handheldLook]),
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

/** Of the list that is asked for: rows of the one before stay, pale, until it is there. */
const shownRows = 'tbody tr:not([data-skeleton], [data-previous] *)';

/** How long a person holds a key before the next one. The portal takes keys that follow faster for those of a scanner. */
export const personsPace = { delay: 60 } as const;

/** For `expect.poll`, where a page is waited for: the limit that all tests have (vitest.config.ts). Asking costs 8 ms of processor time. */
export const patience = { timeout: 60_000, interval: 150 } as const;

/** Waits until it has the focus: a dialog that appears takes the focus a little later, and keys before that are dropped. */
export const hasFocus = (element: Locator): Promise<void> =>
  expect.poll(() => element.and(element.page().locator(':focus')).count(), patience).toBe(1);

/**
 * Runs in the page: whether the portal is loaded and shows this page now. Its queries are found in the tree of components; who is signed in stays.
 */
const followTo = (where: string): string => `(async () => {
  const router = window.__TSR_ROUTER__;
  const root = document.getElementById('root');
  const tree = [root?.[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))]?.stateNode.current];
  let queries;
  while (queries === undefined && tree.length > 0) {
    const fiber = tree.pop();
    queries = fiber?.memoizedProps?.client;
    if (fiber) tree.push(fiber.sibling, fiber.child);
  }
  if (router === undefined || queries === undefined) return false;
  const isRead = ({ queryKey }) => queryKey[0] !== 'session';
  queries.removeQueries({ predicate: isRead, type: 'inactive' });
  void queries.invalidateQueries({ predicate: isRead, refetchType: 'none' });
  await router.navigate({ href: ${JSON.stringify(where)} });
  while (router.state.status !== 'idle') await new Promise((resolve) => setTimeout(resolve, 5));
  return true;
})()`;
