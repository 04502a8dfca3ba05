/** A browser on the portal: one for a test file, with everything recorded that a page may not do. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** The widths and color schemes in which every page is looked at. */
export const looks = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 820, height: 1180, scheme: 'light' },
  { width: 1280, height: 800, scheme: 'dark' },
  { width: 820, height: 1180, scheme: 'dark' },
] as const;

export type Look = (typeof looks)[number];

export interface WatchedPage {
  readonly page: Page;
  /** Violations of the content security policy, requests to other hosts, and errors of scripts. */
  faults(): Promise<readonly string[]>;
  /** Violations of accessibility rules, and whether anything is wider than its place. */
  inspect(): Promise<readonly string[]>;
  look(look: Look): Promise<void>;
  close(): Promise<void>;
}

/** Debian's Chromium, or the one that `CHROMIUM` names. */
export async function openBrowser(): Promise<Browser> {
  // Loading the package replaces two functions of the process, which this worker shares with other files.
  const { chdir, cwd } = process;
  const { chromium } = await import('playwright-core');
  Object.assign(process, { chdir, cwd });
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Without a sandbox of its own, which containers do not allow: it opens nothing but this server.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-prefers-reduced-motion'],
  });
}

const axe = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core')), 'axe.min.js'),
  'utf8',
);

/** Opens a page of its own context, whose faults are recorded. */
export async function openPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
  });
  const faults: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => faults.push(text));
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => reportViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`,
  );
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('blob:')) faults.push(`request to ${url}`);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  await page.addInitScript(axe);
  return {
    page,
    faults: async () => {
      // A turn of the page's event loop: what it has reported has arrived by then.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      return faults;
    },
    inspect: async () => (await page.evaluate(inspection)) as string[],
    look: async ({ width, height, scheme }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
    },
    close: () => context.close(),
  };
}

/** Runs in the page. */
const inspection = `(async () => {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  const faults = violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | '));
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const table of document.querySelectorAll('table:not(.visually-hidden)')) {
    if (table.offsetWidth > table.parentElement.clientWidth) faults.push(table.ariaLabel + ' is cut');
  }
  return faults;
})()`;
