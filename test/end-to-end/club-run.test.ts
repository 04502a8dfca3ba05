/**
 * A club run: the requests that a winery's point of sale sends in one release, including its mistakes, sent by the
 * example's client and compared with an oracle that does not depend on the server.
 */
import { fedex, getTracking, ups } from 'ts-tracking-number';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClubRunResult, checkClubRun } from '../../examples/club-run/check.ts';
import { type Played, playClubRun, type SentOrder, type TrackingRecord } from '../../examples/club-run/play.ts';
import { reportClubRun } from '../../examples/club-run/report.ts';
import { readClubRun, type SalesOrderBody } from '../../examples/club-run/samples.ts';
import { openService, type Refusal, type Service } from '../../examples/club-run/service.ts';
import { verifyInventory } from '../../src/inventory/verify.ts';
import { verifySalesOrders } from '../../src/sales-orders/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Expected, expectClubRun, type HoldCause, wantedUnits } from './club-run-oracle.ts';

const run = readClubRun();
const expected = expectClubRun(run);

let server: TestServer;
let customerNo: string;
let service: Service;
let played: Played;
let result: ClubRunResult;

beforeAll(async () => {
  server = await openTestServer();
  const customer = await server.customer();
  customerNo = customer.customerNo;
  service = await openService(server.base, {
    CustomerNo: customer.customerNo,
    UserKey: customer.userKey,
    Password: customer.password,
  });
  played = await playClubRun(service, run, () => undefined);
  result = checkClubRun(played);
}, 600_000);

afterAll(async () => {
  await server.close();
});

const orderAt = (index: number) => run.orders[index] as SalesOrderBody & { OrderInfo: { OrderType: string } };
const expectedAs = <K extends Expected['becomes']>(becomes: K) =>
  expected.flatMap((e, index) =>
    e.becomes === becomes ? [{ index, ...(e as Extract<Expected, { becomes: K }>) }] : [],
  );
const answerOf = (index: number) => (played.sent[index] as SentOrder).response;
const orderNoOf = (index: number) => (played.sent[index] as SentOrder).body.OrderInfo.OrderNo;
const recordsOf = (index: number) => played.tracking.get(orderNoOf(index)) as readonly TrackingRecord[];
const heldFor = (cause: HoldCause) => expectedAs('accepted').filter(({ holds }) => holds.includes(cause));
const unheld = () => expectedAs('accepted').filter(({ holds }) => holds.length === 0);

describe('the club run matches its description', () => {
  it('982 orders', () => {
    const count = (becomes: Expected['becomes']) => expectedAs(becomes).length;
    const refusedFor = (field: string) => expectedAs('refused').filter(({ fields }) => fields.join() === field).length;
    const ofType = (type: string) => unheld().filter(({ index }) => orderAt(index).OrderInfo.OrderType === type).length;
    expect({
      orders: run.orders.length,
      accepted: count('accepted'),
      unheld: unheld().length,
      heldOnRequest: heldFor('requested').length,
      heldWithoutItems: heldFor('no items').length,
      heldForAddress: heldFor('address').length,
      repeats: count('repeat'),
      duplicates: count('duplicate'),
      refused: count('refused'),
      unknownItems: expectedAs('refused').filter(({ fields }) => fields.join().endsWith('].ItemNo')).length,
      impossibleDates: refusedFor('ShipmentInfo.RequestedShipmentDate'),
      giftsWithoutMessage: refusedFor('OrderInfo.GiftCardMessage'),
      impossibleQuantities: refusedFor('ItemsInfo[0].ItemQuantity,ItemsInfo[1].ItemQuantity,ItemsInfo[2].ItemQuantity'),
      secondShipments: expectedAs('accepted').filter(({ index }) => orderAt(index).OrderInfo.ShipmentKey).length,
      laterShipDates: unheld().filter(({ index }) => orderAt(index).ShipmentInfo?.RequestedShipmentDate).length,
      club: ofType('CLUB'),
      wholesale: ofType('WHOLESALE'),
      retail: ofType('RETAIL'),
    }).toEqual({
      orders: 982,
      accepted: 945,
      unheld: 925,
      heldOnRequest: 12,
      heldWithoutItems: 4,
      heldForAddress: 4,
      repeats: 15,
      duplicates: 6,
      refused: 16,
      unknownItems: 5,
      impossibleDates: 4,
      giftsWithoutMessage: 4,
      impossibleQuantities: 3,
      secondShipments: 5,
      laterShipDates: 5,
      club: 914,
      wholesale: 6,
      retail: 5,
    });
  });
});

describe('every order gets the documented response', () => {
  it('accepts each valid order with a reference of its own', () => {
    const accepted = expectedAs('accepted').map(({ index }) => answerOf(index));
    expect(accepted.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(accepted.map(({ body }) => body)).size).toBe(945);
  });

  it('returns the first reference for each repeat', () => {
    for (const { index, ofLine } of expectedAs('repeat')) expect(answerOf(index)).toEqual(answerOf(ofLine));
  });

  it('rejects each number that is reused with other content, and names the first order', () => {
    for (const { index, ofLine } of expectedAs('duplicate')) {
      const { status, body } = answerOf(index) as { status: number; body: Refusal };
      expect([status, body.Code, body.Errors.map(({ Field }) => Field)]).toEqual([
        400,
        'DuplicateOrder',
        ['OrderInfo.OrderNo'],
      ]);
      expect(body.Reason).toContain(answerOf(ofLine).body);
      expect(body.Reason).toContain(orderNoOf(ofLine));
    }
  });

  it('rejects each invalid order with every field and reason', () => {
    for (const { index, fields } of expectedAs('refused')) {
      const { status, body } = answerOf(index) as { status: number; body: Refusal };
      expect([status, body.Errors.map(({ Field }) => Field)]).toEqual([400, fields]);
      for (const { Code, Message } of body.Errors) expect([Code, Message]).not.toContain('');
      expect(body.Reason).toContain(fields[0]);
      expect(body.TransactionReferenceNumber).toMatch(/^[0-9a-f-]{36}$/);
    }
    const codes = expectedAs('refused').flatMap(({ fields, index }) =>
      fields.some((field) => field.endsWith('ItemNo')) ? (answerOf(index).body as Refusal).Errors[0]?.Code : [],
    );
    expect(codes).toEqual(Array(5).fill('UnknownItem'));
  });

  it('returns the same responses when everything is sent again after delivery', async () => {
    const again = [...expectedAs('accepted').slice(0, 100), ...expectedAs('repeat'), ...expectedAs('duplicate')];
    for (const { index } of again) {
      const { status, body } = await service.call('SalesOrder/CreateSalesOrder', orderAt(index));
      const first = answerOf(index);
      if (first.status === 200) expect([status, body]).toEqual([200, first.body]);
      else expect([status, (body as Refusal).Reason]).toEqual([400, (first.body as Refusal).Reason]);
    }
  });
});

describe('every order ends in the correct status', () => {
  it('delivers exactly the orders without a hold', () => {
    for (const { index } of unheld()) {
      const statuses = recordsOf(index).map(({ Status }) => Status);
      expect([orderNoOf(index), [...new Set(statuses)]]).toEqual([orderNoOf(index), ['DELIVERED']]);
    }
  });

  it('holds the others and states why', () => {
    const ordersHeldFor = (cause: HoldCause) =>
      heldFor(cause).flatMap(({ index }) => recordsOf(index).map((r) => [r.Status, r.StatusDescription]));
    for (const [status, why] of ordersHeldFor('requested')) {
      expect(status).toBe('ON WINERY REQUESTED HOLD');
      expect(why).toContain('HoldOrder');
    }
    for (const [status, why] of ordersHeldFor('no items')) {
      expect(status).toBe('ON CUSTOMER SERVICE HOLD');
      expect(why).toContain('no items');
    }
    for (const [status, why] of ordersHeldFor('address')) {
      expect(status).toBe('ON CUSTOMER SERVICE HOLD');
      expect(why).toContain('10001');
    }
    expect(['requested', 'no items', 'address'].map((cause) => ordersHeldFor(cause as HoldCause).length)).toEqual([
      12, 4, 4,
    ]);
  });

  it('ships on the requested date', () => {
    const later = unheld().flatMap(({ index }) => {
      const asked = orderAt(index).ShipmentInfo?.RequestedShipmentDate;
      return asked === undefined ? [] : recordsOf(index).map((record) => [asked, record]);
    }) as [string, TrackingRecord & { ShipDate: string }][];
    expect(later.length).toBeGreaterThanOrEqual(5);
    for (const [asked, { ShipDate }] of later) expect(ShipDate).toBe(asked);
  });

  it('gives every package a valid tracking number of a real carrier', () => {
    const records = [...played.tracking.values()].flat() as (TrackingRecord & { Carrier: string })[];
    const packages = records.filter(({ Status }) => Status === 'DELIVERED');
    expect(new Set(packages.map(({ TrackingNo }) => TrackingNo)).size).toBe(packages.length);
    for (const { Carrier, TrackingNo } of packages) {
      expect(['FEX', 'UPS', 'GSO', 'WST']).toContain(Carrier);
      if (Carrier === 'FEX') {
        expect(TrackingNo).toMatch(/^\d{12}$/);
        expect(getTracking(TrackingNo, [fedex])).toBeDefined();
      }
      if (Carrier === 'UPS') expect(getTracking(TrackingNo, [ups])).toBeDefined();
    }
  });

  it('returns a second shipment in addition to the first', () => {
    const seconds = expectedAs('accepted').filter(({ index }) => orderAt(index).OrderInfo.ShipmentKey === 'SECOND');
    for (const { index } of seconds) expect(recordsOf(index).length).toBeGreaterThanOrEqual(2);
    expect(seconds).toHaveLength(5);
  });
});

describe('stock adds up to the bottle', () => {
  const unitsOf = (lines: readonly { index: number }[]) => {
    const sum = new Map<string, number>();
    for (const { index } of lines) {
      for (const [itemNo, n] of wantedUnits(orderAt(index), run.skus)) {
        sum.set(itemNo, (sum.get(itemNo) ?? 0) + n);
      }
    }
    return sum;
  };

  it('per item', () => {
    const shipped = unitsOf(unheld());
    const reserved = unitsOf(expectedAs('accepted').filter(({ holds }) => holds.length > 0));
    const rows = run.purchaseOrder.ItemsInfo.map(({ ItemNo, ItemQuantity }) => {
      const onHand = ItemQuantity - (shipped.get(ItemNo) ?? 0);
      const kept = reserved.get(ItemNo) ?? 0;
      return [ItemNo, onHand, kept, onHand - kept, 0, 0];
    });
    const byItem = (a: (string | number)[], b: (string | number)[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(
      played.stock
        .map((r) => [
          r.ItemNo,
          r.OnHandQuantity,
          r.ReservedQuantity,
          r.AvailableQuantity,
          r.BackOrderQuantity,
          r.OpenPOQuantity,
        ])
        .sort(byItem),
    ).toEqual(rows.sort(byItem));
  });

  it('per order', () => {
    const posted = new Map<string, number>();
    for (const { TransactionType, Reference, ItemNo, Quantity } of played.transactions) {
      if (TransactionType !== 'Sales order') continue;
      const key = `${Reference} ${ItemNo}`;
      posted.set(key, (posted.get(key) ?? 0) - Quantity);
    }
    const wanted = new Map<string, number>();
    for (const { index } of unheld()) {
      for (const [itemNo, n] of wantedUnits(orderAt(index), run.skus)) {
        const key = `${orderNoOf(index)} ${itemNo}`;
        wanted.set(key, (wanted.get(key) ?? 0) + n);
      }
    }
    expect(new Map([...posted].sort())).toEqual(new Map([...wanted].sort()));
  });

  it('in the ledger of the database', async () => {
    const { db } = server.environment;
    expect(await db.snapshot(async (r) => [...(await verifyInventory(r)), ...(await verifySalesOrders(r))])).toEqual(
      [],
    );
  });
});

it('the journal lists unknown properties without their values', async () => {
  const rows = await server.environment.db.rows<{ names: string[] }>(
    `select data -> 'unknownProperties' as names from log
      where customer_no = $1 and kind = 'sales_order.accepted' and data::jsonb ? 'unknownProperties'`,
    [customerNo],
  );
  expect(rows).toHaveLength(4);
  for (const { names } of rows) expect(names).toEqual(['SomethingNew']);
});

it("the example's own checker passes and its report says so", () => {
  expect(result.faults).toEqual([]);
  expect({ ...result, held: undefined, refused: undefined, faults: undefined }).toMatchObject({
    sent: 982,
    accepted: 945,
    repeats: 15,
    delivered: 925,
  });
  expect(result.held.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  expect(result.refused.reduce((sum, { count }) => sum + count, 0)).toBe(22);
  expect(reportClubRun(result, played.sendingMs)).toContain('Everything adds up.');
});
