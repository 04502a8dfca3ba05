/**
 * The command line: `dray serve | migrate | verify | customer | token`.
 *
 * The standard output holds what was asked for and nothing else; everything else goes to the standard error stream. Exit codes: 0
 * done, 1 failed, 2 the command or a setting is wrong, always with one line that says why; 3 the server could not stop in
 * time (`STOP_TIMEOUT_SECONDS`).
 */
import { CommanderError } from 'commander';
import { program } from './commands/program.ts';
import { CliError } from './platform/cli-error.ts';

// Who reads along may leave (`dray hold list | head`): nobody wants the rest, and what is under way goes on.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (error instanceof CliError) {
    process.stderr.write(`dray: ${error.message}\n`);
    process.exitCode = error.exitCode;
  } else {
    process.stderr.write(`dray: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
}
