/** Who is at the terminal, where the system cannot tell a name. */
import os from 'node:os';
import { expect, test, vi } from 'vitest';
import { operatorActor } from '../../src/commands/arguments.ts';

test('an account without an entry in the list of users is named by its number', () => {
  const userInfo = vi.spyOn(os, 'userInfo');
  userInfo.mockReturnValue({ username: 'cellar', uid: 1, gid: 1, shell: null, homedir: '/' });
  expect(operatorActor()).toBe('operator:cellar');
  userInfo.mockImplementation(() => {
    throw Object.assign(new Error('no such file or directory'), { code: 'ERR_SYSTEM_ERROR' });
  });
  expect(operatorActor()).toBe(`operator:${process.getuid?.()}`);
  userInfo.mockRestore();
});
