import { describe, expect, it } from 'vitest';
import { describeTimelineActor, describeTimelineEvent } from './timeline-words.ts';

describe('describeEvent', () => {
  it.each([
    [
      'sales_order.accepted',
      { orderNo: 'A', status: 'ON INV HOLD', holds: [{ reason: 'Inventory', cause: 'stock' }] },
      'Accepted, on hold: Inventory.',
    ],
    ['sales_order.accepted', { orderNo: 'A', status: 'RECEIVED' }, 'Accepted.'],
    [
      'sales_order.updated',
      { changed: ['RecipientContactInfo', 'HoldOrder'], was: 'RECEIVED' },
      'Changed: recipient contact info, hold order.',
    ],
    [
      'sales_order.updated',
      { changed: [], was: 'ON INV HOLD', holds: [{ reason: 'Inventory' }] },
      'Sent again without changes, on hold: Inventory.',
    ],
    [
      'purchase_order.updated',
      { changed: ['OrderInfo.ReceiveToLocation', 'ItemsInfo'] },
      'Changed: receive to location, items info.',
    ],
    ['purchase_order.updated', { changed: [] }, 'Sent again without changes.'],
    [
      'transfer_order.updated',
      { changed: ['TransferInfo.RequestedDate', 'ItemsInfo'] },
      'Changed: requested date, items info.',
    ],
    ['transfer_order.updated', { changed: ['specialInstruction', 'lines'] }, 'Changed: special instruction, lines.'],
    [
      'sales_order.released',
      { because: 'a person released it', note: 'asked by phone', holds: [{ reason: 'Winery' }] },
      'Released (Winery): a person released it. Asked by phone.',
    ],
    [
      'sales_order.reservation_moved',
      { because: 'its stock disappeared where it was reserved', warehouse: 'APC01', holds: [] },
      'Ships from APC01 instead: its stock disappeared where it was reserved.',
    ],
    [
      'package.shipped',
      { package: 1, of: 2, status: 'SHIPPED', trackingNo: '488680589229' },
      'Shipped package 1 of 2 (488680589229).',
    ],
    ['package.shipped', { package: 3, of: 2, status: 'SHIPPED', trackingNo: '4886' }, 'Shipped package 3 (4886).'],
    [
      'package.scanned',
      { package: 2, status: 'IN TRANSIT', code: 'AR', message: 'Arrived at facility', location: 'Reno, NV' },
      'Package 2: Arrived at facility, Reno, NV.',
    ],
    [
      'package.label_void_refused',
      { package: 1, trackingNo: '794612', because: 'it was used' },
      'The carrier refused to void the label of package 1 (794612), which stays paid for: it was used.',
    ],
    [
      'package.left_early',
      { package: 1, trackingNo: '794612', because: 'Order A cannot be processed: it is on hold.' },
      'The carrier has package 1 (794612), but the order must not ship: Order A cannot be processed: it is on hold.',
    ],
    ['sales_order.floor_packing', { person: 'ann', from: 'bob' }, 'Packing began, taken over from bob.'],
    [
      'sales_order.floor_box_closed',
      { box: 2, weightLb: 8.5, size: '16 × 10 × 6 in' },
      'Closed box 2, 8.5 lb, 16 × 10 × 6 in.',
    ],
    [
      'sales_order.floor_box_closed',
      { box: 2, weightLb: 8.5, size: '16 × 10 × 6 in', shipper: 'PULP-3' },
      'Closed box 2, 8.5 lb, 16 × 10 × 6 in, PULP-3.',
    ],
    [
      'sales_order.floor_taken_back',
      { because: 'it is damaged', was: 'labeled' },
      'Taken back from the floor: it is damaged.',
    ],
    [
      'sales_order.taken_back',
      { because: 'its labels were voided' },
      'Taken back from the warehouse: its labels were voided.',
    ],
    [
      'purchase_order.closed',
      { missing: [{ itemNo: 'WINE-1', quantity: 12 }] },
      'Closed short: 12 × WINE-1 did not arrive.',
    ],
    [
      'transfer_order.closed',
      { short: [1, 2, 3].map((units) => ({ itemNo: units === 3 ? 'WINE-2' : 'WINE-1', units })) },
      'Closed: 3 × WINE-1, 3 × WINE-2 did not arrive and were written off.',
    ],
    ['transfer_order.closed', { was: 'RECEIVED' }, 'Closed.'],
    ['sales_order.something_new', undefined, 'Something new.'],
  ])('%s', (kind, data, words) => {
    expect(describeTimelineEvent({ kind, data })).toBe(words);
  });
});

describe('describeActor', () => {
  it.each([
    ['operator:ann@warehouse.example', 'Holds/ReleaseMany', 'ann@warehouse.example'],
    ['WEB-7Q2M', 'SalesOrder/CreateSalesOrder', 'The winery'],
    ['system', 'carrier', 'The carrier'],
    ['system', 'allocation', 'Dray'],
    ['schedule', 'Floor/ReleaseSchedule', 'A release schedule'],
    ['operator', 'dray hold end', 'The operator'],
  ])('%s %s', (actor, operation, words) => {
    expect(describeTimelineActor({ actor, operation })).toBe(words);
  });
});
