/** What people do on the pages of a day of shipping, by keys and scans alone. A scanner types a code and Enter. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type PortalPages, patience } from './portal-under-test.ts';

export function dayKeys({ page, open, heading }: Pick<PortalPages, 'page' | 'open' | 'heading'>) {
  const focused = () => page.evaluate(`document.activeElement?.textContent?.trim()`);
  return {
    /** The text of what has the focus. */
    focused,
    tabTo: async (text: string): Promise<void> => {
      await page.getByText(text, { exact: true }).first().waitFor();
      for (let tabs = 0; tabs < 60 && (await focused()) !== text; tabs += 1) await page.keyboard.press('Tab');
      expect(await focused()).toBe(text);
    },
    /** Waits until the band of a station says this. */
    says: (text: string | RegExp) => page.locator('output[data-verdict]').getByText(text).waitFor(),
    scan: (code: string) => page.keyboard.type(`${code}\n`),
    /** `g` and a letter, where no line takes the keys. */
    goTo: async (letter: string, title: string): Promise<void> => {
      // As fast as a person types: characters that follow each other at once are of a scan.
      await page.keyboard.type(`g${letter}`, { delay: 60 });
      await heading(title).waitFor();
    },
    /** Begins on a page without a line for scans. */
    start: async (): Promise<void> => {
      await open('/account');
      await heading('Your account').waitFor();
      // The keys work once the frame follows the session.
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Close of day' }).waitFor();
    },
  };
}

/** Waits for the frame of a document that is printed. */
export async function isPrinted(page: Page, title: RegExp): Promise<void> {
  const frame = page.locator('iframe[aria-hidden="true"]').last();
  await expect.poll(() => frame.getAttribute('title'), patience).toMatch(title);
  expect(await frame.getAttribute('src')).toMatch(/^blob:/);
}
