/** A full disk: writes are rejected before PostgreSQL stops, reads work, and the server recovers automatically. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { findPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import { watchDiskSpace } from '../../src/platform/disk-space.ts';
import { AppError } from '../../src/platform/errors.ts';
import { freshOrderNo } from '../support/orders.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer } from '../support/server.ts';
import { probe, runDray, startWholeServer } from '../support/whole-server.ts';
import { openWinery, sentOrder } from '../support/winery.ts';

const MiB = 1024 ** 2;
const order = () =>
  sentOrder({ OrderInfo: { OrderNo: freshOrderNo() }, ItemsInfo: [{ ItemNo: '22CAB', ItemQuantity: 1 }] });

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

// Runs on any machine: only the result of `statfs` is simulated.
test('writes return 503 with a reason, reads succeed', async () => {
  const free = { bytes: 10 * MiB };
  const disk = watchDiskSpace({
    folder: '.',
    minFreeBytes: 5 * MiB,
    logger: pino({ level: 'silent' }),
    freeBytesOf: async () => free.bytes,
  });
  cleanUps.push(() => disk.stop());
  const server = await openTestServer({
    checks: [disk],
    assertWritable: () => {
      const reason = disk.notReadyReason();
      if (reason !== undefined) throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 30 });
    },
  });
  cleanUps.push(() => server.close());
  const { client } = await openWinery(server, 0);
  const create = () => client.call('SalesOrder/CreateSalesOrder', sentOrder());
  expect((await create()).status).toBe(200);
  free.bytes = 1 * MiB;
  await disk.measure();
  const refused = await create();
  expect(refused).toMatchObject({ status: 503, body: { Code: 'Unavailable' } });
  expect(refused.body.Reason).toContain('the disk is nearly full');
  expect(refused.headers.get('retry-after')).toBe('30');
  expect((await client.call('Inventory/GetStatus', { ItemNumbers: ['WINE-1'] })).status).toBe(200);
  const ready = await probe(server.url, 'readyz');
  expect(ready).toMatchObject({
    status: 503,
    body: { Failed: expect.arrayContaining([expect.objectContaining({ Check: 'disk' })]) },
  });
  expect((await probe(server.url, 'healthz')).status).toBe(200);
  free.bytes = 7 * MiB;
  await disk.measure();
  expect((await create()).status).toBe(200);
});

/** Mounting a small file system requires root outside of a restricted container. */
const canMount = (() => {
  const folder = privateFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path]).status === 0;
  if (isMounted) spawnSync('umount', ['-l', folder.path]);
  folder.remove();
  return isMounted;
})();

test.runIf(canMount)(
  'on a real file system: writes are rejected in time, and PostgreSQL is restarted when there is space again',
  async () => {
    const folder = privateFolder();
    cleanUps.push(() => folder.remove());
    const disk = path.join(folder.path, 'disk');
    mkdirSync(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status).toBe(0);
    cleanUps.push(() => spawnSync('umount', ['-l', disk]));
    const dataDir = path.join(disk, 'data');
    const server = await startWholeServer(dataDir, { MIN_FREE_DISK: '64MiB' });
    cleanUps.push(async () => {
      server.program.kill('SIGTERM');
      await server.program.ended();
    });
    const filler = path.join(disk, 'filler');
    const freeBytes = () => statfsSync(disk).bavail * statfsSync(disk).bsize;
    const fillUntil = (left: number) => {
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, freeBytes() - left)));
      } catch (error) {
        // PostgreSQL has written in the meantime, so the disk is even fuller.
        if (left > 0 || (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    };
    const create = () => server.client.call('SalesOrder/CreateSalesOrder', order());
    const created: { body: object; reference: string }[] = [];
    const createOne = async () => {
      const body = order();
      const answer = await server.client.call('SalesOrder/CreateSalesOrder', body);
      if (answer.status === 200) created.push({ body, reference: answer.body });
      return answer.status;
    };
    expect(await createOne()).toBe(200);

    fillUntil(48 * MiB);
    await expect.poll(async () => (await create()).status, { timeout: 20_000 }).toBe(503);
    expect((await create()).body.Reason).toContain('nearly full');
    expect((await server.client.call('Inventory/GetStatus', { ItemNumbers: ['22CAB'] })).status).toBe(200);
    expect(findPostmaster(path.join(dataDir, 'postgres-18'))?.status).toBe('ready');
    rmSync(filler);
    await expect.poll(createOne, { timeout: 20_000 }).toBe(200);

    // The disk is completely full and PostgreSQL crashes: it cannot start until there is space.
    fillUntil(0);
    const pid = findPostmaster(path.join(dataDir, 'postgres-18'))?.pid;
    expect(pid).toBeGreaterThan(0);
    process.kill(pid as number, 'SIGKILL');
    await expect.poll(server.program.stderr, { timeout: 30_000 }).toContain('PostgreSQL could not be started');
    await expect.poll(async () => (await probe(server.management, 'readyz')).status).toBe(503);
    rmSync(filler);
    await expect.poll(createOne, { timeout: 60_000, interval: 200 }).toBe(200);
    for (const { body, reference } of created) {
      expect((await server.client.call('SalesOrder/CreateSalesOrder', body)).body).toBe(reference);
    }
    expect(existsSync(filler)).toBe(false);
    expect((await runDray(dataDir, 'verify')).stdout).toBe('production: ok\ntest: ok\n');
  },
  240_000,
);
