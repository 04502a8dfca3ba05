/** Locations by hand and from a file, and picking a wave by keys and scans alone. */
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { mustSucceed, worked } from '../../support/floor.ts';
import { signedIn } from '../../support/operator.ts';
import { openPicking, type Picking } from '../../support/picking.ts';
import { once } from '../once.ts';
import { tabletLook, usualLook } from '../open-browser.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function pickingWalks(portal: () => PortalUnderTest): void {
  const opened = once(async () => {
    const picking = await openPicking(portal().server);
    return { picking, winery: await picking.floor.winery() };
  });
  /** With two bins, as the walk of locations leaves them. */
  const filled = once(async () => {
    const { picking, winery } = await opened();
    for (const [Location, WalkOrder, ItemNo, Quantity] of [
      ['WALK-01', 5, 'WINE-1', 24],
      ['WALK-02', 6, 'WINE-2', 9],
    ] as const) {
      const bin = { Warehouse: worked, Location };
      mustSucceed(await picking.floor.lead.call('Locations/Set', { ...bin, Zone: 'W', WalkOrder }));
      const content = { ...bin, CustomerNo: winery.customerNo, ItemNo, Quantity };
      mustSucceed(await picking.floor.lead.call('Locations/SetContent', content));
    }
    return { picking, winery };
  });

  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const says = (text: string) => portal().page.locator('output[data-verdict]').getByText(text).waitFor();
  const stop = () => portal().page.getByRole('region', { name: 'Current stop' });

  async function numberOf(picking: Picking, wave: string): Promise<number> {
    const { body } = await picking.floor.packer.call('Floor/Wave', { Wave: wave });
    return body.Wave.Number;
  }

  test('locations: one is added and filled, a file is imported, and an empty one is removed', async () => {
    const { page, open, lookAt, lookAtListed, watched, admin, signInAs } = portal();
    const { picking, winery } = await opened();
    await signInAs(picking.floor.lead);
    await open(`/locations?warehouse=${worked}&text=WALK-`);
    await page.getByRole('button', { name: 'New location…' }).click();
    await page.getByLabel('Code', { exact: true }).fill('walk-01');
    await page.getByLabel('Zone', { exact: true }).fill('W');
    await page.getByLabel('Walk order').fill('5');
    await lookAt('location-new');
    await page.getByRole('button', { name: 'Add location' }).click();
    await page.getByRole('button', { name: 'Contents of WALK-01' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await page.getByRole('dialog').getByRole('option', { name: winery.customerNo }).click();
    await page.getByRole('dialog').getByLabel('Item', { exact: true }).fill('WINE-1');
    await page.getByRole('dialog').getByLabel('Units', { exact: true }).fill('24');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('24 × WINE-1').waitFor();
    // Damaged units of the same item: shown with their status, and removed after a second press.
    await page.getByRole('button', { name: 'Contents of WALK-01' }).click();
    const contents = page.getByRole('dialog');
    await contents.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await contents.getByRole('option', { name: winery.customerNo }).click();
    await contents.getByLabel('Item', { exact: true }).fill('WINE-1');
    await contents.getByLabel('Units', { exact: true }).fill('2');
    await contents.getByRole('combobox', { name: 'Inventory status' }).click();
    await page.getByRole('option', { name: 'DMGD-NO-TX' }).click();
    await contents.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText('24 × WINE-1, 2 × WINE-1 DMGD-NO-TX')
      .or(page.getByText('2 × WINE-1 DMGD-NO-TX, 24'))
      .waitFor();
    await page.getByRole('button', { name: 'Contents of WALK-01' }).click();
    // Closes the list of customers.
    await contents.getByRole('heading').click();
    await lookAt('location-contents');
    await contents.getByRole('button', { name: 'Remove WINE-1 DMGD-NO-TX' }).click();
    await contents.getByRole('button', { name: 'Really remove WINE-1 DMGD-NO-TX' }).click();
    await expect.poll(() => contents.getByRole('listitem').count(), patience).toBe(1);
    await contents.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByText('DMGD-NO-TX').count(), patience).toBe(0);
    await page.getByRole('button', { name: 'Import…' }).click();
    const lines = ['location,walk_order,kind,customer_no,item_no,quantity', 'WALK-02,x,,,,', ''].join('\n');
    await page.getByLabel('Lines').fill(lines);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Line 2, walk_order/)
      .waitFor();
    // Each fault is listed, by its line.
    const faults = page.getByRole('dialog').getByRole('alert');
    await page.getByLabel('Lines').fill(`${lines}WALK-04,6,attic,,,\nWALK-03,7,,,WINE-1,2\n`);
    await expect.poll(() => faults.count(), patience).toBe(0);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await faults.getByText('3 problems', { exact: true }).waitFor();
    expect(await faults.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Line 2, walk_order: /),
      expect.stringMatching(/^Line 3, kind: /),
      expect.stringMatching(/^Line 4, customer_no: /),
    ]);
    await lookAt('locations-import-faults');
    await page.getByLabel('Lines').fill(lines.replace('x,,,,', `6,,${winery.customerNo},WINE-2,9`));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('dialog').getByText('1 location: 1 new, 0 changed, 0 unchanged.').waitFor();
    await lookAt('locations-import');
    await page.getByRole('button', { name: 'Import 1 location' }).click();
    await page.getByText('9 × WINE-2').waitFor();
    const longest = { Location: 'WALK-MEZZANINE-NORTH/A-01-0304', Zone: 'MEZZANINE NORTH, BEHIND THE DO' };
    mustSucceed(await picking.floor.lead.call('Locations/Set', { Warehouse: worked, WalkOrder: 8, ...longest }));
    await page.reload();
    await page.getByText(longest.Zone).waitFor();
    // A tablet has room for what lies there too.
    await lookAtListed('locations-filled', tabletLook);
    await watched.look(usualLook);
    await picking.floor.lead.call('Locations/Set', { Warehouse: worked, Location: 'WALK-03', WalkOrder: 7 });
    await page.reload();
    await page.getByRole('button', { name: 'Remove WALK-03' }).click();
    await page.getByRole('button', { name: 'Remove location' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Remove WALK-03' }).count(), patience).toBe(0);
    await signInAs(admin);
  });

  test('picking: a wave is picked into a tote by keys and scans alone; wrong ones count nothing, and a reload continues', async () => {
    const { page, open, heading, lookAt, lookAtHandheld, admin, signInAs } = portal();
    const { picking, winery } = await filled();
    const [near, far] = [
      await picking.bin({ Zone: 'A' }, [winery, 'WINE-1', 1]),
      await picking.bin({ Zone: 'B' }, [winery, 'WINE-1', 40]),
    ];
    const tote = await picking.tote();
    const orders = [];
    for (const ItemQuantity of [1, 2]) {
      const { reference } = await winery.waiting({
        ItemsInfo: [
          { ItemNo: 'WINE-1', ItemQuantity },
          { ItemNo: 'WINE-2', ItemQuantity: 1 },
        ],
      });
      orders.push([winery, reference] as const);
    }
    const wave = await picking.wave(...orders);
    const number = await numberOf(picking, wave);
    await signInAs(picking.floor.packer);
    await open('/pick');
    await heading('Picking').waitFor();
    await page.getByRole('button', { name: `Pick wave ${number}` }).waitFor();
    await lookAt('pick-waves');
    // The page of the list that is shown has nothing: the server finds the wave by its number.
    const nothing = (route: Route) =>
      route.request().postDataJSON().Number === undefined
        ? route.fulfill({ json: { Waves: [], Tasks: [] } })
        : route.continue();
    await page.route('**/api/Picking/List', nothing);
    await page.reload();
    await page.getByText('No wave waits to be picked').waitFor();
    await scan(String(number));
    await stop().getByText(near).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await stop().getByText('750 ml bottle').waitFor();
    await lookAt('pick-bin');
    // All keys but those of the station are a scan, so its help has a key of its own.
    expect(await page.getByLabel('Scan', { exact: true }).getAttribute('inputmode')).toBe('none');
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Not there').waitFor();
    await lookAt('pick-help');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('document.activeElement?.id'), patience).toBe('scan-line');
    await scan(far);
    await says('Take 2 ×');
    await scan(near);
    await says('Take 1 ×');
    await scan('WINE-2');
    await says('Wrong bottle');
    await lookAt('pick-wrong');
    await lookAtHandheld('pick-wrong');
    await scan('WINE-1');
    await says('Now scan the tote.');
    await lookAt('pick-tote');
    await page.reload();
    await says('Scan the tote.');
    await scan(tote);
    await says(`Go to ${far}`);
    await scan(far);
    await scan('WINE-1');
    await says('1 left here.');
    await stop().getByText('1 of 2 taken').waitFor();
    await page.reload();
    await says('1 in the hand. Take 1 more:');
    await stop().getByText('1 of 2 taken').waitFor();
    await lookAt('pick-continued');
    // What is not there is in another bin.
    await page.keyboard.press('F7');
    await page.getByRole('button', { name: 'Report' }).waitFor();
    await lookAt('pick-short');
    const otherButton = page.getByRole('dialog').locator('button:focus');
    await otherButton.waitFor();
    // A scan into the dialog reports nothing, and the dialog says so, also with CR and LF after it, which are two Enters.
    await scan('WINE-1\n');
    await page.getByRole('dialog').getByText('The scan was not counted. Press Esc to go back').waitFor();
    await hasFocus(otherButton);
    await lookAt('pick-short-scanned');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await stop().getByText('1 of 2 taken').waitFor();
    await page.keyboard.press('F7');
    await page.getByRole('button', { name: 'Report' }).waitFor();
    // Enter alone is a person's: the other button has the focus.
    await otherButton.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('F7');
    await page.getByRole('button', { name: 'Report' }).waitFor();
    await page.getByRole('button', { name: 'Report' }).press('Enter');
    await says('Another bin has it: scan the tote, then go to WALK-01');
    await page.keyboard.press('F4');
    await says(`Go back to ${far}: WINE-1 is picked there.`);
    await page.keyboard.press('F7');
    await page.getByRole('button', { name: 'Report' }).press('Enter');
    await says('Another bin has it: scan the tote, then go to WALK-01');
    await scan(tote);
    await scan('WALK-01');
    await scan('WINE-1');
    await says('Now scan the tote.');
    await scan(tote);
    await scan('WALK-02');
    // The list, which was read before the task ended, is read late.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Continue task ${number}.` }).click();
    await scan('WINE-2');
    await scan('WINE-2');
    const late = Promise.withResolvers<void>();
    await page.route('**/api/Picking/List', async (route) => {
      await late.promise;
      await route.continue();
    });
    await scan(tote);
    await says('Everything is picked.');
    await page.getByText(`Tote ${tote}: 5`).waitFor();
    await page.getByRole('list', { name: 'Waves to pick' }).or(page.getByText('No wave waits to be picked')).waitFor();
    expect(await page.getByRole('button', { name: `Continue task ${number}.` }).count()).toBe(0);
    late.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await lookAt('pick-done');
    const { Orders } = await picking.floor.pack('Wave', { Wave: wave });
    expect(Orders).toMatchObject([{ State: 'picked' }, { State: 'picked' }]);
    await page.keyboard.press('Escape');
    await signInAs(admin);
  });

  test('picking: a task that another person has is taken over by a lead, who sees that it is short', async () => {
    const { page, open, lookAt, server, admin, signInAs } = portal();
    const { picking, winery } = await filled();
    const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 1 }] });
    const wave = await picking.wave([winery, reference]);
    const other = await signedIn(server, 'floor', { warehouses: [worked] });
    const { body } = await other.call('Picking/Start', { Wave: wave });
    await signInAs(picking.floor.lead);
    await open('/pick');
    await page.getByRole('button', { name: `Take over task ${body.WaveNumber}.1` }).click();
    await stop().getByText('WALK-02').waitFor();
    for (const reply of ['Some stands in no bin: look for it.', 'is missing']) {
      await page.keyboard.press('F7');
      await page.getByRole('button', { name: 'Report' }).press('Enter');
      await says(reply);
    }
    await page.getByText('(Cannot be found)').first().waitFor();
    await page.getByText('nothing goes to packing').waitFor();
    await lookAt('pick-missing');
    await page.keyboard.press('Escape');
    await page.getByText('Waves to pick').waitFor();
    await signInAs(admin);
  });

  test('picking: a tote with bottles of an order that was taken back is put back, and said to be empty by a key', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const { picking, winery } = await filled();
    const tote = await picking.tote();
    const [left, stays, next] = [await winery.waiting(), await winery.waiting(), await winery.waiting()];
    const first = await picking.start(await picking.wave([winery, left.reference], [winery, stays.reference]));
    await picking.scan(first.Session, 'WALK-01', 'WINE-1', 'WINE-1', tote);
    const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: left.reference }];
    await picking.floor.led('TakeBack', { Orders, Note: 'the winery called' });
    await picking.floor.label(stays.orderNo, ['WINE-1']);
    const wave = await picking.wave([winery, next.reference]);
    const number = await numberOf(picking, wave);
    await signInAs(picking.floor.packer);
    await open('/pick');
    await page.getByRole('button', { name: `Pick wave ${number}` }).waitFor();
    await scan(String(number));
    await stop().getByText('WALK-01').waitFor();
    await scan('WALK-01');
    await scan('WINE-1');
    await says('Now scan the tote.');
    await scan(tote);
    await says(`Tote ${tote} is not empty`);
    // Scanned again, it is as full as before.
    await scan(tote);
    const full = page.getByRole('region', { name: `Put back from tote ${tote}` });
    await full.getByText('WALK-01').waitFor();
    await page.getByRole('button', { name: `Tote ${tote} is empty` }).waitFor();
    await lookAt('pick-put-back');
    await page.keyboard.press('F8');
    await says('Everything is picked.');
    await full.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByText('Waves to pick').waitFor();
    await signInAs(admin);
  });

  test('on a tablet rows and their buttons are large enough for fingers', async () => {
    const { page, address, admin, signInAs } = portal();
    await signInAs(admin);
    const tablet = await page
      .context()
      .browser()
      ?.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });
    if (tablet === undefined) throw new Error('the page has no browser');
    try {
      await tablet.addCookies(await page.context().cookies());
      const touched = await tablet.newPage();
      await touched.goto(`${address}/warehouses`);
      const change = touched.getByRole('button', { name: 'Change APC01' });
      await change.waitFor({ timeout: patience.timeout });
      expect((await change.boundingBox())?.height).toBeGreaterThanOrEqual(36);
      const row = touched.getByRole('row').filter({ hasText: 'APC01' });
      expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    } finally {
      await tablet.close();
    }
  });
}
