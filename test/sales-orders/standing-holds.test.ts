/** Holds by standing rules on a real database: placed, combined, expired, and limited to the customers of the rule. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import {
  invalidateOperatorSettings,
  maxSettingsAgeMs,
  readOperatorSettings,
  WILDCARD,
} from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { holdOrdersByStandingRules, holdStepHandlers } from '../../src/sales-orders/hold-review.ts';
import {
  closeWeatherWindows,
  createSalesOrders,
  lockSalesOrders,
  type NewWeatherWindow,
  openWeatherWindow,
  placeCustomerCreditHold,
  releaseCustomerCreditHold,
  type StandingRuleChange,
  setLicenseRule,
} from '../../src/sales-orders/index.ts';
import { balanceOf } from '../support/catalog.ts';
import { holdOperations, inDays, openWinery, type Winery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { draft, orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openWiredDb } from '../support/wired-db.ts';

let server: TestServer;
let db: Db;
/** Another process on the same database, with its own cache of rules. */
let other: Db;

beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
  db = server.environment.db;
  other = openWiredDb(server.database.options);
});
afterEach(() => expectLedgerConsistent(db));
afterAll(async () => {
  await other.close();
  await server.close();
});

const day = 24 * 60 * 60;
const change = (customerNo: string): StandingRuleChange => ({
  customerNo,
  reference: uuidv7(),
  operation: 'dray test',
  actor: 'operator:test',
});

const blizzard = (more: Partial<NewWeatherWindow> = {}): NewWeatherWindow => {
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  return {
    states: ['CO'],
    zipPrefixes: [],
    from: today.subtract({ days: 1 }),
    to: today.add({ days: 10 }),
    exemptServices: [],
    icePackExempt: false,
    note: '',
    ...more,
  };
};

const reasonsOf = async (winery: Winery) =>
  Object.fromEntries((await winery.onHold()).map((row) => [row.OrderNo, row.HoldReason]));

/** When orders were processed, by number. */
async function takenUp(customerNo: string): Promise<{ order: string; at: string }[]> {
  return await db.rows<{ order: string; at: string }>(
    `select o.order_no as order, l.occurred_at::text as at from log l
       join sales_orders o on o.customer_no = l.customer_no and o.order_id = l.subject
      where l.customer_no = $1 and l.kind = 'sales_order.processing' order by l.seq`,
    [customerNo],
  );
}

describe('a weather window', () => {
  test('expires after its last day and releases its orders by acceptance, in one batch', async () => {
    const winery = await openWinery(server);
    const orders = [await winery.order(), await winery.order(), await winery.order()];
    await winery.simulate('SetWeather', { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(8) });
    await winery.advance(4 * day);
    expect(await winery.onHold()).toHaveLength(3);
    expect(await balanceOf(db, winery.customerNo, 'WINE-1')).toMatchObject({ onHand: 100, reserved: 3 });
    await winery.advance(5 * day);
    expect(await winery.onHold()).toEqual([]);
    const released = await db.rows<{ subject: string; at: Temporal.Instant }>(
      `select subject, occurred_at as at from log where customer_no = $1 and kind = 'sales_order.released' order by seq`,
      [winery.customerNo],
    );
    expect(released.map((row) => row.subject)).toEqual(orders.map((order) => order.reference));
    // At midnight after the last day, in the time zone of the warehouse.
    for (const { at } of released) {
      const local = at.toZonedDateTimeISO('America/Los_Angeles');
      expect([`${local.month}/${local.day}/${local.year}`, local.hour, local.minute]).toEqual([inDays(9), 0, 0]);
    }
    await winery.advance(4 * day);
    expect((await takenUp(winery.customerNo)).map((row) => row.order)).toEqual(orders.map((order) => order.orderNo));
  });

  test('expires, and the next one that has started in the meantime holds the order', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order();
    await winery.simulate('SetWeather', { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(8) });
    await winery.simulate('SetWeather', { ZipPrefixes: ['802'], StartDate: inDays(9), EndDate: inDays(16) });
    const [before] = await winery.onHold();
    await winery.advance(11 * day);
    const [after] = await winery.onHold();
    expect(after.HoldReasonDescription).not.toBe(before.HoldReasonDescription);
    expect(await winery.timeline(reference)).toEqual([
      'sales_order.held',
      'sales_order.held',
      'sales_order.hold_ended',
    ]);
    await winery.advance(10 * day);
    expect(await winery.onHold()).toEqual([]);
    expect(await winery.statusOf(reference)).toBe('SHIPPED');
  });

  test('that starts between acceptance and processing holds an order when it is processed', async () => {
    const winery = await openWinery(server);
    const { orderNo } = await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 1 }] });
    // Today is before the window: it does not hold the order yet.
    await winery.simulate('SetWeather', { States: ['CO'], StartDate: inDays(12), EndDate: inDays(22) });
    expect(await reasonsOf(winery)).toEqual({ [orderNo]: 'Inventory' });
    await winery.advance(15 * day);
    await winery.stock('WINE-3', 1);
    expect(await reasonsOf(winery)).toEqual({});
    await winery.advance(5 * day);
    expect(await reasonsOf(winery)).toEqual({ [orderNo]: 'Weather' });
    expect(await takenUp(winery.customerNo)).toEqual([]);
    await winery.advance(14 * day);
    expect(await takenUp(winery.customerNo)).toHaveLength(1);
  });
});

describe('a rule for all customers', () => {
  test('holds and releases the orders of each at once, except for a customer with its own license', async () => {
    const [first, second, licensed] = [await openWinery(server), await openWinery(server), await openWinery(server)];
    const wineries = [first, second, licensed];
    for (const winery of wineries) await winery.order();
    await setLicenseRule(db, change(licensed.customerNo), { state: 'CO', orderTypes: undefined, open: true });
    const closed = await setLicenseRule(db, change(WILDCARD), { state: 'CO', orderTypes: ['CLUB'], open: false });
    expect(closed.held).toBeGreaterThanOrEqual(2);
    expect(await Promise.all(wineries.map(async (winery) => (await winery.onHold()).length))).toEqual([1, 1, 0]);
    const opened = await setLicenseRule(db, change(WILDCARD), { state: 'CO', orderTypes: undefined, open: true });
    expect(opened).toMatchObject({ held: 0 });
    expect(opened.released).toBeGreaterThanOrEqual(2);
    expect(await first.onHold()).toEqual([]);
    // Only the customer's own rule remains.
    const rules = await db.rows("select 1 from license_rules where customer_no = '*' and ended_at is null");
    expect(rules).toEqual([]);
  });

  test("is combined with a customer's own rule: both must end", async () => {
    const winery = await openWinery(server);
    const { orderNo } = await winery.order();
    const forAll = change(WILDCARD);
    await openWeatherWindow(db, forAll, blizzard());
    await winery.simulate('SetWeather', { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(10) });
    await closeWeatherWindows(db, change(WILDCARD), forAll.reference);
    expect(await reasonsOf(winery)).toEqual({ [orderNo]: 'Weather' });
    await winery.simulate('ClearWeather', {});
    expect(await reasonsOf(winery)).toEqual({});
  });
});

describe('review', () => {
  test('the second review ends a hold that a stale rule placed', async () => {
    const winery = await openWinery(server);
    const { orderNo } = await winery.order();
    await placeCustomerCreditHold(db, change(winery.customerNo), '');
    // The state that a process with a stale cache leaves.
    await db.rows('update credit_rules set ended_at = now() where customer_no = $1', [winery.customerNo]);
    expect(await reasonsOf(winery)).toEqual({ [orderNo]: 'Credit' });
    await winery.advance(31);
    expect(await reasonsOf(winery)).toEqual({});
  });

  test('the second review ends the hold that a stale rule for all placed on the first order of a customer', async () => {
    const winery = await openWinery(server);
    await setLicenseRule(db, change(WILDCARD), { state: 'CO', orderTypes: ['CLUB'], open: false });
    await readOperatorSettings(db);
    await setLicenseRule(other, change(WILDCARD), { state: 'CO', orderTypes: undefined, open: true });
    const { orderNo } = await winery.order({ OrderInfo: { OrderType: 'CLUB' } });
    expect(await reasonsOf(winery)).toEqual({ [orderNo]: 'License' });
    invalidateOperatorSettings(db);
    await winery.advance(31);
    expect(await reasonsOf(winery)).toEqual({});
  });

  test.each(['sales_order.end_holds', 'sales_order.review_holds'])(
    'steps of %s that are due together begin with the first of their positions',
    async (step) => {
      const winery = await openWinery(server);
      const { customerNo } = winery;
      const orders = [await winery.order(), await winery.order(), await winery.order()];
      const now = Temporal.Now.instant().add({ hours: 2 });
      const EndsAt = `${now.subtract({ hours: 1 })}`;
      for (const { reference } of orders) {
        const hold = { TransactionReferenceNumber: reference, HoldReason: 'Customer Service', EndsAt };
        expect(await winery.simulate('PlaceHold', hold)).toMatchObject({ status: 200 });
      }
      /** The orders that are held after steps that continue after these orders; undefined: one from the beginning. */
      const heldAfter = async (...after: (string | undefined)[]) => {
        const items = after.map((id) => ({ subject: uuidv7(), data: id && { after: id }, dueAt: now }));
        await db.write(async (tx) => holdStepHandlers[step]?.run(tx, { customerNo, step, now, items }));
        return Object.keys(await reasonsOf(winery)).sort();
      };
      const [first, second, third] = orders.map(({ reference }) => reference);
      const numbers = orders.map(({ orderNo }) => orderNo);
      expect(await heldAfter(third)).toEqual(numbers.sort());
      expect(await heldAfter(third, second)).toHaveLength(2);
      expect(await heldAfter(second, undefined, first)).toEqual([]);
    },
  );

  test('an order that stale rules let pass is put on hold when it is processed', async () => {
    const winery = await openWinery(server);
    const { orderNo } = await winery.order();
    await db.rows('insert into credit_rules (customer_no, rule_id, note, set_by) values ($1, $2, $3, $4)', [
      winery.customerNo,
      uuidv7(),
      '',
      'test',
    ]);
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    await winery.advance(14 * day);
    expect(await reasonsOf(winery)).toEqual({ [orderNo]: 'Credit' });
    expect(await takenUp(winery.customerNo)).toEqual([]);
    await releaseCustomerCreditHold(db, change(winery.customerNo));
    await winery.advance(14 * day);
    expect(await takenUp(winery.customerNo)).toHaveLength(1);
  });

  test('a change is visible at once in its own process and within three seconds in others', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order();
    // Evaluates the rules as processing does, and rolls back.
    const passes = async (process: Db) => {
      const rollback = new Error('rollback');
      let free = -1;
      await process
        .write(async (tx) => {
          const orders = await lockSalesOrders(tx, [{ customerNo: winery.customerNo, orderId: reference }]);
          free = (await holdOrdersByStandingRules(tx, orders, Temporal.Now.instant())).length;
          throw rollback;
        })
        .catch((error: unknown) => {
          if (error !== rollback) throw error;
        });
      return free === 1;
    };
    expect(await Promise.all([passes(db), passes(other)])).toEqual([true, true]);
    await setLicenseRule(db, change(winery.customerNo), { state: 'CO', orderTypes: undefined, open: false });
    const changedMs = performance.now();
    expect(await passes(db)).toBe(false);
    for (;;) {
      const askedMs = performance.now();
      if (!(await passes(other))) break;
      expect(askedMs - changedMs).toBeLessThan(maxSettingsAgeMs);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await setLicenseRule(db, change(winery.customerNo), { state: 'CO', orderTypes: undefined, open: true });
    expect(await passes(db)).toBe(true);
  });

  test('a repeated review changes and writes nothing', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order();
    await winery.simulate('SetCredit', { OnHold: true });
    const before = await winery.timeline(reference);
    await winery.simulate('SetLicense', { State: 'UT', Open: false });
    await winery.advance(5 * 60);
    expect(await winery.timeline(reference)).toEqual(before);
  });
});

test('thousands of orders are held and released completely, in pages', async () => {
  const winery = await openWinery(server);
  const many = 2_100;
  await winery.stock('WINE-1', many);
  for (let placed = 0; placed < many; placed += 100) {
    const drafts = Array.from({ length: 100 }, () => draft(winery.customerNo, orderRequest()));
    await db.write((tx) => createSalesOrders(tx, drafts));
  }
  const held = { body: { OrdersHeld: many, OrdersReleased: 0 } };
  expect(await winery.simulate('SetCredit', { OnHold: true })).toMatchObject(held);
  const weather = { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(8) };
  expect(await winery.simulate('SetWeather', weather)).toMatchObject(held);
  // The second review completes the first one.
  await editSettings(db, 'update credit_rules set ended_at = now() where customer_no = $1', [winery.customerNo]);
  await winery.advance(31);
  const rows = await winery.onHold();
  expect(rows).toHaveLength(many);
  expect(new Set(rows.map((row) => row.HoldReason))).toEqual(new Set(['Weather']));
  await winery.advance(9 * day);
  expect(await winery.onHold()).toEqual([]);
}, 60_000);

describe('closed orders', () => {
  test('orders in processing, shipped or canceled do not change', async () => {
    const winery = await openWinery(server);
    const [shipped, canceled] = [await winery.order(), await winery.order()];
    await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: canceled.reference });
    await winery.advance(7 * day);
    const before = await winery.statusOf(shipped.reference);
    expect(await winery.simulate('SetCredit', { OnHold: true })).toMatchObject({ body: { OrdersHeld: 0 } });
    expect(await winery.statusOf(shipped.reference)).toBe(before);
    expect(await winery.statusOf(canceled.reference)).toBe('CANCELED');
    expect(await winery.onHold()).toEqual([]);
  });
});

test('every order is correct when rules change while orders are placed, held, released and canceled', async () => {
  const winery = await openWinery(server);
  const nextMonth = { ShipmentInfo: { ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: inDays(30) } };
  const rules = (async () => {
    for (let round = 0; round < 6; round += 1) {
      await winery.simulate('SetCredit', { OnHold: round % 2 === 0 });
      await winery.simulate('SetLicense', { State: 'CO', Open: round % 3 !== 0 });
    }
    await winery.simulate('SetCredit', { OnHold: false });
    await winery.simulate('SetLicense', { State: 'CO', Open: true });
  })();
  const references = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const { reference } = await winery.order(nextMonth);
      const name = { TransactionReferenceNumber: reference };
      if (index % 4 === 1) await winery.simulate('PlaceHold', { ...name, HoldReason: 'Customer Service' });
      if (index % 4 === 2) await winery.client.call('SalesOrder/CancelSalesOrder', name);
      return reference;
    }),
  );
  await rules;
  await winery.advance(40);
  const statuses = await Promise.all(references.map(winery.statusOf));
  const kinds = ['RECEIVED', 'ON CUSTOMER SERVICE HOLD', 'CANCELED', 'RECEIVED'];
  expect(statuses).toEqual(references.map((_, index) => kinds[index % 4]));
});
