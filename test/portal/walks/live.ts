/** Changes by others while a page is open: lists that others change, and a session that changes in another tab. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { type OperatorClient, openSession, signedIn } from '../../support/operator.ts';
import { givenWinery, type NamedOrder, type PortalWinery, recipientOf } from '../morning.ts';
import { adminEmail, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function liveWalks(portal: () => PortalUnderTest): void {
  let winery: PortalWinery | undefined;
  let made = 0;

  /** A held order that lists show. */
  async function accept(): Promise<NamedOrder> {
    made += 1;
    winery ??= await givenWinery(portal().server, 'Lively Creek');
    const [order] = await winery.orders([
      { RecipientContactInfo: recipientOf(made), OrderInfo: { OrderNo: `LIV-900${made}`, HoldOrder: true } },
    ]);
    await catchUpOrderIndex(portal().server.environment.db);
    return order as NamedOrder;
  }

  test('a list follows the orders that others change, and keeps its place while rows are marked', async () => {
    const { page, open, rows, lookAt } = portal();
    winery = undefined;
    const { customerNo } = await accept();
    await open(`/orders?view=held&customers=${customerNo}`);
    await rows(1);
    await page.getByText('Live', { exact: true }).waitFor();
    await accept();
    await rows(2);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 order marked').waitFor();
    await accept();
    await page.getByRole('button', { name: '1 change – refresh' }).waitFor();
    await rows(2);
    await lookAt('orders-changes');
    await page.getByRole('button', { name: '1 change – refresh' }).click();
    await rows(3);
    await page.getByText('1 order marked').waitFor();
  });

  test('what a page reads by itself does not keep the session from ending; what a person does does', async () => {
    const { server, page, open, rows, signInAs } = portal();
    const { pool } = server.database;
    const operator = await signedIn(server, 'service');
    const isIdle = async (): Promise<boolean> => {
      const read =
        "select last_used_at < now() - interval '10 hours' as idle from operator_sessions where session_id = $1";
      return (await pool.query(read, [operator.sessionId])).rows[0].idle;
    };
    await signInAs(operator);
    winery = await givenWinery(server, 'Idle Hours');
    await accept();
    await open(`/orders?view=held&customers=${winery.customerNo}`);
    await rows(1);
    await page.getByText('Live', { exact: true }).waitFor();
    await pool.query("update operator_sessions set last_used_at = now() - interval '11 hours' where session_id = $1", [
      operator.sessionId,
    ]);
    await accept();
    await rows(2);
    expect(await isIdle()).toBe(true);
    await page.keyboard.press('j');
    await accept();
    await rows(3);
    await expect.poll(isIdle, patience).toBe(false);
  });

  test('a change in one tab, after the session was renewed in another, is made at once', async () => {
    const { server, open, signInAs, page } = portal();
    const { orderNo } = await accept();
    const operator = await signedIn(server, 'service');
    await signInAs(operator);
    await open(`/orders?text=${orderNo}`);
    await placeHold(page, orderNo, async () => {
      await signInAs(await openSession(server, operator.operator));
    });
    await page.getByText(`Order ${orderNo} is held.`).waitFor();
  });

  test('a change of one operator is not made by another who has signed in in another tab', async () => {
    const { server, open, signInAs, page } = portal();
    const { orderNo } = await accept();
    await signInAs(await signedIn(server, 'service'));
    const other = await signedIn(server, 'service', { email: 'zoe.park@warehouse.example' });
    await open(`/orders?text=${orderNo}`);
    await placeHold(page, orderNo, () => signInAs(other));
    await page.getByText('zoe.park@warehouse.example has signed in in another tab. Nothing was changed.').waitFor();
    await page.getByRole('button', { name: 'Account of zoe.park@warehouse.example' }).waitFor();
    const { rows: audited } = await server.database.pool.query('select 1 from operator_audit where operator_id = $1', [
      other.operator.operatorId,
    ]);
    expect(audited).toEqual([]);
  });

  test('while the event stream is down a page says so and reads by itself, until the stream is back', async () => {
    const { server, page, address, admin } = portal();
    winery = await givenWinery(server, 'Broken Wire');
    await accept();
    const tab = await page.context().newPage();
    try {
      // A browser without shared workers holds the stream in each tab.
      await tab.addInitScript('delete globalThis.SharedWorker');
      await tab.clock.install();
      await tab.goto(`${address}/orders?view=held&customers=${winery.customerNo}`);
      const rows = () => tab.locator('tbody tr:not([data-skeleton])').count();
      const requests = new Set<Request>();
      tab.on('request', (request) => requests.add(request));
      tab.on('response', (response) => requests.delete(response.request()));
      tab.on('requestfailed', (request) => requests.delete(request));
      /** Not while a reply is on its way: the page would end its request as one that takes too long. */
      const passTime = async (time: string): Promise<void> => {
        if (requests.size === 0) await tab.clock.fastForward(time);
      };
      await tab.getByText('Live', { exact: true }).waitFor();
      await expect.poll(rows, patience).toBe(1);
      await tab.route('**/events', (route) => route.abort());
      await endStreams(portal(), admin);
      await tab.getByText('Reconnecting…', { exact: true }).waitFor();
      await accept();
      // Everything is read again four times a minute; the clock of the page goes there at once.
      await expect
        .poll(async () => {
          await passTime('00:16');
          return rows();
        }, patience)
        .toBe(2);
      expect(await tab.getByText('Reconnecting…', { exact: true }).count()).toBe(1);
      await tab.unrouteAll({ behavior: 'wait' });
      await expect
        .poll(async () => {
          await passTime('00:31');
          return tab.getByText('Live', { exact: true }).count();
        }, patience)
        .toBe(1);
      await accept();
      await expect.poll(rows, patience).toBe(3);
    } finally {
      await tab.close();
    }
  });

  test('a page leads to the sign-in by itself when the operator is disabled', async () => {
    const { server, open, signInAs, heading } = portal();
    const operator = await signedIn(server, 'service');
    await signInAs(operator);
    await open('/orders');
    await heading('Orders').waitFor();
    const admin = await signedIn(server, 'admin');
    await admin.call('Operators/Disable', { Email: operator.operator.email });
    await heading('Sign in').waitFor();
  });

  test('continues as the admin', async () => {
    const { server, signInAs, open, heading } = portal();
    const { rows: found } = await server.database.pool.query('select operator_id from operators where email = $1', [
      adminEmail,
    ]);
    const caller = { operatorId: found[0].operator_id, email: adminEmail, role: 'admin', warehouses: [] } as const;
    await signInAs(await openSession(server, caller));
    await open('/account');
    await heading('Your account').waitFor();
  });
}

/** Ends the streams of a session that are open: the server keeps the newest six. */
async function endStreams({ server }: PortalUnderTest, { cookie }: OperatorClient): Promise<void> {
  const closing = new AbortController();
  for (let nth = 0; nth < 6; nth += 1) {
    const response = await fetch(`${server.url}/test/operator/v1/events`, {
      headers: { cookie },
      signal: closing.signal,
    });
    expect(response.status).toBe(200);
  }
  closing.abort();
}

/** Places a hold on the order of the list; `meanwhile` happens before it is confirmed. */
async function placeHold(page: Page, orderNo: string, meanwhile: () => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: orderNo }).click();
  await page.getByRole('button', { name: 'Hold…' }).click();
  await page.getByLabel('Reason').fill('Call the recipient.');
  await meanwhile();
  await page.getByRole('button', { name: 'Hold order' }).click();
}
