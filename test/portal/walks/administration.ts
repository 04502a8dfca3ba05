/** Operators and the audit. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminEmail, type PortalUnderTest } from '../portal-under-test.ts';

export function administrationWalks(portal: () => PortalUnderTest): void {
  test('an admin creates an operator, whose password is shown once, and disables it', async () => {
    const { page, open, rows, lookAt } = portal();
    await open('/operators?text=cal.');
    await page.getByText('No operator matches').waitFor();
    await page.getByRole('button', { name: 'New operator…' }).click();
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('cal.nguyen@warehouse.example');
    await lookAt('operator-new');
    await page.getByRole('button', { name: 'Create operator' }).click();
    await page.getByRole('dialog', { name: 'Operator created' }).waitFor();
    await lookAt('operator-created');
    await page.getByRole('button', { name: 'Done' }).click();
    await rows(1);
    await page.getByRole('button', { name: 'Actions for cal.nguyen@warehouse.example' }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).waitFor();
    await lookAt('operator-menu');
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('cal.nguyen@warehouse.example is disabled.').waitFor();
    await page.getByText('No operator matches').waitFor();
  });

  test('the audit shows who changed what, with the values before and after', async () => {
    const { page, open, rows, lookAt } = portal();
    await open('/audit?subjects=cal.nguyen@warehouse.example');
    await rows(2);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'operator.disabled' });
    await dialog.waitFor();
    const facts = await dialog.getByRole('definition').allInnerTexts();
    expect(facts.slice(1, 4)).toEqual([adminEmail, 'cal.nguyen@warehouse.example', 'Operators/Disable']);
    expect(await valuesOf(dialog)).toEqual([
      ['Before', { IsDisabled: false }],
      ['After', { IsDisabled: true }],
    ]);
    await lookAt('audit-entry');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'operator.created' });
    await created.waitFor();
    const [[, before], [, after]] = (await valuesOf(created)) as [[unknown, unknown], [unknown, unknown]];
    expect(before).toBe('—');
    expect(after).toMatchObject({ Role: 'service' });
  });
}

/** The two values of an entry, under their headings. */
async function valuesOf(dialog: Locator): Promise<readonly (readonly [unknown, unknown])[]> {
  const sections = await dialog
    .getByRole('heading', { level: 2 })
    .filter({ hasText: /^(Before|After)$/ })
    .all();
  return await Promise.all(
    sections.map(async (heading) => {
      const text = await heading.locator('xpath=following-sibling::pre').textContent();
      return [await heading.textContent(), text === '—' ? text : JSON.parse(text ?? '')] as const;
    }),
  );
}
