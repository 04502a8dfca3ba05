/** The page of exceptions. */
import { expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { givenWrongDeparture } from '../../support/wrong-departure.ts';
import { givenWinery } from '../morning.ts';
import { hasFocus, type PortalUnderTest } from '../portal-under-test.ts';

export function exceptionWalks(portal: () => PortalUnderTest): void {
  test('a short order is listed and leads to the order', async () => {
    const { server, page, follow, rows, heading, lookAt } = portal();
    const winery = await givenWinery(server, 'Cellar of the Shortage');
    await winery.order('EXC-1', { ItemsInfo: [{ ItemNo: '24ROSE', ItemQuantity: 24 }] });
    await catchUpOrderIndex(server.environment.db);
    await follow('/exceptions?view=short');
    await page.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await page.getByRole('combobox', { name: 'Winery' }).press('Enter');
    await rows(1);
    await page.getByText('24 units are short.').waitFor();
    await page.getByRole('link', { name: 'Packages', exact: true }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await lookAt('exceptions-none');
    await page.goBack();
    await rows(1);
    await page.getByRole('button', { name: 'Clear' }).press('Enter');
    await page.waitForURL((url) => !url.search.includes('customers'));
    // The button is gone.
    await hasFocus(page.getByRole('search'));
    const filter = page.getByRole('combobox', { name: 'Winery' });
    await filter.fill('no such winery');
    await page.getByText('No winery matches').waitFor();
    await filter.press('Enter');
    // A part of the name, whose only winery Enter chooses.
    await filter.fill('of the shortage');
    await filter.press('Enter');
    await page.waitForURL(new RegExp(`customers=${winery.customerNo}$`));
    await rows(1);
    await page.getByRole('link', { name: 'EXC-1' }).click();
    await heading('EXC-1').waitFor();
  });

  test('a package that left although it must not is acknowledged, and stays listed while its carrier brings it back', async () => {
    const { server, page, follow, rows } = portal();
    const { CustomerNo, trackingNo, turnsBack } = await givenWrongDeparture(server);
    await turnsBack();
    await follow(`/exceptions?view=packages&customers=${CustomerNo}`);
    await rows(2);
    // While the mouse is on the rows, each keeps its place, and its values.
    const acknowledge = page.getByRole('button', { name: `Acknowledge ${trackingNo}` });
    await acknowledge.hover();
    await page.getByText('The carrier is bringing the package back.').hover();
    await acknowledge.click();
    await page.getByText(`Package ${trackingNo} of order`).waitFor();
    await rows(1);
    await page.getByText('The carrier is bringing the package back.').waitFor();
  });

  test('during an upgrade, a row of a server that names no label has no Acknowledge', async () => {
    const { server, page, follow, rows } = portal();
    const { CustomerNo, trackingNo } = await givenWrongDeparture(server);
    await page.route('**/api/Exceptions/List', async (route) => {
      const response = await route.fetch();
      const { Records, ...more } = await response.json();
      const older = Records.map(({ Label: _, ...row }: { readonly Label: string }) => row);
      await route.fulfill({ response, json: { ...more, Records: older } });
    });
    await follow(`/exceptions?view=packages&customers=${CustomerNo}`);
    await rows(1);
    await page.getByText(trackingNo).first().waitFor();
    expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Decision' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });
}
