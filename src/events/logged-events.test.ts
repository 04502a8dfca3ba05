import { expect, it } from 'vitest';
import { eventsOfLogEntry } from './logged-events.ts';

const at = Temporal.Instant.from('2026-11-18T20:00:00Z');
const kindsOf = (kind: string, data: Readonly<Record<string, unknown>>) =>
  eventsOfLogEntry({ seq: 1, kind, subject: 'O', reference: '', at, occurredAt: at, data }).map((event) => event.kind);

it.each([
  // A problem at a station has opened the order before.
  ['sales_order.floor_taken_back', { was: 'problem' }, []],
  ['sales_order.floor_taken_back', { was: 'packing' }, ['order.status_changed']],
  // An open JIT order stays open.
  ['sales_order.labels_voided', { was: 'RECEIVED', status: 'RECEIVED' }, []],
  // What is left of it still ships.
  ['sales_order.short_picked', { status: 'PROCESSING ORDER' }, []],
  ['sales_order.short_picked', { status: 'EXCEPTION' }, ['order.status_changed']],
  ['sales_order.labels_voided', { was: 'PROCESSING ORDER', status: 'RECEIVED' }, ['order.status_changed']],
  // An update may place a hold, beside one that the order has, and end the last one.
  [
    'sales_order.updated',
    { was: 'RECEIVED', status: 'ON ADDRESS HOLD', placed: ['Address'] },
    ['order.status_changed', 'order.held'],
  ],
  ['sales_order.updated', { was: 'ON INV HOLD', status: 'ON INV HOLD', placed: ['Winery'] }, ['order.held']],
  ['sales_order.updated', { was: 'ON ADDRESS HOLD', status: 'RECEIVED' }, ['order.status_changed', 'order.released']],
  // The last package of those that leave first stands for the order.
  ['package.shipped', { status: 'SHIPPED' }, []],
  ['package.shipped', { status: 'SHIPPED', completes: true }, ['order.status_changed', 'order.shipped']],
  // Nothing of it leaves in a box.
  ['sales_order.completed', { status: 'SHIPPED' }, ['order.status_changed', 'order.shipped']],
])('%s %o: the events of the order', (kind, data, kinds) => {
  expect(kindsOf(kind, data)).toEqual(kinds);
});
