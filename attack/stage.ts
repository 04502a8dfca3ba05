/**
 * One stage of a campaign: servers on their own database, several customers under load, and faults during the load. At
 * the end every ledger is compared with the servers' data, and `dray verify` runs.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallerCredentials } from '../test/support/client.ts';
import { Caller, NoDefiniteResponse } from './caller.ts';
import { checkOrders } from './ledger/check-orders.ts';
import { checkStock } from './ledger/check-stock.ts';
import { CustomerLedger } from './ledger/ledger.ts';
import { stockUp } from './load/catalog.ts';
import { ClockWorker } from './load/clock-worker.ts';
import { workOnOrders } from './load/order-worker.ts';
import { workOnReads } from './load/read-worker.ts';
import { adjustOnce, workOnStock } from './load/stock-worker.ts';
import type { Worker } from './load/worker.ts';
import { FaultyNetwork } from './process/faulty-network.ts';
import { GivenCluster } from './process/given-cluster.ts';
import { OwnPostgres } from './process/own-postgres.ts';
import { postmasterPid, signalProcess } from './process/postgres-processes.ts';
import { ServerProcess } from './process/server-process.ts';
import { mountSmallDisk, unmountSmallDisk } from './process/small-disk.ts';
import type { Random } from './random.ts';
import type { Report } from './report.ts';

export type StageName = 'embedded' | 'external' | 'two-servers' | 'small-disk' | 'cluster';

export interface StageOptions {
  readonly name: StageName;
  readonly folder: string;
  readonly customers: number;
  /** Workers that write orders, for each customer. */
  readonly orderWorkers: number;
  /** Minimum pause of each worker after a round. */
  readonly pauseMs: number;
  readonly random: Random;
  readonly report: Report;
}

/** Maximum time after a fault for a call to get a definite response, and for a server to become ready. */
const recoveryMs = 60_000;

/**
 * The size of the small disk: the database and its WAL under load, and more free space than MIN_FREE_DISK needs to accept changes again.
 */
const smallDiskMb = 640;

interface Customer {
  readonly credentials: CallerCredentials;
  readonly caller: Caller;
  readonly ledger: CustomerLedger;
  readonly clock: ClockWorker;
}

export class Stage {
  readonly name: StageName;
  readonly folder: string;
  readonly servers: ServerProcess[] = [];
  /** The proxies between each server and its external database or cluster; none for an embedded database. */
  readonly networks: FaultyNetwork[] = [];
  readonly report: Report;
  readonly random: Random;
  readonly database: OwnPostgres | undefined;
  /** The cluster of the stage `cluster`. */
  readonly cluster: GivenCluster | undefined;
  readonly #options: StageOptions;
  readonly #customers: Customer[] = [];
  readonly #scratchCustomers = new Map<string, Promise<CallerCredentials>>();
  readonly #ledgerCustomers = new Map<string, Promise<Worker>>();
  #isUnderLoad = false;
  #workers: Promise<void>[] = [];
  #giveUpAt = Number.POSITIVE_INFINITY;

  private constructor(options: StageOptions) {
    this.#options = options;
    this.name = options.name;
    this.folder = options.folder;
    this.report = options.report;
    this.random = options.random;
    const isExternal = options.name === 'external' || options.name === 'two-servers';
    this.database = isExternal ? new OwnPostgres(path.join(options.folder, 'database')) : undefined;
    this.cluster = options.name === 'cluster' ? new GivenCluster(options.folder) : undefined;
  }

  static async open(options: StageOptions): Promise<Stage> {
    const stage = new Stage(options);
    try {
      await stage.#open();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  get server(): ServerProcess {
    return this.servers[0] as ServerProcess;
  }

  /** The pid of the PostgreSQL that the servers use; undefined while it does not run. */
  get postmaster(): number | undefined {
    if (this.cluster !== undefined) return this.cluster.coordinator.pid;
    return this.database === undefined ? postmasterPid(this.server.dataDir) : this.database.pid;
  }

  async #open(): Promise<void> {
    const { folder, name, report } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const count = name === 'two-servers' || name === 'cluster' ? 2 : 1;
    if (name === 'small-disk') mountSmallDisk(path.join(folder, 'data'), smallDiskMb);
    await this.database?.start();
    await this.cluster?.open();
    for (let i = 1; i <= count; i += 1) {
      const env: NodeJS.ProcessEnv = {};
      if (this.database !== undefined) {
        const { database } = this;
        const network = await FaultyNetwork.open(() => ({ path: database.socket }));
        this.networks.push(network);
        env.DATABASE_URL = `postgres://${database.user}@127.0.0.1:${network.port}/dray`;
        env.SECRET_KEY = 'the key of one campaign of fault injection';
      }
      if (this.cluster !== undefined) {
        const { host, port } = this.cluster.coordinator;
        const network = await FaultyNetwork.open(() => ({ host, port }));
        this.networks.push(network);
        Object.assign(env, this.cluster.settings(network.port));
        env.SECRET_KEY = 'the key of a campaign that no other server uses';
      }
      this.servers.push(await ServerProcess.create({ name: `server-${i}`, folder, env }));
    }
    if (this.cluster !== undefined) await this.#distribute();
    for (const server of this.servers) await server.start();
    const numbers = Array.from({ length: this.#options.customers }, (_, i) => `ATTACK${i + 1}`);
    const credentials = await Promise.all(numbers.map((customerNo) => this.createCustomer(customerNo)));
    await Promise.all(credentials.map((own) => this.#addCustomer(own)));
    report.progress(
      `${name}: ${count === 1 ? 'the server is' : `${count} servers are`} ready, ${numbers.length} customers have stock`,
    );
  }

  async #distribute(): Promise<void> {
    const { code, stdout, stderr } = await this.server.command(['migrate', '--distribute']);
    if (code !== 0) throw new Error(`the databases could not be distributed: ${stdout}${stderr}`);
  }

  async createCustomer(customerNo: string): Promise<CallerCredentials> {
    const args = [
      'customer',
      'create',
      '--environment',
      'test',
      '--customer',
      customerNo,
      '--name',
      customerNo,
      '--json',
    ];
    const { code, stdout, stderr } = await this.server.command(args);
    if (code !== 0) throw new Error(`the customer ${customerNo} could not be created: ${stderr}`);
    const { UserKey, Password, AccessToken } = JSON.parse(stdout);
    return { customerNo, userKey: UserKey, password: Password, accessToken: AccessToken };
  }

  caller(credentials: CallerCredentials): Caller {
    return new Caller({
      credentials,
      addresses: () => this.servers.map(({ address }) => address),
      report: this.report,
      random: this.random.fork(`caller ${credentials.customerNo}`),
      giveUpAt: () => this.#giveUpAt,
    });
  }

  async #addCustomer(credentials: CallerCredentials): Promise<Worker> {
    const ledger = new CustomerLedger(credentials.customerNo, this.report);
    const caller = this.caller(credentials);
    await stockUp(caller, ledger);
    const worker = this.#worker(credentials.customerNo, caller, ledger);
    this.#customers.push({ credentials, caller, ledger, clock: new ClockWorker(worker) });
    return worker;
  }

  /** A customer without a ledger: only `dray verify` checks its data. */
  scratchCustomer(customerNo: string): Promise<CallerCredentials> {
    const known = this.#scratchCustomers.get(customerNo) ?? this.createCustomer(customerNo);
    this.#scratchCustomers.set(customerNo, known);
    return known;
  }

  /** A customer whose ledger is checked, but that gets no load. */
  ledgerCustomer(customerNo: string): Promise<Worker> {
    const known =
      this.#ledgerCustomers.get(customerNo) ?? this.createCustomer(customerNo).then((own) => this.#addCustomer(own));
    this.#ledgerCustomers.set(customerNo, known);
    return known;
  }

  #worker(name: string, caller: Caller, ledger: CustomerLedger): Worker {
    return { name, caller, ledger, report: this.report, random: this.random.fork(name) };
  }

  /** Starts the load; it runs until `stopLoad`. */
  startLoad(): void {
    this.#isUnderLoad = true;
    this.#giveUpAt = Number.POSITIVE_INFINITY;
    const round = this.random.integer(0, 0xfffff).toString(36);
    for (const { caller, ledger, clock } of this.#customers) {
      const name = (role: string) => `${ledger.customerNo}-${round}-${role}`;
      const add = (role: string, work: (worker: Worker, number: number) => Promise<void>, leastPauseMs = 0) => {
        const pauseMs = Math.max(leastPauseMs, this.#options.pauseMs);
        this.#workers.push(this.#repeat(this.#worker(name(role), caller, ledger), work, pauseMs));
      };
      for (let i = 0; i < this.#options.orderWorkers; i += 1) add(`O${i}`, workOnOrders);
      add('S', workOnStock, 10);
      add('A', adjustOnce, 20);
      add('R', workOnReads, 20);
      add('C', () => clock.work(), 300);
    }
  }

  async #repeat(
    worker: Worker,
    work: (worker: Worker, number: number) => Promise<void>,
    pauseMs: number,
  ): Promise<void> {
    for (let number = 1; this.#isUnderLoad; number += 1) {
      try {
        await work(worker, number);
      } catch (error) {
        if (!(error instanceof NoDefiniteResponse)) throw error;
        this.report.finding(
          'load',
          'a call has no definite answer long after the last fault',
          `${worker.name}: ${error.message}`,
        );
        return;
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  /** Ends the load: every call gets a definite response or is reported. */
  async stopLoad(): Promise<void> {
    this.#isUnderLoad = false;
    this.#giveUpAt = performance.now() + recoveryMs;
    await Promise.all(this.#workers);
    this.#workers = [];
    this.#giveUpAt = Number.POSITIVE_INFINITY;
  }

  /**
   * After a fault that the servers survive: waits until they are ready. A server that is not ready in time is reported and
   * restarted, and so is a database of its own that does not run.
   */
  async recovered(kind: string, withinMs = recoveryMs): Promise<void> {
    for (const network of this.networks) network.heal();
    const began = performance.now();
    for (const server of this.servers) {
      if (await server.ready(withinMs)) continue;
      const state = server.isRunning ? 'not ready' : 'not running';
      const message = `a server is ${state} ${Math.round(withinMs / 1_000)} s after the fault has ended, without a restart`;
      this.report.finding(kind, message, `${server.logFile}: ${server.lastOutput()}`);
      await this.restart(server);
    }
    this.report.maximum(`longest recovery, ms: ${kind}`, performance.now() - began);
  }

  /** Restarts a server, as a supervisor would. */
  async restart(server: ServerProcess): Promise<void> {
    if (server.isRunning && !(await server.stop())) {
      this.report.finding('restart', 'SIGTERM did not end a server within 45 s', server.logFile);
    }
    if (this.database !== undefined && this.database.pid === undefined) await this.database.restart();
    await this.cluster?.startAll();
    await server.start();
    this.report.count('servers started again');
  }

  /** Compares all ledgers, advances the clocks of half of the customers, compares again, and runs `dray verify`. */
  async check(): Promise<void> {
    await this.#compare();
    const later = this.#customers.filter((_, i) => i % 2 === 0);
    await Promise.all(
      later.map(async ({ clock }) => {
        for (let week = 0; week < 6; week += 1) await clock.advance(7 * 24);
      }),
    );
    await this.#compare(true);
    await this.verify();
  }

  async #compare(isLast = false): Promise<void> {
    await Promise.all(
      this.#customers.map(async ({ caller, ledger }, i) => {
        const shown = await checkOrders(caller, ledger, this.report);
        const isLater = isLast && i % 2 === 0;
        await checkStock(caller, ledger, shown, this.report, isLater);
        if (!isLater) return;
        const unshipped = shown.filter(({ order, state }) => state === 'reserved' && !order.isHeld);
        if (unshipped.length > 0) {
          this.report.finding(
            'ledger',
            'an order has not shipped although six weeks have passed',
            `${unshipped[0]?.order.orderNo} and ${unshipped.length - 1} more`,
          );
        }
      }),
    );
  }

  async verify(): Promise<void> {
    const { code, stdout, stderr } = await this.server.command(['verify']);
    this.report.count('runs of dray verify');
    if (code !== 0) this.report.finding('verify', 'dray verify is not clean', `${stdout}${stderr}`.slice(0, 1_500));
  }

  async close(): Promise<void> {
    for (const network of this.networks) network.heal();
    for (const server of this.servers) {
      if (!server.isRunning) continue;
      if (!(await server.stop()))
        this.report.finding('stop', 'SIGTERM did not end a server within 45 s', server.logFile);
    }
    for (const network of this.networks) await network.close();
    await this.database?.stop();
    await this.cluster?.close();
    // A killed server leaves its database running.
    const left = this.servers.map(({ dataDir }) => postmasterPid(dataDir)).filter((pid) => pid !== undefined);
    for (const pid of left) signalProcess(pid, 'SIGQUIT');
    if (left.length > 0) await sleep(1_000);
    if (this.name === 'small-disk') unmountSmallDisk(path.join(this.folder, 'data'));
  }
}
