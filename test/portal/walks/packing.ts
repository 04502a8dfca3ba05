/** The packing station, by keys and scans alone: a scanner types a code and Enter. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Floor, mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { signedIn } from '../../support/operator.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function packingWalks(portal: () => PortalUnderTest): void {
  let floor: Floor;
  let winery: Awaited<ReturnType<Floor['winery']>>;
  const printed: string[] = [];

  const band = () => portal().page.locator('output[data-verdict]');
  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const says = (text: string) => band().getByText(text).waitFor();
  const packed = (label: string) => portal().page.getByRole('listitem', { name: label, exact: true }).waitFor();
  const focused = () =>
    portal().page.evaluate(
      `document.activeElement?.labels?.[0]?.textContent?.trim() ?? document.activeElement?.tagName`,
    );

  /** The worked floor, which the first walk that runs sets up. */
  async function arrange(): Promise<void> {
    if (floor !== undefined) return;
    floor = await openFloor(portal().server);
    winery = await floor.winery();
    // A code that could be a weight.
    const item = { CustomerNo: winery.customerNo, ItemNo: 'WINE-2' };
    mustSucceed(await floor.lead.call('ItemCodes/Set', { ...item, Code: '12' }));
  }

  async function released(): Promise<string> {
    await arrange();
    const { orderNo, reference } = await winery.waiting({
      OrderInfo: {
        GiftCard: 1,
        GiftCardMessage: 'To many more vintages',
        SpecialInstructions: 'Pack the magnum upright, and add the card of the tasting room. '.repeat(15),
      },
      ShipmentInfo: { IcePack: 1 },
      ItemsInfo: [
        { ItemNo: 'WINE-1', ItemQuantity: 2 },
        { ItemNo: 'WINE-2', ItemQuantity: 1 },
      ],
    });
    await floor.release(winery, reference);
    return orderNo;
  }

  test('packing: an order from its scan to its staged box, by keys alone', async () => {
    const { page, open, heading, lookAt, lookAtHandheld, signInAs } = portal();
    const orderNo = await released();
    await signInAs(floor.packer);
    await page.context().exposeFunction('reportPrint', (url: string) => printed.push(url));
    await page.addInitScript('window.print = () => reportPrint(location.href)');
    await open('/pack');
    await heading('Packing station').waitFor();
    await says('Scan an order');
    await scan('UNKNOWN-1');
    await says('is not on the floor');
    await scan(orderNo);
    await packed('WINE-1: 0 of 2');
    for (const demand of ['Put in ice packs', 'Put in the gift note', 'Adult signature 21+']) {
      await page.getByText(demand).waitFor();
    }
    await lookAt('pack-opened');
    // However long the instructions are, the band and the scanner's line stay in sight.
    expect((await page.getByLabel('Scan', { exact: true }).boundingBox())?.y).toBeLessThan(700);
    // Nothing was scanned, so there is nothing to undo.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    // The focus is elsewhere, and nothing waits for a reply.
    await page.getByRole('button', { name: 'Put aside' }).focus();
    await page.route('**/api/Floor/ScanBottle', (route) => route.abort());
    await scan('WINE-1');
    await says('nothing scanned is lost');
    expect(await band().getAttribute('data-verdict')).toBe('wait');
    await lookAt('pack-wait');
    await page.unrouteAll({ behavior: 'wait' });
    await packed('WINE-1: 1 of 2');
    await page.getByText('Put in 1 ice pack').waitFor();
    await scan('WINE-9');
    await scan('WINE-1');
    await packed('WINE-1: 2 of 2');
    // One breaks: another one is scanned.
    await page.keyboard.press('F7');
    await page.getByRole('dialog', { name: 'Damaged bottles' }).waitFor();
    await lookAt('pack-damaged');
    // A bottle in the person's hand is not missing.
    const reasons = page.getByLabel('Reason').locator('option');
    await expect.poll(() => reasons.allTextContents(), patience).toContain('Broken in the warehouse');
    expect(await reasons.allTextContents()).not.toContain('Cannot be found');
    // A scan into the dialog confirms nothing, and the dialog says so.
    await scan('WINE 1');
    await page.getByRole('dialog').getByText('The scan was not counted. Press Esc to go back').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Damaged bottles' }).waitFor({ state: 'hidden' });
    await packed('WINE-1: 2 of 2');
    await page.keyboard.press('F7');
    await page.getByRole('button', { name: 'Report', exact: true }).press('Enter');
    await says('Take 1 × WINE-1');
    await packed('WINE-1: 1 of 2');
    await scan('WINE-1');
    await packed('WINE-1: 2 of 2');
    await scan('WINE-1');
    await says('One too many');
    await lookAt('pack-wrong');
    await lookAtHandheld('pack-wrong');
    await page.keyboard.press('F4');
    await packed('WINE-1: 1 of 2');
    // Another tab of the same person takes the station over, and leaves it.
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    const elsewhere = 'This station is open in another tab';
    await tab.getByText(elsewhere).waitFor();
    // The button has the focus, and the Enter of a scan does not press it.
    await expect.poll(() => tab.evaluate('document.activeElement?.textContent'), patience).toBe('Work here');
    await tab.keyboard.type('WINE-1\n\n');
    await tab.getByText('The scan was not counted.').waitFor();
    await tab.getByText(elsewhere).waitFor();
    await expect
      .poll(
        async () => {
          await tab.keyboard.press('Enter');
          return await tab.getByText(elsewhere).count();
        },
        { ...patience, interval: 400 },
      )
      .toBe(0);
    await tab.getByRole('listitem', { name: 'WINE-1: 1 of 2', exact: true }).waitFor();
    await page.getByText(elsewhere).waitFor();
    await lookAt('pack-elsewhere');
    await tab.close();
    await packed('WINE-1: 1 of 2');
    await page.reload();
    await packed('WINE-1: 1 of 2');
    await scan('WINE-1');
    await scan('WINE-2');
    await says('Complete. Weigh the box.');
    await expect.poll(focused, patience).toBe('Weight, lb (F2)');
    // A bottle that is scanned into the field of the weight is a scan, also with CR and LF after it, and its symbology before it.
    await scan(']C1WINE-2\n');
    await says('One too many');
    expect(await page.getByText('From 0.1 to 150 lb').count()).toBe(0);
    await expect.poll(focused, patience).toBe('Weight, lb (F2)');
    await page.getByText('3 bottles, 16 × 13 × 6 in').waitFor();
    await page.keyboard.press('F4');
    await packed('WINE-2: 0 of 1');
    await page.keyboard.press('F2');
    await scan('12');
    await packed('WINE-2: 1 of 1');
    await page.getByText('12 is a code here. For a weight, type 12.00').waitFor();
    // A short code, too, also of a scanner that writes without keys; what is no code is no scan, and the next one replaces it.
    await page.keyboard.insertText('S6\t');
    await says('Box 1: shipper S6, 6 bottles.');
    await page.keyboard.press('F4');
    await says('Shipper S6 of box 1 is undone.');
    await scan('200');
    await page.getByText('A weight is from 0.1 to 150 lb, as 7.4.').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(focused, patience).toBe('Shipper');
    await page.keyboard.press('F2');
    await scan('BOX-S6');
    await says('Box 1: shipper S6, 6 bottles.');
    await page.getByText('6 bottles, 16 × 13 × 10 in').waitFor();
    await page.keyboard.press('F4');
    await says('Shipper S6 of box 1 is undone.');
    await page.getByText('3 bottles, 16 × 13 × 6 in').waitFor();
    await packed('WINE-2: 1 of 1');
    await scan('BOX-S6');
    await page.getByText('6 bottles, 16 × 13 × 10 in').waitFor();
    await lookAt('pack-weigh');
    await page.keyboard.type('7.4');
    await page.keyboard.press('Tab');
    await page.keyboard.type('16 x 10 x 6\n');
    await says('Labeled. Stick the label on, scan it, stage the box.');
    await expect.poll(() => printed.length, patience).toBe(1);
    const { Boxes } = await floor.pack('OpenPacking', { Scan: orderNo });
    await lookAt('pack-labeled');
    await page.keyboard.press('F8');
    await expect.poll(() => printed.length, patience).toBe(2);
    expect(printed.every((url) => url.startsWith('blob:'))).toBe(true);
    // With a label printer beside the station: the slip is printed, the labels are a file for its queue.
    await page.getByLabel('What is printed').selectOption('Slip, labels as ZPL');
    await expect.poll(focused, patience).toBe('Scan');
    const saved = page.waitForEvent('download');
    await page.keyboard.press('F8');
    expect((await saved).suggestedFilename()).toBe(`${orderNo}.zpl`);
    expect((await readFile(await (await saved).path(), 'latin1')).slice(0, 4)).toBe('^XA\n');
    await expect.poll(() => printed.length, patience).toBe(3);
    await lookAt('pack-zpl');
    await page.getByLabel('What is printed').selectOption('Slip and labels');
    // As a scanner that writes without keys, with a tab at the end.
    await page.getByLabel('Scan', { exact: true }).focus();
    await page.keyboard.insertText(`${Boxes[0].TrackingNumber}\t`);
    await says('1 of 1 staged');
    const state = await floor.pack('OpenPacking', { Scan: orderNo });
    expect(state).toMatchObject({
      State: 'staged',
      Boxes: [{ WeightLb: 7.4, TrackingNumber: Boxes[0].TrackingNumber }],
    });
    expect(state.Boxes).toHaveLength(1);
  });

  test('packing: an order that another person has is taken over, and two boxes are closed', async () => {
    const { page, open, lookAt, server, signInAs } = portal();
    const orderNo = await released();
    const other = await signedIn(server, 'floor', { warehouses: [worked] });
    await other.call('Floor/OpenPacking', { Scan: orderNo });
    await signInAs(floor.packer);
    await open('/pack');
    // The order before is resumed, while this one is scanned already.
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await scan(orderNo);
    await says(`${other.operator.email} is working on order ${orderNo}`);
    await page.getByRole('button', { name: /^Take it over/ }).waitFor();
    await lookAt('pack-taken');
    await page.keyboard.press('F9');
    await packed('WINE-1: 0 of 2');
    await scan('WINE-1');
    await packed('WINE-1: 1 of 2');
    await page.keyboard.press('F2');
    await page.keyboard.type('3.2\n');
    await says('Box 1 is closed.');
    await scan('WINE-1');
    await scan('WINE-2');
    await page.getByRole('heading', { name: 'Box 2' }).waitFor();
    await page.getByText('Box 2: put in 1 ice pack').waitFor();
    await says('Complete. Weigh the box.');
    await expect.poll(focused, patience).toBe('Weight, lb (F2)');
    // The simulated carriers refuse nothing: this is the reply of one that does.
    await page.route('**/api/Floor/BuyLabels', async (route) => {
      const session = await floor.pack('OpenPacking', { Scan: orderNo });
      const Message = 'The carrier refused it: ADDRESS.NOT.DELIVERABLE';
      await route.fulfill({ json: { ...session, State: 'problem', Next: 'none', Message } });
    });
    await page.keyboard.type('5\n');
    await says('The carrier refused it: ADDRESS.NOT.DELIVERABLE');
    expect(await band().getAttribute('data-verdict')).toBe('wrong');
    await page.getByText('The order is on hold until this is corrected').waitFor();
    await lookAt('pack-refused');
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await says('Scan an order');
    await page.getByRole('button', { name: 'Turn the sound off' }).click();
    await page.getByRole('button', { name: 'Turn the sound on' }).waitFor();
  });

  test('packing: an address that a person finds wrong parks the order, and customer service sees it', async () => {
    const { page, open, lookAt, server, signInAs } = portal();
    const orderNo = await released();
    await signInAs(floor.packer);
    await open('/pack');
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await scan(orderNo);
    await packed('WINE-1: 0 of 2');
    await scan('WINE-1');
    await packed('WINE-1: 1 of 2');
    await page.keyboard.press('F3');
    const dialog = page.getByRole('dialog', { name: `Problem with order ${orderNo}` });
    // By keys alone: what is wrong, then the words.
    await expect.poll(focused, patience).toBe('The address is wrong or incomplete');
    await page.keyboard.press('Tab');
    await page.keyboard.type('There is no house number');
    await lookAt('pack-problem');
    await dialog.getByRole('button', { name: 'Report and park' }).click();
    await says('Put all of its bottles aside together.');
    expect(await band().getAttribute('data-verdict')).toBe('wrong');
    // Nothing is to be put into a box any more.
    expect(await page.getByText(/Put in .*ice pack/).count()).toBe(0);
    await lookAt('pack-parked');
    // Its bottles are aside: there is nothing to undo.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.keyboard.press('F4');
    await says('Put all of its bottles aside together.');
    await page.keyboard.press('Escape');
    await says('Scan an order');
    await signInAs(await signedIn(server, 'service'));
    await open(`/exceptions?view=floor&customers=${winery.customerNo}`);
    await page.getByText('There is no house number').waitFor();
    await page.getByRole('link', { name: orderNo }).click();
    await page
      .getByText('The packing station reported a problem with the address: There is no house number.')
      .waitFor();
    await lookAt('pack-problem-order');
    await page.getByRole('button', { name: 'Correct recipient…' }).click();
    const correction = page.getByRole('dialog', { name: `Correct the recipient of order ${orderNo}` });
    await correction.getByLabel('Company').fill('The wrong company');
    await correction.getByLabel('Street').fill('7051 Oak Avenue');
    await lookAt('order-correct-recipient');
    await correction.getByRole('button', { name: 'Correct recipient' }).click();
    await page.getByText(`The recipient of order ${orderNo} is corrected.`).waitFor();
    await page.getByText('7051 Oak Avenue').first().waitFor();
    await page.getByText('The wrong company').waitFor();
    await page.getByRole('button', { name: 'Correct recipient…' }).click();
    expect(await correction.getByLabel('Street').inputValue()).toBe('7051 Oak Avenue');
    expect(await correction.getByRole('button', { name: 'Correct recipient' }).isDisabled()).toBe(true);
    await correction.getByLabel('Company').fill('');
    await correction.getByRole('button', { name: 'Correct recipient' }).click();
    await expect.poll(() => page.getByText('The wrong company').count(), patience).toBe(0);
  });
}
