/** `dray customer import-credentials`: pairs of UserKey and Password that partners already use (docs/switching-over.md). */
import { Command, Option } from 'commander';
import type { AccessTokenRequirement } from '../auth/index.ts';
import { formatCountWithNoun } from '../lib/text.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Tx } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';
import { createCommandAdministrationActor } from './audited.ts';
import { formatCsvFaults, readTextFile, toWireCsvFault, withCsvErrorsAsCliErrors } from './csv-file.ts';
import { withEnvironment } from './session.ts';

/** `--token-policy`, also for `customer create` and `customer update`. */
export function tokenPolicyOption(): Option {
  return new Option(
    '--token-policy <policy>',
    'whether operations that name an access token require it, instead of the setting TOKEN_POLICY',
  ).choices(['required', 'optional']);
}

/** The subcommand of `customer`. */
export function importCredentialsCommand(): Command {
  return new Command('import-credentials')
    .description('import pairs of UserKey and Password that partners already use; passwords are hashed and never shown')
    .argument(
      '<file>',
      'a CSV file in UTF-8 with the columns customer_no, user_key, password and optionally customer_name, partner, rights',
    )
    .addOption(environmentOption().makeOptionMandatory())
    .addOption(tokenPolicyOption())
    .option('--json', 'print {"Imported","Unchanged","CustomersCreated","Faults"} and nothing else')
    .addHelpText(
      'after',
      '\nA customer that does not exist is created if its row has a customer_name. Invalid rows are skipped and listed, and the exit code is 1. Running it again changes nothing.',
    )
    .action(run);
}

interface Options {
  readonly environment: EnvironmentName;
  readonly tokenPolicy?: AccessTokenRequirement;
  readonly json?: true;
}

async function hasRevocation(tx: Tx, { customerNo, userKey }: { customerNo: string; userKey: string }) {
  const { countAudit } = await import('../operators/index.ts');
  const revoked = { actions: ['membership.revoked'], subjects: [userKey], customerNos: [customerNo] };
  return (await countAudit(tx, { emails: [], from: undefined, to: undefined, ...revoked }, 1)) > 0;
}

async function run(file: string, options: Options): Promise<void> {
  const { importApiCredentials, parseCredentialFile, credentialSecretsOf } = await import('../auth/index.ts');
  const actor = await createCommandAdministrationActor('customer import-credentials');
  const text = await readTextFile(file);
  const { rows, faults: fileFaults } = await withCsvErrorsAsCliErrors(() =>
    parseCredentialFile(text, options.environment),
  );
  const result = await withEnvironment(options, ({ db, config }) => {
    const { tokenPolicy } = options;
    const input = { rows, hasRevocation, ...actor, ...(tokenPolicy === undefined ? {} : { tokenPolicy }) };
    return importApiCredentials(db, credentialSecretsOf(config), input);
  });
  const { imported, unchanged, customersCreated } = result;
  const faults = [...fileFaults, ...result.faults].sort((a, b) => a.line - b.line);
  if (faults.length > 0 || imported + unchanged === 0) process.exitCode = 1;
  if (options.json) {
    const counts = { Imported: imported, Unchanged: unchanged, CustomersCreated: customersCreated };
    return printJson({ ...counts, Faults: faults.map(toWireCsvFault) });
  }
  process.stderr.write(formatCsvFaults(file, faults));
  if (imported + unchanged === 0) throw new CliError(`${file} has no valid row: nothing was imported`);
  const known = unchanged === 0 ? '' : `, ${unchanged} existed already`;
  const created = customersCreated === 0 ? '' : `; created ${formatCountWithNoun(customersCreated, 'customer')}`;
  process.stdout.write(
    `${options.environment}: imported ${formatCountWithNoun(imported, 'credential')}${known}${created}\n`,
  );
}
