/**
 * Databases of a stage on a Citus cluster that somebody has started on this machine (CITUS_DATABASE_URL), and the processes of its
 * nodes, which are killed and started again with the command line that they had.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CitusNodes, citusNodes, createOnCluster, dropOnCluster } from '../../test/support/citus.ts';
import { signalProcess } from './postgres-processes.ts';

const startMs = 60_000;

/** A PostgreSQL of the cluster. */
export class ClusterNode {
  readonly host: string;
  readonly port: number;
  readonly #dataDir: string;
  readonly #logFile: string;
  readonly #options: pg.ClientConfig;
  readonly #command: readonly string[];
  readonly #program: string;

  constructor(options: pg.ClientConfig, { dataDir, logFile }: { readonly dataDir: string; readonly logFile: string }) {
    this.#options = options;
    this.host = options.host ?? '127.0.0.1';
    this.port = options.port ?? 5432;
    this.#dataDir = dataDir;
    this.#logFile = logFile;
    const { pid } = this;
    if (pid === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}: the cluster must be on this machine`);
    this.#program = readlinkSync(`/proc/${pid}/exe`);
    this.#command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
  }

  /** The pid of the node's postmaster; undefined while it does not run. */
  get pid(): number | undefined {
    try {
      const pid = Number.parseInt(readFileSync(path.join(this.#dataDir, 'postmaster.pid'), 'utf8'), 10);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  /** Ends the node, and returns when it is gone. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    signalProcess(pid, signal);
    while (this.pid === pid) await sleep(20);
  }

  /** Starts the node as the owner of its files, unless it runs. Resolves when it accepts connections; throws after 60 s. */
  async start(): Promise<void> {
    const end = performance.now() + startMs;
    let startedAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      // Try again: while processes of the previous postmaster are left, a new one exits at once.
      if (this.pid === undefined && performance.now() - startedAt > 500) {
        startedAt = performance.now();
        this.#spawn();
      }
      if (await this.#accepts()) return;
      if (performance.now() > end) throw new Error(`the node on port ${this.port} does not start: ${this.#logFile}`);
      await sleep(50);
    }
  }

  /** Runs a statement on this node alone. */
  async administer(database: string, statement: string): Promise<void> {
    const client = new pg.Client({ ...this.#options, database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #spawn(): void {
    const { uid, gid } = statSync(this.#dataDir);
    const log = openSync(this.#logFile, 'a');
    const child = spawn(this.#program, this.#command, {
      uid,
      gid,
      cwd: this.#dataDir,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.on('error', () => undefined);
    child.unref();
  }

  async #accepts(): Promise<boolean> {
    return await this.administer('postgres', 'select 1').then(
      () => true,
      () => false,
    );
  }
}

export class GivenCluster {
  readonly #folder: string;
  readonly #options: pg.ClientConfig;
  readonly #user: string;
  readonly #database = `dray_attack_${process.pid}`;
  #cluster: CitusNodes = [];
  #nodes: readonly ClusterNode[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    const { hostname, port, username, password } = new URL(process.env.CITUS_DATABASE_URL ?? '');
    this.#user = decodeURIComponent(username);
    this.#options = { host: hostname, port: Number(port || 5432), user: this.#user };
    if (password) this.#options.password = decodeURIComponent(password);
  }

  /** Finds the nodes and creates the stage's databases on each. */
  async open(): Promise<void> {
    this.#cluster = await citusNodes(process.env.CITUS_DATABASE_URL ?? '');
    this.#nodes = await Promise.all(
      this.#cluster.map(async ({ host, port }) => {
        const options = { ...this.#options, host, port };
        const client = new pg.Client({ ...options, database: 'postgres' });
        await client.connect();
        const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
        await client.end();
        return new ClusterNode(options, {
          dataDir: rows[0]?.folder ?? '',
          logFile: path.join(this.#folder, `node-${port}.log`),
        });
      }),
    );
    for (const name of this.#names) await dropOnCluster(this.#cluster, this.#options, name);
    for (const name of this.#names) await createOnCluster(this.#cluster, this.#options, name);
  }

  get coordinator(): ClusterNode {
    return this.#nodes[0] as ClusterNode;
  }

  get workers(): readonly ClusterNode[] {
    return this.#nodes.slice(1);
  }

  /** The database settings of a server that connects through this port of the machine. */
  settings(port: number): NodeJS.ProcessEnv {
    const [production, test] = this.#names.map((name) => {
      const { password } = this.#options;
      const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
      return `postgres://${encodeURIComponent(this.#user)}${secret}@127.0.0.1:${port}/${name}`;
    });
    return { DATABASE_URL: production, TEST_DATABASE_URL: test };
  }

  /** The databases of both environments. */
  get #names(): readonly [string, string] {
    return [this.#database, `${this.#database}_test`];
  }

  /** Ends the sessions of the servers on a node. */
  async endSessions(node: ClusterNode): Promise<void> {
    await node.administer(
      'postgres',
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname like '${this.#database}%' and backend_type = 'client backend'`,
    );
  }

  async startAll(): Promise<void> {
    for (const node of this.#nodes) await node.start();
  }

  /** Drops the stage's databases; the nodes keep running. */
  async close(): Promise<void> {
    await this.startAll();
    for (const name of this.#names) await dropOnCluster(this.#cluster, this.#options, name);
  }
}
