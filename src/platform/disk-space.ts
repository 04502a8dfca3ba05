/**
 * Monitors the free space of the data directory. Changes are rejected before a full disk stops PostgreSQL, and accepted
 * again once there is enough space. Hysteresis: changes are rejected below `minFreeBytes` and accepted again from
 * `resumeFactor` times that on, so that the server does not alternate at the limit. An error of `statfs` changes
 * nothing.
 */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { HealthCheck } from './health.ts';

interface DiskSpaceMonitorOptions {
  readonly folder: string;
  readonly minFreeBytes: number;
  readonly logger: Logger;
  /** Called when space gets short: may free some. */
  readonly onShortage?: () => Promise<void>;
  readonly pollEveryMs?: number;
  /** Free bytes of the file system; by default asked of the system. */
  readonly freeBytesOf?: (folder: string) => Promise<number>;
}

/**
 * The monitor of the free disk space of the data directory. As a health check it reports that changes are rejected because the disk is
 * nearly full.
 */
export interface DiskSpaceMonitor extends HealthCheck {
  /** As last measured; `undefined` before the first measurement. */
  freeBytes(): number | undefined;
  /** Measures now. Called on a timer too. */
  measure(): Promise<void>;
  stop(): void;
}

const resumeFactor = 1.25;
/** Below this multiple of the minimum, space is measured five times as often: batches can fill 100 MB in a second. */
const nearFactor = 4;

/** Starts watching. The first measurement is taken at once; await `measure` where it must be known. */
export function watchDiskSpace(options: DiskSpaceMonitorOptions): DiskSpaceMonitor {
  const { folder, minFreeBytes, logger, onShortage, pollEveryMs = 1_000, freeBytesOf = availableBytes } = options;
  let free: number | undefined;
  let isShort = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const measure = async (): Promise<void> => {
    try {
      free = await freeBytesOf(folder);
    } catch (error) {
      logger.debug({ err: error }, 'the free space of the data directory cannot be measured');
      return;
    }
    if (!isShort && free < minFreeBytes) {
      isShort = true;
      logger.error(
        { freeBytes: free, minFreeBytes },
        'the disk is nearly full: changes are rejected until there is space',
      );
      onShortage?.().catch((err: unknown) => logger.warn({ err }, 'no space could be freed'));
    } else if (isShort && free >= minFreeBytes * resumeFactor) {
      isShort = false;
      logger.info({ freeBytes: free }, 'there is space on the disk again: changes are accepted');
    }
  };

  const watch = async (): Promise<void> => {
    await measure();
    if (isStopped) return;
    const isNear = free !== undefined && free < minFreeBytes * nearFactor;
    timer = setTimeout(() => void watch(), isNear ? pollEveryMs / 5 : pollEveryMs);
    timer.unref();
  };
  void watch();

  return {
    name: 'disk',
    freeBytes: () => free,
    measure,
    notReadyReason: () => (isShort ? 'the disk is nearly full: changes are rejected, reads are served' : undefined),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Space available to ordinary users; some file systems reserve a part for root. */
async function availableBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
