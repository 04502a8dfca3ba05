/** Concurrent edits of reason codes: an edit replaces only the version that it was made for. The text of DESTROYED. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReasonCode, removeReasonCode, setReasonCode } from '../../src/inventory/index.ts';
import { migrationsFolder } from '../../src/platform/db/migrate.ts';
import { splitSqlStatements } from '../../src/platform/db/split-statements.ts';
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

test('the text of DESTROYED names the winery, but one that the operator has written stays', async () => {
  const { db } = processes;
  const stored = async () => {
    const [row] = await db.rows<{ description: string }>(
      `select description from reason_codes where code = 'DESTROYED'`,
    );
    return row?.description;
  };
  expect(await stored()).toBe("Destroyed at the winery's request");
  const migration = await readFile(path.join(migrationsFolder, '0091-warehouse-of-packing.sql'), 'utf8');
  const update = splitSqlStatements(migration).find(({ keyword }) => keyword === 'update');
  for (const [before, after] of [
    ['Smashed for the insurance', 'Smashed for the insurance'],
    ["Destroyed at the customer's request", "Destroyed at the winery's request"],
  ] as const) {
    await db.rows(`update reason_codes set description = $1 where code = 'DESTROYED'`, [before]);
    await db.rows(update?.text as string);
    expect(await stored()).toBe(after);
  }
});
