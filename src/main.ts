/**
 * The command line: `dray serve | migrate | verify | customer | token | …`.
 *
 * The standard output contains the requested output only; everything else goes to standard error. Exit codes: 0 success;
 * 1 failure; 2 wrong usage or setting, with a line that explains it; 3 the server could not stop in time
 * (`STOP_TIMEOUT_SECONDS`), or one of its processes did not end with exit code 0.
 */
import { CommanderError } from 'commander';
import { createCommandTree } from './commands/program.ts';
import { formatCommandError } from './commands/session.ts';
import { CliError } from './platform/cli-error.ts';

// Ignore EPIPE so that piping to `head` exits quietly. Work that was started continues.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// There is nowhere left to report it, for example when the disk of the log is full.
process.stderr.on('error', () => undefined);

try {
  await createCommandTree().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    process.stderr.write(formatCommandError(error));
    process.exitCode = error instanceof CliError ? error.exitCode : 1;
  }
}
