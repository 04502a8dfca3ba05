/** Turns the error of a failed `listen` into one line that names the settings. */
import { CliError } from '../cli-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'needs more rights than this account has',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not a known name',
};

/** `undefined` for an error that does not come from listening. `settings`: `HOST 127.0.0.1, PORT 8080`. */
export function toListenError(error: unknown, settings: string): CliError | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  return new CliError(`${settings} ${reasons[code] ?? `cannot be used (${code})`}`, 1, { cause: error });
}
