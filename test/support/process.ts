/** A program under test in a process of its own, and the folders that it may use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Program {
  readonly child: ChildProcess;
  /** All of its standard output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  writeLine(line: string): void;
  /** Waits until its output matches, from the beginning or from `since` on; fails when it ends or takes too long. */
  waitForOutput(pattern: RegExp, since?: number): Promise<RegExpExecArray>;
  /** Waits for its end. */
  ended(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** A process group of its own, as a terminal gives a command; `kill` then reaches the whole group. */
  readonly group?: boolean;
}

const maxOutputWaitMs = 100_000;

export function run(file: string, args: readonly string[], options: RunOptions = {}): Program {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    detached: options.group ?? false,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin?.on('error', () => undefined);
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let open = true;
  closed.then(
    () => {
      open = false;
    },
    () => {
      open = false;
    },
  );
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    writeLine: (line) => child.stdin?.write(`${line}\n`),
    waitForOutput: async (pattern, since = 0) => {
      const end = performance.now() + maxOutputWaitMs;
      for (;;) {
        const match = pattern.exec(stdout.slice(since));
        if (match !== null) return match;
        if (!open || performance.now() > end) {
          throw new Error(
            `${open ? 'took too long' : 'ended'} before it printed ${pattern}; it printed:\n${stdout}\n${stderr}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    ended: async () => {
      const [code, signal] = await closed;
      return { code, signal };
    },
    kill: (signal) => {
      if (options.group && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    },
  };
}

/** A private folder that no other account may enter. */
export function privateFolder(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dray-start-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
