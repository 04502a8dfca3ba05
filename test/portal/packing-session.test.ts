/** The decisions of the packing station about its order, without a server. */
import { expect, test } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import {
  checkOpenedOrder,
  decidePackingScan,
  offerAfterRefusal,
  outcomeOfRefusedOrder,
  outcomeOfSession,
  type PackingSession,
} from '../../portal/pages/pack/packing-session.ts';

const session = (change: object = {}) =>
  ({
    CustomerNo: 'W1',
    TransactionReferenceNumber: 'O1',
    OrderNo: 'CLB1',
    State: 'packing',
    Boxes: [],
    Next: 'scan',
    Message: '',
    ...change,
  }) as unknown as PackingSession;
const labeled = session({ Next: 'stage', Boxes: [{ TrackingNumber: '' }, { TrackingNumber: '1Z999' }] });
const refusal = (Code: string, Reason: string, more: object = {}) => new ApiError(403, { Code, Reason, ...more });

test.each([
  ['1Z999', undefined, 'order'],
  ['1Z999', session(), 'bottle'],
  ['1Z999', session({ Next: 'finish box', Boxes: [{ TrackingNumber: '1Z999' }] }), 'bottle'],
  ['1z 999', labeled, 'label'],
  ['4201Z999', labeled, 'label'],
  ['1Z9990', labeled, 'order'],
  ['1Z999', { ...labeled, Next: 'none' as const }, 'label'],
  ['CLB2', { ...labeled, Next: 'none' as const }, 'order'],
])('scan %j of a station with the order %o', (code, open, decision) => {
  expect(decidePackingScan(code, open)).toBe(decision);
});

test('only the label of another order is refused, and only while the open one waits for its own', () => {
  const other = session({ TransactionReferenceNumber: 'O2', OrderNo: 'CLB2', Boxes: [{ TrackingNumber: '1Z2' }] });
  expect(checkOpenedOrder('1Z2', labeled, other)).toMatch(/label of order CLB2\..* order CLB1 /);
  for (const waiting of [undefined, { ...labeled, Next: 'none' as const }, other])
    expect(checkOpenedOrder('1Z2', waiting, other)).toBeUndefined();
  expect(checkOpenedOrder('CLB2', labeled, other)).toBeUndefined();
});

test('an order off the floor is wrong, whatever its reply says; one without a message names the next step', () => {
  expect(outcomeOfSession(session({ State: 'stopped', Verdict: 'right', Message: 'Stop.' }))[0]).toBe('wrong');
  expect(outcomeOfSession(session({ Verdict: 'done', Message: 'Packed.' })).slice(0, 2)).toEqual(['done', 'Packed.']);
  expect(outcomeOfSession(session({ Next: 'finish box' })).slice(0, 2)).toEqual([
    'right',
    'Order CLB1. Weigh the box.',
  ]);
});

test('an order that is not opened closes the one before, except while that waits for its label and another label was scanned', () => {
  const unknown = refusal('NotFound', 'No order has the label 1Z5.');
  const closed = ['wrong', unknown.message, { session: undefined, offer: undefined }];
  const byHand = { scan: '1Z5', isByHand: true };
  expect(outcomeOfRefusedOrder(byHand, labeled, unknown)).toEqual([
    'wrong',
    `This is not the label of order CLB1. ${unknown.message}`,
  ]);
  expect(outcomeOfRefusedOrder({ ...byHand, isByHand: false }, labeled, unknown)).toEqual(closed);
  expect(outcomeOfRefusedOrder(byHand, session({ Next: 'none' }), unknown)).toEqual(closed);
  const taken = refusal('StateForbids', 'Another person packs CLB7.', { State: 'PACKING' });
  expect(outcomeOfRefusedOrder({ scan: ' CLB7 ', isByHand: true }, labeled, taken)[2]).toMatchObject({
    session: undefined,
    offer: { kind: 'take over', scan: ' CLB7 ' },
  });
  expect(outcomeOfRefusedOrder({ scan: '1Z7', isByHand: true }, labeled, taken)[2]).toBeUndefined();
});

test('a refusal offers what it leaves to choose', () => {
  const state = (State: string) => refusal('StateForbids', '', { State });
  expect(offerAfterRefusal('O1', 'W1', state('SHORT'))).toEqual({ kind: 'take over', scan: 'O1', customerNo: 'W1' });
  expect(offerAfterRefusal('O1', undefined, state('SHIPPED'))).toBeUndefined();
  const choose = (Field: string) =>
    offerAfterRefusal(
      'T1',
      undefined,
      refusal('Validation', '', { Errors: [{ Field, Message: 'must be one of A, B' }] }),
    );
  expect(choose('Warehouse')).toEqual({ kind: 'choose', scan: 'T1', names: 'warehouse', choices: ['A', 'B'] });
  expect(choose('CustomerNo')).toMatchObject({ names: 'customerNo' });
  expect(choose('Scan')).toBeUndefined();
});
