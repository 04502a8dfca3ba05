/** Production orders with the real carrier code: labels, refusals, faults, and unneeded labels. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { startBackgroundJobs } from '../../src/platform/jobs.ts';
import {
  buyAndVoidDueLabels,
  createLabelWorkRelay,
  createProductionStepHandlers,
} from '../../src/shipping-labels/index.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from './fake-carrier.ts';
import {
  bsw,
  givenWarehouseAddresses,
  labelDeps,
  labelStatesOf,
  later,
  process as processOrders,
  takeUp,
} from './production.ts';
import { openProductionServer } from './production-server.ts';
import { json } from './recorded-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;
let logged: string[];
const place = () => labelDeps(db, carrier.url, logged);

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(async () => {
  await expectLedgerConsistent(db);
  await server.close();
});
beforeEach(async () => {
  logged = [];
  carrier = await openFakeCarrier();
  winery = await openWinery(server);
});
afterEach(() => carrier.close());

const packagesOf = (orderId: string) =>
  db.rows<{ status: string; carrier: string; service: string; tracking_no: string }>(
    'select status, carrier, service, tracking_no from packages where order_id = $1 order by package_no',
    [orderId],
  );

describe('with a carrier', () => {
  test('every package of an order gets a label with the same service and is ready to ship', async () => {
    const orderId = await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
    await processOrders(place(), winery.customerNo);
    const packages = await packagesOf(orderId);
    expect(packages).toHaveLength(3);
    expect(packages).toEqual(
      carrier.paid().map(({ trackingNo }) => ({
        status: 'READY TO SHIP',
        carrier: 'FEX',
        service: 'GRND',
        tracking_no: trackingNo,
      })),
    );
    const order = await winery.order(orderId);
    expect(order).toMatchObject({ status: 'PROCESSING ORDER', carrier: 'FEX', service: 'GRND' });
    expect(carrier.shipments[0]).toMatchObject({ to: { street1: '100 Main St', zip: '80202', country: 'US' } });
    expect((await winery.timeline(orderId)).map(({ kind }) => kind)).toContain('package.packed');
    // A repeated run sends no request.
    const calls = carrier.asked.length;
    await later(db);
    await processOrders(place(), winery.customerNo);
    expect(carrier.asked).toHaveLength(calls);
  });

  test('all packages of an order use the service of the first, even if the rules change meanwhile', async () => {
    carrier.interrupt = async (request, usual) => {
      if (request.path.endsWith('/buy')) {
        await editSettings(
          db,
          `insert into carrier_rules (rank, carrier, service) values (1, 'UPS', '*') on conflict do nothing`,
        );
      }
      return usual();
    };
    try {
      const orderId = await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
      await processOrders(place(), winery.customerNo);
      expect((await packagesOf(orderId)).map((p) => p.carrier)).toEqual(['FEX', 'FEX', 'FEX']);
    } finally {
      await editSettings(db, 'delete from carrier_rules');
    }
  });

  test('an insured order declares each package’s value by price or item value; others declare nothing', async () => {
    const declared = () =>
      carrier.asked
        .filter(({ path }) => path.endsWith('/buy'))
        .map(({ body }) => (body as { insurance?: string }).insurance);
    await db.rows("update skus set value = 20.25 where customer_no = $1 and item_no = 'WINE-1'", [winery.customerNo]);
    const insured = { ShipmentInfo: { ...bsw.ShipmentInfo, Insurance: 1 } };
    await winery.created({ ...insured, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14, UnitPrice: 65.5 }] });
    await processOrders(place(), winery.customerNo);
    expect(declared()).toEqual(['786.00', '131.00']);
    await winery.created({ ...insured, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
    await processOrders(place(), winery.customerNo);
    await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2, UnitPrice: 65.5 }] });
    await processOrders(place(), winery.customerNo);
    expect(declared().slice(2)).toEqual(['40.50', undefined]);
  });

  test('the carrier receives codes of state and country in any spelling', async () => {
    const RecipientContactInfo = { ...recipient, State: 'Colorado', Country: 'United States' };
    await winery.created({ ...bsw, RecipientContactInfo });
    await processOrders(place(), winery.customerNo);
    expect(carrier.shipments.at(-1)).toMatchObject({ to: { state: 'CO', country: 'US' } });
  });

  test('jobs process orders and buy their labels', async () => {
    const orderId = await winery.created({ ...bsw, OrderInfo: { RequestedShipDate: '01/02/2026' } });
    await db.rows("update due_work set due_at = now() where subject = $1 and step = 'sales_order.process'", [orderId]);
    const jobs = await startBackgroundJobs(
      { ...server.environment, logger: place().logger },
      { steps: createProductionStepHandlers('gateway'), relays: [createLabelWorkRelay(place())], relayIntervalMs: 50 },
    );
    try {
      await expect.poll(() => packagesOf(orderId), { timeout: 20_000 }).toHaveLength(1);
    } finally {
      await jobs.stop();
    }
    expect(carrier.paid()).toHaveLength(1);
  });

  test("the operator's rules choose the service", async () => {
    await editSettings(db, `insert into carrier_rules (rank, carrier, service, states) values (1, 'UPS', '*', '{CO}')`);
    try {
      const orderId = await winery.created(bsw);
      await processOrders(place(), winery.customerNo);
      expect(await packagesOf(orderId)).toMatchObject([{ carrier: 'UPS', service: 'GRND' }]);
    } finally {
      await editSettings(db, 'delete from carrier_rules');
    }
  });

  test('a will-call order is ready for pickup and has no label', async () => {
    const orderId = await winery.created({
      ShipmentInfo: { ShippingCarrier: 'WIL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' },
    });
    await processOrders(place(), winery.customerNo);
    expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY FOR PICKUP', tracking_no: '' }]);
    expect(carrier.asked).toHaveLength(0);
  });

  test('alcohol is declared with an adult signature', async () => {
    const shipAs = async (category: string, strength: number | null, order: object = bsw) => {
      const values = [winery.customerNo, category, strength];
      await db.rows(
        `update skus set category = $2, alcohol_by_volume = $3 where customer_no = $1 and item_no = 'WINE-1'`,
        values,
      );
      await winery.created(order);
      await processOrders(place(), winery.customerNo);
      return carrier.shipments.at(-1)?.options;
    };
    const adults = { alcohol: true, delivery_confirmation: 'ADULT_SIGNATURE' };
    expect(await shipAs('Merchandise', null)).not.toHaveProperty('alcohol');
    expect(await shipAs('Merchandise', 38)).toMatchObject(adults);
    // Even if its alcohol content is unknown.
    expect(await shipAs('Wine', null)).toMatchObject(adults);
    // One bottle makes a box of alcohol, whatever else is in it.
    await db.rows(`update skus set category = 'Merchandise' where customer_no = $1 and item_no = 'WINE-2'`, [
      winery.customerNo,
    ]);
    await winery.arrive('WINE-2', 1);
    const ItemsInfo = ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 }));
    expect(await shipAs('Wine', null, { ...bsw, ItemsInfo })).toMatchObject(adults);
  });
});

describe('a refusal', () => {
  const refuse = (code: string, message: string) => {
    carrier.interrupt = (request, usual) => (request.path === '/v2/shipments' ? refusal(422, code, message) : usual());
  };

  test.each([
    ['ADDRESS.VERIFY.FAILURE', 'Address', 'Unable to verify address.'],
    ['SHIPMENT.INVALID_PARAMS', 'Customer Service', 'Weight is too high.'],
  ])('%s holds the order with the carrier’s message and reopens it', async (code, reason, message) => {
    refuse(code, message);
    const orderId = await winery.created(bsw);
    await processOrders(place(), winery.customerNo);
    const order = await winery.order(orderId);
    expect(order).toMatchObject({
      status: 'ON CUSTOMER SERVICE HOLD',
      carrier: 'BSW',
      holds: [{ reason, cause: 'carrier' }],
      reserved: { 'WINE-1': 1 },
    });
    const [hold] = await db.rows<{ description: string }>(
      'select description from sales_order_holds where order_id = $1',
      [orderId],
    );
    expect(hold?.description).toContain(message);
    expect(hold?.description).toContain('Source: Carrier');
    expect(await balanceOf(db, winery.customerNo, 'WINE-1')).toMatchObject({ onHand: 100, reserved: 1 });
    expect(await packagesOf(orderId)).toEqual([]);

    carrier.interrupt = (_request, usual) => usual();
    expect(
      (
        await winery.update({
          TransactionReferenceNumber: orderId,
          RecipientContactInfo: { Address: '200 Main St' },
        })
      ).status,
    ).toBe(200);
    await processOrders(place(), winery.customerNo);
    expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY TO SHIP' }]);
    expect(carrier.paid()).toHaveLength(1);
    expect(carrier.paid()[0]?.to).toMatchObject({ street1: '200 Main St' });
  });

  test('a missing rate for the requested service is a refusal', async () => {
    const orderId = await winery.created({
      ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'ONPR', ServiceWarehouseLocation: 'APC01' },
    });
    await processOrders(place(), winery.customerNo);
    expect(await winery.order(orderId)).toMatchObject({ holds: [{ reason: 'Customer Service', cause: 'carrier' }] });
    const canceled = await winery.cancel({ TransactionReferenceNumber: orderId });
    expect(canceled.status).toBe(200);
    expect(await balanceOf(db, winery.customerNo, 'WINE-1')).toMatchObject({ reserved: 0 });
  });

  test('a rate that keeps expiring becomes a refusal with the carrier’s message', async () => {
    carrier.interrupt = (request, usual) =>
      request.path.endsWith('/buy') ? refusal(422, 'SHIPMENT.RATE.EXPIRED', 'The rate has expired.') : usual();
    const orderId = await winery.created(bsw);
    await takeUp(place(), winery.customerNo);
    for (let turn = 1; turn <= 3; turn += 1) {
      expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER', holds: [] });
      await later(db);
      await buyAndVoidDueLabels(place(), winery.customerNo);
    }
    expect(await winery.order(orderId)).toMatchObject({ holds: [{ reason: 'Customer Service', cause: 'carrier' }] });
    expect(carrier.shipments).toHaveLength(3);
    expect(carrier.paid()).toEqual([]);
  });

  test('of one package voids the labels of the others', async () => {
    const orderId = await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
    let shipments = 0;
    carrier.interrupt = (request, usual) => {
      if (request.path === '/v2/shipments') shipments += 1;
      return request.path === '/v2/shipments' && shipments === 2 ? refusal(422, 'SHIPMENT.INVALID', 'No.') : usual();
    };
    await processOrders(place(), winery.customerNo);
    expect(await winery.order(orderId)).toMatchObject({ status: 'ON CUSTOMER SERVICE HOLD' });
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(carrier.paid().map(() => 'submitted'));
    expect(carrier.paid().length).toBeGreaterThan(0);
    expect((await labelStatesOf(db, orderId)).toSorted()).not.toContain('wanted');
    expect(await packagesOf(orderId)).toEqual([]);
  });
});

describe('a fault', () => {
  test.each([
    ['no answer to the purchase', '/buy', 'silence' as const],
    ['an answer to the purchase that is lost', '/buy', 'hang up' as const],
    ['a fault of the carrier while it buys', '/buy', json(500, {})],
    [
      'Too many requests: the limit is a burst of 1000, refilled within 10 seconds. Wait for the seconds in Retry-After.',
      '/v2/shipments',
      refusal(429, 'RATE_LIMITED', 'slow down'),
    ],
    ['an answer that is no JSON', '/buy', { status: 200, body: '{"id":' }],
  ])('%s is looked up later and paid for once', async (_name, at, answer) => {
    const orderId = await winery.created(bsw);
    carrier.interrupt = (request, usual) => {
      if (!request.path.endsWith(at)) return usual();
      usual();
      return answer;
    };
    await processOrders(labelDeps(db, carrier.url, logged, 200), winery.customerNo);
    expect(await packagesOf(orderId)).toEqual([]);
    expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER' });
    expect(await labelStatesOf(db, orderId)).toEqual(['wanted']);

    carrier.interrupt = (_request, usual) => usual();
    // Not before the retry time.
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(await packagesOf(orderId)).toEqual([]);
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid()).toHaveLength(1);
    expect(await packagesOf(orderId)).toMatchObject([{ tracking_no: carrier.paid()[0]?.trackingNo }]);
    expect(logged.join('')).not.toContain('EZTK-never-to-be-logged');
    expect(logged.join('')).toContain('a label is retried later');
  });

  test('a label refunded at the carrier meanwhile is bought again', async () => {
    carrier.interrupt = (request, usual) => {
      const real = usual();
      return request.path.endsWith('/buy') ? 'hang up' : real;
    };
    const orderId = await winery.created(bsw);
    await processOrders(place(), winery.customerNo);
    expect(await packagesOf(orderId)).toEqual([]);
    carrier.interrupt = (_request, usual) => usual();
    const [first] = carrier.paid();
    if (first !== undefined) first.refundStatus = 'refunded';
    for (let turn = 1; turn <= 2; turn += 1) {
      await later(db);
      await buyAndVoidDueLabels(place(), winery.customerNo);
    }
    expect(await packagesOf(orderId)).toMatchObject([{ tracking_no: carrier.paid()[1]?.trackingNo }]);
  });

  test('two concurrent attempts at one intent pay once', async () => {
    const orderId = await winery.created(bsw);
    await takeUp(place(), winery.customerNo);
    let waiting = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    let free = () => {};
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    // Both attempt it before either result is recorded.
    carrier.interrupt = async (request, usual) => {
      const answer = usual();
      if (request.path !== '/v2/shipments') return answer;
      waiting += 1;
      if (waiting === 2) open();
      else {
        await later(db);
        free();
      }
      await both;
      return answer;
    };
    const first = buyAndVoidDueLabels(place(), winery.customerNo);
    await freed;
    await Promise.all([first, buyAndVoidDueLabels(place(), winery.customerNo)]);
    // Timing decides whether the second attempt finds the first one's shipment; it must not pay again either way.
    expect(carrier.shipments.length).toBeLessThanOrEqual(2);
    expect(carrier.paid()).toHaveLength(1);
    expect(await packagesOf(orderId)).toHaveLength(1);
  });

  test('a label paid for after its intent was voided is refunded', async () => {
    const orderId = await winery.created(bsw);
    carrier.interrupt = async (request, usual) => {
      if (!request.path.endsWith('/buy')) return usual();
      // The intent is voided as never bought while the carrier is slow.
      await db.rows("update label_intents set state = 'voided' where order_id = $1", [orderId]);
      return usual();
    };
    await processOrders(place(), winery.customerNo);
    expect(await labelStatesOf(db, orderId)).toEqual(['void_wanted']);
    expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted']);
    expect(await packagesOf(orderId)).toEqual([]);
    // Its package never leaves: the carrier is not asked about it.
    expect(await db.rows('select look_up_at from label_intents where order_id = $1', [orderId])).toEqual([
      { look_up_at: null },
    ]);
  });

  test('a refusal after its intent was voided puts no order on hold', async () => {
    const orderId = await winery.created(bsw);
    carrier.interrupt = async (request, usual) => {
      if (request.path !== '/v2/shipments') return usual();
      await db.rows("update label_intents set state = 'dropped' where order_id = $1", [orderId]);
      return refusal(422, 'SHIPMENT.INVALID_PARAMS', 'Not so light.');
    };
    await processOrders(place(), winery.customerNo);
    expect(await labelStatesOf(db, orderId)).toEqual(['dropped']);
    expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER', holds: [] });
  });

  test('a label that may have been paid for is refunded when its order needs none any more', async () => {
    const orderId = await winery.created(bsw);
    carrier.interrupt = (request, usual) => {
      const real = usual();
      return request.path.endsWith('/buy') ? 'hang up' : real;
    };
    await processOrders(place(), winery.customerNo);
    carrier.interrupt = (_request, usual) => usual();
    await db.rows("update sales_orders set status = 'EXCEPTION' where order_id = $1", [orderId]);
    for (let turn = 1; turn <= 2; turn += 1) {
      await later(db);
      await buyAndVoidDueLabels(place(), winery.customerNo);
    }
    expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted']);
  });

  test('labels of a warehouse without a ship-from address wait for the operator', async () => {
    await editSettings(db, 'delete from warehouse_addresses where warehouse = $1', ['APC01']);
    try {
      const orderId = await winery.created(bsw);
      await processOrders(place(), winery.customerNo);
      expect(await labelStatesOf(db, orderId)).toEqual(['wanted']);
      expect(carrier.asked).toHaveLength(0);
      await givenWarehouseAddresses(db);
      await later(db);
      await buyAndVoidDueLabels(place(), winery.customerNo);
      expect(await packagesOf(orderId)).toHaveLength(1);
    } finally {
      await givenWarehouseAddresses(db);
    }
  });
});
