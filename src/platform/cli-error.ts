/** Errors of the start and of commands that the operator can fix. */

/** Exit codes of errors: 1 the work failed, 2 the command or a setting is wrong. */
export type ExitCode = 1 | 2;

/** Its message is one line that names what is wrong; `main` prints it without a stack and exits with `exitCode`. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/**
 * The error for a customer number that does not exist in `environment`, which is undefined where the caller does not
 * know it.
 */
export function unknownCustomerError(customerNo: string, environment: 'production' | 'test' | undefined): CliError {
  const name = JSON.stringify(customerNo);
  if (environment === undefined) return new CliError(`There is no customer ${name}.`);
  return new CliError(
    `There is no customer ${name} in ${environment}: "dray customer list" shows the customers of both environments.`,
  );
}
