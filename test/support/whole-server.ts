/** A whole server in a process of its own, with its embedded database, as an operator runs it. */
import path from 'node:path';
import { type Client, openClient } from './client.ts';
import { type Program, run } from './process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const node = path.join(root, 'node_modules/node/bin/node');

export interface WholeServer {
  readonly program: Program;
  /** Without a path. */
  readonly address: string;
  /** Where metrics and probes are, without a path. */
  readonly management: string;
  /** Calls as the demo winery of the first start. */
  readonly client: Client;
}

/** Starts it on a fresh data directory and waits until it is ready. */
export async function startWholeServer(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<WholeServer> {
  const program = run(node, [path.join(root, 'src/main.ts'), 'serve'], {
    cwd: path.dirname(dataDir),
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      SIMULATION: 'manual',
      LOG_LEVEL: 'info',
      npm_lifecycle_event: undefined,
      ...env,
    },
  });
  const word = async (name: string) => (await program.waitForOutput(new RegExp(`${name}\\s+(\\S+)`)))[1] as string;
  const base = await word('test');
  const credentials = {
    userKey: await word('UserKey'),
    password: await word('Password'),
    customerNo: await word('CustomerNo'),
    accessToken: await word('AccessToken'),
  };
  return {
    program,
    address: new URL(base).origin,
    management: (await word('metrics')).replace('/metrics', ''),
    client: openClient(base, credentials),
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
