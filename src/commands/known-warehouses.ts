/** The check of warehouse codes that a command line names. */

import { CliError } from '../platform/cli-error.ts';
import type { Environment } from '../platform/environment.ts';

/** Throws a `CliError` for the first code that names no warehouse of the environment. */
export async function assertWarehousesExist(
  { db, name }: Pick<Environment, 'db' | 'name'>,
  codes: readonly string[],
): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { warehouses } = await readOperatorSettings(db);
  const unknown = codes.find((code) => !warehouses.has(code));
  if (unknown === undefined) return;
  const known = [...warehouses.keys()].join(', ');
  throw new CliError(`There is no warehouse ${JSON.stringify(unknown)} in ${name}; there are ${known}.`);
}
