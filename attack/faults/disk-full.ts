/** The disk of the embedded database fills up, and has space again later. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';

const megabyte = 1024 ** 2;

async function diskFull(stage: Stage, random: Random): Promise<void> {
  const ballast = path.join(stage.server.dataDir, 'ballast');
  const space = statfsSync(stage.server.dataDir);
  const leave = random.integer(0, 24) * megabyte;
  const size = Math.max(0, space.bavail * space.bsize - leave);
  writeFileSync(ballast, '');
  const piece = Buffer.alloc(megabyte);
  try {
    for (let written = 0; written < size; written += megabyte) writeFileSync(ballast, piece, { flag: 'a' });
  } catch {
    // It was already nearly full.
  }
  const end = performance.now() + random.integer(4_000, 8_000);
  while (performance.now() < end) {
    const status = await stage.server.probe('/readyz', 2_000);
    stage.report.count(`/readyz with a full disk: ${status ?? 'no answer'}`);
    await sleep(500);
  }
  rmSync(ballast);
  await stage.recovered('disk-full', 90_000);
}

export const diskFullKind: Kind = {
  name: 'disk-full',
  what: 'the disk of the embedded database fills up and is freed later (needs root, for a small tmpfs)',
  stages: ['small-disk'],
  inject: diskFull,
};
