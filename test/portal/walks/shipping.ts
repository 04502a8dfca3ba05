/** The close of day, and a whole day of shipping in the test environment. */
import { expect, test } from 'vitest';
import { openFloor } from '../../support/floor.ts';
import { expectLedgerConsistent } from '../../support/ledger.ts';
import { signedIn } from '../../support/operator.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';
import { walkShippingDay } from '../shipping-day.ts';

const ownWarehouse = 'MMC01';

export function shippingWalks(portal: () => PortalUnderTest): void {
  test('shipping: from the release to the departure, by keys and scans alone', async () => {
    const { server } = portal();
    // A warehouse of its own: whatever waits there is released.
    const floor = await openFloor(server, ownWarehouse);
    await walkShippingDay(portal(), floor, ownWarehouse, async (step, orders, winery) => {
      if (step !== 'departed') return;
      for (const { reference } of orders) expect(await winery.statusOf(reference)).toBe('SHIPPED');
    });
    await expectLedgerConsistent(server.environment.db);
  });

  test('shipping: a floor user stages boxes at the close of day, and may do nothing else there', async () => {
    const { page, open, heading, server, signInAs } = portal();
    await signInAs(await signedIn(server, 'floor'));
    await open('/close');
    await heading('Close of day').waitFor();
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await page
      .getByText('Nothing is on the floor')
      .or(page.getByRole('table', { name: 'Carriers' }))
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^(Manifest|Depart)/ }).count()).toBe(0);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    expect(await navigation.getByRole('link', { name: 'Release' }).count()).toBe(0);
    await open('/release');
    await page.getByText('You may not open this page').waitFor();
  });
}
