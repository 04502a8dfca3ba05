import { expect, test } from 'vitest';
import { manifestExample } from './manifest-fields.ts';
import { toManifestContent } from './printed-manifest.ts';

test('a manifest is printed with the name of its carrier and the time of its warehouse', () => {
  const createdAt = Temporal.Instant.from('2026-11-18T23:00:00Z');
  const departedAt = Temporal.Instant.from('2026-11-19T01:05:09.123Z');
  expect(toManifestContent({ createdAt, departedAt }, manifestExample, 'America/Los_Angeles')).toMatchObject({
    code: 'APC01-4',
    carrier: 'FedEx',
    createdAt: 'Nov 18, 2026, 3:00 PM PST',
    departedAt: 'Nov 18, 2026, 5:05 PM PST',
  });
  expect(toManifestContent({ createdAt, departedAt: undefined }, manifestExample, 'America/New_York')).toMatchObject({
    createdAt: 'Nov 18, 2026, 6:00 PM EST',
    departedAt: '',
    packages: [{ trackingNo: '794612345678', place: 'Denver 80202' }],
  });
});
