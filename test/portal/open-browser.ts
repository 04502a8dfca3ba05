/** A browser on the portal: one for all walks of a file, with everything recorded that a page may not do. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seesAllLooks } from './extent.ts';

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  readonly rules: keyof typeof rulesToRun;
}

const aboutColors = ['color-contrast', 'link-in-text-block'];

/**
 * The rules of accessibility that a look can show to be violated. All are run at each width; in the other scheme of a width only those
 * about colors, since nothing but colors depends on the scheme. Those about colors take a third of the time.
 */
const rulesToRun = {
  all: {},
  colors: { runOnly: { type: 'rule', values: aboutColors } },
  structure: { rules: Object.fromEntries(aboutColors.map((rule) => [rule, { enabled: false }])) },
} as const;

/** In which walks go. */
export const usualLook: Look = { width: 1280, height: 800, scheme: 'light', rules: 'all' };

export const tabletLook: Look = { width: 820, height: 1180, scheme: 'light', rules: 'all' };

/** The widths and color schemes in which every page is looked at. */
export const looks: readonly Look[] = [
  usualLook,
  tabletLook,
  { width: 820, height: 1180, scheme: 'dark', rules: 'colors' },
  { width: 1280, height: 800, scheme: 'dark', rules: 'colors' },
];

/** Those of dialogs, menus and states, which have the parts of pages at one width and their own colors in both schemes. */
export const shortLooks: readonly Look[] = [usualLook, { width: 820, height: 1180, scheme: 'dark', rules: 'colors' }];

/** A handheld scanner, or a tablet that is enlarged to 200 %, which stations fit. */
export const handheldLook: Look = { width: 400, height: 800, scheme: 'light', rules: 'structure' };

export interface WatchedPage {
  readonly page: Page;
  /** Violations of the content security policy, requests to other hosts, and errors of scripts. */
  faults(): Promise<readonly string[]>;
  /** Violations of accessibility rules, and whether anything is wider than its place. */
  inspect(rules: Look['rules']): Promise<readonly string[]>;
  look(look: Look): Promise<void>;
  close(): Promise<void>;
}

/**
 * Debian's Chromium without the parts for a screen, which takes a sixth less processor time for the same pages. It has no viewer for PDF
 * files, so the run that keeps pictures takes the whole browser, as does a machine without it.
 */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell';

/** The browser that `CHROMIUM` names, or Debian's. */
export async function openBrowser(): Promise<Browser> {
  // Loading the package replaces two functions of the process, which this worker shares with other files.
  const { chdir, cwd } = process;
  const { chromium } = await import('playwright-core');
  Object.assign(process, { chdir, cwd });
  const hasShell = !seesAllLooks && existsSync(headlessShell);
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (hasShell ? headlessShell : '/usr/bin/chromium'),
    // Without a sandbox of its own, which containers do not allow: it opens nothing but this server.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--force-prefers-reduced-motion',
      // A page is shown for a second or two: optimizing its scripts takes more processor time than it saves.
      '--js-flags=--no-opt,--no-maglev',
    ],
    timeout: 120_000,
  });
}

const axe = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core')), 'axe.min.js'),
  'utf8',
);

/** How long a page may take to show what is waited for. It is a limit for a busy machine, not a requirement. */
const patienceMs = 60_000;

/** Of what the page made itself, and of the browser's own viewer of documents. */
const ownSchemes = /^(?:blob|chrome|chrome-extension):/;

/** Runs in the page: a document that is printed is an empty one, since the browser's viewer takes a second for each. */
const emptyDocuments = `{
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) =>
    create.call(URL, blob.type === 'application/pdf' ? new Blob(['<!doctype html>'], { type: 'text/html' }) : blob);
}`;

/** Opens a page of its own context, whose faults are recorded. */
export async function openPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
  });
  context.setDefaultTimeout(patienceMs);
  const faults: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => faults.push(text));
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => reportViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`,
  );
  // Also in the frame of a document: a browser without a screen cannot print.
  await context.addInitScript('window.print = () => undefined');
  if (!seesAllLooks) await context.addInitScript(emptyDocuments);
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !ownSchemes.test(url)) faults.push(`request to ${url}`);
  });
  const page = await context.newPage();
  let shown: Look | undefined;
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  return {
    page,
    faults: async () => {
      // A turn of the page's event loop: what it has reported has arrived by then.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      return faults;
    },
    inspect: async (rules) => {
      if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
      return (await page.evaluate(inspectionOf(rules))) as string[];
    },
    look: async (look) => {
      const { width, height, scheme } = look;
      if (shown !== look) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        shown = look;
      }
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
    },
    close: () => context.close(),
  };
}

/** What is inspected: the open dialog, otherwise the page. The first rows of a table stand for all, which have the same cells. */
const [inFront, otherRows] = ['[role=dialog]', 'tbody tr:nth-child(n + 9)'];

/** Runs in the page: the name of a dialog is there one rendering after its content. */
const dialogIsNamed = `for (let frame = 0; frame < 60 && document.querySelector('${inFront}:not([aria-label], [aria-labelledby])'); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));`;

/** Runs in the page. Nothing asks for the selectors of elements, which axe otherwise makes for everything that it has looked at. */
const inspectionOf = (rules: Look['rules']): string => `(async () => {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  ${dialogIsNamed}
  const { violations } = await axe.run({ include: [document.querySelector('${inFront}') ?? document], exclude: ['${otherRows}'] }, { resultTypes: ['violations'], selectors: false, preload: false, ...${JSON.stringify(rulesToRun[rules])} });
  const faults = violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | '));
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const table of document.querySelectorAll('table:not(.visually-hidden *)')) {
    if (table.offsetWidth > table.parentElement.clientWidth) faults.push(table.ariaLabel + ' is cut');
    for (const heading of table.querySelectorAll('th')) {
      if (heading.scrollWidth > heading.clientWidth) faults.push('the heading ' + heading.textContent + ' of ' + table.ariaLabel + ' is cut');
    }
  }
  for (const list of document.querySelectorAll('main ul')) {
    if (list.scrollWidth > list.clientWidth) faults.push((list.ariaLabel ?? 'a list') + ' is cut');
  }
  return faults;
})()`;
