/**
 * The version of the portal: a hash of everything that its build reads. A built portal is cached under its version, so an unchanged portal is
 * not built again while it is cached, and a changed one never served from an old build.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Folders and files that a build reads, from the project's folder. The lock file stands for all packages. */
const inputs = [
  'portal',
  'src/contract/entry-limits.ts',
  'src/contract/event-kinds.ts',
  'src/contract/scanned-code.ts',
  'src/contract/state-names.ts',
  'src/portal/build.ts',
  'src/portal/page-headers.ts',
  'package-lock.json',
];

/**
 * The hash of the files that a build reads, some hundreds, and their names. Types are erased in a build, so of `src/` only two
 * lists, how a scan is read, the options of the build and the placeholder of the nonce matter.
 */
export async function hashPortalSources(folder: string = projectFolder): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesOf(folder, input)))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
  const hash = createHash('sha256');
  files.forEach((file, at) => {
    hash.update(`${file.replaceAll(path.sep, '/')}\0${contents[at]?.length}\0`).update(contents[at] as Buffer);
  });
  return hash.digest('hex').slice(0, 20);
}

async function filesOf(folder: string, input: string): Promise<string[]> {
  if (path.extname(input) !== '') return [input];
  const entries = await readdir(path.join(folder, input), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
