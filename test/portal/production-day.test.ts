/**
 * A day of shipping in production, by keys and scans alone, with the carrier as it was recorded: the winery sees each step, with the weights and boxes of
 * the station, and each label is bought once.
 */
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portalRoutes, startPortalLoad } from '../../src/portal/index.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { type Answer, json, recording } from '../carriers/recorded-server.ts';
import { openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { type JitOrder, type JitStep, walkJitDay } from './jit-day.ts';
import { openBrowser } from './open-browser.ts';
import { openPages } from './portal-under-test.ts';
import { type DayOrder, type DayStep, type DayWinery, walkShippingDay } from './shipping-day.ts';

let server: TestServer;
let browser: Browser;
let carrier: FakeCarrier;
beforeAll(async () => {
  const portal = startPortalLoad(pino({ level: 'silent' }));
  [server, browser, carrier] = await Promise.all([
    openProductionServer({ routes: [portalRoutes(portal)] }),
    openBrowser(),
    openFakeCarrier(),
  ]);
  connectCarrier(server.environment, carrier.url);
  // Everything of a shipment that the fake does not decide is as EasyPost has replied.
  const recorded = recording('shipment--buys-a-shipment').at(-1)?.response.body as Record<string, unknown>;
  carrier.interrupt = ({ path }, usual) => (path.startsWith('/v2/shipments') ? asRecorded(usual(), recorded) : usual());
  expect((await portal.settled).kind).toBe('ready');
});
afterAll(async () => {
  await browser?.close();
  await carrier?.close();
  await server?.close();
});

function asRecorded(answer: Answer, recorded: Record<string, unknown>): Answer {
  if (typeof answer === 'string' || answer.status >= 300) return answer;
  return json(answer.status, { ...recorded, ...JSON.parse(String(answer.body)) });
}

/** What the winery reads about an order. */
async function read({ client }: DayWinery, { orderNo }: Pick<DayOrder, 'orderNo'>) {
  const { body: details } = await client.call('Tracking/GetDetails', { OrderNo: orderNo });
  const { status, body: packages } = await client.call('Tracking/GetPackages', {});
  const all: readonly { OrderNumber: string }[] = status === 200 ? (packages.Packages ?? packages) : [];
  return { details, packages: all.filter(({ OrderNumber }) => OrderNumber === orderNo) };
}

/** The order in GetDetails, by the step that it has reached. */
const seen: Readonly<Record<DayStep, object>> = {
  waiting: { Status: 'RECEIVED' },
  released: { Status: 'PROCESSING ORDER' },
  picked: { Status: 'PROCESSING ORDER' },
  packed: { Status: 'READY TO SHIP' },
  staged: { Status: 'READY TO SHIP' },
  departed: { Status: 'SHIPPED' },
};

const boxStatus = (step: DayStep): string => (step === 'departed' ? 'SHIPPED' : 'READY TO SHIP');

test('orders are released, picked, packed, staged, manifested and depart, and the winery sees each step', async () => {
  const floor = await openFloor(server);
  const pages = await openPages(server, browser, '/portal');
  await walkShippingDay(pages, floor, worked, async (step, orders, winery) => {
    for (const order of orders) {
      const { details, packages } = await read(winery, order);
      expect([step, details]).toMatchObject([step, [{ OrderNumber: order.orderNo, ...seen[step] }]]);
      const box = { GrossWeight: String(order.weightLb), Length: '16', Width: '10', Height: '6' };
      const labeled = ['waiting', 'released', 'picked'].includes(step) ? [] : [{ ...box, Status: boxStatus(step) }];
      expect([step, packages]).toMatchObject([step, labeled]);
    }
  });
  expect(carrier.paid().map(({ weight }) => weight)).toEqual([116, 136]);
  await expectLedgerConsistent(server.environment.db);
  expect(await pages.watched.faults()).toEqual([]);
});

/** A JIT order in GetDetails and GetPackages, by the step that it has reached. */
const seenOfJit: Readonly<Record<JitStep, { readonly order: string; readonly box?: string }>> = {
  labeled: { order: 'RECEIVED' },
  matched: { order: 'READY TO SHIP', box: 'READY TO SHIP' },
  staged: { order: 'READY TO SHIP', box: 'READY TO SHIP' },
  departed: { order: 'SHIPPED', box: 'SHIPPED' },
};

test('the label of a JIT order is scanned at the station, staged, manifested and departs, and its winery sees each step', async () => {
  const floor = await openFloor(server);
  const pages = await openPages(server, browser, '/portal');
  const paidBefore = carrier.paid().length;
  let isAway = false;
  const { interrupt } = carrier;
  carrier.interrupt = (request, usual) => (isAway ? 'hang up' : interrupt(request, usual));
  const check = async (step: JitStep, order: JitOrder, winery: DayWinery): Promise<void> => {
    // The station prints what is stored.
    isAway = true;
    const { details, packages } = await read(winery, order);
    const { order: Status, box } = seenOfJit[step];
    expect([step, details]).toMatchObject([step, [{ OrderNumber: order.orderNo, Status }]]);
    const boxes = box === undefined ? [] : [{ Status: box, TrackingNo: order.trackingNo }];
    expect([step, packages]).toMatchObject([step, boxes]);
  };
  await walkJitDay(pages, floor, check);
  expect(carrier.paid()).toHaveLength(paidBefore + 2);
  await expectLedgerConsistent(server.environment.db);
  expect(await pages.watched.faults()).toEqual([]);
});

test('the dialog that holds an account names and links its orders in work', async () => {
  const floor = await openFloor(server);
  const pages = await openPages(server, browser, '/portal');
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
  await floor.release(winery, reference);
  await pages.signInAs(await signedIn(server, 'admin'));
  await pages.open('/rules?view=credit');
  const { page } = pages;
  await page.getByRole('button', { name: 'Hold an account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Winery' }).fill(winery.customerNo);
  await page.getByRole('option', { name: winery.customerNo }).click();
  await dialog.getByText(`1 order in work is not held: ${orderNo}. Such orders get no label`).waitFor();
  await dialog.getByLabel('Note to the winery').fill('Invoice 815 is overdue');
  await pages.lookAt('rules-credit-in-work');
  await dialog.getByRole('link', { name: orderNo }).click();
  await pages.heading(orderNo).waitFor();
});
