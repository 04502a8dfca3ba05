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
