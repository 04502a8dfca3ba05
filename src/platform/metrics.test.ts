import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('a gauge that cannot be read is left out, also one without a label', async () => {
  const metrics = createMetrics();
  metrics.gauge('dray_unread', 'Unread.', () => ({}));
  metrics.gauge('dray_failed', 'Failed.', () => Promise.reject(new Error('no reply')), 'environment');
  metrics.gauge('dray_read', 'Read.', () => ({ '': 5 }));
  const values = (await metrics.text()).split('\n').filter((line) => /^dray_(unread|failed|read)\b/.test(line));
  expect(values).toEqual(['dray_read 5']);
});
