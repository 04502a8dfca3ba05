/** Concurrent edits of reason codes: an edit replaces only the version that it was made for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReasonCode, removeReasonCode, setReasonCode } from '../../src/inventory/index.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { openTransaction, openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
beforeAll(async () => {
  processes = await openTwoProcesses();
});
afterAll(() => processes.close());

const reason: ReasonCode = { code: 'TASTING', description: 'Tasting', usedFor: 'adjustment', direction: 'out' };

test.each([
  ['set', setReasonCode],
  ['remove', (db: TwoProcesses['db'], { code }: ReasonCode, onEdit: never) => removeReasonCode(db, code, onEdit)],
] as const)('%s waits for an edit that is not committed', async (_, edit) => {
  const { db, other } = processes;
  await setReasonCode(db, reason, () => undefined);
  const open = await openTransaction(other, (tx) =>
    tx.rows(`update reason_codes set description = 'Sample' where code = 'TASTING'`),
  );
  let replaced: ReasonCode | undefined;
  const editing = edit(db, reason, ((_tx: unknown, before: ReasonCode | undefined) => {
    replaced = before;
  }) as never);
  await Promise.race([editing, untilBlocked(db)]);
  await open.commit();
  expect(await editing).toMatchObject({ ok: { code: 'TASTING' } });
  expect(replaced?.description).toBe('Sample');
});
