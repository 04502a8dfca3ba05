/** Will call, by keys and scans alone: an order is found at the counter and handed over to an adult. */
import type { Route } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { openFloor, worked } from '../../support/floor.ts';
import { once } from '../once.ts';
import { type PortalUnderTest, patience, personsPace } from '../portal-under-test.ts';

export function willCallWalks(portal: () => PortalUnderTest): void {
  const opened = once(async () => {
    const floor = await openFloor(portal().server);
    return { floor, winery: await floor.winery() };
  });
  /** Two packed orders that wait at the counter. */
  const twoWaiting = async () => {
    const { floor, winery } = await opened();
    const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
    const orders = [await winery.waiting({ ShipmentInfo }), await winery.waiting({ ShipmentInfo })] as const;
    await floor.release(winery, ...orders.map(({ reference }) => reference));
    for (const { orderNo } of orders) await floor.label(orderNo, ['WINE-1']);
    return orders;
  };
  const scan = async (code: string) => {
    await portal().page.keyboard.type(code);
    await portal().page.keyboard.press('Enter');
  };
  const band = () => portal().page.locator('output[data-verdict]');

  /** Checks the ID of the order on screen. */
  async function checksId(): Promise<void> {
    const { page } = portal();
    await page.keyboard.press('F4');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Of age/ }).isChecked(), patience).toBe(true);
  }

  const handOvers = '**/api/Floor/HandOver';
  const passOn = (route: Route): Promise<void> => route.continue();
  let onHandOver = passOn;
  /**
   * Opens the page of the counter, whose hand-overs pass through `onHandOver`. They do from the beginning: a browser that is asked to intercept requests
   * may still send one that is made at once by itself.
   */
  async function openCounter(): Promise<void> {
    const { page, open } = portal();
    await page.route(handOvers, (route) => onHandOver(route));
    // The browser may have chosen another warehouse last.
    await open(`/will-call?warehouse=${worked}`);
  }
  afterEach(async () => {
    onHandOver = passOn;
    await portal().page.unroute(handOvers);
  });

  /** Hands over the order on screen, with scans that come before the server's reply, which is a failure if it `fails`. */
  async function handsOver({ scans, fails = false }: { scans: readonly string[]; fails?: boolean }): Promise<void> {
    const { page } = portal();
    const allScanned = Promise.withResolvers<void>();
    let isAsked = false;
    onHandOver = async (route) => {
      isAsked = true;
      await allScanned.promise;
      if (fails) await route.fulfill({ status: 502, contentType: 'application/json', body: '{}' });
      else await route.continue();
    };
    try {
      await page.keyboard.press('F2');
      // What the page shows instead is in the failure.
      const shown = async () => ({ isAsked, page: isAsked ? '' : await page.getByRole('main').textContent() });
      await expect.poll(shown, patience).toEqual({ isAsked: true, page: '' });
      for (const code of scans) await scan(code);
      const replied = page.waitForResponse(handOvers);
      allScanned.resolve();
      await replied;
    } finally {
      allScanned.resolve();
      onHandOver = passOn;
    }
  }

  test('will call: an order is scanned and handed over once the ID was checked', async () => {
    const { page, open, heading, signInAs, lookAtPage } = portal();
    const { floor, winery } = await opened();
    const orders = await twoWaiting();
    await signInAs(floor.packer);
    await open('/overview');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Will call' }).waitFor();
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('s');
    await heading('Will call').waitFor();
    await openCounter();
    const waiting = page.getByRole('table', { name: 'Will-call orders' });
    for (const { orderNo } of orders) await waiting.getByText(orderNo).waitFor();
    await scan('NOT-THERE');
    await band().getByText('No packed order waits under NOT-THERE.').waitFor();
    await scan(orders[0].orderNo);
    await page.getByRole('heading', { name: `Order ${orders[0].orderNo}` }).waitFor();
    await page.getByRole('list', { name: 'What is handed over' }).getByText('WINE-1').first().waitFor();
    await page.keyboard.press('F2');
    await band().getByText('Check the ID and have an adult sign first').waitFor();
    await page.keyboard.press('F4');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Of age/ }).isChecked(), patience).toBe(true);
    await band().getByText('The ID was checked.').waitFor();
    await page.keyboard.press('F6');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Another person/ }).isChecked(), patience).toBe(true);
    await lookAtPage('will-call-order');
    // The next one is scanned before the server has replied.
    await handsOver({ scans: [orders[1].orderNo.toLowerCase()] });
    await waiting.getByText(orders[0].orderNo).waitFor({ state: 'hidden' });
    expect(await winery.statusOf(orders[0].reference)).toBe('SHIPPED');
    // It begins with nothing checked.
    await page.getByRole('heading', { name: `Order ${orders[1].orderNo}` }).waitFor();
    for (const name of [/^Of age/, /^Another person/])
      expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: `Order ${orders[1].orderNo}` }).waitFor({ state: 'hidden' });
    expect(await winery.statusOf(orders[1].reference)).toBe('PROCESSING ORDER');
    await lookAtPage('will-call-waiting');
    // More orders wait than a list has: one beyond its end is found by its scan.
    const pattern = '**/api/Floor/ListWillCall';
    await page.route(pattern, async (route) => {
      if ('Scan' in route.request().postDataJSON()) await route.continue();
      else await route.fulfill({ json: { Records: [], Next: 'later' } });
    });
    try {
      await page.reload();
      await page.getByText('There are more').waitFor();
      await scan(orders[1].orderNo);
      await page.getByRole('heading', { name: `Order ${orders[1].orderNo}` }).waitFor();
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('will call: F2 right after the scan of the next order does not hand the one before it over', async () => {
    const { page, signInAs } = portal();
    const { floor, winery } = await opened();
    const [first, second] = await twoWaiting();
    await signInAs(floor.packer);
    await openCounter();
    await page.getByRole('table', { name: 'Will-call orders' }).getByText(second.orderNo).waitFor();
    await scan(first.orderNo);
    await page.getByRole('heading', { name: `Order ${first.orderNo}` }).waitFor();
    await checksId();
    // Both before the page is drawn again.
    await page.evaluate(
      `for (const key of [...${JSON.stringify(second.orderNo)}, 'Enter', 'F2']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }`,
    );
    await page.getByRole('heading', { name: `Order ${second.orderNo}` }).waitFor();
    await page.keyboard.press('F2');
    await band().getByText('Check the ID and have an adult sign first').waitFor();
    expect(await winery.statusOf(first.reference)).toBe('PROCESSING ORDER');
  });

  test('will call: after a hand-over that failed, its order stays open, and what was scanned meanwhile is not opened', async () => {
    const { page, signInAs } = portal();
    const { floor, winery } = await opened();
    const [first, second] = await twoWaiting();
    await signInAs(floor.packer);
    await openCounter();
    await page.getByRole('table', { name: 'Will-call orders' }).getByText(second.orderNo).waitFor();
    await scan(first.orderNo);
    await page.getByRole('heading', { name: `Order ${first.orderNo}` }).waitFor();
    await checksId();
    await handsOver({ scans: [second.orderNo], fails: true });
    await band().getByText(`${second.orderNo} was not opened: scan it again.`).waitFor();
    expect(await band().getAttribute('data-verdict')).toBe('wrong');
    await page.getByRole('heading', { name: `Order ${first.orderNo}` }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Of age/ }).isChecked()).toBe(true);
    expect(await winery.statusOf(first.reference)).toBe('PROCESSING ORDER');
    // It is not in the list any more for a scan that follows, which may come before the list is read again.
    await handsOver({ scans: [first.orderNo] });
    await band().getByText(`No packed order waits under ${first.orderNo}.`).waitFor();
    expect(await winery.statusOf(first.reference)).toBe('SHIPPED');
    await scan(second.orderNo);
    await page.getByRole('heading', { name: `Order ${second.orderNo}` }).waitFor();
    await checksId();
    // The connection is cut silently after the server has handed it over: the page ends the wait, and the next attempt has the same key.
    await page.evaluate(
      `const waits = (window.waits = []);
      AbortSignal.timeout = (ms) => {
        const wait = new AbortController();
        waits.push({ ms, end: () => wait.abort() });
        return wait.signal;
      };`,
    );
    const keys: (string | undefined)[] = [];
    onHandOver = async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) await route.continue();
      else await route.fetch();
    };
    await page.keyboard.press('F2');
    await expect.poll(() => keys.length, patience).toBe(1);
    await band().getByText('The server has not replied yet.').waitFor();
    await scan(first.orderNo);
    await page.getByText('1 on the way').waitFor();
    expect(await page.evaluate('waits.map(({ ms }) => ms)')).toContain(65_000);
    await page.evaluate('void waits.forEach(({ end }) => end())');
    await band().getByText(`${first.orderNo} was not opened: scan it again.`).waitFor();
    await page.keyboard.press('F2');
    await band()
      .getByText(new RegExp(`^Order ${second.orderNo}, 1 box, for .`))
      .waitFor();
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(await winery.statusOf(second.reference)).toBe('SHIPPED');
  });
}
