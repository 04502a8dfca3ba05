import { describe, expect, test } from 'vitest';
import type { ReceivedItem } from '../documents/index.ts';
import { computeMissingTransferUnits, planTransferReceipt, transferStatusAfterDiscardedReceipt } from './arrival.ts';
import type { TransferOrder, TransferOrderLine, TransferOrderStatus } from './transfer-order.ts';

const line = (
  no: number,
  itemNo: string,
  shipped: number,
  more: Partial<TransferOrderLine> = {},
): TransferOrderLine => ({
  line: no,
  itemNo,
  description: '',
  quantity: shipped,
  quantityUnit: 'RETAIL',
  taxStatus: '',
  unitPrice: undefined,
  units: shipped,
  missing: 0,
  shipped,
  received: 0,
  short: 0,
  surplus: 0,
  ...more,
});

const order = (
  lines: readonly TransferOrderLine[],
  more: Partial<TransferOrder> & { status?: TransferOrderStatus } = {},
): TransferOrder => ({
  customerNo: 'W1',
  orderId: '01990b5e-7c1a-7f3e-9d52-3b8f6a2c4e10',
  customerReferenceNo: 'MOVE-1',
  number: 'TO000001',
  status: 'IN TRANSIT',
  requestedDate: Temporal.PlainDate.from('2031-03-04'),
  fromWarehouse: 'APC01',
  toWarehouse: 'SJU01',
  inventoryStatus: 'GOOD',
  toInventoryStatus: '',
  queuedAt: Temporal.Instant.from('2031-03-04T17:00:00Z'),
  openReceipts: 0,
  lines,
  ...more,
});

const plan = (of: TransferOrder, received: readonly ReceivedItem[] | undefined, final = true) => {
  const outcome = planTransferReceipt(of, received, final);
  if ('refused' in outcome) throw new Error(outcome.refused.reason);
  const text = (units: typeof outcome.ok.arrived) =>
    units.map(({ line: no, itemNo, quantity, status }) => `${no} ${itemNo} ${quantity} ${status}`);
  const { status, arrived, surplus, short } = outcome.ok;
  return { status, arrived: text(arrived), surplus: text(surplus), short: text(short) };
};

const two = order([line(1, 'PIN', 6), line(2, 'CAB', 12, { taxStatus: 'BOND' })]);

describe('what arrives', () => {
  test('everything, each line in the status in which it left', () => {
    expect(plan(two, undefined)).toEqual({
      status: 'RECEIVED',
      arrived: ['1 PIN 6 GOOD', '2 CAB 12 BOND'],
      surplus: [],
      short: [],
    });
  });

  test('everything, in the status that was asked for', () => {
    expect(plan({ ...two, toInventoryStatus: 'NEW' }, undefined).arrived).toEqual(['1 PIN 6 NEW', '2 CAB 12 NEW']);
  });

  test('a part: what is missing is short only when nothing more is to come', () => {
    expect(plan(two, [{ itemNo: 'CAB', quantity: 5 }], false)).toEqual({
      status: 'RECEIVING',
      arrived: ['2 CAB 5 BOND'],
      surplus: [],
      short: [],
    });
    expect(plan(two, [{ itemNo: 'CAB', quantity: 5 }])).toMatchObject({
      status: 'CLOSED',
      short: ['1 PIN 6 GOOD', '2 CAB 7 BOND'],
    });
  });

  test('an item twice, in two statuses: what is too much counts once all lines are full', () => {
    const received = [
      { itemNo: 'PIN', quantity: 4, status: 'DMGD' },
      { itemNo: 'PIN', quantity: 5 },
    ];
    expect(plan(order([line(1, 'PIN', 6), line(2, 'PIN', 2)]), received)).toEqual({
      status: 'RECEIVED',
      arrived: ['1 PIN 4 DMGD', '1 PIN 2 GOOD', '2 PIN 2 GOOD'],
      surplus: ['2 PIN 1 GOOD'],
      short: [],
    });
  });

  test('what was received before counts', () => {
    const part = order([line(1, 'PIN', 6, { received: 4 })], { status: 'RECEIVING' });
    expect(plan(part, undefined).arrived).toEqual(['1 PIN 2 GOOD']);
    expect(plan(part, [{ itemNo: 'PIN', quantity: 3 }])).toMatchObject({
      status: 'RECEIVED',
      surplus: ['1 PIN 1 GOOD'],
    });
    expect(computeMissingTransferUnits(part)).toEqual([{ line: 1, itemNo: 'PIN', quantity: 2, status: 'GOOD' }]);
  });

  test('a line of which nothing left is neither expected nor short', () => {
    const none = order([line(1, 'PIN', 6), line(2, 'CAB', 0, { units: 3 })]);
    expect(plan(none, undefined)).toMatchObject({ status: 'RECEIVED', arrived: ['1 PIN 6 GOOD'], short: [] });
    expect(planTransferReceipt(none, [{ itemNo: 'CAB', quantity: 1 }], true)).toMatchObject({
      refused: { faults: [{ field: 'Lines[0].ItemNo', code: 'NotOnOrder' }] },
    });
  });
});

test.each(['OPEN', 'PICKING', 'RECEIVED', 'CLOSED', 'CANCELED'] as const)(
  'nothing arrives for one that is %s',
  (status) => {
    expect(planTransferReceipt({ ...two, status }, undefined, true)).toMatchObject({
      refused: { code: 'StateForbids', reason: `Transfer order MOVE-1 cannot be received: its status is ${status}.` },
    });
  },
);

test('an order of which a receipt was discarded is RECEIVING while others are open, then what its units say', () => {
  const received = (units: number) => order([line(1, 'PIN', 6, { received: units })]);
  for (const units of [0, 4, 6]) expect(transferStatusAfterDiscardedReceipt(received(units), 1)).toBe('RECEIVING');
  const last = [0, 4, 6].map((units) => transferStatusAfterDiscardedReceipt(received(units), 0));
  expect(last).toEqual(['IN TRANSIT', 'RECEIVING', 'RECEIVED']);
});

test('units are never made or lost: what left is what arrived and what is short', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = (below: number) =>
      Math.floor(Math.abs(Math.sin(seed * 7919 + below * 104_729 + calls++) * 1e6)) % below;
    let calls = 0;
    const lines = Array.from({ length: 1 + random(4) }, (_, i) =>
      line(i + 1, ['PIN', 'CAB'][random(2)] as string, random(9)),
    );
    const items = [...new Set(lines.filter((l) => l.shipped > 0).map((l) => l.itemNo))];
    if (items.length === 0) continue;
    const received = Array.from({ length: random(4) }, () => ({
      itemNo: items[random(items.length)] as string,
      quantity: random(12),
    }));
    const outcome = planTransferReceipt(order(lines), received, true);
    if ('refused' in outcome) throw new Error(outcome.refused.reason);
    const sum = (units: readonly { quantity: number }[]) => units.reduce((total, { quantity }) => total + quantity, 0);
    const { arrived, surplus, short } = outcome.ok;
    expect(sum(arrived) + sum(short)).toBe(lines.reduce((total, { shipped }) => total + shipped, 0));
    expect(sum(arrived) + sum(surplus)).toBe(sum(received));
    for (const { line: no, shipped } of lines) {
      expect(sum([...arrived, ...short].filter((units) => units.line === no))).toBe(shipped);
    }
  }
});
