/** Creates the partitions and the operator's settings in a migrated database, as the program does when it starts. */

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
