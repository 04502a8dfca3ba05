/** Bins, counts and pick faces of a warehouse that became automatic: what is open there is finished or put back. */
import { expect, test } from 'vitest';
import { mustSucceed, worked } from '../../support/floor.ts';
import { leaveInTote, openPicking } from '../../support/picking.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function automaticBinWalks(portal: () => PortalUnderTest): void {
  test('bins: in a warehouse that became automatic, people put back what is in totes, count, and see pick faces', async () => {
    const { page, open, server, signInAs, lookAt, admin } = portal();
    const picking = await openPicking(server);
    const { winery, tote, place } = await leaveInTote(picking);
    const before = (await picking.contentOf(place, winery, 'WINE-1')) ?? 0;
    const rule = { Warehouse: worked, Location: place, CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
    mustSucceed(await picking.floor.lead.call('Bins/SetRule', { ...rule, Minimum: 1, Target: 2 }));
    await page.route('**/api/Warehouses/List', async (route) => {
      const response = await route.fetch();
      const { Records, ...more } = await response.json();
      const automatic = Records.map((each: object) => ({ ...each, Floor: 'automatic' }));
      await route.fulfill({ response, json: { ...more, Records: automatic } });
    });
    await signInAs(picking.floor.packer);
    await open(`/bins?warehouse=${worked}`);
    const putBack = page.getByRole('button', { name: `Put back from ${tote}` });
    await putBack.waitFor();
    await lookAt('bins-left-in-totes');
    await putBack.click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('list', { name: `In ${tote}` })
      .getByText(place)
      .waitFor();
    await dialog.getByRole('button', { name: 'They are in their bins' }).click();
    await page.getByText(`1 bottle of tote ${tote} is in bins again.`).waitFor();
    await expect.poll(() => putBack.count(), patience).toBe(0);
    expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before + 1);
    await open(`/counts?warehouse=${worked}`);
    await page.getByText('Scan a bin, and all that lies in it.').first().waitFor();
    await signInAs(picking.floor.lead);
    await open(`/locations?view=faces&warehouse=${worked}`);
    await page.getByRole('row').filter({ hasText: place }).waitFor();
    await signInAs(admin);
    await open('/bins?warehouse=APC01');
    await page.getByText('No warehouse is worked by people').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });
}
