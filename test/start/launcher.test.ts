import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPostmaster, stopPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { type Program, privateFolder, type RunOptions, run } from '../support/process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const launcher = path.join(root, 'scripts/run.mjs');

let folder: ReturnType<typeof privateFolder>;
let dataDir: string;
let programs: Program[];

beforeEach(() => {
  folder = privateFolder();
  dataDir = path.join(folder.path, 'data');
  programs = [];
});

/** These servers use databases made by an earlier first start, which these tests do not cover. */
async function givenStartedBefore(): Promise<void> {
  await copyFirstStart(dataDir);
}

afterEach(endPrograms);

/** Ends every process that a test left running, and removes its folder. */
async function endPrograms(): Promise<void> {
  for (const { child } of programs) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  for (const pid of serverPids()) kill(pid, 'SIGKILL');
  const postgres = path.join(dataDir, 'postgres-18');
  const socket = findPostmaster(postgres)?.socketFolder;
  await stopPostmaster(postgres);
  if (socket) rmSync(socket, { recursive: true, force: true });
  folder.remove();
}

/** The server itself, which may be another process than the one that was started. */
function serverPids(): number[] {
  try {
    return [Number(readFileSync(path.join(dataDir, 'server.pid'), 'utf8'))];
  } catch {
    return [];
  }
}

function serverPid(): number {
  const [pid] = serverPids();
  if (pid === undefined) throw new Error('there is no server');
  return pid;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Settings that do not depend on the machine, and none of npm's variables, as in a terminal. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const cleared = Object.fromEntries(
    Object.keys(process.env)
      .filter((n) => n.startsWith('npm_'))
      .map((n) => [n, undefined]),
  );
  const own = {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    SIMULATION: 'manual',
    PORTAL: 'off',
    LOG_LEVEL: 'info',
  };
  const others = { DATABASE_URL: '', TEST_DATABASE_URL: '', SECRET_KEY: '', CONFIG_FILE: '', NODE_OPTIONS: '' };
  return { ...cleared, ...others, ...own, ...more };
}

function dray(args: readonly string[], options: RunOptions = {}, before: readonly string[] = []): Program {
  const program = run(process.execPath, [...before, launcher, ...args], {
    cwd: folder.path,
    ...options,
    env: environment(options.env),
  });
  programs.push(program);
  return program;
}

async function ready(program: Program): Promise<string> {
  const [, address = ''] = await program.waitForOutput(/^\s+production\s+(http:\/\/127\.0\.0\.1:\d+)\/v3$/m);
  return address;
}

async function done(program: Program): Promise<string> {
  expect(await program.ended(), program.stderr()).toEqual({ code: 0, signal: null });
  return program.stdout();
}

async function createCustomer(no: string): Promise<Record<string, string>> {
  const args = ['customer', 'create', '--environment', 'test', '--customer', no, '--name', 'Winery', '--json'];
  return JSON.parse(await done(dray(args))) as Record<string, string>;
}

/** Whether the server accepts the credentials, by an operation that every signed-in user may call. */
async function signsIn(address: string, credentials: Record<string, string>): Promise<boolean> {
  const { CustomerNo, UserKey, Password } = credentials;
  const response = await fetch(`${address}/test/v3/api/Authentication/GetAccessToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Authentication: { CustomerNo, UserKey, Password } }),
  });
  await response.body?.cancel();
  return response.status === 200;
}

const olderNode = ['--import', 'data:text/javascript,process.execve=undefined'];

test('serves on a free port, prints what a first start makes, and shuts down gracefully on SIGTERM', async () => {
  const program = dray(['serve']);
  const address = await ready(program);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  // The requests that created the demo winery are no requests of a caller.
  expect(program.stdout()).toContain('AccessToken  drt_test_');
  expect(program.stderr()).not.toContain('CreateSKU');
  // The portal is off.
  const [, base, Email, Password] = await program.waitForOutput(
    /operator interface at (\S+) [\s\S]*?E-mail\s+(\S+)\s+Password\s+(\S+)/,
  );
  expect(base).toBe(`${address}/test/operator/v1`);
  const admin = await fetch(`${base}/api/Session/SignIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Email, Password }),
  });
  expect(await admin.json()).toMatchObject({ Operator: { Email: 'admin@demo.example', Role: 'admin' } });
  program.child.kill('SIGTERM');
  await done(program);
  expect(findPostmaster(path.join(dataDir, 'postgres-18'))).toBeUndefined();
  expect(serverPids()).toEqual([]);
});

test('an older Node passes SIGTERM on to its server', async () => {
  await givenStartedBefore();
  const program = dray(['serve'], {}, olderNode);
  const address = await ready(program);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  program.child.kill('SIGTERM');
  await done(program);
  expect(findPostmaster(path.join(dataDir, 'postgres-18'))).toBeUndefined();
  expect(serverPids()).toEqual([]);
});

describe.each([
  ['a Node that can put the server in its own place', []],
  ['an older Node', olderNode],
])('started by %s', (_, before) => {
  test('shuts down gracefully on Ctrl-C, and further signals do not speed it up', async () => {
    await givenStartedBefore();
    const program = dray(['serve'], { group: true }, before);
    await ready(program);
    program.kill('SIGINT');
    program.kill('SIGINT');
    program.kill('SIGTERM');
    await done(program);
    expect(findPostmaster(path.join(dataDir, 'postgres-18'))).toBeUndefined();
  });

  test('passes exit codes through', async () => {
    const program = dray(['serve', '--nonsense'], {}, before);
    expect((await program.ended()).code).toBe(2);
    expect(program.stderr()).toBe("dray: unknown option '--nonsense'; see dray serve --help\n");
  });
});

test('killing an older Node also shuts its server down gracefully', async () => {
  await givenStartedBefore();
  const program = dray(['serve'], {}, olderNode);
  await ready(program);
  const pid = serverPid();
  expect(pid).not.toBe(program.child.pid);
  program.child.kill('SIGKILL');
  await expect.poll(() => serverPids(), { timeout: 10_000 }).toEqual([]);
});

test('commands work with and without a running server, and print only their output', async () => {
  expect(await done(dray(['migrate']))).toMatch(/^production: applied .*\ntest: applied .*\n$/);
  const before = await createCustomer('W100');
  expect(Object.keys(before)).toEqual(['CustomerNo', 'UserKey', 'Password', 'AccessToken', 'TokenId']);
  const server = dray(['serve']);
  const address = await ready(server);
  const beside = await createCustomer('W200');
  expect(await signsIn(address, before)).toBe(true);
  expect(await signsIn(address, beside)).toBe(true);
  expect(await done(dray(['verify']))).toBe('production: ok\ntest: ok\n');
  expect(await done(dray(['migrate']))).toBe('production: up to date\ntest: up to date\n');
  server.child.kill('SIGTERM');
  await done(server);
  // Six processes, one after the other.
}, 180_000);

describe('a closed output pipe', () => {
  test('does not change how a command ends', async () => {
    const program = dray(['--help']);
    program.child.stdout?.destroy();
    await done(program);
    expect(program.stderr()).toBe('');
  });

  test('does not stop a server, which still shuts down gracefully', async () => {
    await givenStartedBefore();
    const program = dray(['serve']);
    program.child.stdout?.destroy();
    const told = /"address":"([^"]+)","msg":"ready"/;
    await expect.poll(program.stderr, { timeout: 100_000 }).toMatch(told);
    const address = told.exec(program.stderr())?.[1];
    program.child.stderr?.destroy();
    for (let i = 0; i < 3; i += 1) expect((await fetch(`${address}/v3/api/Unknown`)).status).toBe(404);
    program.child.kill('SIGTERM');
    await done(program);
    expect(findPostmaster(path.join(dataDir, 'postgres-18'))).toBeUndefined();
  });
});

test('rejects a port in use, in one line that names it', async () => {
  await givenStartedBefore();
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    const program = dray(['serve'], { env: { PORT: String(port) } });
    expect((await program.ended()).code).toBe(1);
    const said = program.stderr().trim().split('\n').at(-1);
    expect(said).toContain(`dray: HOST 127.0.0.1, PORT ${port} is in use by another program: set another one [`);
  } finally {
    other.close();
  }
});

describe('an error is one line on standard error', () => {
  test.each([
    [['serve'], { PORT: 'abc' }, 2, 'dray: PORT must be a whole number from 0 to 65535, not "abc"\n'],
    [['verify'], { SIMULATION: 'x' }, 2, 'dray: SIMULATION must be one of auto, manual, not "x"\n'],
    [['serve'], { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }, 2, /^dray: SECRET_KEY is required [^\n]*\n$/],
    [
      ['serve'],
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', SECRET_KEY: 'a-key-of-32-characters-or-longer!' },
      1,
      /^dray: DATABASE_URL cannot be used: [^\n]*\n$/,
    ],
    [[], {}, 2, 'dray: a command is missing; see dray --help\n'],
    [['sevre'], {}, 2, "dray: unknown command 'sevre' (Did you mean serve?); see dray --help\n"],
    [['customer', 'create', '--name', 'x'], {}, 2, /^dray: required option '--customer <CustomerNo>' [^\n]*\n$/],
    [['customer', 'list'], {}, 1, /^dray: there is no database in DATA_DIR [^\n]*\n$/],
    [['verify', 'all'], {}, 2, /^dray: too many arguments [^\n]*\n$/],
  ])('dray %j with %o', async (args, env, code, message) => {
    const program = dray(args, { env });
    expect((await program.ended()).code).toBe(code);
    expect(program.stdout()).toBe('');
    if (message instanceof RegExp) expect(program.stderr()).toMatch(message);
    else expect(program.stderr()).toBe(message);
  });

  test('includes errors of the configuration file', async () => {
    writeFileSync(path.join(folder.path, 'dray.config.mjs'), 'export default { prot: 1 }');
    const program = dray(['serve']);
    expect((await program.ended()).code).toBe(2);
    expect(program.stderr()).toBe('dray: prot in dray.config.mjs is not a setting\n');
  });
});

test('every command prints its help without settings', async () => {
  const commands = ['', 'serve', 'migrate', 'verify', 'customer', 'customer create', 'customer list', 'token create'];
  for (const command of commands) {
    const help = await done(dray([...command.split(' ').filter(Boolean), '--help'], { env: { PORT: 'abc' } }));
    expect(help).toContain(`Usage: dray ${command}`.trim());
  }
});

describe('through npm', () => {
  const npm = (args: readonly string[]) => {
    const settings = path.join(folder.path, 'settings.mjs');
    writeFileSync(settings, 'export default {}');
    const program = run('npm', args, { cwd: root, env: environment({ CONFIG_FILE: settings }), group: true });
    programs.push(program);
    return program;
  };

  test('`npm start` serves, also after it was killed, `npm run -s dray -- … --json` prints only the JSON, and SIGTERM to npm shuts down gracefully', async () => {
    await givenStartedBefore();
    const first = npm(['start']);
    await ready(first);
    first.child.kill('SIGKILL');
    // It leaves nothing behind that blocks the next start.
    await expect.poll(() => serverPids(), { timeout: 10_000 }).toEqual([]);
    const second = npm(['start']);
    await ready(second);
    const args = ['--environment', 'test', '--customer', 'W100', '--name', 'A Winery', '--json'];
    const output = await done(npm(['run', '-s', 'dray', '--', 'customer', 'create', ...args]));
    expect(JSON.parse(output)).toMatchObject({ CustomerNo: 'W100' });
    expect(output.trim().split('\n')).toHaveLength(1);
    second.child.kill('SIGTERM');
    await second.ended();
    await expect.poll(() => serverPids(), { timeout: 10_000 }).toEqual([]);
    expect(findPostmaster(path.join(dataDir, 'postgres-18'))).toBeUndefined();
  });
});

test('programs run with a heap that grows in small steps and an allocator that returns memory, unless the user chose otherwise', async () => {
  const file = path.join(folder.path, 'show.mjs');
  writeFileSync(
    file,
    `console.log(JSON.stringify({
      arenas: process.env.MALLOC_ARENA_MAX,
      mmap: process.env.MALLOC_MMAP_THRESHOLD_,
      trim: process.env.MALLOC_TRIM_THRESHOLD_,
      flags: process.execArgv,
    }))`,
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, 'scripts/run-file.mjs'), path.relative(root, file)],
    {
      env: { ...process.env, MALLOC_ARENA_MAX: '7', MALLOC_MMAP_THRESHOLD_: '', MALLOC_TRIM_THRESHOLD_: '' },
    },
  );
  expect(JSON.parse(stdout)).toEqual({
    arenas: '7',
    mmap: '131072',
    trim: '16777216',
    flags: ['--heap-growing-percent=40', `--v8-pool-size=${Math.max(1, Math.min(4, os.availableParallelism() - 1))}`],
  });
});
