/**
 * Builds the portal with Vite into a folder, and compresses its scripts, styles and SVG files. Runs in a process of its
 * own (scripts/build-portal.mjs), because the bundler must not take time or memory from the server.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { createPortalBuildCache } from './cache.ts';
import { cspNoncePlaceholder } from './page-headers.ts';
import { hashPortalSources, projectFolder } from './source-hash.ts';

const compressible = /\.(js|css|svg)$/;

/** Builds the current version unless it is in the cache, and returns its folder. */
export async function buildPortal(): Promise<string> {
  const version = await hashPortalSources();
  const cache = createPortalBuildCache();
  await cache.add(version, buildInto);
  return cache.folderOf(version);
}

async function buildInto(folder: string): Promise<void> {
  await build({
    configFile: false,
    envFile: false,
    root: path.join(projectFolder, 'portal'),
    base: '/portal/',
    publicDir: false,
    logLevel: 'error',
    html: { cspNonce: cspNoncePlaceholder },
    build: {
      outDir: folder,
      emptyOutDir: false,
      // The content security policy allows no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
    },
  });
  const assets = path.join(folder, 'assets');
  const names = await readdir(assets);
  await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compress(path.join(assets, name))));
}

/** Level 9 of 11 of Brotli: the last two take ten times as long for 3%. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [zipped, smaller] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, zipped), writeFile(`${file}.br`, smaller)]);
}
