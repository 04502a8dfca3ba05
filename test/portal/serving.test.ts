/** Building, caching and serving the portal, with a small stand-in for the application. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuiltPortal } from '../../src/portal/built-portal.ts';
import { createPortalBuildCache } from '../../src/portal/cache.ts';
import { type PortalState, startPortalLoad } from '../../src/portal/portal.ts';
import { portalRoutes } from '../../src/portal/routes.ts';
import { hashPortalSources } from '../../src/portal/source-hash.ts';

let folder: string;
let app: FastifyInstance;
let state: PortalState = { kind: 'building' };

const script = `console.log(${JSON.stringify('a'.repeat(500))});`;

/** Writes what a build writes. */
function writePortal(target: string): void {
  mkdirSync(path.join(target, 'assets'), { recursive: true });
  writeFileSync(
    path.join(target, 'index.html'),
    '<script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__">',
  );
  writeFileSync(path.join(target, 'assets/index-1a2b.js'), script);
  writeFileSync(path.join(target, 'assets/index-1a2b.js.gz'), gzipSync(script));
  writeFileSync(path.join(target, 'assets/inter-3c4d.woff2'), 'font');
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-portal-'));
  app = Fastify();
  portalRoutes({ state: () => state })(app);
  await app.ready();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ready(): Promise<void> {
  const built = path.join(folder, 'ready');
  if (!existsSync(built)) writePortal(built);
  state = { kind: 'ready', portal: await readBuiltPortal(built) };
}

test('503 with a page that reloads while the portal is being built, and after a failed build', async () => {
  for (const url of ['/portal', '/test/portal', '/portal/orders', '/test/portal/orders/DEMO/1']) {
    state = { kind: 'building' };
    const building = await app.inject(url);
    expect(building.statusCode).toBe(503);
    expect(building.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(building.body).toContain('The portal is being prepared');
    expect(building.body).toContain('<meta http-equiv="refresh" content="2">');
    state = { kind: 'failed' };
    const failed = await app.inject(url);
    expect([failed.statusCode, failed.headers['retry-after']]).toEqual([503, '60']);
    expect(failed.body).toContain('could not be prepared');
  }
});

test('every address is the page, with a policy that starts from nothing and a nonce of its own', async () => {
  await ready();
  const nonces = new Set<string>();
  for (const url of ['/portal', '/portal/', '/portal/orders?view=held', '/test/portal', '/test/portal/nothing/here']) {
    const { statusCode, headers, body } = await app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(body).toBe(`<script nonce="${nonce}"></script><style nonce="${nonce}">`);
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; img-src 'self'; ` +
        "connect-src 'self'; frame-src blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
});

test('files are immutable, typed, and compressed as the client accepts', async () => {
  await ready();
  const get = (encoding?: string) =>
    app.inject({
      url: '/portal/assets/index-1a2b.js',
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    });
  const plain = await get();
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(plain.body).toBe(script);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const zipped = await get('deflate, gzip;q=0.8, br');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script);
  expect((await get('gzip;q=0, identity')).headers['content-encoding']).toBeUndefined();
  const font = await app.inject({ url: '/portal/assets/inter-3c4d.woff2', headers: { 'accept-encoding': 'gzip, br' } });
  expect([font.headers['content-type'], font.headers['content-encoding']]).toEqual(['font/woff2', undefined]);
});

test('HEAD has the headers of GET without a body; an unknown file is 404', async () => {
  await ready();
  for (const url of ['/portal', '/portal/assets/index-1a2b.js']) {
    const [head, get] = [await app.inject({ method: 'HEAD', url }), await app.inject(url)];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  }
  expect((await app.inject('/portal/assets/index-0000.js')).statusCode).toBe(404);
});

function logger() {
  const lines: { level: number; msg: string }[] = [];
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }) };
}

/** A child process that builds, as text of a program. */
const childThat = (program: string): string[] => ['--input-type=module', '--eval', program];

test('a miss is built once in a child process, then found in the cache', async () => {
  const cache = createPortalBuildCache(path.join(folder, 'cache'));
  const source = path.join(folder, 'source');
  writePortal(source);
  const build = childThat(
    `import { cpSync } from 'node:fs'; cpSync(${JSON.stringify(source)}, ${JSON.stringify(cache.folderOf('v1'))}, { recursive: true });`,
  );
  const first = logger();
  const portal = startPortalLoad(first.log, { version: async () => 'v1', cache, buildCommand: build });
  expect(portal.state().kind).toBe('building');
  expect((await portal.settled).kind).toBe('ready');
  expect(first.lines.map(({ msg }) => msg)).toEqual(['building the portal', 'portal built']);
  const second = logger();
  const warm = startPortalLoad(second.log, {
    version: async () => 'v1',
    cache,
    buildCommand: childThat('process.exit(1)'),
  });
  expect((await warm.settled).kind).toBe('ready');
  expect(second.lines).toEqual([]);
});

test('a process that shares the server with others waits for the build of their supervisor', async () => {
  const cache = createPortalBuildCache(path.join(folder, 'elsewhere'));
  const { lines, log } = logger();
  const buildCommand = childThat('process.exit(1)');
  const portal = startPortalLoad(log, { version: async () => 'v1', cache, buildCommand, isBuiltElsewhere: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(portal.state().kind).toBe('building');
  writePortal(cache.folderOf('v1'));
  expect((await portal.settled).kind).toBe('ready');
  expect(lines).toEqual([]);
});

test('a failed build is one line in the log', async () => {
  const { lines, log } = logger();
  const cache = createPortalBuildCache(path.join(folder, 'empty'));
  const buildCommand = childThat(
    String.raw`console.error('\x1b[31mBuild failed\x1b[0m\n\n  the disk is full\n    at build (file:///portal/src/build.ts:1:1)'); process.exit(1);`,
  );
  const portal = startPortalLoad(log, { version: async () => 'v1', cache, buildCommand });
  expect((await portal.settled).kind).toBe('failed');
  expect(lines.filter(({ level }) => level >= 40)).toEqual([
    expect.objectContaining({
      level: 50,
      reason: 'Build failed the disk is full',
      msg: expect.stringContaining('dray portal build'),
    }),
  ]);
});

test('the cache shows whole portals only, and removes builds that were interrupted', async () => {
  const place = path.join(folder, 'whole');
  const cache = createPortalBuildCache(place);
  mkdirSync(path.join(place, 'building-1'), { recursive: true });
  await expect(
    cache.add('v1', async (target) => {
      writePortal(target);
      expect(cache.isBuilt('v1')).toBe(false);
      throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  expect(cache.isBuilt('v1')).toBe(false);
  await cache.add('v1', async (target) => writePortal(target));
  await cache.add('v1', async () => expect.unreachable('it is there'));
  expect(readdirSync(place)).toEqual(['v1']);
});

test('the version changes with each source, its name and the packages', async () => {
  const root = path.join(folder, 'sources');
  mkdirSync(path.join(root, 'portal/pages'), { recursive: true });
  mkdirSync(path.join(root, 'src/portal'), { recursive: true });
  mkdirSync(path.join(root, 'src/contract'), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  write('portal/main.tsx', '1');
  write('src/portal/build.ts', '1');
  write('src/contract/entry-limits.ts', '1');
  write('src/contract/event-kinds.ts', '1');
  write('src/contract/scanned-code.ts', '1');
  write('src/contract/state-names.ts', '1');
  write('src/portal/page-headers.ts', '1');
  write('package-lock.json', '1');
  const versions = [await hashPortalSources(root)];
  expect(await hashPortalSources(root)).toBe(versions[0]);
  for (const change of [
    () => write('portal/main.tsx', '2'),
    () => write('portal/pages/orders.tsx', ''),
    () => write('package-lock.json', '2'),
    () => write('src/portal/build.ts', '2'),
    () => write('src/portal/page-headers.ts', '2'),
    () => write('src/contract/entry-limits.ts', '2'),
    () => write('src/contract/event-kinds.ts', '2'),
    () => write('src/contract/scanned-code.ts', '2'),
    () => write('src/contract/state-names.ts', '2'),
  ]) {
    change();
    versions.push(await hashPortalSources(root));
  }
  expect(new Set(versions).size).toBe(10);
});

test('Brotli is preferred where the build made it', async () => {
  const { brotliCompressSync } = await import('node:zlib');
  const built = path.join(folder, 'brotli');
  writePortal(built);
  writeFileSync(path.join(built, 'assets/index-1a2b.js.br'), brotliCompressSync(script));
  state = { kind: 'ready', portal: await readBuiltPortal(built) };
  const { headers, rawPayload } = await app.inject({
    url: '/portal/assets/index-1a2b.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toBe(script);
});
