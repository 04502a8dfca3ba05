import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPostmaster, stopPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import { tryLockFile } from '../../src/platform/db/file-lock.ts';
import { copyDataFolder } from '../support/first-start.ts';
import { type Program, privateFolder, type RunOptions, run } from '../support/process.ts';

let folder: ReturnType<typeof privateFolder>;
let dataDir: string;
let postgres: string;
let programs: Program[];

beforeEach(() => {
  folder = privateFolder();
  dataDir = path.join(folder.path, 'data');
  postgres = path.join(dataDir, 'postgres-18');
  programs = [];
});

afterEach(async () => {
  for (const { child } of programs) if (child.exitCode === null) child.kill('SIGKILL');
  const socket = existsSync(postgres) ? findPostmaster(postgres)?.socketFolder : undefined;
  if (existsSync(postgres)) await stopPostmaster(postgres);
  if (socket) rmSync(socket, { recursive: true, force: true });
  folder.remove();
});

const script = path.join(import.meta.dirname, 'database-process.ts');

function start(role: 'serve' | 'command', options: RunOptions = {}, directory = dataDir): Program {
  const program = run(process.execPath, [script, directory, role], options);
  programs.push(program);
  return program;
}

async function open(role: 'serve' | 'command', options: RunOptions = {}): Promise<{ program: Program; how: string }> {
  const program = start(role, options);
  const [, how = ''] = await program.waitForOutput(/^open (\w+)$/m);
  return { program, how };
}

async function stop(program: Program): Promise<void> {
  program.writeLine('stop');
  expect(await program.ended()).toEqual({ code: 0, signal: null });
}

/** A data folder that was made once, and left in good order. */
let made: ReturnType<typeof privateFolder>;
const madeDataDir = () => path.join(made.path, 'data');

beforeAll(async () => {
  made = privateFolder();
  const program = run(process.execPath, [script, madeDataDir(), 'serve']);
  program.writeLine('stop');
  const { code } = await program.ended();
  expect(code, program.stderr()).toBe(0);
});
afterAll(() => made.remove());

/** The test is not about the first start: its processes find the data folder that another one has made. */
function givenMadeBefore(directory = dataDir): void {
  copyDataFolder(madeDataDir(), directory);
}

async function refused(program: Program): Promise<string> {
  expect((await program.ended()).code).toBe(1);
  const message = program.stderr().trim();
  expect(message).toMatch(/^CliError: [^\n]*$/);
  return message;
}

async function count(program: Program): Promise<number> {
  const since = program.stdout().length;
  program.writeLine('count');
  return Number((await program.waitForOutput(/^rows (\d+)$/m, since))[1]);
}

const acknowledged = (program: Program) => [...program.stdout().matchAll(/^row \d+$/gm)].length;

/** Kills a process that is writing, when it has written `rows` and more are under way. */
async function killWhileWriting(program: Program, rows: number): Promise<number> {
  program.writeLine('insert');
  await program.waitForOutput(new RegExp(`^row ${rows}$`, 'm'));
  program.child.kill('SIGKILL');
  await program.ended();
  return acknowledged(program);
}

test('starts in a folder that only its owner may enter, twice in a row, and keeps what was written', async () => {
  expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  const first = await open('serve');
  expect(first.how).toBe('started');
  first.program.writeLine('insert');
  await first.program.waitForOutput(/^row 10$/m);
  await stop(first.program);
  expect(existsSync(path.join(postgres, 'postmaster.pid'))).toBe(false);
  const second = await open('serve');
  expect(second.how).toBe('started');
  expect(await count(second.program)).toBeGreaterThanOrEqual(acknowledged(first.program));
  await stop(second.program);
});

test('is durable, private, and collates the same everywhere', async () => {
  const { program } = await open('serve');
  const options = readFileSync(path.join(postgres, 'postmaster.opts'), 'utf8');
  for (const setting of ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'listen_addresses="']) {
    expect(options).toContain(setting);
  }
  const socketFolder = findPostmaster(postgres)?.socketFolder ?? '';
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  expect(Buffer.byteLength(path.join(socketFolder, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107);
  expect(statSync(postgres).mode & 0o777).toBe(0o700);
  await stop(program);
});

describe('after kill -9 of the server', () => {
  test('the next start adopts the orphan and nothing acknowledged is lost', async () => {
    givenMadeBefore();
    const first = await open('serve');
    const written = await killWhileWriting(first.program, 200);
    const orphan = findPostmaster(postgres);
    expect(orphan?.status).toBe('ready');
    const second = await open('serve');
    expect(second.how).toBe('adopted');
    expect(findPostmaster(postgres)?.pid).toBe(orphan?.pid);
    expect(await count(second.program)).toBeGreaterThanOrEqual(written);
    await stop(second.program);
    expect(findPostmaster(postgres)).toBeUndefined();
  });

  test('an orphan with other settings is stopped and started again', async () => {
    givenMadeBefore();
    const first = await open('serve');
    const written = await killWhileWriting(first.program, 50);
    const orphan = findPostmaster(postgres);
    const options = path.join(postgres, 'postmaster.opts');
    writeFileSync(options, readFileSync(options, 'utf8').replace('max_connections=480', 'max_connections=50'));
    const second = await open('serve');
    expect(second.how).toBe('started');
    expect(findPostmaster(postgres)?.pid).not.toBe(orphan?.pid);
    expect(await count(second.program)).toBeGreaterThanOrEqual(written);
    await stop(second.program);
  });

  test('and of the database, all that was acknowledged is recovered', async () => {
    givenMadeBefore();
    const first = await open('serve');
    first.program.writeLine('insert');
    await first.program.waitForOutput(/^row 200$/m);
    process.kill(findPostmaster(postgres)?.pid ?? 0, 'SIGKILL');
    first.program.child.kill('SIGKILL');
    await first.program.ended();
    const second = await open('serve');
    expect(second.how).toBe('started');
    expect(await count(second.program)).toBeGreaterThanOrEqual(acknowledged(first.program));
    await stop(second.program);
  });

  test('a command that finds the orphan stops it when it is done', async () => {
    givenMadeBefore();
    const first = await open('serve');
    await killWhileWriting(first.program, 20);
    const command = await open('command');
    expect(command.how).toBe('adopted');
    await stop(command.program);
    expect(findPostmaster(postgres)).toBeUndefined();
  });

  test('a pid file whose number has gone to another process does not stand in the way', async () => {
    givenMadeBefore();
    const first = await open('serve');
    await stop(first.program);
    writeFileSync(
      path.join(postgres, 'postmaster.pid'),
      `${process.pid}\n${postgres}\n1700000000\n5432\n/tmp\n\n1 1\nready\n`,
    );
    const second = await open('serve');
    expect(second.how).toBe('started');
    await stop(second.program);
  });
});

test('a second server on the same data directory is refused in one line, another directory is not', async () => {
  givenMadeBefore();
  const first = await open('serve');
  expect(await refused(start('serve'))).toBe(
    `CliError: another server (pid ${first.program.child.pid}) is already running on DATA_DIR ${dataDir}: stop it, or use another DATA_DIR`,
  );
  givenMadeBefore(path.join(folder.path, 'other'));
  const other = start('serve', {}, path.join(folder.path, 'other'));
  await other.waitForOutput(/^open started$/m);
  await stop(other);
  await stop(first.program);
});

test('commands work beside a running server and leave it running', async () => {
  givenMadeBefore();
  const server = await open('serve');
  const [one, two] = await Promise.all([open('command'), open('command')]);
  expect([one.how, two.how]).toEqual(['adopted', 'adopted']);
  await Promise.all([stop(one.program), stop(two.program)]);
  expect(await count(server.program)).toBe(0);
  await stop(server.program);
});

test('a server leaves the database to a command that still works with it', async () => {
  givenMadeBefore();
  const server = await open('serve');
  const command = await open('command');
  await stop(server.program);
  expect(await count(command.program)).toBe(0);
  await stop(command.program);
  expect(findPostmaster(postgres)).toBeUndefined();
});

test('commands that start at once in an empty directory make one database, and the last one stops it', async () => {
  const opened = await Promise.all([open('command'), open('command'), open('command')]);
  expect(opened.map(({ how }) => how).sort()).toEqual(['adopted', 'adopted', 'started']);
  await Promise.all(opened.map(({ program }) => stop(program)));
  expect(findPostmaster(postgres)).toBeUndefined();
});

test('a signal to the whole process group does not reach the database', async () => {
  givenMadeBefore();
  const { program } = await open('serve', { group: true });
  program.kill('SIGTERM');
  await program.ended();
  const orphan = findPostmaster(postgres);
  expect(orphan?.status).toBe('ready');
  const next = await open('serve');
  expect(next.how).toBe('adopted');
  await stop(next.program);
});

describe('data that does not fit is refused in one line', () => {
  test('of another major version', async () => {
    mkdirSync(postgres, { recursive: true });
    writeFileSync(path.join(postgres, 'PG_VERSION'), '17\n');
    expect(await refused(start('serve'))).toMatch(/postgres-18 holds data of PostgreSQL 17, but this version runs 18$/);
  });

  test('left by another version of the program', async () => {
    mkdirSync(path.join(dataDir, 'postgres-17'), { recursive: true });
    expect(await refused(start('serve'))).toMatch(/holds postgres-17, but this version runs PostgreSQL 18: dump/);
  });

  test('that is no database at all', async () => {
    mkdirSync(postgres, { recursive: true });
    expect(await refused(start('serve'))).toMatch(/postgres-18 is not a PostgreSQL data folder/);
  });

  test('in a place that is a file', async () => {
    writeFileSync(dataDir, '');
    expect(await refused(start('serve'))).toMatch(/DATA_DIR .* cannot be created/);
  });
});

test('a half-made data folder is created again', async () => {
  mkdirSync(`${postgres}.making/base`, { recursive: true });
  const { program } = await open('serve');
  expect(existsSync(`${postgres}.making`)).toBe(false);
  await stop(program);
});

test('a start that fails says why in one line and leaves no lock behind', async () => {
  givenMadeBefore();
  await stop((await open('serve')).program);
  const pgVersion = path.join(postgres, 'global/pg_control');
  const kept = readFileSync(pgVersion);
  rmSync(pgVersion);
  expect(await refused(start('serve'))).toMatch(/PostgreSQL did not start: .*pg_control/);
  writeFileSync(pgVersion, kept);
  const lock = tryLockFile(path.join(dataDir, 'server.lock'), 'exclusive');
  expect(lock).toBeDefined();
  lock?.release();
});

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  /** A machine that forbids user namespaces: its `unshare` fails. */
  function withoutNamespaces(): NodeJS.ProcessEnv {
    const bin = path.join(folder.path, 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync('/bin/false', path.join(bin, 'unshare'));
    return { PATH: `${bin}:${process.env.PATH}` };
  }

  test('without user namespaces, below a folder that only root may enter', async () => {
    const env = withoutNamespaces();
    const first = await open('serve', { env });
    expect(statSync(postgres).uid).toBe(65534);
    const written = await killWhileWriting(first.program, 20);
    const second = await open('serve', { env });
    expect(second.how).toBe('adopted');
    expect(await count(second.program)).toBeGreaterThanOrEqual(written);
    await stop(second.program);
    // And back: the data follows the account.
    const third = await open('serve');
    expect(third.how).toBe('started');
    expect(statSync(postgres).uid).toBe(0);
    await stop(third.program);
  });

  test('without user namespaces, in a folder that others may enter', async () => {
    chmodSync(folder.path, 0o755);
    const { program } = await open('serve', { env: withoutNamespaces() });
    expect(statSync(postgres).uid).toBe(65534);
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
    await stop(program);
  });

  /** An ordinary account of every system. */
  const daemon = 1;

  const nobody = 65534;

  test('on a data directory of the account nobody, as on any other’s', async () => {
    chmodSync(folder.path, 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
    lchownSync(dataDir, nobody, nobody);
    const server = await open('serve');
    expect(statSync(postgres).uid).toBe(nobody);
    const written = await killWhileWriting(server.program, 20);
    const command = await open('command');
    expect(command.how).toBe('adopted');
    expect(await count(command.program)).toBeGreaterThanOrEqual(written);
    await stop(command.program);
    expect(statSync(postgres).uid).toBe(nobody);
  });

  test('beside a server of another way, changes nothing under it', async () => {
    const server = await open('serve', { env: withoutNamespaces() });
    const command = await open('command');
    expect(command.how).toBe('adopted');
    expect(statSync(postgres).uid).toBe(nobody);
    await stop(command.program);
    await stop(server.program);
  });

  test("on an ordinary user's data directory, leaves everything to that user", async () => {
    chmodSync(folder.path, 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
    lchownSync(dataDir, daemon, daemon);
    const { program } = await open('serve');
    await stop(program);
    for (const name of ['postgres-18', 'server.lock', 'users.lock', 'startup.lock']) {
      expect(statSync(path.join(dataDir, name)).uid, name).toBe(daemon);
    }
  });
});
