/** A whole server in a process of its own, with its embedded database, as an operator runs it. */
import path from 'node:path';
import { type CallerCredentials, type Client, openClient } from './client.ts';
import { copyFirstStart } from './first-start.ts';
import { type Program, run } from './process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const node = path.join(root, 'node_modules/node/bin/node');

export interface WholeServer {
  readonly program: Program;
  /** The public address, without a path. */
  readonly address: string;
  /** The address of metrics and probes, without a path. */
  readonly management: string;
  /** The credentials of the demo winery of the first start. */
  readonly credentials: CallerCredentials;
  /** Calls as that winery. */
  readonly client: Client;
}

export interface StartedServer {
  readonly program: Program;
  /** The base URL of the test environment. */
  readonly testUrl: string;
  readonly management: string;
  /** Of the demo winery, which only a first start prints. */
  demoCredentials(): Promise<CallerCredentials>;
}

/** Runs `dray serve` on a data directory and waits until it is ready. `PROCESSES` becomes its option. */
export async function runServer(
  dataDir: string,
  { PROCESSES, ...env }: NodeJS.ProcessEnv = {},
): Promise<StartedServer> {
  const option = PROCESSES === undefined ? [] : ['--processes', PROCESSES];
  const program = run(node, [path.join(root, 'src/main.ts'), 'serve', ...option], {
    cwd: path.dirname(dataDir),
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      SIMULATION: 'manual',
      PORTAL: 'off',
      LOG_LEVEL: 'info',
      npm_lifecycle_event: undefined,
      ...env,
    },
  });
  const printed = async (name: string) => (await program.waitForOutput(new RegExp(`${name}\\s+(\\S+)`)))[1] as string;
  return {
    program,
    testUrl: await printed('test'),
    management: (await printed('metrics')).replace('/metrics', ''),
    demoCredentials: async () => ({
      userKey: await printed('UserKey'),
      password: await printed('Password'),
      customerNo: await printed('CustomerNo'),
      accessToken: await printed('AccessToken'),
    }),
  };
}

/** Starts a server on a new data directory, which is a copy of one that was started before unless `env` names a database. */
export async function startWholeServer(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<WholeServer> {
  const copied = env.DATABASE_URL === undefined ? await copyFirstStart(dataDir) : undefined;
  const { program, testUrl, management, demoCredentials } = await runServer(dataDir, env);
  const credentials = copied ?? (await demoCredentials());
  return {
    program,
    address: new URL(testUrl).origin,
    management,
    credentials,
    client: openClient(testUrl, credentials),
  };
}

/** Runs `dray` with these arguments on the data directory and returns its exit code and output. */
export async function runDray(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const command = run(node, [path.join(root, 'src/main.ts'), ...args], {
    cwd: path.dirname(dataDir),
    env: { DATA_DIR: dataDir },
  });
  const { code } = await command.ended();
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

export interface Probe {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export async function probe(address: string, name: 'healthz' | 'readyz'): Promise<Probe> {
  const response = await fetch(`${address}/${name}`);
  return { status: response.status, body: await response.json() };
}
