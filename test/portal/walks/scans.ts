/**
 * Scans through the browser while replies are late, lost and repeated: each is counted once. The suite takes 60 of them; `npm run test:scans` takes 2,000
 * with delays of up to 300 ms.
 *
 * Scans arrive in the ways of scanners: keys with Enter or Tab at the end, wherever the focus is, and text without keys, as Android wedges write it into the
 * focused input.
 */
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { givenStock } from '../../support/catalog.ts';
import { type Floor, openFloor, worked } from '../../support/floor.ts';
import { type PortalUnderTest, patience, personsPace } from '../portal-under-test.ts';

/** With a number of scans replies wait for real time; otherwise for scans that are typed meanwhile. */
const wanted = Number(process.env.SCANS ?? 0);
const isSlow = wanted > 0;
const scans = isSlow ? wanted : 60;
const maxPerOrder = 100;
const maxDelayMs = 300;
const copies = 5;
const seed = Number(process.env.SCANS_SEED ?? 1_117);

export function scanWalks(portal: () => PortalUnderTest): void {
  test(
    `scans: ${scans} through the browser are counted once each, while replies are late, lost or repeated`,
    async () => {
      const { page, open, server, signInAs } = portal();
      const { db } = server.environment;
      const floor = await openFloor(server);
      const winery = await floor.winery();
      await givenStock(db, winery.customerNo, [{ itemNo: 'WINE-1', quantity: scans, warehouse: worked }]);
      const chance = chances(seed);
      const line = lateReplies(chances(seed + 1));
      await page.addInitScript('window.print = () => undefined');
      await signInAs(floor.packer);
      await open('/pack');
      await page.getByText('Scan an order', { exact: true }).waitFor();
      const input = page.getByLabel('Scan', { exact: true });
      expect([await input.getAttribute('inputmode'), await isFocused(input)]).toEqual(['none', true]);
      await page.route('**/api/Floor/ScanBottle', line.answer);
      try {
        for (let left = scans; left > 0; left -= maxPerOrder) {
          await scanOrder(portal(), { floor, winery, units: Math.min(left, maxPerOrder), chance, onScan: line.onScan });
        }
      } finally {
        line.end();
        await page.unrouteAll({ behavior: 'wait' });
      }
      expect(line.different).toEqual([]);
      expect(line.ids.size).toBe(scans);
      const [counted] = await db.rows<{ scans: number; ids: number }>(
        'select count(*)::int as scans, count(distinct scan_id)::int as ids from floor_scans where customer_no = $1',
        [winery.customerNo],
      );
      expect(counted).toEqual({ scans, ids: scans });
      // Replies were late, lost and repeated, indeed.
      expect(Object.values(line.done).every((times) => times > 0)).toBe(true);
    },
    isSlow ? 3_600_000 : undefined,
  );

  test('scans: no function key leaves a station for the browser, where the next scan would be typed', async () => {
    const { page, open, server, signInAs } = portal();
    await signInAs((await openFloor(server)).packer);
    // It has no keys of its own.
    await open('/close');
    await page.getByLabel('Scan', { exact: true }).waitFor();
    const taken = async (...names: readonly string[]): Promise<readonly unknown[]> =>
      await Promise.all(
        names.map((key) =>
          page.evaluate(
            `!document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`,
          ),
        ),
      );
    const browsers = ['F2', 'F3', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10'];
    expect(await taken(...browsers)).toEqual(browsers.map(() => true));
    // Reloading, the full screen and the tools of the browser.
    expect(await taken('F5', 'F11', 'F12')).toEqual([false, false, false]);
    expect(await taken('F1')).toEqual([true]);
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('[role=dialog]') !== null"), patience)
      .toBe(true);
    expect(await taken('F1', ...browsers)).toEqual(['F1', ...browsers].map(() => true));
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
  });

  test('scans: no scan goes to a page or opens the finder, and keys that go to pages do not begin a code', async () => {
    const { page, open, heading, server, signInAs } = portal();
    await signInAs((await openFloor(server)).lead);
    await open('/waves');
    await heading('Waves').waitFor();
    // No line takes it. The address of a bin on a label, and a code in lower case, at the pace of a scanner.
    await page.evaluate(`{
      for (const key of [...'https://w.example/g1', 'Enter']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
    }`);
    await page.keyboard.press('Shift', personsPace);
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('1');
    await heading('Bins').waitFor();
    const line = page.getByLabel('Scan', { exact: true });
    await line.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('2', personsPace);
    expect(await line.inputValue()).toBe('g2');
    await expect.poll(() => page.evaluate('getSelection().toString()'), patience).toBe('g2');
    await page.keyboard.type('A-01\n');
    await page.getByText('Last: A-01').waitFor();
  });
}

type Winery = Awaited<ReturnType<Floor['winery']>>;

interface OrderToScan {
  readonly floor: Floor;
  readonly winery: Winery;
  readonly units: number;
  readonly chance: () => number;
  readonly onScan: () => void;
}

/** Scans an order and its bottles without waiting for any reply, and puts it aside. */
async function scanOrder(
  { page }: PortalUnderTest,
  { floor, winery, units, chance, onScan }: OrderToScan,
): Promise<void> {
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: units }] });
  await floor.release(winery, reference);
  await page.keyboard.type(`${orderNo}\n`);
  for (let nth = 0; nth < units; nth += 1) {
    const way = Math.floor(chance() * 4);
    if (way === 0) {
      // A wedge that writes text into the input, which has the focus.
      await page.getByLabel('Scan', { exact: true }).focus();
      await page.keyboard.insertText('WINE-1\t');
    } else {
      if (way === 1) await page.getByRole('button', { name: /^Turn the sound/ }).focus();
      await page.keyboard.type('WINE-1');
      await page.keyboard.press(way === 2 ? 'Tab' : 'Enter');
    }
    onScan();
  }
  await page.getByRole('listitem', { name: `WINE-1: ${units} of ${units}`, exact: true }).waitFor({ timeout: 600_000 });
  await expect.poll(() => page.getByText('on the way').count(), patience).toBe(0);
  const { Missing, Boxes } = await floor.pack('OpenPacking', { Scan: orderNo });
  expect([Missing, Boxes.flatMap(({ Items }: { Items: { Units: number }[] }) => Items)[0].Units]).toEqual([0, units]);
  await page.keyboard.press('Escape');
  await page.getByText('Scan an order', { exact: true }).waitFor();
}

const isFocused = (input: { evaluate(script: (element: unknown) => boolean): Promise<boolean> }): Promise<boolean> =>
  input.evaluate((element) => (element as { matches(selector: string): boolean }).matches(':focus'));

/** Numbers from 0 to 1, the same ones for a seed. */
function chances(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Replies to scans that are late by a random time or number of further scans; some are lost after they were counted, some requests come five times. */
function lateReplies(chance: () => number) {
  let typed = 0;
  let requests = 0;
  let isOver = false;
  let held: { readonly until: number; readonly release: () => void }[] = [];
  const ids = new Set<string>();
  const different: unknown[] = [];
  const done = { late: 0, lost: 0, repeated: 0 };
  const releaseDue = (): void => {
    for (const each of held.filter(({ until }) => isOver || until <= typed)) each.release();
    held = held.filter(({ until }) => !isOver && until > typed);
  };
  const delay = (): Promise<void> =>
    new Promise((resolve) => {
      if (isSlow) setTimeout(resolve, chance() * maxDelayMs);
      else {
        // Later ones are typed at once, so a reply waits for a few of them, or for the last.
        held.push({ until: Math.min(typed + Math.floor(chance() * 4), scans), release: resolve });
        releaseDue();
      }
    });
  return {
    ids,
    different,
    done,
    onScan: () => {
      typed += 1;
      releaseDue();
    },
    end: () => {
      isOver = true;
      releaseDue();
    },
    answer: async (route: Route): Promise<void> => {
      ids.add(route.request().postDataJSON().ScanId);
      requests += 1;
      const isRepeated = requests % 10 === 3;
      const isLost = requests % 20 === 7;
      const replies = [await route.fetch()];
      if (isRepeated) {
        done.repeated += 1;
        const again = Array.from({ length: copies - 1 }, () => route.fetch());
        replies.push(...(await Promise.all(again)));
      }
      const [first, ...others] = await Promise.all(replies.map((reply) => reply.text()));
      different.push(...others.filter((text) => text !== first));
      done.late += 1;
      await delay();
      // The station sends it again, under its id.
      if (isLost) {
        done.lost += 1;
        await route.abort();
      } else await route.fulfill({ response: replies[0] as Awaited<ReturnType<Route['fetch']>> });
    },
  };
}
