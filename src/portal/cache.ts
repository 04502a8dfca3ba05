/**
 * Built portals on disk: one folder per version, renamed into place when it is complete, so a version that exists is complete.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from './source-hash.ts';

export interface PortalBuildCache {
  /** The folder of the version, whether it exists or not. */
  folderOf(version: string): string;
  isBuilt(version: string): boolean;
  /** Runs the build in a new folder and renames it into place. Does nothing for a version that exists. */
  add(version: string, build: (folder: string) => Promise<void>): Promise<void>;
}

/** The names of folders of unfinished builds begin with it. */
const unfinished = 'building-';
/** Other versions are kept this long after their build: another server may be serving one. */
const keepMs = 7 * 24 * 3_600_000;

export function createPortalBuildCache(
  folder: string = path.join(projectFolder, 'node_modules/.cache/portal'),
): PortalBuildCache {
  const folderOf = (version: string): string => path.join(folder, version);
  const isBuilt = (version: string): boolean => existsSync(folderOf(version));
  return {
    folderOf,
    isBuilt,
    add: async (version, build) => {
      if (isBuilt(version)) return;
      const temporary = path.join(folder, `${unfinished}${process.pid}`);
      await mkdir(temporary, { recursive: true });
      try {
        await build(temporary);
        await rename(temporary, folderOf(version));
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
      await removeOld(folder, version);
    },
  };
}

async function removeOld(folder: string, current: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === current) continue;
    const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    // Builds run one at a time (scripts/build-portal.mjs), so another unfinished one was interrupted.
    if (!name.startsWith(unfinished) && Date.now() - mtimeMs < keepMs) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
