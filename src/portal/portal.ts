/**
 * The portal of a running server: built on a miss in a child process, then served from memory.
 *
 * Opening it returns at once, so the build runs beside the start of the databases. A failed build is one line in the log; it never stops
 * the API. With a built portal in the cache a start hashes the sources and reads the files.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';
import { type BuiltPortal, readBuiltPortal } from './built-portal.ts';
import { createPortalBuildCache, type PortalBuildCache } from './cache.ts';
import { hashPortalSources, projectFolder } from './source-hash.ts';

export type PortalState =
  | { readonly kind: 'building' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly portal: BuiltPortal };

/** The portal of a running server and the state of its build. */
export interface Portal {
  state(): PortalState;
  /** Resolves when the portal is ready or has failed. Never rejects. */
  readonly settled: Promise<PortalState>;
  /** Ends a build that is under way, or the wait for one. */
  close(): void;
}

interface PortalOptions {
  readonly version?: () => Promise<string>;
  readonly cache?: PortalBuildCache;
  /** The arguments of the child process that builds. */
  readonly buildCommand?: readonly string[];
  /** Whether another process builds the portal; then this one waits for that build. */
  readonly isBuiltElsewhere?: boolean;
}

const buildPollMs = 500;
/** How long it waits for the build of another process: longer than a build on a slow machine. */
const buildWaitMs = 300_000;

export const portalBuildCommand: readonly string[] = [path.join(projectFolder, 'scripts/build-portal.mjs')];

/**
 * Loads the portal in the background: from the cache if it has this version, else after a build in a child process, or
 * after the build of the process that makes it (`isBuiltElsewhere`). Returns at once. A failure is logged, and the state is `failed`.
 */
export function startPortalLoad(
  logger: Logger,
  {
    version = hashPortalSources,
    cache = createPortalBuildCache(),
    buildCommand = portalBuildCommand,
    isBuiltElsewhere,
  }: PortalOptions = {},
): Portal {
  let state: PortalState = { kind: 'building' };
  let child: ChildProcess | undefined;
  let closed = false;
  const load = async (): Promise<PortalState> => {
    const wanted = await version();
    const giveUpAt = performance.now() + buildWaitMs;
    while (isBuiltElsewhere && !closed && !cache.isBuilt(wanted)) {
      if (performance.now() > giveUpAt) throw new Error('the process that builds it has not finished');
      await new Promise((resolve) => setTimeout(resolve, buildPollMs).unref());
    }
    if (!cache.isBuilt(wanted)) {
      if (closed) return { kind: 'failed' };
      logger.info('building the portal');
      const began = performance.now();
      child = startBuild(buildCommand);
      await ended(child);
      logger.info({ ms: Math.round(performance.now() - began) }, 'portal built');
    }
    return { kind: 'ready', portal: await readBuiltPortal(cache.folderOf(wanted)) };
  };
  const settled = load()
    .catch((error: unknown): PortalState => {
      const hint = 'the portal could not be built and is not served; `dray portal build` repeats the build';
      if (!closed) logger.error({ reason: error instanceof Error ? error.message : String(error) }, hint);
      return { kind: 'failed' };
    })
    .then((result) => {
      state = result;
      return result;
    });
  return {
    state: () => state,
    settled,
    close: () => {
      closed = true;
      child?.kill();
    },
  };
}

/** Starts the build in the project's own Node. `NODE_ENV` selects React's production build. */
function startBuild(command: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...command], {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** The error output of the build up to its first stack frame, as one line without colors. */
const reasonIn = (output: string): string =>
  stripVTControlCharacters(output)
    .split(/\n\s+at /, 1)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Resolves when the build has succeeded. Rejects when it has failed, with the reason in the end of its error output. */
function ended(child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output = (output + text.toString()).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(reasonIn(output) || `the build ended with ${signal ?? code}`));
    });
  });
}
