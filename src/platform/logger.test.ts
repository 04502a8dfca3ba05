import { expect, test } from 'vitest';
import { openLogger } from './logger.ts';

function logged(write: (logger: ReturnType<typeof openLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(openLogger({ logLevel: 'debug' }, { write: (line) => void lines.push(line) }));
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

test('survives what it cannot copy: cycles and great depth', () => {
  const cycle: Record<string, unknown> = { name: 'cycle' };
  cycle.self = cycle;
  const [entry] = logged((logger) => logger.info({ cycle }, 'still here'));
  expect(entry?.msg).toBe('still here');
});
