/** A built portal in memory: its page, and its files with their compressed forms. About 2.5 megabytes. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { cspNoncePlaceholder } from './page-headers.ts';

type ContentEncoding = 'identity' | 'gzip' | 'br';

interface PortalAsset {
  readonly type: string;
  readonly bodies: Readonly<Partial<Record<ContentEncoding, Buffer>>> & { readonly identity: Buffer };
}

export interface BuiltPortal {
  /** The page of every address of the portal. */
  page(nonce: string): string;
  /** By name, without folder; names contain a hash of the content. */
  asset(name: string): PortalAsset | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads a built portal. Throws when its page or its folder of files is missing. */
export async function readBuiltPortal(folder: string): Promise<BuiltPortal> {
  const html = (await readFile(path.join(folder, 'index.html'), 'utf8')).split(cspNoncePlaceholder);
  const names = new Set(await readdir(path.join(folder, 'assets')));
  const assets = new Map<string, PortalAsset>();
  const read = (name: string) => readFile(path.join(folder, 'assets', name));
  await Promise.all(
    [...names].map(async (name) => {
      const type = types[path.extname(name)];
      if (type === undefined) return;
      const [identity, gzip, br] = await Promise.all([
        read(name),
        names.has(`${name}.gz`) ? read(`${name}.gz`) : undefined,
        names.has(`${name}.br`) ? read(`${name}.br`) : undefined,
      ]);
      assets.set(name, { type, bodies: { identity, ...(gzip && { gzip }), ...(br && { br }) } });
    }),
  );
  return { page: (nonce) => html.join(nonce), asset: (name) => assets.get(name) };
}

/**
 * The smallest form that the client names (RFC 9110, 12.5.3): Brotli, else gzip, else the plain one. Of weights only 0 counts, and `*`
 * names none.
 */
export function chooseAssetEncoding(asset: PortalAsset, header: string | undefined): ContentEncoding {
  const accepted = new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  if (accepted.has('br') && asset.bodies.br) return 'br';
  if (accepted.has('gzip') && asset.bodies.gzip) return 'gzip';
  return 'identity';
}
