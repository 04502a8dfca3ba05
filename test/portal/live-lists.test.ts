/** Rows that keep their places while a person works in a list, and which topics a query shows. */
import { expect, test } from 'vitest';
import { mergeRowsInPlace } from '../../portal/design/rows-in-place.ts';
import { isAffectedByTopics } from '../../portal/live/topics.ts';
import { eventStreamTopics, topicsOfEventKinds } from '../../src/operators/index.ts';

test('held rows keep their places, show their newest values, and count what would come or go', async () => {
  const row = (key: string, status = 'RECEIVED') => ({ key, status });
  const shown = [row('a'), row('b'), row('c')];
  const held = (fresh: readonly { key: string; status: string }[]) => mergeRowsInPlace(shown, fresh, ({ key }) => key);
  expect(held(shown)).toEqual({ rows: shown, changes: 0 });
  expect(held([row('c'), row('a', 'SHIPPED'), row('b')])).toEqual({
    rows: [row('a', 'SHIPPED'), row('b'), row('c')],
    changes: 0,
  });
  expect(held([row('n'), row('a'), row('b')])).toEqual({ rows: shown, changes: 1 });
  expect(held([row('b')])).toEqual({ rows: shown, changes: 2 });
  expect(held([])).toEqual({ rows: shown, changes: 3 });
});

test('every topic of the server leads to areas that are read again', async () => {
  expect(isAffectedByTopics('/api/Orders/List', new Set(['orders']))).toBe(true);
  expect(isAffectedByTopics('/api/Labels/List', new Set(['orders']))).toBe(true);
  expect(isAffectedByTopics('/api/Orders/List', new Set(['rules', 'unknown']))).toBe(false);
  // The page of an item has its balances, the list of items has none.
  expect(isAffectedByTopics('/api/SKUs/Get', new Set(['inventory']))).toBe(true);
  expect(isAffectedByTopics('/api/SKUs/List', new Set(['inventory']))).toBe(false);
  expect(isAffectedByTopics('/api/Transactions/List', new Set(['inventory']))).toBe(false);
  expect(isAffectedByTopics('session', new Set(eventStreamTopics))).toBe(false);
  expect(topicsOfEventKinds(['item_code.set', 'item_codes.imported'])).toEqual(['skus']);
  // Picking/PutBack takes a tote from the list of leftovers on other screens.
  const changed = new Set(topicsOfEventKinds(['tote.put_back']));
  expect(isAffectedByTopics('/api/Picking/ListLeftovers', changed)).toBe(true);
  // Unannounced deliveries are listed under Exceptions, and on the overview, until customer service settles them.
  for (const kind of ['receipt.parked', 'stray.parked'])
    expect(isAffectedByTopics('/api/Exceptions/List', new Set(topicsOfEventKinds([kind])))).toBe(true);
  const area = { orders: 'Orders', holds: 'Holds', skus: 'SKUs', settings: 'Statuses', views: 'SavedViews' } as const;
  const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  for (const topic of eventStreamTopics) {
    const path = `/api/${area[topic as keyof typeof area] ?? capital(topic)}/List`;
    expect([path, isAffectedByTopics(path, new Set([topic]))]).toEqual([path, true]);
  }
});
