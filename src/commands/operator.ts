/** `dray operator create`. */
import { Command, Option } from 'commander';
import { uuidv7 } from '../lib/uuid.ts';
import { CliError } from '../platform/cli-error.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { operatorRoles, type Role } from '../platform/http/operator-operation.ts';
import { environmentOption, operatorActor, printJson } from './arguments.ts';
import { withSystem } from './session.ts';

export function operatorCommand(): Command {
  return new Command('operator')
    .description('create, list and disable operators, who sign in to the portal')
    .addCommand(
      new Command('create')
        .description('create an operator with a generated password, shown this once')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--email <address>', 'what the operator signs in with')
        .addOption(new Option('--role <role>', 'what the operator may do').choices(operatorRoles).makeOptionMandatory())
        .option('--warehouses <codes>', 'the warehouses that the operator works in: APC01,APC02; default: all')
        .option('--json', 'print {"Email","Password"} and nothing else')
        .action(create),
    );
}

interface CreateOptions {
  readonly environment: EnvironmentName;
  readonly email: string;
  readonly role: Role;
  readonly warehouses?: string;
  readonly json?: true;
}

async function create({ environment, email, role, warehouses = '', json }: CreateOptions): Promise<void> {
  const [{ createOperator, isEmail, operatorSecretsOf }, { readOperatorSettings }] = await Promise.all([
    import('../operators/index.ts'),
    import('../operator-settings/index.ts'),
  ]);
  if (!isEmail(email)) throw new CliError(`${JSON.stringify(email)} is not an e-mail address`);
  const codes = warehouses
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  const created = await withSystem(async ({ environments }) => {
    const { db, config } = environments[environment];
    const { warehouses: known } = await readOperatorSettings(db);
    const unknown = codes.find((code) => !known.has(code));
    if (unknown !== undefined) {
      const names = [...known.keys()].join(', ');
      throw new CliError(`There is no warehouse ${JSON.stringify(unknown)}; there are ${names}.`);
    }
    const context = { actor: operatorActor(), operation: 'dray operator create', reference: uuidv7() };
    return await createOperator(db, operatorSecretsOf(config), { email, role, warehouses: codes }, context);
  });
  if (created === undefined) throw new CliError(`there is an operator ${email} already; see dray operator list`);
  if (json) return printJson({ Email: created.email, Password: created.password });
  process.stdout.write(`Email     ${created.email}\nPassword  ${created.password}\nThe password is not shown again.\n`);
}
