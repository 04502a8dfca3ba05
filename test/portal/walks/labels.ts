/** Labels: those of a winery, and the line on which JIT labels are scanned at an automatic warehouse. */
import { expect, test } from 'vitest';
import { openJitWinery } from '../../shipping-labels/jit-winery.ts';
import { signedIn } from '../../support/operator.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';

export function labelWalks(portal: () => PortalUnderTest): void {
  const says = (text: string) => portal().page.locator('output[data-verdict]').getByText(text).waitFor();
  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);

  test('labels: those of a winery are listed by state and by order, and JIT labels are scanned by people of the floor', async () => {
    const { server, page, open, heading, rows, lookAt, admin, signInAs } = portal();
    const winery = await openJitWinery(server);
    const orderId = await winery.jitOrder('JIT-PORTAL-1');
    const { body: label } = await winery.generate({ OrderNo: 'JIT-PORTAL-1', AlternateLabelFormat: 'LabelPDF' });
    // Simulated carriers sell no labels: these are as a real one would leave them.
    await server.environment.db.rows(
      `insert into label_intents (customer_no, intent_id, order_id, package_no, state, plan, carrier, service, price, tracking_no, last_response, requested_at)
       select $1, gen_random_uuid(), $2, n, (array['bought', 'voided', 'wanted'])[n], '{}', 'FEX', 'GRND', 11.40, '79461234567' || n,
              case when n = 3 then 'The carrier account is out of money: recharge it, or enter another one' else '' end, now()
         from generate_series(1, 3) n`,
      [winery.customerNo, orderId],
    );
    await open('/labels');
    await page.getByText('Which winery?').waitFor();
    await page.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
    await page.keyboard.press('Enter');
    await rows(3);
    await page.getByText('out of money').waitFor();
    await lookAt('labels-of-winery');
    await open(`/labels?customer=${winery.customerNo}&state=due`);
    await rows(1);
    await open(`/labels?customer=${winery.customerNo}&text=NONE-1`);
    await page.getByText('No label matches').waitFor();
    await signInAs(await signedIn(server, 'floor', { warehouses: ['APC01'] }));
    await open('/labels');
    await heading('Labels').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.id'), patience).toBe('scan-line');
    await scan('794612345678');
    await says('This is not the label of a JIT order.');
    await scan(`${label.JITLabelID}|JIT-PORTAL-1`);
    await says(`Order JIT-PORTAL-1 of Winery ${winery.customerNo} ${winery.customerNo} is in work.`);
    await page.getByRole('list', { name: 'Scanned labels' }).getByText(label.JITLabelID).waitFor();
    await lookAt('labels-scanned');
    await scan(label.JITLabelID);
    await says('was scanned before: nothing has changed.');
    await signInAs(admin);
  });
}
