/** Put-away, moves, replenishment, a count and its approval by keys and scans, and a change of stock with its preview. */
import { expect, onTestFinished, test } from 'vitest';
import { uuidv7 } from '../../../src/lib/uuid.ts';
import { mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { type OperatorClient, signedIn } from '../../support/operator.ts';
import { once } from '../once.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

/** Cancels the open counts of a winery, so that nothing of it stays to be counted at places that wineries share. */
async function cancelCounts(lead: OperatorClient, customerNo: string): Promise<void> {
  const { Records } = mustSucceed(await lead.call('Counts/Differences', { Warehouses: [worked] }));
  for (const { CustomerNo, Count } of Records)
    if (CustomerNo === customerNo) mustSucceed(await lead.call('Counts/Cancel', { CustomerNo, Count }));
}

export function binWalks(portal: () => PortalUnderTest): void {
  const opened = once(async () => {
    const { server } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const other = await signedIn(server, 'floor', { warehouses: [worked] });
    const set = async (Location: string, properties: object) =>
      mustSucceed(await floor.lead.call('Locations/Set', { Warehouse: worked, Location, ...properties }));
    await set('BIN-F1', { WalkOrder: 1, Zone: 'B', Capacity: 24 });
    await set('BIN-R1', { WalkOrder: 2, Kind: 'reserve' });
    // Found by a code that no other winery has.
    for (const [itemNo, code] of [
      ['WINE-1', 'BINWINE1'],
      ['WINE-2', 'BINWINE2'],
    ]) {
      const item = { CustomerNo: winery.customerNo, ItemNo: itemNo, Code: code };
      mustSucceed(await floor.lead.call('ItemCodes/Set', item));
    }
    return { floor, winery, other };
  });

  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const says = (text: string | RegExp) => portal().page.locator('output[data-verdict]').getByText(text).waitFor();

  test('bins: bottles are put away where the station says, moved, and a pick face is filled, by keys and scans alone', async () => {
    const { page, open, heading, lookAt, admin, signInAs } = portal();
    const { floor, winery } = await opened();
    const rule = { Warehouse: worked, Location: 'BIN-F1', CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
    await signInAs(floor.packer);
    await open('/bins');
    await heading('Bins').waitFor();
    await page.getByRole('list', { name: 'In no bin' }).waitFor();
    await scan('BINWINE1');
    const inHand = page.getByRole('region', { name: 'In the hand' });
    await inHand.waitFor();
    await scan('60');
    await says('60 ×');
    await lookAt('bins-in-hand');
    await page.reload();
    await inHand.getByText('60', { exact: true }).waitFor();
    await scan('BIN-R1');
    await says(/60 × .* in BIN-R1, 60 in all/);
    await inHand.waitFor({ state: 'detached' });
    mustSucceed(await floor.lead.call('Bins/SetRule', { ...rule, Minimum: 6, Target: 18 }));
    await page.getByRole('button', { name: 'Fill BIN-F1' }).click();
    await says('Go to BIN-R1: take 18 to BIN-F1.');
    await page.reload();
    await says('Go to BIN-R1: take 18 to BIN-F1.');
    await page.keyboard.press('Escape');
    await says(/Scan a bottle or a case/);
    await page.getByRole('button', { name: 'Fill BIN-F1' }).click();
    await says('Go to BIN-R1: take 18 to BIN-F1.');
    await scan('BIN-R1');
    await page.getByRole('list', { name: 'In BIN-R1' }).waitFor();
    await scan('BINWINE1');
    await inHand.getByText('BIN-F1').waitFor();
    // What the pick face wants, not all that lies in the reserve.
    await page.keyboard.press('F6');
    await says('18 ×');
    await scan('BIN-F1');
    await says(/18 × .* in BIN-F1, 18 in all/);
    await expect.poll(() => page.getByRole('button', { name: 'Fill BIN-F1' }).count(), patience).toBe(0);
    await scan('BIN-R1');
    await says('Scan what you take from BIN-R1.');
    await scan('BINWINE1');
    await says('Scan the rest, then the bin.');
    await page.keyboard.press('F6');
    await says('42 ×');
    await scan('BIN-F1');
    await says(/6 more fit, not 42/);
    await page.keyboard.press('Escape');
    await says(/Scan a bottle or a case/);
    await signInAs(admin);
  });

  test('bins: an item in two conditions is chosen by its number, where it is put away and where it is counted', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const { floor } = await opened();
    const { customerNo: CustomerNo } = await floor.winery();
    const code = { CustomerNo, ItemNo: 'WINE-1', Code: 'BINTWO1' };
    mustSucceed(await floor.lead.call('ItemCodes/Set', code));
    mustSucceed(await floor.lead.call('Locations/Set', { Warehouse: worked, Location: 'BIN-T1', WalkOrder: 6 }));
    onTestFinished(() => cancelCounts(floor.lead, CustomerNo));
    const damaged = {
      ToInventoryStatus: 'DMGD-NO-TX',
      ReasonCode: 'DAMAGED',
      Items: [{ ItemNo: 'WINE-1', Quantity: 5 }],
    };
    const change = { CustomerNo, Warehouse: worked, FromInventoryStatus: 'GOOD-NO-TX', ...damaged };
    mustSucceed(await floor.lead.call('Inventory/ChangeStatus', change));
    await signInAs(floor.packer);
    await open('/bins');
    await page.getByRole('list', { name: 'In no bin' }).waitFor();
    await scan('BINTWO1');
    const choices = page.getByRole('list', { name: 'Items to choose from' });
    await says('2 have this code here');
    await lookAt('bins-which-one');
    const texts = await choices.getByRole('listitem').allTextContents();
    await scan(String(texts.findIndex((text) => text.includes('DMGD-NO-TX')) + 1));
    const inHand = page.getByRole('region', { name: 'In the hand' });
    await inHand.getByText('DMGD-NO-TX').waitFor();
    await page.keyboard.press('F6');
    await says('5 ×');
    await scan('BIN-T1');
    await says(/5 × .* in BIN-T1, 5 in all/);
    // Only the good ones are in no bin now.
    await scan('BINTWO1');
    await inHand.getByText('GOOD-NO-TX').waitFor();
    await page.keyboard.press('Escape');
    await open('/counts');
    await page.locator('#scan-line').waitFor();
    await scan('BIN-T1');
    await says('Scan all that lies in BIN-T1.');
    await scan('BINTWO1');
    await choices.getByRole('button', { name: `Choose WINE-1 DMGD-NO-TX of ${CustomerNo}` }).click();
    await says('1 ×');
    // The next scans count the same one, until the person says that it is another one.
    await scan('BINTWO1');
    await says(new RegExp(`2 × .+, DMGD-NO-TX of ${CustomerNo}\\. Another one: F6\\.$`));
    await scan('BINTWO1');
    await says('3 ×');
    await page.keyboard.press('F6');
    await says('2 have this code here');
    const both = await choices.getByRole('listitem').allTextContents();
    await scan('3');
    await says('Type 1 to 2, or choose it.');
    await scan(String(both.findIndex((text) => text.includes('GOOD-NO-TX')) + 1));
    await says('1 ×');
    await scan('BINTWO1');
    await scan('BINTWO1');
    await says(new RegExp(`3 × .+, GOOD-NO-TX of ${CustomerNo}\\.`));
    const counted = page.getByRole('list', { name: 'Counted' }).getByRole('listitem');
    expect(await counted.allTextContents()).toEqual([
      expect.stringMatching(/^3 ×.*GOOD-NO-TX$/),
      expect.stringMatching(/^2 ×.*DMGD-NO-TX$/),
    ]);
    await lookAt('counts-two-conditions');
    await page.keyboard.press('F2');
    await says(/^Counted in BIN-T1\./);
    await signInAs(admin);
  });

  test('bins: a lead sets, changes and removes the rule of a pick face', async () => {
    const { page, open, heading, lookAt, admin, signInAs } = portal();
    const { floor, winery } = await opened();
    mustSucceed(await floor.lead.call('Locations/Set', { Warehouse: worked, Location: 'BIN-F2', WalkOrder: 4 }));
    await signInAs(floor.lead);
    await open(`/locations?view=faces&warehouse=${worked}`);
    await heading('Locations').waitFor();
    await page.getByRole('button', { name: 'New rule…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pick face').fill('BIN-F2');
    await dialog.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await dialog.getByRole('option', { name: winery.customerNo }).click();
    await dialog.getByLabel('Item').fill('WINE-2');
    await dialog.getByLabel('Filled below').fill('6');
    await dialog.getByLabel('Up to').fill('24');
    await lookAt('locations-new-rule');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    const row = page.getByRole('row').filter({ hasText: 'BIN-F2' });
    await row.getByText('24 wanted, none left in the reserve').waitFor();
    await lookAt('locations-faces');
    await page.getByRole('button', { name: 'Change the rule of BIN-F2' }).click();
    await dialog.getByLabel('Up to').fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('12 wanted, none left in the reserve').waitFor();
    await page.getByRole('button', { name: 'Remove the rule of BIN-F2' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await signInAs(admin);
  });

  test('counts: a bin is counted blind, again by another person, and approved by a lead who sees what it does', async () => {
    const { page, open, heading, lookAt, admin, signInAs } = portal();
    const { floor, winery, other } = await opened();
    const Location = 'BIN-C1';
    mustSucceed(await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder: 3 }));
    const own = { CustomerNo: winery.customerNo, ItemNo: 'WINE-2' };
    const put = { MoveId: uuidv7(), Warehouse: worked, To: Location, ...own, Quantity: 12 };
    mustSucceed(await floor.packer.call('Bins/PutAway', put));
    mustSucceed(await floor.packer.call('Counts/Open', { Warehouse: worked, Location }));
    await signInAs(floor.packer);
    await open('/counts');
    await heading('Counts').waitFor();
    await page.getByRole('list', { name: 'To be counted' }).getByText(Location, { exact: true }).waitFor();
    await lookAt('counts-to-do');
    await scan(Location);
    await says(`Scan all that lies in ${Location}.`);
    await scan('BINWINE2');
    await says('1 ×');
    await scan('110');
    await says('110 ×');
    // The step is undone, not the whole item.
    await page.keyboard.press('F4');
    await says('1 × ');
    await scan('11');
    await says('11 ×');
    // What was counted is not dropped without asking, and a scan is no reply.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByText('11 units of 1 item are counted.').waitFor();
    await lookAt('counts-drop');
    await scan('BINWINE2');
    await page.getByRole('dialog').getByText('The scan was not counted.').waitFor();
    await page.getByRole('button', { name: 'Keep counting' }).click();
    await says('11 ×');
    expect(await page.getByText('12', { exact: true }).count()).toBe(0);
    await lookAt('counts-counting');
    await page.keyboard.press('F2');
    await says(/Another person counts WINE-2 again/);
    await page.getByText('again, by another person').waitFor();
    const Lines = [{ ...own, Quantity: 11 }];
    const sheet = { SheetId: uuidv7(), Warehouse: worked, Location, Lines };
    mustSucceed(await other.call('Counts/Record', sheet));
    await signInAs(floor.lead);
    await open('/counts?view=differences');
    await page.getByRole('button', { name: 'Approve WINE-2' }).waitFor();
    await lookAt('counts-differences-open');
    await page.getByRole('button', { name: 'Approve WINE-2' }).click();
    await page.getByRole('dialog').getByText('No order is affected.').waitFor();
    await lookAt('counts-approve');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Approve WINE-2' }).count(), patience).toBe(0);
    // A lead has a bin counted, and an item wherever it is.
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New count…' }).click();
    await dialog.getByRole('combobox', { name: 'What is counted' }).click();
    await page.getByRole('option', { name: /^A bin/ }).click();
    await dialog.getByLabel('Bin').fill(Location);
    await dialog.getByRole('button', { name: 'Open the count' }).click();
    await page.getByRole('button', { name: 'Cancel the count of WINE-2' }).waitFor();
    await page.getByRole('button', { name: 'New count…' }).click();
    await dialog.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await page.getByRole('option', { name: winery.customerNo }).click();
    await dialog.getByRole('combobox', { name: 'Item' }).fill('WINE-1');
    await page.getByRole('option', { name: /^WINE-1 / }).click();
    await lookAt('counts-new');
    await dialog.getByRole('button', { name: 'Open the count' }).click();
    await page.getByRole('button', { name: 'Cancel the count of WINE-1' }).waitFor();
    await cancelCounts(floor.lead, winery.customerNo);
    // A lead has all of a winery counted, by keys, and cancels what is left.
    await page.getByRole('button', { name: 'Count the warehouse…' }).click();
    await dialog.getByText(/^Opens \d+ counts? in \d+ places?\.$/).waitFor();
    await lookAt('counts-warehouse');
    await dialog.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'A winery' }).click();
    await dialog.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await page.getByRole('option', { name: winery.customerNo }).click();
    await dialog.getByText(/^Opens 2 counts in \d places\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Open 2 counts' }).press('Enter');
    await page.getByRole('button', { name: 'Cancel the count of WINE-1' }).waitFor();
    await lookAt('counts-progress');
    await page.getByRole('button', { name: 'Cancel what is left…' }).click();
    await dialog.getByRole('button', { name: /^Cancel \d+ counts?$/ }).waitFor();
    await lookAt('counts-cancel-warehouse');
    await dialog.getByRole('button', { name: /^Cancel \d+ counts?$/ }).press('Enter');
    await page.getByRole('button', { name: 'Cancel the count of WINE-1' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Class A').fill('30');
    await page.getByText('Days, or 0 for all three').first().waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    for (const name of ['B', 'C']) await page.getByLabel(`Class ${name}`).fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/every 30 days/)
      .first()
      .waitFor();
    mustSucceed(await floor.lead.call('Counts/SetPlan', { Warehouse: worked, DaysA: 0, DaysB: 0, DaysC: 0 }));
    await signInAs(admin);
  });

  test('counts: of what is in no bin, a person says what is not there', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const { floor } = await opened();
    const winery = await floor.winery();
    const count = { Warehouse: worked, CustomerNo: winery.customerNo };
    for (const ItemNo of ['WINE-1', 'WINE-2'])
      mustSucceed(await floor.packer.call('Counts/Open', { ...count, ItemNo }));
    onTestFinished(() => cancelCounts(floor.lead, winery.customerNo));
    // Other wineries may have items that stand there too.
    const { Places } = mustSucceed(await floor.packer.call('Counts/List', { Warehouse: worked }));
    const staying = Places.find((place: { readonly Location: string }) => place.Location === '').Items.length - 1;
    await signInAs(floor.packer);
    await open('/counts');
    const places = page.getByRole('list', { name: 'To be counted' });
    await places.getByRole('button', { name: 'Count' }).click();
    await says('Scan what stands in no bin.');
    const left = page.getByRole('list', { name: 'Not counted yet' });
    const none = left.getByRole('listitem').filter({ hasText: winery.customerNo }).filter({ hasText: 'WINE-2' });
    // Nothing was counted: there is nothing to record.
    await page.getByRole('button', { name: 'Not now' }).waitFor();
    expect(await page.getByRole('button', { name: /^(All is counted|It is empty)/ }).count()).toBe(0);
    await lookAt('counts-outside');
    await none.getByRole('button', { name: `None of WINE-2 GOOD-NO-TX of ${winery.customerNo}` }).click();
    await says('0 × WINE-2');
    // The person goes on before the list was read again, which still has what was counted.
    const hasGoneOn = Promise.withResolvers<void>();
    await page.route('**/api/Counts/List', async (route) => {
      await hasGoneOn.promise;
      await route.continue();
    });
    onTestFinished(async () => {
      hasGoneOn.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    });
    await page.keyboard.press('F2');
    const stays = staying === 1 ? '1 item stays' : `${staying} items stay`;
    await says(`Another person counts WINE-2 again. ${stays} to be counted there.`);
    // The other one waits for this person too.
    await places.getByRole('button', { name: 'Count' }).click();
    hasGoneOn.resolve();
    await left.getByRole('listitem').filter({ hasText: winery.customerNo }).filter({ hasText: 'WINE-1' }).waitFor();
    expect(await none.count()).toBe(0);
    await page.keyboard.press('Escape');
    await places.waitFor();
    await signInAs(admin);
  });

  test('inventory: a lead sees which orders a change of stock affects before it is posted', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const { floor } = await opened();
    const winery = await floor.winery();
    const { orderNo } = await winery.waiting();
    await signInAs(floor.lead);
    await open(`/inventory/${winery.customerNo}/WINE-1?warehouse=${worked}&status=GOOD-NO-TX`);
    await page.getByRole('button', { name: 'Change stock…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Units').fill('-9999');
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: /^LOST/ }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    // Without the name that the field has in the request.
    await dialog
      .getByRole('alert')
      .getByText(/^Quantity needs 9999 of WINE-1/)
      .waitFor();
    await dialog.getByLabel('Units').fill('-100');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('list', { name: 'Affected orders' }).getByText(orderNo).waitFor();
    await lookAt('stock-change');
    expect(await winery.onHold()).toEqual([]);
    await dialog.getByRole('button', { name: 'Post the change' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await winery.onHold()).toHaveLength(1);
    await open(`/inventory?view=changes&customers=${winery.customerNo}`);
    const row = page.getByRole('row').filter({ hasText: 'LOST' });
    await row.getByText('-100 × WINE-1').waitFor();
    await row.getByText(floor.lead.operator.email).waitFor();
    await lookAt('inventory-changed');
    await signInAs(admin);
  });

  test('inventory: a change of status offers the own statuses of the winery, and none of others', async () => {
    const { page, open, admin } = portal();
    const { floor } = await opened();
    const [winery, other] = [await floor.winery(), await floor.winery()];
    const own = { InventoryStatus: 'GOOD-LIB-TX', Description: 'For the library' };
    for (const { customerNo } of [winery, other])
      mustSucceed(await admin.call('Statuses/Set', { CustomerNo: customerNo, ...own }));
    const others = { CustomerNo: other.customerNo, InventoryStatus: 'GOOD-ZZ-TX', Description: 'Theirs' };
    mustSucceed(await admin.call('Statuses/Set', others));
    await open(`/inventory/${winery.customerNo}/WINE-1?warehouse=${worked}&status=GOOD-NO-TX`);
    await page.getByRole('button', { name: 'Change stock…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'Change its inventory status' }).click();
    await dialog.getByRole('combobox', { name: 'New status' }).click();
    await page.getByRole('option', { name: 'GOOD-LIB-TX', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: 'GOOD-ZZ-TX' }).count()).toBe(0);
    expect(await page.getByRole('option', { name: 'GOOD-NO-TX' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
}
