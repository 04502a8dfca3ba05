/** Webhook endpoints: created with a secret that is shown once, tested, and enabled by hand after they were disabled. */
import { expect, test } from 'vitest';
import { givenWinery } from '../morning.ts';
import { hasFocus, type PortalUnderTest } from '../portal-under-test.ts';

export function webhookWalks(portal: () => PortalUnderTest): void {
  test('webhooks: an endpoint is created, tested, and enabled after it was disabled', async () => {
    const { page, follow, lookAt, server } = portal();
    const { customerNo } = await givenWinery(server, 'Hookford Vineyards');
    await follow(`/webhooks?customers=${customerNo}`);
    await page.getByText('No endpoint matches').waitFor();
    await page.getByRole('button', { name: 'New endpoint…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook endpoint' });
    await dialog.getByLabel('URL').fill('https://127.0.0.1/hooks');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await dialog.getByRole('alert').getByText('at a public address').waitFor();
    await dialog.getByLabel('URL').fill('https://hooks.example/dray?token=1');
    await lookAt('webhooks-new');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    const created = page.getByRole('dialog', { name: 'Endpoint created' });
    await created.getByText(/^whsec_/).waitFor();
    await lookAt('webhooks-secret');
    await created.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'hooks.example' }).click();
    await page.getByRole('heading', { name: 'hooks.example' }).waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('row').filter({ hasText: 'webhook.test' }).getByText('Pending').waitFor();
    // What waits for its next attempt is sent at once, after its receiver is back.
    await server.database.pool.query(
      `update webhook_deliveries set due_at = now() + interval '1 hour' where customer_no = $1`,
      [customerNo],
    );
    await page.getByRole('button', { name: 'Retry pending now' }).click();
    await page.getByText('1 event will be sent now.').waitFor();
    // A test that is refused says why.
    await page.route('**/api/Webhooks/SendTest', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"Code":"Unavailable","Reason":"Try it later."}',
      }),
    );
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Try it later.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // An endpoint that is not deleted stays on screen.
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'hooks.example' }).waitFor();
    for (const [button, name] of [
      ['New secret…', 'webhooks-rotate'],
      ['Send again…', 'webhooks-redeliver'],
      ['Disable…', 'webhooks-disable'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await lookAt(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    }
    // Nothing is sent in this test: what its receiver would have replied.
    const { pool } = server.database;
    const attempt = { at: '2026-11-18T17:00:00Z', ms: 84, status: 410, response: `Gone ${'x'.repeat(1_000)}` };
    await pool.query(
      `update webhook_deliveries set status = 'SKIPPED', due_at = null, attempts = jsonb_build_array($2::jsonb) where customer_no = $1`,
      [customerNo, attempt],
    );
    await pool.query(
      `update webhook_endpoints set is_enabled = false, disabled_reason = 'GONE', disabled_at = now() where customer_no = $1`,
      [customerNo],
    );
    await page.reload();
    await page.getByText('The receiver replied 410 Gone').waitFor();
    await page.getByRole('row').filter({ hasText: '410 after 84 ms: Gone' }).waitFor();
    await lookAt('webhooks-endpoint');
    await page.getByRole('button', { name: /^Attempts of event/ }).click();
    const attempts = page.getByRole('dialog', { name: 'Attempts of webhook.test' });
    expect(await attempts.getByRole('button').allInnerTexts()).toEqual(['', 'Done']);
    await attempts.getByText('410 after 84 ms: Gone').waitFor();
    expect(await attempts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await lookAt('webhooks-attempts');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await follow('/overview');
    const notice = page.getByRole('table', { name: 'Webhooks that were disabled' });
    await notice.getByRole('row').filter({ hasText: 'hooks.example' }).getByText('Disabled: gone').waitFor();
    await lookAt('overview-webhooks');
    await notice.getByRole('link', { name: 'hooks.example' }).click();
    await page.getByRole('button', { name: 'Enable…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable endpoint' }).click();
    await page.getByRole('button', { name: /^Send event .* again$/ }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'webhook.test' }).getByText('Pending').waitFor();
    // The button that was pressed is gone.
    await hasFocus(page.locator('main'));
    // The minute in which it happened, to its end.
    await pool.query(`update webhook_deliveries set status = 'DELIVERED', due_at = null where customer_no = $1`, [
      customerNo,
    ]);
    const { rows: sent } = await pool.query(
      `select (occurred_at at time zone 'America/Los_Angeles')::text as at from webhook_events where customer_no = $1`,
      [customerNo],
    );
    expect(sent).toHaveLength(1);
    const minute = sent[0].at.slice(0, 16).replace(' ', 'T');
    await page.getByRole('button', { name: 'Send again…' }).click();
    const again = page.getByRole('dialog', { name: 'Send events again' });
    for (const label of ['From', 'To']) await again.getByLabel(label).fill(minute);
    await again.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 event will be sent again.').waitFor();
    const { rows } = await pool.query('select is_enabled from webhook_endpoints where customer_no = $1', [customerNo]);
    expect(rows).toEqual([{ is_enabled: true }]);
  });
}
