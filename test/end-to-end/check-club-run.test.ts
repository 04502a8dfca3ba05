/** The checker of the club run detects faults: each is injected into a small correct run. */
import { describe, expect, it } from 'vitest';
import { checkClubRun } from '../../examples/club-run/check.ts';
import type { Played, SentOrder, TrackingRecord } from '../../examples/club-run/play.ts';

const order = (orderNo: string, quantity: number) => ({
  OrderInfo: { OrderNo: orderNo },
  ItemsInfo: [{ ItemNo: 'WINE', ItemQuantity: quantity, QuantityUnit: 'WHOLESALE' }],
});
const accepted = (line: number, orderNo: string, reference: string): SentOrder => ({
  line,
  body: order(orderNo, 1),
  response: { status: 200, body: reference },
});
const record = (orderNo: string, status: string, units: number): TrackingRecord => ({
  OrderNumber: orderNo,
  TrackingNo: '1',
  Status: status,
  StatusDescription: 'Held at the request. Action needed.',
  PackageItems: [{ ItemNo: 'WINE', Quantity: String(units) }],
});

/** One order delivered, one on hold, one sent twice, one rejected. */
const inOrder: Played = {
  run: {
    skus: [{ ItemNo: 'WINE', NumBottleInEachCase: '12' }],
    purchaseOrder: {
      OrderInfo: { CustomerReferenceNo: 'IN' },
      ItemsInfo: [{ ItemNo: 'WINE', ItemQuantity: 100 }],
    },
    orders: [],
  },
  sent: [
    accepted(1, 'ORDER-1', 'a'),
    accepted(2, 'ORDER-1', 'a'),
    accepted(3, 'ORDER-2', 'b'),
    {
      line: 4,
      body: order('ORDER-3', 0),
      response: {
        status: 400,
        body: {
          Code: 'ValidationFailed',
          Reason: 'too few',
          Errors: [{ Field: 'ItemsInfo[0].ItemQuantity', Code: 'Minimum', Message: 'too few' }],
        },
      },
    },
  ],
  sendingMs: 1,
  tracking: new Map([
    ['ORDER-1', [record('ORDER-1', 'DELIVERED', 12)]],
    ['ORDER-2', [record('ORDER-2', 'ON WINERY REQUESTED HOLD', 12)]],
  ]),
  stock: [
    {
      ItemNo: 'WINE',
      OnHandQuantity: 88,
      ReservedQuantity: 12,
      AvailableQuantity: 76,
      BackOrderQuantity: 0,
      OpenPOQuantity: 0,
    },
  ],
  transactions: [
    { ItemNo: 'WINE', TransactionType: 'Purchase Order', Reference: 'IN', Quantity: 100 },
    { ItemNo: 'WINE', TransactionType: 'Sales order', Reference: 'ORDER-1', Quantity: -12 },
  ],
};

const faultsOf = (changed: Partial<Played>) => checkClubRun({ ...inOrder, ...changed }).faults;
const stock = inOrder.stock[0] as Played['stock'][number];
const sentWith = (line: number, response: SentOrder['response']) => ({
  sent: inOrder.sent.map((sent) => (sent.line === line ? { ...sent, response } : sent)),
});
const tracked = (orderNo: string, records: TrackingRecord[]) => ({
  tracking: new Map([...inOrder.tracking, [orderNo, records]]),
});

it('reports no faults for a correct run', () => {
  expect(checkClubRun(inOrder)).toMatchObject({
    sent: 4,
    accepted: 2,
    repeats: 1,
    delivered: 1,
    packages: 1,
    held: [{ name: 'ON WINERY REQUESTED HOLD: Held at the request', count: 1 }],
    refused: [{ name: 'ItemsInfo[].ItemQuantity Minimum', count: 1, example: 'order ORDER-3 (line 4): too few' }],
    received: 100,
    shipped: 12,
    reserved: 12,
    onHand: 88,
    faults: [],
  });
});

describe('detects', () => {
  it.each<[string, Partial<Played>, RegExp]>([
    ['a repeat that became an order', sentWith(2, { status: 200, body: 'c' }), /ORDER-1 \(line 2\) is a repeat/],
    [
      'an order that returned the reference of another',
      sentWith(3, { status: 200, body: 'a' }),
      /ORDER-2 .* answered as .*ORDER-1/,
    ],
    ['an answer without a reference', sentWith(3, { status: 200, body: null }), /without a reference/],
    ['a refusal without a reason', sentWith(4, { status: 400, body: { Code: 'X' } }), /without saying why/],
    ['a server that failed', sentWith(4, { status: 500, body: { Reason: 'bug' } }), /ORDER-3 .*500/],
    ['an order that cannot be tracked', tracked('ORDER-1', []), /ORDER-1 cannot be tracked/],
    ['an order under way', tracked('ORDER-1', [record('ORDER-1', 'IN TRANSIT', 12)]), /not arrived: IN TRANSIT/],
    [
      'a bottle missing from a package',
      tracked('ORDER-1', [record('ORDER-1', 'DELIVERED', 11)]),
      /wants 12, packed 11/,
    ],
    ['a bottle missing in the warehouse', { stock: [{ ...stock, OnHandQuantity: 87 }] }, /less shipped 88, on hand 87/],
    ['a promise too many', { stock: [{ ...stock, ReservedQuantity: 13 }] }, /less shipped 12, promised 13/],
    ['a wrong sum', { stock: [{ ...stock, AvailableQuantity: 77 }] }, /less reserved 76, available 77/],
    ['stock that is still inbound', { stock: [{ ...stock, OpenPOQuantity: 1 }] }, /open on purchase orders 1/],
    ['a receipt in part', { transactions: inOrder.transactions.slice(1) }, /ordered 100, received 0/],
  ])('%s', (_, changed, fault) => {
    expect(faultsOf(changed).join('\n')).toMatch(fault);
  });
});
