/** Edits of the operator's settings by SQL, as an operator makes them. */
import { invalidateOperatorSettings } from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';

/** Runs the statement and makes this process reread the settings at once instead of within seconds. */
export async function editSettings(db: Db, text: string, values: readonly unknown[] = []): Promise<void> {
  await db.rows(text, [...values]);
  invalidateOperatorSettings(db);
}
