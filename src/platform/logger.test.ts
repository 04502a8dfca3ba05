import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger({ logLevel: 'debug' }, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('writes JSON with level, time and message', () => {
  const [entry] = logged((logger) => logger.info({ reference: 'r1' }, 'accepted'));
  expect(entry).toMatchObject({ level: 'info', msg: 'accepted', reference: 'r1' });
  expect(Temporal.Instant.from(String(entry?.time)).epochMilliseconds).toBeGreaterThan(0);
});

test('writes no secret, at whatever depth and however it is named', () => {
  const names = [
    'Password',
    'UserKey',
    'user_key',
    'authorization',
    'AccessToken',
    'secretKey',
    'clientSecret',
    'cookie',
  ];
  const entries = logged((logger) => {
    for (const name of names) {
      logger.info({ [name]: 'hush' });
      logger.info({ request: { body: [{ deep: { [name]: { nested: 'hush' } } }] } });
      logger.child({ [name]: 'hush' }).info('child');
      logger.error(Object.assign(new Error('failed'), { config: { [name]: 'hush' } }));
      logger.error({ err: new Error('failed', { cause: Object.assign(new Error('why'), { [name]: 'hush' }) }) });
    }
  });
  expect(entries).toHaveLength(names.length * 5);
  expect(JSON.stringify(entries).includes('hush')).toBe(false);
});

test('writes no values of rows that a database error repeats', () => {
  const error = Object.assign(new Error('null value in column "name"'), {
    code: '23502',
    detail: 'Failing row contains (Jane Roe, 1 Hill Rd).',
    where: 'unnamed portal parameter $1 = Jane Roe',
  });
  const entries = logged((logger) => logger.error({ err: error }, 'failed'));
  expect(JSON.stringify(entries)).not.toContain('Jane Roe');
  expect(entries[0]?.err).toMatchObject({ code: '23502', message: 'null value in column "name"' });
});

test('writes addresses without their passwords', () => {
  const address = 'postgres://dray:hush@db.example/dray';
  const entries = logged((logger) => {
    logger.info(`connecting to ${address}`);
    logger.info({ address }, 'connecting to %s', address);
    logger.error(new Error(`cannot reach ${address}`));
    logger.error({ err: new Error(`cannot reach ${address}`) });
  });
  expect(entries).toHaveLength(4);
  expect(JSON.stringify(entries).includes('hush')).toBe(false);
  expect(entries[0]?.msg).toBe('connecting to postgres://dray:[secret]@db.example/dray');
});

test('a password with the character @ is left out as a whole', () => {
  const [entry] = logged((logger) =>
    logger.info('connecting to postgres://dray:hu@sh@db.example/dray as ann@db.example'),
  );
  expect(entry?.msg).toBe('connecting to postgres://dray:[secret]@db.example/dray as ann@db.example');
});

test('survives what it cannot copy: cycles and great depth', () => {
  const cycle: Record<string, unknown> = { name: 'cycle' };
  cycle.self = cycle;
  const [entry] = logged((logger) => logger.info({ cycle }, 'still here'));
  expect(entry?.msg).toBe('still here');
});

test.skipIf(!existsSync('/dev/full'))(
  'a program whose log cannot be written, as on a full disk, goes on and ends',
  async () => {
    const program = `
    const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)});
    const logger = createLogger({ logLevel: 'info' });
    for (let entry = 1; entry <= 3; entry += 1) {
      logger.info({ entry }, 'an entry');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    process.stdout.write('went on');
    process.exit(3);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      timeout: 20_000,
    });
    const printed = child.stdout === null ? '' : text(child.stdout);
    expect(await once(child, 'exit')).toEqual([3, null]);
    expect(await printed).toBe('went on');
  },
);

/** Starts a program that logs 300 entries of a kilobyte, more than a pipe holds, and then runs `rest`. */
function startVerboseProgram(rest: string) {
  const program = `
    const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)});
    const logger = createLogger({ logLevel: 'info' });
    for (let entry = 1; entry <= 300; entry += 1) logger.info({ entry, text: 'x'.repeat(1_000) }, 'an entry');
    ${rest}`;
  const args = ['--input-type=module', '--eval', program];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 20_000, killSignal: 'SIGKILL' });
}

test('a program ends while no program reads the pipe of its log', async () => {
  const child = startVerboseProgram(`
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.exit(3);`);
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('a program that ends at once waits a moment for a slow reader of its log, no longer', async () => {
  const child = startVerboseProgram('setImmediate(() => process.exit(3));');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('a pipe that is read late gets all entries in order', async () => {
  const child = startVerboseProgram("setTimeout(() => process.stdout.write('logged'), 200);");
  await once(child.stdout, 'data');
  const entries = (await text(child.stderr))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).entry);
  expect(entries).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});
