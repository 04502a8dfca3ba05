/** Commands as they are typed, in this process: over databases of the test's own, with everything that they print. */
import { CommanderError } from 'commander';
import { vi } from 'vitest';
import { createCommandTree } from '../../src/commands/program.ts';
import { formatCommandError } from '../../src/commands/session.ts';
import { CliError } from '../../src/platform/cli-error.ts';
import { type TestDatabase, urlOf } from '../support/database.ts';

export type Ran = { readonly out: string; readonly code: number } | { readonly refused: string; readonly code: number };

/** From now on commands work on these databases. Undone by `vi.unstubAllEnvs()`. */
export function useDatabases(production: TestDatabase, test: TestDatabase): void {
  vi.stubEnv('SECRET_KEY', 'a test key of at least 32 characters');
  vi.stubEnv('DATABASE_URL', urlOf(production));
  vi.stubEnv('TEST_DATABASE_URL', urlOf(test));
  vi.stubEnv('POOL_SIZE', '3');
  vi.stubEnv('WRITE_SLOTS', '1');
}

/** Runs a command; answers what it printed and its exit code, or the one line of its refusal. */
export async function dray(...args: string[]): Promise<Ran> {
  return (await drayOnTerminal(...args)).ran;
}

/** The same, with what the program prints to the standard error stream, its report of a failure included. */
export async function drayOnTerminal(...args: string[]): Promise<{ readonly ran: Ran; readonly err: string }> {
  let out = '';
  let err = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  process.exitCode = 0;
  try {
    await createCommandTree().parseAsync(['node', 'dray', ...args]);
    return { ran: { out, code: Number(process.exitCode) }, err };
  } catch (error) {
    if (error instanceof CliError) {
      return { ran: { refused: error.message, code: error.exitCode }, err: err + formatCommandError(error) };
    }
    if (error instanceof CommanderError) {
      return { ran: error.exitCode === 0 ? { out, code: 0 } : { refused: err.trim(), code: 2 }, err };
    }
    throw error;
  } finally {
    process.exitCode = 0;
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

/** The one JSON document that a command prints with `--json`. */
export async function drayJson(...args: string[]) {
  const ran = await dray(...args, '--json');
  if (!('out' in ran)) throw new Error(ran.refused);
  if (ran.out.trimEnd().includes('\n')) throw new Error(`more than one line: ${ran.out}`);
  return JSON.parse(ran.out);
}
