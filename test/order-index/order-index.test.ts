/** The order index on a real database: filled from the log and from older orders, rebuilt, verified, and erased. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  catchUpOrderIndex,
  readOrderIndexLagSeconds,
  rebuildOrderIndex,
  verifyOrderIndex,
} from '../../src/order-index/index.ts';
import { orderIndexLogReaderName } from '../../src/order-index/maintain.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';
import { givenItems } from '../support/catalog.ts';
import { holdOperations, openWinery } from '../support/held-orders.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openWiredDb } from '../support/wired-db.ts';

/** A recipient who can be called and written to. */
const reachable = { ...recipient, EmailAddress: 'Ana@mail.example', PhoneNumber: '(303) 555-0100' };

let server: TestServer;
let db: Db;

beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
  db = server.environment.db;
});
afterAll(() => server.close());

interface Row {
  readonly stage: string;
  readonly hold_reasons: string[];
  readonly recipient_name: string;
  readonly recipient_email: string;
  readonly recipient_phone: string;
  readonly tracking_nos: string[];
  readonly short: number;
}

async function rowOf(orderId: string): Promise<Row | undefined> {
  const rows = await db.rows<Row>(
    'select stage, hold_reasons, recipient_name, recipient_email, recipient_phone, tracking_nos, short from order_index where order_id = $1',
    [orderId],
  );
  return rows[0];
}

describe('the index', () => {
  test('shows each state of an order once the log has been read, and is behind before', async () => {
    const winery = await openWinery(server);
    await catchUpOrderIndex(db);
    expect(await readOrderIndexLagSeconds(db)).toBe(0);
    const { reference } = await winery.order({ OrderInfo: { HoldOrder: true } });
    expect(await rowOf(reference)).toBeUndefined();
    expect(await readOrderIndexLagSeconds(db)).toBeGreaterThan(0);
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({
      stage: 'held',
      hold_reasons: ['Winery'],
      tracking_nos: [],
      short: 0,
    });
    await winery.client.call('SalesOrder/UpdateSalesOrder', {
      TransactionReferenceNumber: reference,
      OrderInfo: { HoldOrder: false },
    });
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({ stage: 'to release', hold_reasons: [] });
    await winery.advance(14 * 24 * 3_600);
    await catchUpOrderIndex(db);
    const shipped = await rowOf(reference);
    expect(shipped?.stage).toBe('shipped');
    expect(shipped?.tracking_nos).toHaveLength(1);
    expect(await readOrderIndexLagSeconds(db)).toBe(0);
    expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);
  });

  test('is not stopped by a recipient with a name of any length, of which it has the beginning', async () => {
    const winery = await openWinery(server);
    const FirstName = `Ana ${Array.from({ length: 300 }, () => `${crypto.randomUUID()}\u{1f377}`).join('')}`;
    const { reference } = await winery.order();
    // As of an order that was accepted before names had a limit.
    await db.rows(
      `update sales_order_details set document = jsonb_set(document::jsonb, '{recipient,firstName}', to_jsonb($3::text))
        where customer_no = $1 and order_id = $2`,
      [winery.customerNo, reference, FirstName],
    );
    const { reference: later } = await winery.order();
    await catchUpOrderIndex(db);
    expect((await rowOf(reference))?.recipient_name).toBe([...FirstName].slice(0, 500).join(''));
    expect((await rowOf(later))?.stage).toBe('to release');
    expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);
  });

  test('leaves rows alone that entries of the log do not change', async () => {
    const winery = await openWinery(server);
    const [kept, changed] = [await winery.order(), await winery.order()];
    await catchUpOrderIndex(db);
    const versionOf = async ({ reference }: { readonly reference: string }) =>
      (await db.rows<{ at: string }>('select ctid::text as at from order_index where order_id = $1', [reference]))[0]
        ?.at;
    const before = [await versionOf(kept), await versionOf(changed)];
    await db.rows("update order_index set warehouse = 'OTHER' where order_id = $1", [changed.reference]);
    await rebuildOrderIndex(db);
    expect(await versionOf(kept)).toBe(before[0]);
    expect(await versionOf(changed)).not.toBe(before[1]);
    expect(await indexOrdersAndVerifyDatabase(db)).toEqual([]);
  });

  test('counts the units of an order that waits for stock as short', async () => {
    const winery = await openWinery(server);
    await givenItems(db, winery.customerNo, [{ itemNo: 'FEE', storage: 'virtual' }]);
    const { reference } = await winery.order({
      ItemsInfo: [
        { ItemNo: 'WINE-3', ItemQuantity: 4 },
        { ItemNo: 'FEE', ItemQuantity: 1 },
      ],
    });
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({ stage: 'held', hold_reasons: ['Inventory'], short: 4 });
    await winery.stock('WINE-3', 4);
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({ stage: 'to release', short: 0 });
  });

  test('reads orders that are older than the reader, from the beginning', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order();
    await catchUpOrderIndex(db);
    await db.rows('delete from order_index where customer_no = $1', [winery.customerNo]);
    await db.rows('delete from log_cursors where customer_no = $1', [winery.customerNo]);
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({ stage: 'to release' });
  });

  test('reads orders that a version without the latest columns has indexed', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order({ RecipientContactInfo: reachable });
    await catchUpOrderIndex(db);
    // As that version leaves them: indexed to the end by its reader.
    await db.rows("update order_index set recipient_email = '', recipient_phone = '' where customer_no = $1", [
      winery.customerNo,
    ]);
    await db.rows("update log_cursors set reader = 'order-index-2' where customer_no = $1 and reader = $2", [
      ...[winery.customerNo, orderIndexLogReaderName],
    ]);
    await catchUpOrderIndex(db);
    expect(
      await db.rows('select recipient_email as email, recipient_phone as phone from order_index where order_id = $1', [
        reference,
      ]),
    ).toEqual([{ email: 'ana@mail.example', phone: '3035550100' }]);
  });

  test('a rebuild corrects what is wrong, and verification names it', async () => {
    const winery = await openWinery(server);
    const [kept, lost] = [await winery.order({ RecipientContactInfo: reachable }), await winery.order()];
    await catchUpOrderIndex(db);
    await db.rows("update order_index set carrier = 'GSO', recipient_phone = '' where order_id = $1", [kept.reference]);
    await db.rows('delete from order_index where order_id = $1', [lost.reference]);
    await db.rows(
      `insert into order_index (customer_no, order_id, order_no, shipment_key, order_type, status, hold_reasons, warehouse,
                                carrier, service, recipient_name, city, state, zip_code, country, units, lines, short,
                                accepted_at, tracking_nos)
       values ($1, gen_random_uuid(), 'GHOST', '', 'CLUB', 'RECEIVED', '{}', '', '', '', '', '', '', '', '', 0, 0, 0, now(), '{}')`,
      [winery.customerNo],
    );
    expect((await verifyOrderIndex(db)).toSorted()).toEqual(
      [
        `${winery.customerNo} order GHOST: it is in the index, but there is no such order`,
        `${winery.customerNo} order ${kept.orderNo}: the index differs in carrier, recipientPhone`,
        `${winery.customerNo} order ${lost.orderNo}: it is missing in the index`,
      ].toSorted(),
    );
    await rebuildOrderIndex(db);
    expect(await verifyOrderIndex(db)).toEqual([]);
    expect(await rowOf(lost.reference)).toMatchObject({ stage: 'to release' });
  });

  test('a rebuild of more orders than a page reads and corrects every page', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order();
    await db.rows(
      `insert into sales_orders
       select copy.* from sales_orders o, generate_series(1, 1100) n,
              jsonb_populate_record(o, jsonb_build_object('order_id', gen_random_uuid(), 'order_no', 'COPY-' || n)) copy
        where o.customer_no = $1 and o.order_id = $2`,
      [winery.customerNo, reference],
    );
    // Rows of no order, from the first possible one to the last.
    await catchUpOrderIndex(db);
    await db.rows(
      `insert into order_index (customer_no, order_id, order_no, shipment_key, order_type, status, hold_reasons, warehouse,
                                carrier, service, recipient_name, city, state, zip_code, country, units, lines, short,
                                accepted_at, tracking_nos)
       select $1, id::uuid, 'GHOST', '', 'CLUB', 'RECEIVED', '{}', '', '', '', '', '', '', '', '', 0, 0, 0, now(), '{}'
         from unnest($2::text[]) id`,
      [winery.customerNo, [...'0123456789abcdef'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`)],
    );
    await rebuildOrderIndex(db);
    const rows = await db.rows<{ order_id: string }>('select order_id from order_index where customer_no = $1', [
      winery.customerNo,
    ]);
    expect(rows).toHaveLength(1101);
    expect(await verifyOrderIndex(db)).toEqual([]);
  });

  test('verification leaves out planned days, also of a shipped order without boxes, after a change of the calendar', async () => {
    const winery = await openWinery(server);
    await givenItems(db, winery.customerNo, [{ itemNo: 'FEE', storage: 'virtual' }]);
    const { reference } = await winery.order({ ItemsInfo: [{ ItemNo: 'FEE', ItemQuantity: 1 }] });
    await winery.advance(14 * 24 * 3_600);
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({ stage: 'shipped', tracking_nos: [] });
    const [planned] = await db.rows<{ ship_date: Temporal.PlainDate }>(
      'select ship_date from order_index where customer_no = $1 and order_id = $2',
      [winery.customerNo, reference],
    );
    await editSettings(db, "insert into carrier_holidays (day, name) values ($1, 'Closed')", [planned?.ship_date]);
    try {
      expect(await verifyOrderIndex(db)).toEqual([]);
    } finally {
      await editSettings(db, 'delete from carrier_holidays where day = $1', [planned?.ship_date]);
    }
  });

  test('verification leaves out what the reader has not read', async () => {
    const winery = await openWinery(server);
    await catchUpOrderIndex(db);
    await winery.order();
    expect(await verifyOrderIndex(db)).toEqual([]);
  });

  test('erasing the details of an order clears its recipient at once', async () => {
    const winery = await openWinery(server);
    const { reference } = await winery.order({ RecipientContactInfo: reachable });
    await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
    await catchUpOrderIndex(db);
    expect(await rowOf(reference)).toMatchObject({
      recipient_email: 'ana@mail.example',
      recipient_phone: '3035550100',
    });
    await db.rows('delete from sales_order_details where customer_no = $1 and order_id = $2', [
      winery.customerNo,
      reference,
    ]);
    const [row] = await db.rows<{ texts: string }>(
      'select recipient_name || recipient_email || recipient_phone || city || state || zip_code || country as texts from order_index where order_id = $1',
      [reference],
    );
    expect(row?.texts).toBe('');
    expect(await verifyOrderIndex(db)).toEqual([]);
  });

  test.each([
    { before: 'and was indexed before', isIndexed: true },
    { before: 'and was not indexed yet', isIndexed: false },
  ])('does not write back a recipient that is being erased $before', async ({ isIndexed }) => {
    const winery = await openWinery(server);
    await catchUpOrderIndex(db);
    const { reference } = await winery.order();
    if (isIndexed) await catchUpOrderIndex(db);
    await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
    const erasing = await server.database.pool.connect();
    try {
      await erasing.query('begin');
      await erasing.query('delete from sales_order_details where customer_no = $1 and order_id = $2', [
        winery.customerNo,
        reference,
      ]);
      const reading = catchUpOrderIndex(db);
      await Promise.race([reading, untilBlocked(db)]);
      await erasing.query('commit');
      await reading;
    } finally {
      erasing.release();
    }
    expect(await rowOf(reference)).toMatchObject({ stage: 'canceled', recipient_name: '' });
    expect(await verifyOrderIndex(db)).toEqual([]);
  });

  test('two processes that read at once lose and repeat nothing', async () => {
    const winery = await openWinery(server);
    await catchUpOrderIndex(db);
    const orders = await Promise.all(Array.from({ length: 8 }, () => winery.order()));
    const other = openWiredDb(server.database.options);
    try {
      await Promise.all([catchUpOrderIndex(db), catchUpOrderIndex(other)]);
    } finally {
      await other.close();
    }
    await catchUpOrderIndex(db);
    for (const { reference } of orders) expect(await rowOf(reference)).toMatchObject({ stage: 'to release' });
    expect(await verifyOrderIndex(db)).toEqual([]);
  });
});
