/** The journal: why a request was rejected, and what another changed. */
import { test } from 'vitest';
import { orderRequest } from '../../support/orders.ts';
import { givenWinery } from '../morning.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';

export function transactionWalks(portal: () => PortalUnderTest): void {
  test('a rejected request is found by its reference and says why, an accepted one leads to its order', async () => {
    const { server, page, open, rows, heading, lookAt, finder } = portal();
    const { customerNo, client, order } = await givenWinery(server, 'Cellar of the Journal');
    const { reference, orderNo } = await order('JRN-1');
    const request = orderRequest({ OrderInfo: { OrderNo: 'JRN-2' }, ItemsInfo: [{ ItemNo: 'NONE', ItemQuantity: 1 }] });
    const { body: rejected } = await client.call('SalesOrder/CreateSalesOrder', request);
    await server.environment.journal.flush();
    await open('/transactions');
    await page.getByLabel('Transaction reference or user key').fill(rejected.TransactionReferenceNumber);
    await rows(1);
    await lookAt('transactions');
    await page.getByRole('cell', { name: 'CreateSalesOrder' }).click();
    await heading('SalesOrder/CreateSalesOrder').waitFor();
    await page.getByText('ItemsInfo[0].ItemNo', { exact: true }).waitFor();
    await lookAt('transaction-rejected');
    await page.getByRole('link', { name: 'Cellar of the Journal' }).click();
    await rows(2);
    await page.getByRole('cell', { name: orderNo }).click();
    await page.getByText(reference).first().waitFor();
    await lookAt('transaction');
    await page.getByRole('link', { name: 'Order', exact: true }).click();
    await heading(orderNo).waitFor();
    await open('/transactions?view=all');
    await page.getByText('Which winery?').waitFor();
    await lookAt('transactions-which');
    await page.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
    await page.getByRole('combobox', { name: 'Winery' }).press('Enter');
    await rows(2);
    // A reference names its request without a winery, also in the finder.
    const named = rejected.TransactionReferenceNumber;
    await open(`/transactions?view=all&text=${named}`);
    await rows(1);
    await page.keyboard.press('/');
    await finder().fill(named);
    await page.getByRole('option', { name: 'SalesOrder/CreateSalesOrder' }).waitFor();
    await page.keyboard.press('Enter');
    await heading('SalesOrder/CreateSalesOrder').waitFor();
  });
}
