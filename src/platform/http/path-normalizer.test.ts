import { expect, it } from 'vitest';
import { createPathNormalizer } from './path-normalizer.ts';

const spellings = createPathNormalizer();
for (const path of ['/docs', '/docs/', '/v3/api/Sku/RetireSku']) spellings.add(path);

it.each([
  ['/v3/api/Sku/RetireSku', '/v3/api/Sku/RetireSku'],
  ['/V3/api/SKU/retiresku', '/v3/api/Sku/RetireSku'],
  ['//v3//api/sku/RetireSku///', '/v3/api/Sku/RetireSku'],
  ['/v3/api/sku/retireSku/?A=B/C//D', '/v3/api/Sku/RetireSku?A=B/C//D'],
  ['/docs/', '/docs/'],
  ['/DOCS/', '/docs'],
  ['/docs/js/Script.js', '/docs/js/Script.js'],
  ['/v3/api/Sku/Retire/Sku', '/v3/api/Sku/Retire/Sku'],
  ['/', '/'],
  ['*', '*'],
  ['', ''],
  [`/${'/'.repeat(5_000)}`, `/${'/'.repeat(5_000)}`],
])('%s is routed as %s', (sent, routed) => {
  expect(spellings.normalize(sent)).toBe(routed);
});
