/** Standing rules are remembered, and after a quiet time nobody waits for them for ever. */
import { afterEach, expect, test, vi } from 'vitest';
import { openDb } from '../../src/platform/db/db.ts';
import { getStandingRules, maxAgeMs } from '../../src/sales-orders/standing-rules-cache.ts';
import { readInAll } from '../support/connections.ts';
import { openTestDatabase } from '../support/database.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('transactions that read them after a quiet time wait for no connection that they hold themselves', async () => {
  const database = await openTestDatabase();
  const db = openDb({ ...database.options, max: 2 });
  try {
    const before = await getStandingRules(db);
    const later = performance.now() + maxAgeMs + 1_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(await readInAll(db, 2, getStandingRules)).toEqual([before, before]);
  } finally {
    await db.close();
    await database.drop();
  }
});
