import { expect, test } from 'vitest';
import { computePreReservations, type WaitingDemand } from './pre-reservations.ts';

const wants = (subject: string, quantity: number, warehouses = ['APC01']): WaitingDemand => ({
  subject,
  itemNo: 'A',
  status: 'GOOD-NO-TX',
  warehouses,
  quantity,
});
const inbound = (quantity: number, warehouse = 'APC01', itemNo = 'A') => ({
  itemNo,
  status: 'GOOD-NO-TX',
  warehouse,
  quantity,
});

function claimsOf(waiting: readonly WaitingDemand[], ...on: ReturnType<typeof inbound>[]): Record<string, number> {
  const claim = computePreReservations(waiting, on);
  return Object.fromEntries(waiting.map(({ subject }) => [subject, claim(subject, 'A', 'GOOD-NO-TX')]));
}

test('who waits longer has the first claim, the last one a part', () => {
  expect(claimsOf([wants('first', 4), wants('second', 4), wants('third', 4)], inbound(6))).toEqual({
    first: 4,
    second: 2,
    third: 0,
  });
});

test('no claim on another item or warehouse', () => {
  expect(claimsOf([wants('first', 4)], inbound(6, 'APC01', 'B'), inbound(6, 'COB01'))).toEqual({ first: 0 });
});

test('who may be filled at several warehouses takes the best first, then the others', () => {
  const waiting = [wants('anywhere', 5, ['APC01', 'COB01']), wants('there', 5, ['COB01'])];
  expect(claimsOf(waiting, inbound(3), inbound(6, 'COB01'))).toEqual({ anywhere: 5, there: 4 });
});

test('what a transfer takes serves the queue of its destination, and no other here', () => {
  const transfer = { ...wants('transfer', 5), pendingTransfer: { warehouse: 'COB01', status: '' } };
  const waiting = [wants('before', 3, ['COB01']), transfer, wants('here', 9), wants('there', 9, ['COB01'])];
  expect(claimsOf(waiting, inbound(4))).toEqual({ before: 0, transfer: 4, here: 0, there: 4 });
});

test('what is taken onward into another status is there for who draws that one', () => {
  const transfer = { ...wants('transfer', 5), pendingTransfer: { warehouse: 'COB01', status: 'GOOD-LB-TX' } };
  const library = { ...wants('library', 3, ['COB01']), status: 'GOOD-LB-TX' };
  const claim = computePreReservations([transfer, wants('there', 9, ['COB01']), library], [inbound(4)]);
  expect(claim('there', 'A', 'GOOD-NO-TX')).toBe(0);
  expect(claim('library', 'A', 'GOOD-LB-TX')).toBe(3);
});

test('what is inbound of several documents adds up', () => {
  expect(claimsOf([wants('first', 9)], inbound(3), inbound(4))).toEqual({ first: 7 });
});

test('who does not wait has no claim', () => {
  expect(computePreReservations([], [inbound(5)])('another order', 'A', 'GOOD-NO-TX')).toBe(0);
});
