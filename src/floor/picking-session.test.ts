import { expect, test } from 'vitest';
import { decidePickUndo } from './picking-session.ts';
import type { PickingSnapshot } from './picking-walk.ts';

test('the undo of a report that a bin is empty sends the person back only while the task is picked', () => {
  const recorded = [{ status: 'GOOD-NO-TX', units: 2 }];
  const short = { n: 1, itemNo: 'PN21', location: 'A-01', units: 2, reasonCode: 'LOST', recorded, isMissing: false };
  const part = { customerNo: 'W1', taskId: 't', stop: undefined, picks: [], shorts: [short] };
  const undone = (state: 'picking' | 'done', units = 2) =>
    decidePickUndo({ task: { number: 1, state }, orders: [], parts: [part] } as unknown as PickingSnapshot, [
      { status: 'GOOD-NO-TX', units },
    ]);
  const taken = [{ customerNo: 'W1', itemNo: 'PN21', location: 'A-01', status: 'GOOD-NO-TX', units: -2 }];
  const stop = { itemNo: 'PN21', location: 'A-01' };
  expect(undone('picking')).toMatchObject({
    kind: 'undo',
    taken,
    parts: [{ shorts: [], stop }],
    message: 'Go back to A-01: PN21 is picked there.',
  });
  expect(undone('done')).toMatchObject({
    kind: 'undo',
    taken,
    parts: [{ shorts: [], stop: undefined }],
    message: 'The record of A-01 is as it was before.',
  });
  expect(undone('picking', 1)).toMatchObject({
    taken: [{ status: 'GOOD-NO-TX', units: -1 }],
    parts: [{ shorts: [], stop }],
    message: 'The record of A-01 is as it was before, without 1 × PN21, now recorded elsewhere or no longer in stock.',
  });
});
