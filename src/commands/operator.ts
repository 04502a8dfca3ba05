/** `dray operator create`, `list`, `disable`, `enable`, `reset-password` and `reset-totp`. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { type OperatorRole, operatorRoles } from '../platform/http/operator-operation.ts';
import { createCommandAuditActor, environmentOption, printJson, printResult } from './arguments.ts';
import { assertWarehousesExist } from './known-warehouses.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironment } from './session.ts';

export function operatorCommand(): Command {
  return new Command('operator')
    .description('create, list and disable operators, who sign in to the portal')
    .addCommand(
      withEmail(new Command('create'), 'the address that the operator signs in with')
        .description('create an operator with a generated password, shown this once')
        .addOption(
          new Option('--role <role>', 'the role, which decides what the operator may do')
            .choices(operatorRoles)
            .makeOptionMandatory(),
        )
        .option(
          '--warehouses <codes>',
          'the warehouses that the operator works in: APC01,APC02; default: all',
          parseCodes,
        )
        .option('--station', 'a shared station, at which people identify by badge and PIN')
        .option('--json', 'print {"Email","Password"} and nothing else')
        .action(create),
    )
    .addCommand(
      new Command('list')
        .description('list all operators, also disabled ones')
        .addOption(environmentOption().makeOptionMandatory())
        .option('--json', 'print one JSON array')
        .action(list),
    )
    .addCommand(
      withEmail(new Command('disable'))
        .description('end the sessions of an operator and refuse sign-ins')
        .option('--json', 'print {"Email","IsDisabled"} and nothing else')
        .action((options: OperatorOptions) => disable(options, true)),
    )
    .addCommand(
      withEmail(new Command('enable'))
        .description('permit sign-ins of a disabled operator again')
        .option('--json', 'print {"Email","IsDisabled"} and nothing else')
        .action((options: OperatorOptions) => disable(options, false)),
    )
    .addCommand(
      withEmail(new Command('reset-password'))
        .description(
          'replace a password by a generated one, shown this once; unlocks the account and ends its sessions',
        )
        .option('--json', 'print {"Email","Password"} and nothing else')
        .action(resetPasswordByCommand),
    )
    .addCommand(
      withEmail(new Command('reset-totp'))
        .description('remove a lost authenticator app: the password is enough to sign in')
        .option('--json', 'print {"Email","HasTotp"} and nothing else')
        .action(removeTotp),
    );
}

function withEmail(command: Command, description = 'the operator'): Command {
  return command.addOption(environmentOption().makeOptionMandatory()).requiredOption('--email <address>', description);
}

interface OperatorOptions {
  readonly environment: EnvironmentName;
  readonly email: string;
  readonly json?: true;
}

interface CreateOptions extends OperatorOptions {
  readonly role: OperatorRole;
  readonly warehouses?: readonly string[];
  readonly station?: true;
}

/** An empty list is refused: with a variable of a script that is not set, a person would work in all warehouses. */
function parseCodes(text: string): readonly string[] {
  const codes = text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  if (codes.length === 0)
    throw new InvalidArgumentError('It must name a warehouse; without it the operator works in all.');
  return codes;
}

async function create({ environment, email, role, warehouses = [], station, json }: CreateOptions): Promise<void> {
  const { createOperator, deriveOperatorAuthKeys } = await import('../operators/index.ts');
  const created = await withEnvironment({ environment }, async ({ db, config, name }) => {
    await assertWarehousesExist({ db, name }, warehouses);
    const operator = { email, role, warehouses, isStation: station === true };
    return await createOperator(
      db,
      deriveOperatorAuthKeys(config),
      operator,
      createCommandAuditActor('operator create'),
    );
  });
  printPassword(valueOrThrowCliError(created), json);
}

async function list({ environment, json }: Pick<OperatorOptions, 'environment' | 'json'>): Promise<void> {
  const { listOperators } = await import('../operators/index.ts');
  const filter = { roles: [], text: '', includeDisabled: true };
  const operators = await withEnvironment({ environment }, ({ db }) => listOperators(db, filter, '', maxListed));
  if (json) {
    return printJson(
      operators.map(({ email, role, warehouses, isStation, hasTotp, isDisabled, createdAt }) => ({
        Email: email,
        Role: role,
        Warehouses: warehouses,
        IsStation: isStation,
        HasTotp: hasTotp,
        IsDisabled: isDisabled,
        CreatedAt: createdAt.toString(),
      })),
    );
  }
  for (const { email, role, warehouses, isStation, hasTotp, isDisabled } of operators) {
    const notes = [
      warehouses.length === 0 ? 'all warehouses' : warehouses.join(', '),
      ...(isStation ? ['shared station'] : []),
      ...(hasTotp ? ['authenticator app'] : []),
      ...(isDisabled ? ['disabled'] : []),
    ];
    process.stdout.write(`${email}  ${role}, ${notes.join(', ')}\n`);
  }
  if (operators.length === 0) process.stdout.write(`there are no operators in ${environment}\n`);
}

const maxListed = 10_000;

async function disable({ environment, email, json }: OperatorOptions, isDisabled: boolean): Promise<void> {
  const { setOperatorDisabled } = await import('../operators/index.ts');
  const context = createCommandAuditActor(`operator ${isDisabled ? 'disable' : 'enable'}`);
  const changed = await withEnvironment({ environment }, ({ db }) =>
    setOperatorDisabled(db, email, isDisabled, context),
  );
  const operator = valueOrThrowCliError(changed);
  const line = `operator ${operator.email} is ${isDisabled ? 'disabled and signed out' : 'enabled'}`;
  printResult({ json }, { Email: operator.email, IsDisabled: operator.isDisabled }, line);
}

async function resetPasswordByCommand({ environment, email, json }: OperatorOptions): Promise<void> {
  const { deriveOperatorAuthKeys, resetOperatorPassword } = await import('../operators/index.ts');
  const context = createCommandAuditActor('operator reset-password');
  const reset = await withEnvironment({ environment }, ({ db, config }) =>
    resetOperatorPassword(db, deriveOperatorAuthKeys(config), email, { resetTotp: false }, context),
  );
  printPassword(valueOrThrowCliError(reset), json);
}

async function removeTotp({ environment, email, json }: OperatorOptions): Promise<void> {
  const { resetOperatorTotp } = await import('../operators/index.ts');
  const reset = await withEnvironment({ environment }, ({ db }) =>
    resetOperatorTotp(db, email, createCommandAuditActor('operator reset-totp')),
  );
  const operator = valueOrThrowCliError(reset);
  const shown = { Email: operator.email, HasTotp: operator.hasTotp };
  printResult({ json }, shown, `operator ${operator.email} signs in with the password alone`);
}

function printPassword(issued: { readonly email: string; readonly password: string }, json: true | undefined): void {
  const { email, password } = issued;
  const text = `E-mail    ${email}\nPassword  ${password}\nThe password is not shown again.`;
  printResult({ json }, { Email: email, Password: password }, text);
}
