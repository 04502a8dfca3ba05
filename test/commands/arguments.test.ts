/** The command line as a whole: its version, and the name of the user at the terminal when the system cannot resolve it. */
import os from 'node:os';
import { expect, test, vi } from 'vitest';
import { readCommandActorName } from '../../src/commands/arguments.ts';
import { dray } from './dray.ts';

test('an account without a passwd entry is named by its user ID', () => {
  const userInfo = vi.spyOn(os, 'userInfo');
  userInfo.mockReturnValue({ username: 'cellar', uid: 1, gid: 1, shell: null, homedir: '/' });
  expect(readCommandActorName()).toBe('operator:cellar');
  userInfo.mockImplementation(() => {
    throw Object.assign(new Error('no such file or directory'), { code: 'ERR_SYSTEM_ERROR' });
  });
  expect(readCommandActorName()).toBe(`operator:${process.getuid?.()}`);
  userInfo.mockRestore();
});

test('--version prints the version of the program', async () => {
  expect(await dray('--version')).toMatchObject({ out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), code: 0 });
});

test.each([[], ['--help'], ['-h'], ['create', '--help']])(
  'an unknown command is refused, also with %j',
  async (...more) => {
    for (const group of [[], ['customer']]) {
      const path = ['dray', ...group].join(' ');
      expect(await dray(...group, 'webhook', ...more)).toEqual({
        refused: `dray: unknown command 'webhook'; see ${path} --help`,
        code: 2,
      });
    }
  },
);

test('the help of a group is printed, also when a command of it follows', async () => {
  for (const args of [['--help'], ['-h'], ['--help', 'serve'], ['--verbose', '--help']])
    expect(await dray(...args)).toMatchObject({ out: expect.stringContaining('Usage: dray [options]'), code: 0 });
  expect(await dray('customer', '--help')).toMatchObject({ out: expect.stringContaining('Usage: dray customer') });
});
