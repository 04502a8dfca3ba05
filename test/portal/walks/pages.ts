/** Every page of the list, in every look, and what it weighs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createPortalBuildCache } from '../../../src/portal/cache.ts';
import { hashPortalSources } from '../../../src/portal/source-hash.ts';
import { seesAllLooks } from '../extent.ts';
import { looks, usualLook } from '../open-browser.ts';
import { listedPages, maxFirstVisitBytes } from '../pages.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function pageWalks(portal: () => PortalUnderTest): void {
  /** In turn, where pages are not looked at in all of them. */
  const lookOf = (nth: number) => looks[Math.floor((nth * looks.length) / listedPages.length)] ?? usualLook;
  const listed = listedPages.map((page, nth) => ({ ...page, look: lookOf(nth) }));

  describe('the list of pages', () => {
    afterAll(() => portal().watched.look(usualLook));
    test.for(listed)('the page $name', async ({ name, at, heading, look }) => {
      const { page, follow, lookAtListed, morning } = portal();
      await follow(typeof at === 'string' ? at : at(morning));
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      // It is complete: nothing is loading or of the list before, and nothing failed.
      await expect.poll(() => page.locator('main :is([aria-busy="true"], [data-previous])').count(), patience).toBe(0);
      expect(await page.getByRole('alert').count()).toBe(0);
      await lookAtListed(name, look);
      if (seesAllLooks) expect(await loadedBytes(portal())).toBeLessThan(maxFirstVisitBytes);
    });
  });
}

/** What the browser has loaded for this page, compressed by gzip. */
async function loadedBytes({ page }: PortalUnderTest): Promise<number> {
  const script = `performance.getEntriesByType('resource').map(({ name }) => name)`;
  const names = ((await page.evaluate(script)) as string[])
    .map((url) => /\/portal\/assets\/([\w.-]+)$/.exec(url)?.[1])
    .filter((name) => name !== undefined);
  expect(names.some((name) => name.endsWith('.js'))).toBe(true);
  const folder = path.join(createPortalBuildCache().folderOf(await hashPortalSources()), 'assets');
  return [...new Set(names)].reduce((sum, name) => {
    const content = readFileSync(path.join(folder, name));
    return sum + (name.endsWith('.woff2') ? content.length : gzipSync(content).length);
  }, 0);
}
