/** A disk of a few hundred megabytes, as a tmpfs that only root can mount. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export function canMountSmallDisk(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

export function mountSmallDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`a small disk could not be mounted: ${stderr}`);
}

export function unmountSmallDisk(folder: string): void {
  spawnSync('umount', ['-l', folder]);
}
