/** Holds/ReleaseMany: what a person may end, previews, and one outcome per order across customers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { orderRequest, recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

interface Named {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
  readonly ExpectedVersion?: string;
}

async function release(orders: readonly Named[], more: object = {}, by: OperatorClient = service) {
  const { status, body } = await by.call('Holds/ReleaseMany', { Orders: orders, ...more });
  expect([status, body.Reason]).toEqual([200, undefined]);
  return body;
}

const auditOf = async (subject: string) =>
  (
    await server.database.pool.query(
      'select action, actor, for_customer, before, after from operator_audit where subject = $1 order by audit_id',
      [subject],
    )
  ).rows;

describe('200', () => {
  test('200 a hold that a colleague placed since the preview does not end, and the outcome says so', async () => {
    const winery = await openWinery(server);
    const [held, other] = [
      await winery.order({ OrderInfo: { HoldOrder: true } }),
      await winery.order({ OrderInfo: { HoldOrder: true } }),
    ];
    const [order, second] = [held, other].map(({ reference }) => ({
      CustomerNo: winery.customerNo,
      TransactionReferenceNumber: reference,
    })) as [Named, Named];
    const preview = async () => {
      const { Outcomes } = await release([order, second], { Preview: true });
      return [order, second].map((each, nth) => ({ ...each, ExpectedVersion: Outcomes[nth].Version }));
    };
    const seen = await preview();
    await admin.call('Holds/Place', { ...order, Reason: 'The customer moves' });
    const { Outcomes, Summary } = await release(seen);
    expect(Summary).toBe('1 released, 1 rejected');
    expect(Outcomes).toMatchObject([
      { Released: false, Message: expect.stringMatching(/have changed since you looked .*The customer moves/) },
      { Released: true },
    ]);
    expect(await winery.statusOf(held.reference)).toBe('ON CUSTOMER SERVICE HOLD');
    // What has no hold any more is not refused.
    expect((await release(await preview())).Summary).toBe('1 released, 1 not on hold');
    expect((await release(seen)).Summary).toBe('0 released, 2 not on hold');
  });

  test('200 a hold that the winery ended and placed again since the preview does not end', async () => {
    const winery = await openWinery(server);
    const { orderNo, reference } = await winery.order({ OrderInfo: { HoldOrder: true } });
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    const { Outcomes: seen } = await release([order], { Preview: true });
    for (const HoldOrder of [false, true]) {
      const update = { TransactionReferenceNumber: reference, OrderInfo: { HoldOrder } };
      expect((await winery.client.call('SalesOrder/UpdateSalesOrder', update)).status).toBe(200);
    }
    const { Outcomes } = await release([{ ...order, ExpectedVersion: seen[0].Version }]);
    expect(Outcomes).toMatchObject([
      {
        Released: false,
        Message: expect.stringContaining(`The holds of order ${orderNo} have changed since you looked`),
      },
    ]);
    expect(await winery.statusOf(reference)).toBe('ON WINERY REQUESTED HOLD');
  });

  test('200 a preview changes nothing; a release ships, once, with the operator in log and audit', async () => {
    const winery = await openWinery(server);
    const { orderNo, reference } = await winery.order({ OrderInfo: { HoldOrder: true } });
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    expect(await release([order], { Preview: true })).toEqual({
      Outcomes: [
        {
          ...order,
          Released: true,
          Remaining: [],
          Message: `Order ${orderNo} will ship.`,
          Retry: false,
          Version: expect.any(String),
        },
      ],
      Summary: '1 will ship',
    });
    expect(await winery.statusOf(reference)).toBe('ON WINERY REQUESTED HOLD');
    expect((await release([order], { Note: 'asked by phone' })).Outcomes[0]).toMatchObject({ Released: true });
    expect(await winery.statusOf(reference)).toBe('RECEIVED');
    expect(await winery.timeline(reference)).toEqual(['sales_order.released']);
    const { rows } = await server.database.pool.query(
      "select actor, operation, data ->> 'note' as note from log where subject = $1 and kind = 'sales_order.released'",
      [reference],
    );
    const actor = `operator:${service.operator.email}`;
    expect(rows).toEqual([{ actor, operation: 'Holds/ReleaseMany', note: 'asked by phone' }]);
    expect(await auditOf(reference)).toEqual([
      {
        action: 'hold.released',
        actor,
        for_customer: winery.customerNo,
        before: { Status: 'ON WINERY REQUESTED HOLD', Holds: [{ Reason: 'Winery', Cause: 'requested' }] },
        after: { Status: 'RECEIVED' },
      },
    ]);
    expect(await release([order])).toEqual({
      Outcomes: [
        {
          ...order,
          Released: false,
          Remaining: [],
          Message: `Order ${orderNo} is not on hold (status RECEIVED).`,
          Retry: false,
        },
      ],
      Summary: '0 released, 1 not on hold',
    });
    expect(await winery.timeline(reference)).toEqual(['sales_order.released']);
    expect(await auditOf(reference)).toHaveLength(1);
    await winery.advance(14 * 24 * 3_600);
    expect(await winery.statusOf(reference)).toBe('SHIPPED');
    const late = await release([order]);
    expect([late.Outcomes[0].Message, late.Summary]).toEqual([
      expect.stringContaining('it has shipped'),
      '0 released, 1 rejected',
    ]);
  });

  test('holds whose cause must be removed stay, and say how', async () => {
    const winery = await openWinery(server);
    const customerNo = winery.customerNo;
    const short = await winery.order({
      OrderInfo: { HoldOrder: true },
      ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 2 }],
    });
    const empty = await winery.order({ ItemsInfo: [] });
    await winery.simulate('SetCredit', { OnHold: true, Note: 'unpaid' });
    const named = [short, empty].map(({ reference }) => ({
      CustomerNo: customerNo,
      TransactionReferenceNumber: reference,
    }));
    expect((await release(named.slice(1))).Summary).toBe('0 released, 1 stays: Credit, Customer Service');
    const { Outcomes: outcomes, Summary: summary } = await release(named);
    expect(summary).toBe('0 released, 2 stay: Credit, Customer Service, Inventory');
    expect(outcomes).toMatchObject([
      {
        Released: false,
        Remaining: [
          { Reason: 'Credit', EndsBy: expect.stringContaining('credit hold') },
          { Reason: 'Inventory', EndsBy: expect.stringContaining('stock') },
        ],
        Message: `Order ${short.orderNo} stays on hold: Credit, Inventory. Its holds that ended: Winery.`,
      },
      {
        Released: false,
        Remaining: [{ Reason: 'Credit' }, { Reason: 'Customer Service', EndsBy: expect.stringContaining('items') }],
      },
    ]);
    expect(await winery.timeline(short.reference)).toContain('sales_order.hold_ended');
    expect(await auditOf(empty.reference)).toEqual([]);
  });

  test('an Address hold ends once the warning is accepted, unless a label cannot be made of the address', async () => {
    const winery = await openWinery(server);
    const { customerNo } = winery;
    const to = (part: object) => winery.order({ RecipientContactInfo: { ...recipient, ...part } });
    const doubtful = await to({ ZipCode: '10001' });
    const incomplete = await to({ Address: '' });
    const named = (reference: string) => [{ CustomerNo: customerNo, TransactionReferenceNumber: reference }];
    expect(await winery.statusOf(doubtful.reference)).toBe('ON CUSTOMER SERVICE HOLD');
    expect((await release(named(doubtful.reference))).Outcomes[0]).toMatchObject({
      Released: false,
      Remaining: [
        {
          Reason: 'Address',
          Problem: 'ZIP code 10001 is in New York, NY, but State is CO.',
          EndsBy: expect.stringContaining('Check the address'),
        },
      ],
    });
    expect((await release(named(doubtful.reference), { AcceptWarning: true })).Outcomes[0].Released).toBe(true);
    expect((await release(named(incomplete.reference), { AcceptWarning: true })).Outcomes[0]).toMatchObject({
      Released: false,
      Remaining: [{ Reason: 'Address', EndsBy: expect.stringContaining('correct the address') }],
    });
  });

  test('an address that a person accepted is evaluated again only by an update that changes it', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order({ RecipientContactInfo: { ...recipient, ZipCode: '10001' } });
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    expect((await release([order], { AcceptWarning: true })).Outcomes[0].Released).toBe(true);
    const update = async (parts: object) => {
      const { status } = await winery.client.call('SalesOrder/UpdateSalesOrder', {
        TransactionReferenceNumber: reference,
        ...parts,
      });
      expect(status).toBe(200);
      return await winery.statusOf(reference);
    };
    expect(await update({ OrderInfo: { GiftCard: 1, GiftCardMessage: 'Cheers' } })).toBe('RECEIVED');
    expect(await update({ RecipientContactInfo: { LastName: 'Corrected', ZipCode: '10001' } })).toBe('RECEIVED');
    expect(await update({ RecipientContactInfo: { Address: '101 Main St' } })).toBe('ON CUSTOMER SERVICE HOLD');
    expect(await update({ OrderInfo: { GiftCard: 0 } })).toBe('ON CUSTOMER SERVICE HOLD');
    expect(await update({ RecipientContactInfo: { ZipCode: '80202' } })).toBe('RECEIVED');
    expect(await update({ DeliveryContactInfo: { HoldAtLocation: 1 } })).toBe('ON CUSTOMER SERVICE HOLD');
  });

  test('an admin lets an order pass a weather window; it also passes when it is processed', async () => {
    const winery = await openWinery(server);
    await winery.simulate('SetWeather', { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(10) });
    const [passes, waits] = [await winery.order(), await winery.order()];
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: passes.reference };
    expect(await winery.statusOf(passes.reference)).toBe('ON WEATHER HOLD');
    expect((await release([order], { OverrideWeather: true })).Outcomes[0]).toMatchObject({
      Released: false,
      Remaining: [{ Reason: 'Weather' }],
    });
    expect((await release([order], {}, admin)).Outcomes[0].Released).toBe(false);
    expect((await release([order], { OverrideWeather: true }, admin)).Outcomes[0].Released).toBe(true);
    await winery.advance(4 * 24 * 3_600);
    expect(await winery.statusOf(passes.reference)).toMatch(/^(PROCESSING ORDER|SHIPPED)$/);
    expect(await winery.statusOf(waits.reference)).toBe('ON WEATHER HOLD');
  });

  test('a failure is the outcome of its orders only; the request sent again under its key changes what is left', async () => {
    const wineries = [await openWinery(server), await openWinery(server)];
    const named: Named[] = [];
    for (const { customerNo, order } of wineries) {
      const { reference } = await order({ OrderInfo: { HoldOrder: true } });
      named.push({ CustomerNo: customerNo, TransactionReferenceNumber: reference });
    }
    const { pool } = server.database;
    const send = () =>
      service.call('Holds/ReleaseMany', { Orders: named }, { 'idempotency-key': `${named[0]?.CustomerNo}` });
    await pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'planned'; end $$`,
    );
    await pool.query(`create trigger fail before delete on sales_order_holds for each row
                        when (old.customer_no = '${named[0]?.CustomerNo}') execute function fail()`);
    const first = await send();
    await pool.query('drop function fail cascade');
    const reference = expect.stringMatching(
      /^An internal error .* Try again\. Its transaction reference is [0-9a-f-]{36}\.$/,
    );
    expect(first).toMatchObject({
      status: 200,
      body: {
        Outcomes: [
          { ...named[0], Released: false, Remaining: [], Retry: true, Message: reference },
          { ...named[1], Released: true, Retry: false },
        ],
        Summary: '1 released, 1 failed: try again',
      },
    });
    expect(server.logged.filter((line) => line.includes('changes of orders failed'))).toHaveLength(1);
    expect((await send()).body.Outcomes).toMatchObject([
      { ...named[0], Released: true, Retry: false },
      { ...named[1], Released: true, Retry: false },
    ]);
    for (const { TransactionReferenceNumber } of named)
      expect(await auditOf(TransactionReferenceNumber)).toHaveLength(1);
  });

  test('500 held orders of 40 customers: one outcome each in their sequence, and again without effect', async () => {
    const wineries = await Promise.all(Array.from({ length: 40 }, () => openWinery(server)));
    const made: Named[] = [];
    await Promise.all(
      wineries.map(async ({ customerNo, client }, nth) => {
        const count = nth < 20 ? 13 : 12;
        const orders = Array.from({ length: count }, (_, n) => ({
          ...(orderRequest({ OrderInfo: { OrderNo: `BULK-${nth}-${n}`, HoldOrder: true } }) as object),
        }));
        for (const order of orders) {
          const { status, body } = await client.call('SalesOrder/CreateSalesOrder', order);
          expect(status).toBe(200);
          made.push({ CustomerNo: customerNo, TransactionReferenceNumber: body as string });
        }
      }),
    );
    expect(made).toHaveLength(500);
    const { Summary: preview } = await release(made, { Preview: true });
    expect(preview).toBe('500 will ship');
    const { Outcomes: outcomes, Summary: summary } = await release(made);
    expect(summary).toBe('500 released');
    const nameOf = ({ CustomerNo, TransactionReferenceNumber }: Named) => ({ CustomerNo, TransactionReferenceNumber });
    expect(outcomes.map(nameOf)).toEqual(made.map(nameOf));
    const count = async () =>
      (
        await server.database.pool.query(
          "select count(*)::int as n from log where kind = 'sales_order.released' and operation = 'Holds/ReleaseMany' and customer_no = any ($1)",
          [wineries.map(({ customerNo }) => customerNo)],
        )
      ).rows[0].n;
    expect(await count()).toBe(500);
    expect((await release(made)).Summary).toBe('0 released, 500 not on hold');
    expect(await count()).toBe(500);
  });

  test('an order that is named twice, and orders that are none', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order({ OrderInfo: { HoldOrder: true } });
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    const unknown = { ...order, TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009' };
    const { Outcomes: outcomes } = await release([order, unknown, order, { ...order, CustomerNo: 'UNKNOWN' }]);
    expect(outcomes.map(({ Released }: { Released: boolean }) => Released)).toEqual([true, false, false, false]);
    expect(outcomes[1].Message).toContain('There is no order');
    expect(outcomes[3].Message).toContain('There is no order');
  });

  test('an order that is named by two of its references is released once', async () => {
    const winery = await openWinery(server);
    const { reference, orderNo } = await winery.order({ OrderInfo: { HoldOrder: true } });
    const updated = await winery.client.call('SalesOrder/UpdateSalesOrder', {
      TransactionReferenceNumber: reference,
      OrderInfo: { OrderNo: orderNo },
      DeliveryContactInfo: { DeliveryInstructions: 'Ring twice' },
    });
    expect(updated.status).toBe(200);
    const named = [reference, updated.body as string].map((TransactionReferenceNumber) => {
      return { CustomerNo: winery.customerNo, TransactionReferenceNumber };
    });
    const { Outcomes: outcomes } = await release(named);
    expect(outcomes.map(({ Released }: { Released: boolean }) => Released)).toEqual([true, false]);
    expect((await winery.timeline(reference)).filter((kind) => kind === 'sales_order.released')).toHaveLength(1);
  });
});

test('400 without orders, with too many, and with a reference that is not one', async () => {
  for (const orders of [
    [],
    Array(501).fill({ CustomerNo: 'A', TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009' }),
    [{ CustomerNo: 'A', TransactionReferenceNumber: 'x' }],
  ]) {
    expect((await service.call('Holds/ReleaseMany', { Orders: orders })).status).toBe(400);
  }
});
