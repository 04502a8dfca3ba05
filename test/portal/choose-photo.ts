/** A person chooses a photo as a file, by keyboard. */
import type { Page } from 'playwright-core';
import { jpeg } from '../support/photos.ts';

/** As a camera of 12 megapixels takes it. */
export async function choosePhoto(page: Page): Promise<void> {
  const buffer = await jpeg('#663344', 4_000, 3_000);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).press('Enter');
  await (await choosing).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
}
