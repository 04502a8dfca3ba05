import { expect, test } from 'vitest';
import { parseIdentifiersInScan } from './names-in-scan.ts';

test.each([
  ['RMA-W1001-000001', 'RMA-W1001-000001'],
  [' 2793 8405 6194 ', '279384056194'],
  ['W7 CLB1001|3', 'CLB1001'],
  ['1001940223450000000000279384056194'.padStart(34, '0'), '279384056194'],
  ['9622001000794644790132', '794644790132'],
  ['420945589400111202555842332669', '9400111202555842332669'],
])('%s names %s', (scanned, name) => {
  expect(parseIdentifiersInScan(scanned)).toContain(name);
});

test('a text of spaces names nothing', () => {
  expect(parseIdentifiersInScan('  ')).toEqual([]);
});
