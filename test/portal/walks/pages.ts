/** Every page of the list, in every look, and what it weighs. */
import { afterAll, describe, expect, test } from 'vitest';
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

/** The bytes of files that the browser has received for this page, compressed as the server sends them. */
async function loadedBytes({ page }: PortalUnderTest): Promise<number> {
  const script = `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`;
  const loaded = new Map(((await page.evaluate(script)) as [string, number][]).filter(([url]) => isAsset.test(url)));
  expect([...loaded.keys()].some((url) => url.endsWith('.js'))).toBe(true);
  expect([...loaded].filter(([, bytes]) => bytes === 0)).toEqual([]);
  return [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const isAsset = /\/portal\/assets\/[\w.-]+$/;
