/** Every page of the list, in every look, and what it weighs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openPortalCache } from '../../../src/portal/cache.ts';
import { portalVersion } from '../../../src/portal/source-hash.ts';
import { listedPages } from '../pages.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

/** Compressed scripts, styles and fonts of a first visit, which begins at any page. */
const maxBytes = 300_000;

export function pageWalks(portal: () => PortalUnderTest): void {
  test.for(listedPages)('the page $name', async ({ name, at, heading }) => {
    const { page, open, lookAtPage, morning } = portal();
    await open(typeof at === 'string' ? at : at(morning));
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    // It is complete: nothing is loading, and nothing failed.
    await expect.poll(() => page.locator('main [aria-busy="true"]').count(), patience).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await lookAtPage(name);
    expect(await loadedBytes(portal())).toBeLessThan(maxBytes);
  });
}

/** What the browser has loaded for this page, compressed by gzip. */
async function loadedBytes({ page }: PortalUnderTest): Promise<number> {
  const script = `performance.getEntriesByType('resource').map(({ name }) => name)`;
  const names = ((await page.evaluate(script)) as string[])
    .map((url) => /\/portal\/assets\/([\w.-]+)$/.exec(url)?.[1])
    .filter((name) => name !== undefined);
  expect(names.some((name) => name.endsWith('.js'))).toBe(true);
  const folder = path.join(openPortalCache().folderOf(await portalVersion()), 'assets');
  return [...new Set(names)].reduce((sum, name) => {
    const content = readFileSync(path.join(folder, name));
    return sum + (name.endsWith('.woff2') ? content.length : gzipSync(content).length);
  }, 0);
}
