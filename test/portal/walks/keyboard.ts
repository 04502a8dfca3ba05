/** The order of the keyboard on the pages of an administrator and in the main dialog of each. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

/** An administrator's page, and the button of its main dialog. */
const administrationPages: readonly { readonly at: string; readonly opener?: string }[] = [
  { at: '/customers', opener: 'New winery…' },
  { at: '/webhooks', opener: 'New endpoint…' },
  { at: '/rules', opener: 'New window…' },
  { at: '/rules?view=carriers', opener: 'New rule…' },
  { at: '/warehouses', opener: 'New warehouse…' },
  { at: '/locations', opener: 'New location…' },
  { at: '/locations?view=faces' },
  { at: '/calendars' },
  { at: '/calendars?view=cutoffs', opener: 'New cutoff…' },
  { at: '/calendars?view=holidays', opener: 'New holiday…' },
  { at: '/transit', opener: 'Import…' },
  { at: '/statuses', opener: 'New status…' },
  { at: '/carriers', opener: 'New account…' },
  { at: '/shippers', opener: 'New shipper…' },
  { at: '/shippers?view=rules', opener: 'Rule of a warehouse…' },
  { at: '/reason-codes', opener: 'New reason…' },
  { at: '/operators', opener: 'New operator…' },
  { at: '/activity' },
  { at: '/audit' },
  { at: '/account', opener: 'Set up…' },
];

/** How many elements of a page are gone through from its start; its last ones are always gone through. */
const firstStops = 12;
const lastStops = 3;

export function keyboardWalks(portal: () => PortalUnderTest): void {
  test.for(administrationPages)('keyboard: $at, its order and its dialog', async ({ at, opener }) => {
    const { page, follow } = portal();
    await follow(at);
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('main [aria-busy="true"]').count(), patience).toBe(0);
    // On some pages it appears when their data is there.
    if (opener !== undefined) await page.getByRole('button', { name: opener }).first().waitFor();
    const count = await mark(page, 'main');
    expect(count).toBeGreaterThan(0);
    await page.locator('main').focus();
    expect(await faultsOfStops(page, 0, Math.min(count, firstStops))).toEqual([]);
    if (count > firstStops) {
      const from = Math.max(firstStops, count - lastStops);
      await page.locator(`[data-stop="${from - 1}"]`).focus();
      expect(await faultsOfStops(page, from, count)).toEqual([]);
    }
    // Nothing holds the keyboard: it leaves the content.
    await faultsOfNext(page, count);
    expect(await page.evaluate(`document.activeElement.closest('main') === null`)).toBe(true);
    if (opener === undefined) return;
    const button = page.getByRole('button', { name: opener }).first();
    await button.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => dialog.locator(':focus').count(), patience).toBe(1);
    // A list that covers the dialog opens when it is wanted.
    expect(await page.getByRole('listbox').count()).toBe(0);
    const inDialog = await mark(page, '[role=dialog]');
    await page.locator('[data-stop="0"]').focus();
    expect(await faultsOfStops(page, 1, inDialog)).toEqual([]);
    // It begins again, and does not reach the page below.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await hasFocus(button);
  });

  test('keyboard: what loses something is not done by the key that opens its dialog', async () => {
    const { page, follow } = portal();
    await follow('/reason-codes');
    const opener = page.getByRole('button', { name: /^Remove [A-Z]/ }).first();
    await opener.focus();
    const dialog = page.getByRole('dialog');
    await page.keyboard.down('Enter');
    await dialog.waitFor();
    await hasFocus(dialog.getByRole('button', { name: 'Cancel' }));
    for (let repeated = 0; repeated < 5; repeated += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await dialog.getByRole('button', { name: 'Remove reason' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await hasFocus(opener);
  });
}

/** Numbers what the keyboard stops at, in the order of the document, and returns how much there is. Of radio buttons of a group one is a stop. */
function mark(page: Page, within: string): Promise<number> {
  return page.evaluate(`{
    for (const old of document.querySelectorAll('[data-stop]')) old.removeAttribute('data-stop');
    const all = document.querySelector(${JSON.stringify(within)}).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
    const isStop = (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }) && each.type !== 'hidden';
    const groups = new Set();
    const stops = [...all].filter(isStop).filter((each) => {
      if (each.type !== 'radio') return true;
      const group = [...all].filter((other) => other.type === 'radio' && other.name === each.name);
      return each === (group.find((other) => other.checked) ?? group[0]);
    });
    stops.forEach((each, nth) => each.setAttribute('data-stop', nth));
    stops.length;
  }`) as Promise<number>;
}

/** Goes by Tab through the stops from a number to before another one, and returns what is wrong with each. */
async function faultsOfStops(page: Page, from: number, to: number): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = from; stop < to; stop += 1) faults.push(...(await faultsOfNext(page, stop)));
  return faults;
}

/** A dialog's trap of the focus looks where Tab has led from a date in a task of its own; no person is faster. */
const taskOfTrap = 'new Promise((resolve) => setTimeout(resolve))';

/** Leaves the stop before this one by Tab, which goes through each part of a date or time. */
async function faultsOfNext(page: Page, stop: number): Promise<readonly string[]> {
  for (let part = 0; part < 4; part += 1) {
    await page.keyboard.press('Tab');
    await page.evaluate(taskOfTrap);
    const faults = (await page.evaluate(`(${faultsAt})(${stop})`)) as readonly string[] | null;
    if (faults !== null) return faults;
  }
  return [`stop ${stop} is not reached`];
}

/** Runs in the page: what is wrong with the element that has the focus, which is to be this stop. Null while it is in the date or time of the stop before. */
const faultsAt = `(stop) => {
  const at = document.activeElement;
  if ((at.type === 'date' || at.type === 'time') && at.dataset.stop === String(stop - 1)) return null;
  const name = (each) => each.tagName + ' ' + (each.ariaLabel ?? each.labels?.[0]?.textContent ?? each.textContent).trim().slice(0, 40);
  const found = [];
  if (at === document.body) return ['stop ' + stop + ' is lost: ' + name(document.querySelector('[data-stop="' + stop + '"]') ?? at)];
  if (at.dataset.stop !== String(stop)) found.push('stop ' + stop + ' is ' + name(at) + ', number ' + at.dataset.stop);
  const box = at.getBoundingClientRect();
  const isSeen = box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  if (!isSeen) found.push(name(at) + ' is not on the screen');
  const rings = [at, at.parentElement, at.parentElement.parentElement, at.parentElement.parentElement.parentElement]
    .map((each) => getComputedStyle(each))
    .filter(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0).length;
  if (rings !== 1) found.push(name(at) + ' has ' + rings + ' focus rings');
  const before = document.querySelector('[data-stop="' + (stop - 1) + '"]')?.getBoundingClientRect();
  const isBackwards = before !== undefined && box.bottom <= before.top && box.left < before.right;
  if (isBackwards) found.push(name(at) + ' is above the stop before it');
  return found;
}`;
