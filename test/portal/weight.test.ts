/**
 * The size of the files that the first visit of a page loads, by the imports of the built portal. The browser test measures it with
 * `npm run test:portal`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createPortalBuildCache } from '../../src/portal/cache.ts';
import { startPortalLoad } from '../../src/portal/index.ts';
import { hashPortalSources } from '../../src/portal/source-hash.ts';
import { maxFirstVisitBytes } from './pages.ts';

/** A page that is loaded when it is visited, and the numbers of the files that it needs. */
const lazyPage = /import\([`'"]\.\/([\w.-]+)[`'"]\),__vite__mapDeps\(\[([\d,]*)\]\)/g;

test('the first visit of each page loads at most 300 kB of compressed scripts, styles and fonts', async () => {
  expect((await startPortalLoad(pino({ level: 'silent' })).settled).kind).toBe('ready');
  const folder = createPortalBuildCache().folderOf(await hashPortalSources());
  const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  const frame = [...text('index.html').matchAll(/\/portal\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  );
  const entry = text(frame.find((name) => name.startsWith('assets/index-') && name.endsWith('.js')) ?? '');
  const files = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(entry)?.[1] ?? '[]') as string[];
  const pages = [...entry.matchAll(lazyPage)].map(([, page = '', needed = '']) => ({
    page,
    files: [`assets/${page}`, ...needed.split(',').map((at) => files[Number(at)] ?? '')],
  }));
  expect(pages.length).toBeGreaterThan(30);
  const font = readdirSync(path.join(folder, 'assets')).filter((name) => name.startsWith('inter-latin-wght-normal-'));
  expect(font).toHaveLength(1);
  const fontBytes = readFileSync(path.join(folder, 'assets', font[0] ?? '')).length;
  const bytes = new Map<string, number>();
  const compressed = (name: string): number => {
    if (!bytes.has(name)) bytes.set(name, gzipSync(readFileSync(path.join(folder, name))).length);
    return bytes.get(name) ?? 0;
  };
  const weights = pages.map(({ page, files: needed }) => ({
    page,
    bytes: [...new Set([...frame, ...needed])].reduce((sum, name) => sum + compressed(name), fontBytes),
  }));
  expect(weights.filter((page) => page.bytes >= maxFirstVisitBytes)).toEqual([]);
  expect(Math.max(...weights.map((page) => page.bytes))).toBeGreaterThan(maxFirstVisitBytes / 2);
});
