/** Deliveries that are parked and attached to a purchase order; the pages of purchase orders that were counted, are canceled or closed short. */
import { expect, test } from 'vitest';
import { mustSucceed } from '../../support/floor.ts';
import { type Dock, dock, openDock, receiptCount } from '../../support/receiving.ts';
import { once } from '../once.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function deliveryWalks(portal: () => PortalUnderTest): void {
  const opened = once(async (): Promise<Dock> => await openDock(portal().server));

  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const says = (text: string) => portal().page.locator('output[data-verdict]').getByText(text).waitFor();
  /** Until then a list that opens under what is typed closes again. */
  const dialogHasFocus = () =>
    expect.poll(() => portal().page.getByRole('dialog').locator(':focus').count(), patience).toBe(1);

  test('receiving: a delivery without an order is parked, and service attaches it to a purchase order', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { customerNo } = at.winery;
    await signInAs(at.receiver);
    await open('/receive');
    await page.getByRole('button', { name: 'Without an order…' }).waitFor();
    await page.keyboard.press('F8');
    await page.getByLabel('Winery number').fill(customerNo);
    await page.getByLabel('Where it stands').fill('Dock 7');
    await page.keyboard.press('Enter');
    await says('at Dock 7');
    await scan('CAB');
    await says('1 counted.');
    // By hand, of an item that was not scanned.
    await page.keyboard.press('F6');
    await page.getByLabel('Item number').fill('PIN');
    // A scan into the field of the item counts nothing yet.
    await page.keyboard.press('Enter');
    await page.getByLabel('How many').fill('3');
    await page.getByRole('dialog').getByRole('button', { name: 'Count' }).click();
    await says('3 counted.');
    await page.keyboard.press('F2');
    await says('Parked at Dock 7.');
    // The code of a bottle that was not scanned yet: a lead teaches it.
    await signInAs(at.lead);
    await open('/receive');
    await page.getByRole('button', { name: 'Without an order…' }).waitFor();
    await page.keyboard.press('F8');
    await dialogHasFocus();
    await page.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
    await page.getByRole('option', { name: customerNo }).click();
    await page.getByLabel('Where it stands').fill('Dock 8');
    await page.keyboard.press('Enter');
    await says('at Dock 8');
    await scan('20077771234563');
    await says('No item of');
    await page.keyboard.press('F8');
    const taught = page.getByRole('dialog').getByRole('combobox', { name: 'Item' });
    await hasFocus(taught);
    await taught.fill('CA');
    await page.getByRole('option', { name: /^CAB/ }).click();
    await lookAt('receive-teach-any');
    await page.getByRole('button', { name: 'Teach and count' }).click();
    await says('1 counted.');
    await page.keyboard.press('F6');
    await dialogHasFocus();
    const byHand = page.getByRole('dialog');
    await byHand.getByRole('combobox', { name: 'Item' }).click();
    await scan('20077771234563');
    await byHand.getByText('No item in use matches').waitFor();
    expect(await byHand.getByRole('button', { name: 'Count' }).isDisabled()).toBe(true);
    await byHand.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('F10');
    await page.getByRole('dialog').getByLabel('Why').fill('Opened by mistake');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await says('The receipt is discarded.');
    const { reference, orderId } = await at.ordered();
    await signInAs(at.service);
    await open(`/inbound?view=unannounced&customers=${customerNo}`);
    await page.getByRole('row').getByText('Dock 7').waitFor();
    await lookAt('inbound-parked');
    await page.getByRole('button', { name: /^Attach / }).click();
    await page.getByLabel('Purchase order').fill(reference);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is parked').or(page.getByText('No delivery matches')).waitFor();
    await open(`/purchase-orders/${customerNo}/${orderId}`);
    await page.getByRole('table', { name: 'Receipts' }).getByText('1 × CAB').waitFor();
    await lookAt('purchase-order');
    await signInAs(admin);
  });

  test('inbound: each remark of a count is shown with its lot, and the note of an attached delivery', async () => {
    const { page, open, signInAs, admin } = portal();
    const at = await opened();
    const { customerNo: CustomerNo } = at.winery;
    const { reference, orderId } = await at.ordered();
    const { Session } = await at.open(reference);
    const damaged = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED', Note: 'Leaks', Lot: 'L2611' };
    for (const count of [receiptCount(Session, 'PIN', 1), receiptCount(Session, 'PIN', 1)])
      await at.receive('Count', { ...count, ...damaged });
    await at.receive('Finish', { Session, Confirm: true });
    const delivery = { Warehouse: dock, CustomerNo, Place: 'Dock 9', Note: 'Two cases, no papers' };
    const parked = await at.receive('Park', delivery);
    await at.scan(parked.Session, ['CAB']);
    await at.receive('Finish', { Session: parked.Session, Confirm: true });
    const attached = { CustomerNo, Receipt: parked.Receipt, PurchaseOrder: reference };
    mustSucceed(await at.service.call('Receiving/Attach', attached));
    await signInAs(at.service);
    await open(`/purchase-orders/${CustomerNo}/${orderId}`);
    const receipts = page.getByRole('table', { name: 'Receipts' });
    await receipts.getByText('Two cases, no papers').waitFor();
    expect(await receipts.getByText('1 × PIN DMGD-NO-TX of lot L2611: DAMAGED, Leaks').count()).toBe(2);
    await signInAs(admin);
  });

  test('inbound: an open order is canceled, and a partial one closed short', async () => {
    const { page, open, lookAt, signInAs, admin } = portal();
    const at = await opened();
    const { customerNo } = at.winery;
    const canceled = await at.ordered();
    await signInAs(admin);
    await open(`/inbound?text=${canceled.reference}`);
    await page.getByRole('table').getByText(canceled.reference).waitFor();
    await open(`/purchase-orders/${customerNo}/${canceled.orderId}`);
    await page.getByRole('button', { name: 'Cancel order…' }).click();
    // The dialog closes once the order is canceled, however long the lists of the page take to read.
    const mayRead = Promise.withResolvers<void>();
    await page.route('**/api/PurchaseOrders/Get', async (route) => {
      await mayRead.promise;
      await route.continue().catch(() => undefined);
    });
    try {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    } finally {
      mayRead.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    const partial = await at.ordered();
    const { Session } = await at.open(partial.reference);
    mustSucceed(await at.receiver.call('Receiving/Count', receiptCount(Session, 'PIN', 30)));
    const Reasons = [{ ItemNo: 'PIN', ReasonCode: 'FOUND' }];
    mustSucceed(await at.receiver.call('Receiving/Finish', { Session, Confirm: true, Reasons }));
    await open(`/purchase-orders/${customerNo}/${partial.orderId}`);
    await page.getByRole('button', { name: 'Close short…' }).click();
    // The surplus of one item does not make up for the other one.
    await page.getByText('Not expected any more: 12 units.').waitFor();
    await lookAt('purchase-order-close');
    await page.getByRole('dialog').getByRole('button', { name: 'Close short' }).click();
    await expect.poll(async () => (await at.winery.order(partial.orderId)).status, patience).toBe('CLOSED');
  });
}
