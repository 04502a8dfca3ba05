/** What the program creates in a migrated database when it starts: partitions and the operator's data. */

import type pg from 'pg';
import { seedOperatorSettings } from '../../src/operator-settings/index.ts';
import { openDb } from '../../src/platform/db/db.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';

export async function seedDatabase(options: pg.PoolConfig): Promise<void> {
  const db = openDb({ ...options, max: 1 });
  try {
    await ensurePartitions(db);
    await seedOperatorSettings(db);
  } finally {
    await db.close();
  }
}
