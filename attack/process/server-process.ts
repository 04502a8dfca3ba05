/** `dray serve` as an operator runs it: a process of its own that is started, signaled and restarted. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const program = path.resolve(import.meta.dirname, '../../src/main.ts');

export interface ServerSettings {
  readonly name: string;
  /** Holds the log, and the data unless the database is elsewhere. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

export class ServerProcess {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly logFile: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  private constructor({ name, folder, env }: ServerSettings, port: number) {
    this.name = name;
    this.port = port;
    this.dataDir = path.join(folder, 'data');
    this.logFile = path.join(folder, `${name}.log`);
    this.#env = {
      ...process.env,
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      TEST_DATABASE_URL: '',
      RATE_LIMIT: 'off',
      SIMULATION: 'manual',
      PORTAL: 'off',
      LOG_LEVEL: 'warn',
      // Stops when this program ends, for any reason.
      DRAY_FOLLOW_PARENT: '1',
      ...env,
      PORT: String(port),
      DATA_DIR: this.dataDir,
    };
  }

  static async create(settings: ServerSettings): Promise<ServerProcess> {
    return new ServerProcess(settings, await freePort());
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Undefined when it is not running. */
  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it; resolves when it is ready. Rejects when it ends first or takes longer than `withinMs`. */
  async start(withinMs = 180_000): Promise<void> {
    const log = openSync(this.logFile, 'a');
    this.#child = spawn(process.execPath, [...process.execArgv, program, 'serve'], {
      env: this.#env,
      cwd: path.dirname(this.dataDir),
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    if (!(await this.ready(withinMs))) {
      throw new Error(
        `${this.name} ${this.isRunning ? 'is not ready in time' : 'ended at its start'}: ${this.lastOutput()}`,
      );
    }
  }

  /** Whether it becomes ready within the time. Returns false at once if the process has exited. */
  async ready(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (performance.now() < end && this.isRunning) {
      if ((await this.probe('/readyz', 3_000)) === 200) return true;
      await sleep(50);
    }
    return false;
  }

  /** The status of a probe; `undefined` without a response. */
  async probe(route: string, withinMs: number): Promise<number | undefined> {
    try {
      const response = await fetch(this.address + route, { signal: AbortSignal.timeout(withinMs) });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal);
  }

  /** Resolves with false when it does not end in time. */
  async ended(withinMs: number): Promise<boolean> {
    if (!this.isRunning || this.#child === undefined) return true;
    const timer = new AbortController();
    const timeout = sleep(withinMs, false, { signal: timer.signal }).catch(() => false);
    const ended = await Promise.race([once(this.#child, 'exit').then(() => true), timeout]);
    timer.abort();
    return ended;
  }

  /** Stops it gracefully and kills it after `graceMs`; resolves with whether it stopped by itself. */
  async stop(graceMs = 45_000): Promise<boolean> {
    this.signal('SIGCONT');
    this.signal('SIGTERM');
    if (await this.ended(graceMs)) return true;
    this.signal('SIGKILL');
    await this.ended(10_000);
    return false;
  }

  /** Runs a `dray` command with the settings of this server. */
  async command(
    args: readonly string[],
  ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    try {
      const done = await promisify(execFile)(process.execPath, [program, ...args], {
        env: this.#env,
        cwd: path.dirname(this.dataDir),
        maxBuffer: 64 * 1024 ** 2,
        timeout: 300_000,
      });
      return { code: 0, ...done };
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
      return { code: typeof code === 'number' ? code : 1, stdout, stderr: stderr || String(error) };
    }
  }

  /** The resident memory, in MB. 0 when it is not running. */
  residentMb(): number {
    try {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  lastOutput(): string {
    if (!existsSync(this.logFile)) return '';
    return readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-3).join(' | ').slice(-600);
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
