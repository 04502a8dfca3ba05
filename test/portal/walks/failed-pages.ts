/** Pages that cannot be shown: what the portal says, and how it goes on. */
import { expect, test } from 'vitest';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

const heading = 'This page cannot be shown';

export function failedPageWalks(portal: () => PortalUnderTest): void {
  test('failed pages: a page that throws says so with its error, leads away, and is tried again', async () => {
    const { page, open, heading: headingOf, lookAtPage } = portal();
    // No server replies like this: it stands for any error while a page renders.
    await page.route('**/api/ReasonCodes/List', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"Records":[null]}' }),
    );
    try {
      await open('/reason-codes');
      await headingOf(heading).waitFor();
      await page
        .getByRole('alert')
        .getByText(/^TypeError: /)
        .waitFor();
      await lookAtPage('page-failed');
      expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(1);
      await page.getByRole('link', { name: 'Go to the first page' }).click();
      await page.getByText('Shipped today').waitFor();
      await page.goBack();
      await headingOf(heading).waitFor();
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await headingOf('Reason codes').waitFor();
  });

  test('failed pages: a page that cannot be loaded says so, and is tried again', async () => {
    const { page, open, heading: headingOf, lookAt } = portal();
    const scripts = '**/assets/reason-codes-page-*.js';
    await page.route(scripts, (route) => route.abort());
    try {
      await open('/reason-codes');
      await headingOf(heading).waitFor();
      await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
      await lookAt('page-not-loaded');
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await headingOf('Reason codes').waitFor();
  });

  test('failed pages: a dialog that cannot be loaded says so, and opens when its file is there', async () => {
    const { page, open, heading: headingOf } = portal();
    const scripts = '**/assets/keyboard-help-*.js';
    await page.route(scripts, (route) => route.abort());
    const saysSo = async (): Promise<boolean> => {
      // A reload forgets a dialog that was loaded before.
      await open('/will-call');
      await headingOf('Will call').waitFor();
      await page.keyboard.press('F1');
      const toast = page.getByText('This page could not be loaded');
      return await toast.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    };
    try {
      await expect.poll(saysSo, patience).toBe(true);
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.keyboard.press('F1');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  });

  test('failed pages: an address whose last part is cut says so', async () => {
    const { page, open, lookAtPage } = portal();
    for (const cut of ['/orders/W1001/0197c3f0-5b1e', '/returns/W1001/bad', '/waves/0197c3f0']) {
      await open(cut);
      await page.getByRole('alert').getByText('There is no page at this address').waitFor();
      await page.getByText('Copy the whole link again, or find the record in its list.').waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
    await lookAtPage('page-address-cut');
  });

  test('failed pages: a station whose warehouses cannot be read says so', async () => {
    const { page, open, heading: headingOf } = portal();
    await page.route('**/api/Warehouses/List', (route) => route.fulfill({ status: 400, body: '{}' }));
    try {
      for (const [station, title] of [
        ['/will-call', 'Will call'],
        ['/receive', 'Receiving'],
      ] as const) {
        await open(station);
        await headingOf(heading).waitFor();
        expect(await headingOf(title).count()).toBe(0);
      }
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await headingOf('Receiving').waitFor();
  });
}
