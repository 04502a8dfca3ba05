/** What the program creates in a migrated database when it starts: partitions and the operator's data. */

import type pg from 'pg';
import { seedOperatorSettings } from '../../src/operator-settings/index.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import { openWiredDb } from './wired-db.ts';

export async function seedDatabase(options: pg.PoolConfig): Promise<void> {
  const db = openWiredDb({ ...options, max: 1 });
  try {
    await ensurePartitions(db);
    await seedOperatorSettings(db);
  } finally {
    await db.close();
  }
}
