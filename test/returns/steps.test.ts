/** Every step of a return on real stock: its effects and its rejections. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import {
  announceReturns,
  applyReturnDispositions,
  customerNoOfRmaNumber,
  inspectReturns,
  lockInspectableReturn,
  type OrderReturn,
  receiveReturns,
  verifyReturns,
} from '../../src/returns/index.ts';
import { tuesday } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allGood, asStored, broken, changeContext, done, good, openAwaitingReturn, openSteps } from './return-steps.ts';
import type { ReturnsWinery } from './returns-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

describe('creating', () => {
  test('a whole order: assigns an RMA number with the customer number, uses the shipping warehouse, and writes the log', async () => {
    const { winery, announce } = await openSteps(server);
    const orderId = await winery.delivered();
    const announced = done(await announce(orderId, { reason: 'Refused' }));
    expect(announced).toMatchObject({
      rmaNumber: `RMA-${winery.customerNo}-000001`,
      orderId,
      warehouse: 'APC01',
      status: 'EXPECTED',
      lines: [
        { line: 1, itemNo: 'WINE-1', expected: 6, uom: '750', shippedStatus: 'GOOD-NO-TX' },
        { line: 2, itemNo: 'WINE-2', expected: 3 },
      ],
    });
    expect(customerNoOfRmaNumber(announced.rmaNumber)).toBe(winery.customerNo);
    expect(await winery.find(announced.rmaNumber)).toEqual(asStored(announced));
    expect((await winery.timeline(announced.returnId)).map((entry) => entry.kind)).toEqual(['return.announced']);
    const onOrder = (await winery.timeline(orderId)).filter(({ kind }) => kind === 'sales_order.return_announced');
    expect(onOrder).toMatchObject([
      {
        data: {
          returnId: announced.returnId,
          rmaNumber: announced.rmaNumber,
          lines: [
            { itemNo: 'WINE-1', quantity: 6 },
            { itemNo: 'WINE-2', quantity: 3 },
          ],
        },
      },
    ]);
    const log = await server.environment.db.rows('select data from log where customer_no = $1', [winery.customerNo]);
    expect(JSON.stringify(log)).not.toContain('Refused');
  });

  test('all returns of an order together never exceed the units shipped and not yet returned', async () => {
    const { winery, announce } = await openSteps(server);
    const orderId = await winery.delivered();
    done(await announce(orderId, { lines: [{ itemNo: 'WINE-1', quantity: 4 }] }));
    const lines = [
      { itemNo: 'WINE-1', quantity: 1 },
      { itemNo: 'WINE-1', quantity: 2 },
      { itemNo: 'WINE-2', quantity: 3 },
      { itemNo: 'LOOSE', quantity: 1 },
    ];
    expect(await announce(orderId, { lines })).toMatchObject({
      refused: {
        code: 'ValidationFailed',
        faults: [
          { field: 'Lines[1].ItemQuantity', code: 'MoreThanShipped' },
          { field: 'Lines[3].ItemNo', code: 'NotShipped' },
        ],
      },
    });
    const rest = done(await announce(orderId));
    expect(rest.lines.map(({ itemNo, expected }) => [itemNo, expected])).toEqual([
      ['WINE-1', 2],
      ['WINE-2', 3],
    ]);
    expect(await announce(orderId)).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('all shipped units are in returns already') },
    });
  });

  test('two returns of one order in one batch share the remaining units', async () => {
    const { winery } = await openSteps(server);
    const { customerNo } = winery;
    const orderId = await winery.delivered();
    const half = { customerNo, orderId, lines: [{ itemNo: 'WINE-1', quantity: 4 }], warehouse: undefined, reason: '' };
    const outcomes = await winery.write((tx) =>
      announceReturns(
        tx,
        [
          { ...half, ...changeContext() },
          { ...half, ...changeContext() },
        ],
        () => ({
          trackingNos: [],
          carrier: 'FEX',
          service: 'GRND',
        }),
      ),
    );
    expect(outcomes).toMatchObject([{ ok: {} }, { refused: { faults: [{ code: 'MoreThanShipped' }] } }]);
  });

  test('rejects an order that has not shipped, is canceled or contains no stock of ours, and names its state', async () => {
    const { winery, announce } = await openSteps(server);
    const open = await winery.created();
    const canceled = await winery.created();
    await winery.cancel({ TransactionReferenceNumber: canceled });
    const intangible = await winery.delivered({ ItemsInfo: [{ ItemNo: 'FEE', ItemQuantity: 1 }] });
    const fresh = await winery.created();
    await winery.startWork(fresh);
    for (const [orderId, state] of [
      [canceled, 'CANCELED'],
      [intangible, 'no units were shipped'],
      [fresh, 'PROCESSING ORDER'],
    ] as const) {
      const outcome = await announce(orderId);
      expect(outcome).toMatchObject({ refused: { code: 'StateForbids', reason: expect.stringContaining(state) } });
    }
    expect(done(await announce(open)).lines).toHaveLength(1);
    expect(await announce(uuidv7())).toMatchObject({ refused: { code: 'NotFound' } });
  });

  test('orders shipped from VCX01 and WOX01 are returned to the nearest warehouse that takes returns', async () => {
    const { winery, announce } = await openSteps(server);
    const { db } = server.environment;
    await db.rows("update balances set warehouse = 'VCX01' where customer_no = $1", [winery.customerNo]);
    await db.rows("update movements set warehouse = 'VCX01' where customer_no = $1", [winery.customerNo]);
    const orderId = await winery.delivered({
      ShipmentInfo: {
        ShippingCarrier: 'FEX',
        ShippingCarrierService: 'GRND',
        ServiceWarehouseLocation: 'VCX01',
      },
    });
    for (const warehouse of ['VCX01', 'WOX01']) {
      expect(await announce(orderId, { warehouse })).toMatchObject({
        refused: { faults: [{ field: 'Warehouse', code: 'TakesNoReturns' }] },
      });
    }
    expect(done(await announce(orderId)).warehouse).toBe('APC01');
  });
});

describe('receiving', () => {
  test('is done once, at the expected warehouse or another one that takes returns', async () => {
    const { winery, announce, receive } = await openSteps(server);
    const orderId = await winery.delivered();
    const { returnId, rmaNumber } = done(await announce(orderId));
    expect(await receive(returnId, 'WOX01')).toMatchObject({ refused: { faults: [{ code: 'TakesNoReturns' }] } });
    expect(done(await receive(returnId, 'COB01'))).toMatchObject({ status: 'RECEIVED', warehouse: 'COB01' });
    const received = await winery.find(rmaNumber);
    expect(received).toMatchObject({ status: 'RECEIVED', warehouse: 'COB01' });
    expect(Temporal.Instant.compare(received.receivedAt ?? tuesday, tuesday)).toBe(1);
    expect(await receive(returnId)).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('RECEIVED') },
    });
    expect(await receive(uuidv7())).toMatchObject({ refused: { code: 'NotFound' } });
  });
});

describe('canceling', () => {
  test('closes a return that never arrives without a posting and allows a new one; rejects a return that was received', async () => {
    const { winery, announce, cancel, receive, inspect } = await openSteps(server);
    const orderId = await winery.delivered();
    const lost = done(await announce(orderId));
    const { reference, after } = done(await cancel(lost.returnId));
    expect(after).toMatchObject({
      status: 'CLOSED',
      receivedAt: undefined,
      lines: [{ findings: [] }, { findings: [] }],
    });
    expect(await winery.find(lost.rmaNumber)).toEqual(asStored(after));
    expect((await winery.timeline(lost.returnId)).map(({ kind }) => kind)).toEqual([
      'return.announced',
      'return.canceled',
      'return.closed',
    ]);
    expect((await winery.timeline(orderId)).at(-2)).toMatchObject({ kind: 'sales_order.return_canceled', reference });
    expect(await winery.movements(lost.returnId)).toEqual([]);
    for (const outcome of [await cancel(lost.returnId), await receive(lost.returnId)]) {
      expect(outcome).toMatchObject({ refused: { code: 'StateForbids', reason: expect.stringContaining('CLOSED') } });
    }
    const again = done(await announce(orderId));
    expect(again.lines.map(({ expected }) => expected)).toEqual([6, 3]);
    await receive(again.returnId);
    expect(await cancel(again.returnId)).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('RECEIVED') },
    });
    done(await inspect(again.returnId, allGood(again)));
    expect(await cancel(uuidv7())).toMatchObject({ refused: { code: 'NotFound' } });
  });

  test('`dray verify` finds units in a return that never arrived', async () => {
    const { winery, announce, cancel } = await openSteps(server);
    const lost = done(await announce(await winery.delivered()));
    await cancel(lost.returnId);
    const { db } = server.environment;
    const of = [winery.customerNo, lost.returnId];
    await db.rows(
      "insert into return_findings (customer_no, return_id, line, finding, quantity, status) values ($1, $2, 1, 1, 1, 'RTGD-NO-TX')",
      of,
    );
    expect(await db.snapshot(verifyReturns)).toEqual([
      expect.stringContaining('its lines say AWAITING DISPOSITION'),
      expect.stringContaining('it never arrived'),
    ]);
    await db.rows('delete from return_findings where customer_no = $1 and return_id = $2', of);
  });
});

describe('inspecting', () => {
  test('records line by line, in several conditions, until the last line', async () => {
    const { winery, announce, receive, inspect } = await openSteps(server);
    const { returnId, rmaNumber } = done(await announce(await winery.delivered()));
    const first = {
      line: 1,
      found: [
        { quantity: 4, status: good },
        { quantity: 1, status: broken },
      ],
    };
    expect(await inspect(returnId, [first])).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('EXPECTED') },
    });
    await receive(returnId);
    expect(done(await inspect(returnId, [first]))).toMatchObject({ status: 'INSPECTING' });
    expect(await inspect(returnId, [first])).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('Line 1') },
    });
    // One that was shipped was not found.
    const station = await winery.write((tx) => lockInspectableReturn(tx, { customerNo: winery.customerNo, returnId }));
    expect(station?.possibleUnits('WINE-1')).toBe(1);
    const last = { line: 2, found: [] };
    const inspected = done(await inspect(returnId, [last]));
    expect(inspected).toMatchObject({
      status: 'AWAITING DISPOSITION',
      lines: [
        {
          inspected: true,
          findings: [
            { finding: 1, quantity: 4, status: good },
            { finding: 2, quantity: 1 },
          ],
        },
        { inspected: true, findings: [] },
      ],
    });
    expect(await winery.find(rmaNumber)).toEqual(asStored(inspected));
    expect(await inspect(returnId, [last])).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('AWAITING DISPOSITION') },
    });
  });

  test('units not found count as still with the recipient; more units than shipped are rejected', async () => {
    const { winery, announce, receive, inspect } = await openSteps(server);
    const orderId = await winery.delivered();
    const { returnId } = done(await announce(orderId, { lines: [{ itemNo: 'WINE-1', quantity: 2 }] }));
    await receive(returnId);
    const finds = (quantity: number) => inspect(returnId, [{ line: 1, found: [{ quantity, status: good }] }]);
    expect(await finds(7)).toMatchObject({ refused: { faults: [{ field: 'Lines[0]', code: 'MoreThanShipped' }] } });
    expect(await inspect(returnId, [{ line: 1, found: [{ quantity: 1, status: 'LOST' }] }])).toMatchObject({
      refused: { faults: [{ code: 'UnknownStatus' }] },
    });
    expect(await inspect(returnId, [{ line: 2, found: [] }])).toMatchObject({
      refused: { faults: [{ code: 'UnknownLine' }] },
    });
    const other = done(await announce(orderId, { lines: [{ itemNo: 'WINE-1', quantity: 1 }] }));
    expect(await finds(6)).toMatchObject({ refused: { faults: [{ code: 'MoreThanShipped' }] } });
    expect(await finds(5)).toMatchObject({ ok: { status: 'AWAITING DISPOSITION' } });
    expect(await announce(orderId, { lines: [{ itemNo: 'WINE-1', quantity: 1 }] })).toMatchObject({
      refused: { faults: [{ code: 'MoreThanShipped' }] },
    });
    await receive(other.returnId);
    expect(done(await inspect(other.returnId, [{ line: 1, found: [] }]))).toMatchObject({ status: 'CLOSED' });
    expect(done(await announce(orderId, { lines: [{ itemNo: 'WINE-1', quantity: 1 }] })).status).toBe('EXPECTED');
    expect((await winery.timeline(other.returnId)).map(({ kind }) => kind)).toEqual([
      'return.announced',
      'return.received',
      'return.inspected',
      'return.closed',
    ]);
  });
});

test('two inspections of one order in one batch share the remaining units', async () => {
  const { winery, announce, receive } = await openSteps(server);
  const { customerNo } = winery;
  const orderId = await winery.delivered();
  const inspectionOf = async () => {
    const { returnId } = done(await announce(orderId, { lines: [{ itemNo: 'WINE-1', quantity: 2 }] }));
    await receive(returnId);
    const lines = [{ line: 1, found: [{ quantity: 4, status: good }] }];
    return { customerNo, returnId, lines, ...changeContext() };
  };
  const inspections = [await inspectionOf(), await inspectionOf()];
  expect(await winery.write((tx) => inspectReturns(tx, inspections))).toMatchObject([
    { ok: { status: 'AWAITING DISPOSITION' } },
    { refused: { faults: [{ code: 'MoreThanShipped' }] } },
  ]);
});

describe('disposing', () => {
  test('Return to Inventory posts units in the condition that was found and closes the return', async () => {
    const { winery, announce, receive, inspect, dispose } = await openSteps(server);
    const orderId = await winery.delivered({ OrderInfo: { OrderNo: 'BACK-1' } });
    const { returnId, rmaNumber } = done(await announce(orderId));
    expect(await dispose(returnId, { disposition: 'Return to Inventory' })).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('EXPECTED') },
    });
    await receive(returnId, 'APC02');
    await inspect(returnId, [
      {
        line: 1,
        found: [
          { quantity: 5, status: good },
          { quantity: 1, status: broken },
        ],
      },
    ]);
    expect(await dispose(returnId, { disposition: 'Return to Inventory' })).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('INSPECTING') },
    });
    await inspect(returnId, [{ line: 2, found: [{ quantity: 3, status: good }] }]);
    expect(await dispose(returnId, { disposition: 'Return to Inventory', inventoryStatus: 'LOST' })).toMatchObject({
      refused: { faults: [{ field: 'InventoryStatusCode', code: 'UnknownStatus' }] },
    });
    const { after, reship } = done(await dispose(returnId, { disposition: 'Return to Inventory' }));
    expect(after.status).toBe('CLOSED');
    expect(reship).toBeUndefined();
    expect(await winery.find(rmaNumber)).toEqual(asStored(after));
    const movement = {
      warehouse: 'APC02',
      type: 'Return Order',
      reference: 'BACK-1',
      po_number: rmaNumber,
      order_type: 'CLUB',
      ship_to_name: 'Sample Recipient',
    };
    expect(await winery.movements(returnId)).toEqual([
      { ...movement, item_no: 'WINE-1', status: good, quantity: 5 },
      { ...movement, item_no: 'WINE-1', status: broken, quantity: 1 },
      { ...movement, item_no: 'WINE-2', status: good, quantity: 3 },
    ]);
    expect(await dispose(returnId, { disposition: 'Return to Inventory' })).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining('CLOSED') },
    });
    const kinds = (await winery.timeline(orderId)).map(({ kind }) => kind);
    expect(kinds.slice(-6)).toEqual([
      'sales_order.return_announced',
      'sales_order.return_received',
      'sales_order.return_inspected',
      'sales_order.return_inspected',
      'sales_order.return_disposed',
      'sales_order.return_closed',
    ]);
  });

  test('units returned as sellable are allocated to backorders', async () => {
    const { winery, dispose, returnId } = await openAwaitingReturn(server);
    const waiting = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 98 }] });
    expect((await winery.order(waiting)).status).toBe('ON INV HOLD');
    done(await dispose(returnId, { disposition: 'Return to Inventory', inventoryStatus: 'GOOD-NO-TX' }));
    expect((await winery.order(waiting)).status).toBe('RECEIVED');
  });

  test('Return to Winery posts units in and out, and they cannot be reserved in between', async () => {
    const { winery, dispose, returnId } = await openAwaitingReturn(server);
    const waiting = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 98 }] });
    done(await dispose(returnId, { disposition: 'Return to Winery', inventoryStatus: 'GOOD-NO-TX' }));
    expect((await winery.order(waiting)).status).toBe('ON INV HOLD');
    expect((await winery.movements(returnId)).map(({ type, item_no, quantity }) => [type, item_no, quantity])).toEqual([
      ['Return Order', 'WINE-1', 6],
      ['Transfer Out', 'WINE-1', -6],
      ['Return Order', 'WINE-2', 3],
      ['Transfer Out', 'WINE-2', -3],
    ]);
    expect(await winery.balance('WINE-1', 'GOOD-NO-TX')).toBe(94);
  });

  test('takes a disposition per line; the last one closes the return', async () => {
    const { winery, dispose, returnId, inspected } = await openAwaitingReturn(server);
    expect(await dispose(returnId, { disposition: 'Reship', lines: [{ itemNo: 'LOOSE' }] })).toMatchObject({
      refused: { faults: [{ field: 'Lines[0].ItemNo', code: 'UnknownLine' }] },
    });
    const first = done(await dispose(returnId, { disposition: 'Return to Winery', lines: [{ itemNo: 'WINE-2' }] }));
    expect(first.after.status).toBe('AWAITING DISPOSITION');
    expect(await dispose(returnId, { disposition: 'Reship', lines: [{ itemNo: 'WINE-2' }] })).toMatchObject({
      refused: { code: 'StateForbids' },
    });
    const last = done(await dispose(returnId, { disposition: 'Return to Inventory' }));
    expect(last.after.status).toBe('CLOSED');
    expect((await winery.find(inspected.rmaNumber)).lines.map(({ findings }) => findings[0]?.disposed)).toEqual([
      { disposition: 'Return to Inventory', postedStatus: good },
      { disposition: 'Return to Winery', postedStatus: good },
    ]);
    expect(await winery.balance('WINE-1', good)).toBe(6);
    expect(await winery.balance('WINE-2', good)).toBe(0);
  });
});

describe('batches', () => {
  test('use as many statements for many returns as for one, with rejected items among them', async () => {
    const { winery } = await openSteps(server);
    const { customerNo } = winery;
    const orders: string[] = [];
    for (let i = 0; i < 5; i += 1) orders.push(await winery.created());
    await winery.advance(12);
    const statements: string[] = [];
    const counted = async <T>(work: (tx: Parameters<Parameters<ReturnsWinery['write']>[0]>[0]) => Promise<T>) => {
      statements.length = 0;
      return await winery.write((tx) =>
        work({
          ...tx,
          rows: (text: string, values?: readonly unknown[]) => {
            statements.push(text);
            return tx.rows(text, values);
          },
        } as typeof tx),
      );
    };
    const outbound = () => ({ trackingNos: [], carrier: 'FEX', service: 'GRND' });
    const announcement = (orderId: string) => ({
      customerNo,
      orderId,
      lines: undefined,
      warehouse: undefined,
      reason: '',
      ...changeContext(),
    });
    const announce = (ids: string[]) => counted((tx) => announceReturns(tx, ids.map(announcement), outbound));
    const one = await announce(orders.slice(0, 1));
    const few = await announce(orders.slice(0, 2));
    const ofFew = statements.length;
    const many = await announce(orders.slice(1));
    expect(statements).toHaveLength(ofFew);
    const all = [...one, ...few, ...many];
    expect(all.map((outcome) => 'ok' in outcome)).toEqual([true, false, true, false, true, true, true]);
    const returns = all.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
    const keys = returns.map(({ returnId }) => ({ customerNo, returnId, ...changeContext() }));
    await winery.write((tx) =>
      receiveReturns(
        tx,
        keys.map((key) => ({ ...key, warehouse: undefined })),
      ),
    );
    await winery.write((tx) =>
      inspectReturns(
        tx,
        keys.map((key, i) => ({ ...key, lines: allGood(returns[i] as OrderReturn) })),
      ),
    );
    const disposal = { disposition: 'Return to Inventory', lines: undefined, inventoryStatus: undefined } as const;
    const disposals = keys.map((key) => ({ ...key, ...disposal, recipient: undefined }));
    const outcomes = await counted((tx) => applyReturnDispositions(tx, [...disposals, ...disposals.slice(0, 1)]));
    expect(outcomes.map((outcome) => 'ok' in outcome)).toEqual([true, true, true, true, true, false]);
    expect(statements.length).toBeLessThan(25);
    expect(await winery.balance('WINE-1', good)).toBe(5);
  });
});
