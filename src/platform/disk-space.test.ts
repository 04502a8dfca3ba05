import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { type DiskSpaceMonitor, watchDiskSpace } from './disk-space.ts';

const logger = pino({ level: 'silent' });
let disk: DiskSpaceMonitor | undefined;
afterEach(() => disk?.stop());

const folder = '.';

function watched(free: { bytes: number | Error }, onShortage = async () => undefined): DiskSpaceMonitor {
  disk = watchDiskSpace({
    folder,
    minFreeBytes: 100,
    logger,
    onShortage,
    freeBytesOf: async () => {
      if (free.bytes instanceof Error) throw free.bytes;
      return free.bytes;
    },
  });
  return disk;
}

it('refuses changes below the minimum and accepts them again from a quarter more on', async () => {
  const free = { bytes: 100 as number | Error };
  let shortages = 0;
  const space = watched(free, async () => {
    shortages += 1;
  });
  const isShortAt = async (bytes: number | Error) => {
    free.bytes = bytes;
    await space.measure();
    return space.notReadyReason() !== undefined;
  };
  expect(await isShortAt(100)).toBe(false);
  expect(await isShortAt(99)).toBe(true);
  expect(await isShortAt(100)).toBe(true);
  expect(await isShortAt(124)).toBe(true);
  expect(await isShortAt(new Error('not now'))).toBe(true);
  expect(await isShortAt(125)).toBe(false);
  expect(await isShortAt(100)).toBe(false);
  expect(await isShortAt(0)).toBe(true);
  expect(shortages).toBe(2);
});

it('measures periodically, by the system call unless another source is given', async () => {
  const free = { bytes: 1_000 as number | Error };
  const space = watched(free);
  await expect.poll(() => space.freeBytes()).toBe(1_000);
  free.bytes = 1;
  await expect.poll(() => space.notReadyReason(), { timeout: 5_000 }).toContain('nearly full');
  space.stop();
  disk = watchDiskSpace({ folder, minFreeBytes: 1, logger });
  await disk.measure();
  expect(disk.freeBytes()).toBeGreaterThan(0);
});
