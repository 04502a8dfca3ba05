/**
 * A JIT order, by keys and scans alone: its winery prints the label by the interface and packs the box; the label is scanned at the packing station of a
 * worked warehouse, matched, staged, put on the manifest, and departs.
 */
import { expect } from 'vitest';
import { picturePdf, symbolsIn } from '../shipping-labels/symbols-in-pixels.ts';
import { type Floor, mustSucceed } from '../support/floor.ts';
import { dayKeys, isPrinted } from './day-keys.ts';
import { patience } from './portal-under-test.ts';
import type { DayPortal, DayWinery } from './shipping-day.ts';

export type JitStep = 'labeled' | 'matched' | 'staged' | 'departed';

export interface JitOrder {
  readonly orderNo: string;
  /** What the scanner reads of the label sheets. */
  readonly dataMatrix: string;
  readonly trackingNo: string;
}

/** Called after each step. */
export type OnJitStep = (step: JitStep, order: JitOrder, winery: DayWinery) => Promise<void>;

export async function walkJitDay(
  { page, signInAs, open, heading, lookAt }: DayPortal,
  floor: Floor,
  onStep: OnJitStep,
): Promise<void> {
  const { focused, tabTo, says, scan, goTo, start } = dayKeys({ page, open, heading });
  const winery = await floor.winery();
  const [order, other] = [await labeledByWinery(winery), await labeledByWinery(winery)];
  await onStep('labeled', order, winery);

  const isPrintedNow = async (): Promise<void> => {
    await isPrinted(page, /^Slip and labels$/);
    await page.evaluate(`document.querySelector('iframe[title="Slip and labels"]')?.remove()`);
  };

  // Two boxes arrive with their labels, and the station finds their orders by these.
  await signInAs(floor.packer);
  await start();
  await goTo('k', 'Packing station');
  await says('Scan an order');
  for (const { dataMatrix, orderNo } of [other, order]) {
    await scan(dataMatrix);
    await page.getByText(`Order ${orderNo}`).first().waitFor();
    await isPrintedNow();
  }
  await onStep('matched', order, winery);
  await lookAt('jit-matched');
  await page.keyboard.press('F8');
  await isPrintedNow();
  // The label of the other box is not taken for it.
  await scan(other.trackingNo);
  await says(`This is the label of order ${other.orderNo}.`);
  await lookAt('jit-wrong-label');
  await scan(order.trackingNo);
  await says('1 of 1 staged');
  await onStep('staged', order, winery);

  await signInAs(floor.lead);
  await start();
  await goTo('x', 'Close of day');
  await tabTo('Manifest…');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect.poll(focused, patience).toBe('Put on the manifest');
  await page.keyboard.press('Enter');
  await dialog.getByText(/1 order, 1 box/).waitFor();
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await tabTo('Depart…');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Box that the carrier did not take').waitFor();
  await tabTo('Depart');
  await page.keyboard.press('Enter');
  await dialog.getByText('has departed with 1 order in 1 box.').waitFor();
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await onStep('departed', order, winery);
}

/** Creates a JIT order and generates its label, which shows the codes. */
async function labeledByWinery({ client, waiting }: DayWinery): Promise<JitOrder> {
  const { orderNo } = await waiting({
    OrderInfo: { OrderType: 'JIT' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }],
  });
  const request = { OrderNo: orderNo, AlternateLabelFormat: 'LabelPDF' };
  const { File, JITLabelID } = mustSucceed(await client.call('SalesOrder/GenerateJitLabel', request));
  const symbols = await symbolsIn(await picturePdf(Buffer.from(File, 'base64')));
  const textOf = (kind: string) => symbols.find((text) => text.startsWith(`${kind}: `))?.slice(kind.length + 2) ?? '';
  const printed = { orderNo, dataMatrix: textOf('DataMatrix'), trackingNo: textOf('Code128') };
  expect(printed).toMatchObject({ dataMatrix: `${JITLabelID}|${orderNo}`, trackingNo: expect.stringMatching(/./) });
  return printed;
}
