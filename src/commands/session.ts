/**
 * Loads the settings of commands, opens and closes the system (settings, logger, environments) for those that need it,
 * and keeps which databases the running command works with, for `--verbose` and for errors. Loads modules only when
 * called, so that `--help` and usage errors are fast.
 */
import type { Command } from 'commander';
import type { ComposedSystem } from '../compose.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Config } from '../platform/config.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import type { AppError } from '../platform/errors.ts';
import { environmentNames } from './arguments.ts';

interface RunningCommand {
  readonly verbose: boolean;
  /** The environments that the command line selects. */
  readonly environments: readonly EnvironmentName[];
  /** Where the databases are; undefined until the settings are known. */
  databases?: string;
}

let running: RunningCommand = { verbose: false, environments: environmentNames };

/**
 * Sets the command whose `--verbose` and `--environment` the functions below use. Call it before the action of each
 * command. A process runs one command; tests run several, one after the other.
 */
export function setRunningCommand(command: Command): void {
  const { verbose, environment } = command.optsWithGlobals<{ verbose?: true; environment?: EnvironmentName }>();
  running = { verbose: verbose === true, environments: environment === undefined ? environmentNames : [environment] };
}

/**
 * Reads the settings, and warns of variables that look like misspelled ones. With `mayCreate` a missing secret key is
 * created. Notes which databases they name; `--verbose` prints it.
 */
export async function loadProgramSettings(mayCreate: boolean, env: NodeJS.ProcessEnv = process.env): Promise<Config> {
  const [{ loadConfig }, { findMisspelledSettings }, { describeDatabases }] = await Promise.all([
    import('../platform/config.ts'),
    import('../platform/misspelled-settings.ts'),
    import('../platform/db/databases.ts'),
  ]);
  for (const { variable, setting } of findMisspelledSettings(env)) {
    process.stderr.write(`dray: warning: ${variable} is not a setting and has no effect; did you mean ${setting}?\n`);
  }
  const config = await loadConfig(env, process.cwd(), { createSecretKey: mayCreate });
  running.databases = describeDatabases(config, running.environments);
  if (running.verbose) process.stderr.write(`dray: ${running.databases}\n`);
  return config;
}

/**
 * The settings of a command that works on existing databases. It logs only warnings and errors, unless the environment sets LOG_LEVEL: the
 * level in dray.config.mjs is that of the server.
 */
export function loadCommandSettings(): Promise<Config> {
  return loadProgramSettings(false, { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' });
}

/**
 * Runs `work` with or without a running server, then closes everything, also on failure. An `AppError` with a status below 500
 * becomes a `CliError`.
 */
export async function withComposedSystem<T>(work: (system: ComposedSystem) => Promise<T>): Promise<T> {
  // First, because loading the rest takes longer than reporting a wrong setting.
  const config = await loadCommandSettings();
  const [{ createLogger }, { openSystem }] = await Promise.all([
    import('../platform/logger.ts'),
    import('../compose.ts'),
  ]);
  const system = await openSystem(config, createLogger(config), 'command');
  const { AppError } = await import('../platform/errors.ts');
  try {
    return await work(system);
  } catch (error) {
    throw error instanceof AppError && error.status < 500 ? rejectedCommand(error) : error;
  } finally {
    await system.close();
  }
}

/** `withComposedSystem` for a command that works in one environment. */
export function withEnvironment<T>(
  { environment }: { readonly environment: EnvironmentName },
  work: (environment: Environment) => Promise<T>,
): Promise<T> {
  return withComposedSystem(({ environments }) => work(environments[environment]));
}

/** A rejection in one line: exit code 2 for an invalid value, else 1. Commands check by themselves what they can report more precisely. */
const rejectedCommand = ({ message, refusal }: AppError): CliError =>
  new CliError(message, refusal.code === 'ValidationFailed' ? 2 : 1);

/**
 * The text that `main` prints for a failed command: one line for an error that the operator can fix, the stack of any
 * other. It ends with the databases of the command, once its settings were read.
 */
export function formatCommandError(error: unknown): string {
  const where = running.databases === undefined ? '' : ` [${running.databases}]`;
  if (error instanceof CliError) return `dray: ${error.message}${where}\n`;
  return `dray: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}${where}\n`;
}
