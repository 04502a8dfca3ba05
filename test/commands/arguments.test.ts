/** Who is at the terminal, where the system cannot tell a name. */
import os from 'node:os';
import { expect, test, vi } from 'vitest';
import { operator } from '../../src/commands/arguments.ts';

test('an account without an entry in the list of users is named by its number', () => {
  expect(operator()).toBe(`operator:${os.userInfo().username}`);
  const unnamed = Object.assign(new Error('no such file or directory'), { code: 'ERR_SYSTEM_ERROR' });
  const userInfo = vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw unnamed;
  });
  expect(operator()).toBe(`operator:${process.getuid?.()}`);
  userInfo.mockRestore();
});
