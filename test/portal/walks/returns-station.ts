/** The returns station by keys and scans alone. */
import { expect, test } from 'vitest';
import { openReturnStation, type ReturnStation, returnDock } from '../../support/return-station.ts';
import { choosePhoto } from '../choose-photo.ts';
import { once } from '../once.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function returnStationWalks(portal: () => PortalUnderTest): void {
  const opened = once(async (): Promise<ReturnStation> => await openReturnStation(portal().server));

  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const says = (text: string) => portal().page.locator('output[data-verdict]').getByText(text).waitFor();

  test('returns station: an unannounced return is opened, inspected across a reload, and decided by number keys', async () => {
    const { page, open, heading, lookAt, admin, signInAs } = portal();
    const at = await opened();
    await at.delivered('BACK-1');
    await signInAs(at.inspector);
    await open('/returns-station');
    await heading('Returns station').waitFor();
    await page.locator('#scan-line').waitFor();
    await scan('BACK-1');
    await says('Choose what it is.');
    await page.getByRole('button', { name: /^Choose BACK-1 of / }).focus();
    await page.keyboard.press('Enter');
    await says('Scan each bottle.');
    await scan('WINE-1');
    await says('1 found, RTGD-NO-TX.');
    await page.reload();
    await says('Scan each bottle.');
    await scan('20012345678909');
    await says('No bottle of this return has this code');
    await page.keyboard.press('F6');
    await page.getByText('Scanning damaged bottles').waitFor();
    await scan('WINE-1');
    await says('2 found, RDMG-NO-TX.');
    await page.keyboard.press('F7');
    const photos = page.getByRole('dialog').filter({ hasText: '2 found, RDMG-NO-TX.' });
    await expect.poll(() => page.evaluate('document.activeElement?.textContent'), patience).toBe('Cancel');
    await scan('WINE-1');
    await photos.getByText('The scan was not counted.').waitFor();
    await choosePhoto(page);
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await says('A photo of WINE-1.');
    // A scan closes neither the large photo nor the list of keys.
    await page.getByRole('button', { name: 'Photo 1: WINE-1 RDMG-NO-TX' }).click();
    await expect.poll(() => page.getByRole('dialog').locator(':focus').count(), patience).toBe(1);
    await scan('WINE-1');
    await page.getByRole('dialog').getByText('The scan was not counted.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('F1');
    await expect.poll(() => page.getByRole('dialog').locator(':focus').count(), patience).toBe(1);
    await scan('WINE-1');
    await page.getByRole('dialog').getByText('The scan was not counted.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await scan('WINE-2');
    await says('1 found, RDMG-NO-TX.');
    await page.keyboard.press('F4');
    await says('WINE-2 is not counted any more.');
    await lookAt('returns-station-bottles');
    await page.keyboard.press('F2');
    await page.getByText('WINE-1: 2 found, 6 announced').waitFor();
    // A scan into the dialog records nothing, and the dialog says so.
    await expect.poll(() => page.evaluate('document.activeElement?.textContent'), patience).toBe('Count again');
    await scan('WINE-1');
    await page.getByRole('dialog').getByText('The scan was not counted').waitFor();
    await lookAt('returns-station-differences');
    await page.getByRole('button', { name: 'Record what is here' }).click();
    await says('Decide what becomes of the bottles.');
    await lookAt('returns-station-decision');
    await scan('2793');
    await says('Decide first: 1, 2, 3, 4, 5.');
    await scan('2');
    await says('Return to Inventory.');
    await page.getByText('found as RDMG-NO-TX').waitFor();
    await scan('3');
    await says('is closed.');
    await expect.poll(() => at.winery.balance('WINE-1', 'RDMG-NO-TX'), patience).toBe(0);
    await signInAs(admin);
  });

  test('returns station: some of the bottles go into another status, and the others are decided next', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { TransactionReferenceNumber } = await at.inspected('BACK-4', ['WINE-1', 'WINE-1', 'WINE-1']);
    await signInAs(at.inspector);
    await open('/returns-station');
    await page.locator('#scan-line').waitFor();
    await scan(TransactionReferenceNumber);
    await page.getByRole('region', { name: 'To decide' }).getByText('3 ×').waitFor();
    await scan('5');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How many').fill('2');
    await dialog.getByLabel('As', { exact: true }).selectOption('CDMG-NO-TX');
    await lookAt('returns-station-some');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('region', { name: 'To decide' }).getByText('1 ×').waitFor();
    await scan('1');
    await says('is closed.');
    await expect.poll(() => at.winery.balance('WINE-1', 'CDMG-NO-TX'), patience).toBe(2);
    await signInAs(admin);
  });

  test('returns station: the label of a reshipment is printed once it is packed', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { TransactionReferenceNumber } = await at.inspected('BACK-2', ['WINE-2']);
    await signInAs(at.inspector);
    await open('/returns-station');
    await page.locator('#scan-line').waitFor();
    await scan(TransactionReferenceNumber);
    await page.getByRole('region', { name: 'To decide' }).waitFor();
    await scan('4');
    await says('is closed.');
    const replied = () => page.waitForResponse('**/api/Returns/ReshipLabel');
    const [refused] = await Promise.all([replied(), page.keyboard.press('F9')]);
    expect(refused.status()).toBe(403);
    await says('is not packed yet');
    await lookAt('returns-station-reship');
    await at.winery.advance(5);
    const [printed] = await Promise.all([replied(), page.keyboard.press('F9')]);
    expect(printed.status()).toBe(200);
    await page.locator('iframe[title^="Reshipment of RMA-"]').waitFor({ state: 'attached' });
    await says('is printed.');
    await page.keyboard.press('Escape');
    await signInAs(admin);
  });

  test('a return that never arrived is canceled, and its bottles can be announced again', async () => {
    const { page, open, heading, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { customerNo: CustomerNo } = at.winery;
    const order = { CustomerNo, TransactionReferenceNumber: await at.delivered('BACK-3'), Warehouse: returnDock };
    const { TransactionReferenceNumber, RMANumber } = await at.does('Announce', order);
    await signInAs(at.service);
    await open(`/returns/${CustomerNo}/${TransactionReferenceNumber}`);
    await heading(RMANumber).waitFor();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel ${RMANumber}` });
    await lookAt('return-cancel');
    await dialog.getByRole('button', { name: 'Cancel the return' }).click();
    await page.getByText(`${RMANumber} is closed.`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Cancel…' }).count(), patience).toBe(0);
    expect((await at.does('Announce', order)).Lines).toMatchObject([{ Expected: 6 }, { Expected: 3 }]);
    await signInAs(admin);
  });

  test('returns station: a package without an owner is parked, and service finds it under exceptions', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    await signInAs(at.inspector);
    await open('/returns-station');
    await page.locator('#scan-line').waitFor();
    await scan('X-4711');
    await says('names no return and no order that has shipped');
    await page.keyboard.press('F8');
    await page.getByLabel('Where it stands').fill('Shelf R2');
    await page.keyboard.press('Enter');
    await says('Parked at Shelf R2.');
    await signInAs(at.service);
    await open('/exceptions?view=deliveries');
    await page.getByText('A package without an owner stands at Shelf R2.').waitFor();
    await page.getByRole('button', { name: 'Settle X-4711' }).click();
    await page.getByLabel('What became of it').fill('The carrier has taken it.');
    await lookAt('exceptions-settle');
    await page.getByRole('button', { name: 'Settle', exact: true }).click();
    await page.getByText('Package X-4711 is settled.').waitFor();
    await page.getByText('A package without an owner stands at Shelf R2.').waitFor({ state: 'detached' });
    await signInAs(admin);
  });
}
