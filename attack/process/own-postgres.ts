/** A PostgreSQL that the campaign starts, for servers with DATABASE_URL. It listens on a Unix socket. */
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { postmasterPid } from './postgres-processes.ts';

export class OwnPostgres {
  readonly dataDir: string;
  #running: EmbeddedPostgres | undefined;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  async start(): Promise<void> {
    this.#running = await openEmbeddedPostgres({ dataDir: this.dataDir }, { role: 'serve' });
    await this.#running.ensureDatabase('dray');
  }

  /** The file of its Unix socket. */
  get socket(): string {
    const { host, port } = this.#options('postgres');
    return path.join(host, `.s.PGSQL.${port}`);
  }

  get user(): string {
    return this.#options('postgres').user;
  }

  get pid(): number | undefined {
    return postmasterPid(this.dataDir);
  }

  /** Restarts it after it was killed. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** Runs a statement as the administrator, bypassing every proxy. */
  async administer(statement: string): Promise<void> {
    const client = new pg.Client(this.#options('postgres'));
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  #options(database: string) {
    if (this.#running === undefined) throw new Error('the database of the campaign is not running');
    return this.#running.connectionOptions(database);
  }
}
