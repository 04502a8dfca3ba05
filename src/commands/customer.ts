/** `dray customer create` and `dray customer list`, with `update` and `import-credentials` (in their own files). */
import { Command } from 'commander';
import type { AccessTokenRequirement } from '../auth/index.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentNames, environmentOption, printJson, withCustomerOption } from './arguments.ts';
import { createCommandAdministrationActor } from './audited.ts';
import { customerUpdateCommand } from './customer-update.ts';
import { importCredentialsCommand, tokenPolicyOption } from './import-credentials.ts';
import { withComposedSystem, withEnvironment } from './session.ts';

export function customerCommand(): Command {
  return new Command('customer')
    .description('create, change and list customers')
    .addCommand(
      withCustomerOption(new Command('create'), 'its number: letters, digits, ".", "_", "-"')
        .description('create a customer with a user, a password and a long-lived token, all shown only now')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--name <name>', 'its name')
        .addOption(tokenPolicyOption())
        .option('--json', 'print {"CustomerNo","UserKey","Password","AccessToken","TokenId"} and nothing else')
        .action(create),
    )
    .addCommand(importCredentialsCommand())
    .addCommand(customerUpdateCommand())
    .addCommand(
      new Command('list')
        .description('list customers and their users')
        .addOption(environmentOption())
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

interface CreateOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly name: string;
  readonly tokenPolicy?: AccessTokenRequirement;
  readonly json?: true;
}

async function create(options: CreateOptions): Promise<void> {
  const actor = await createCommandAdministrationActor('customer create');
  const { createCustomer, credentialSecretsOf } = await import('../auth/index.ts');
  const created = await withEnvironment(options, ({ db, config }) => {
    return createCustomer(db, credentialSecretsOf(config), {
      environment: options.environment,
      customerNo: options.customer,
      name: options.name,
      ...(options.tokenPolicy === undefined ? {} : { tokenPolicy: options.tokenPolicy }),
      ...actor,
    });
  });
  const wire = {
    CustomerNo: created.customerNo,
    UserKey: created.userKey,
    Password: created.password,
    AccessToken: created.accessToken,
    TokenId: created.tokenId,
  };
  if (options.json) return printJson(wire);
  const lines = Object.entries(wire).map(([name, value]) => `${name.padEnd(12)} ${value}`);
  process.stdout.write(`${lines.join('\n')}\nThe password and the token are not shown again.\n`);
}

async function list(options: { readonly environment?: EnvironmentName; readonly json?: true }): Promise<void> {
  const { allCustomersLimit, listCustomers } = await import('../auth/index.ts');
  const listed = await withComposedSystem(async ({ environments }) => {
    const names = options.environment === undefined ? environmentNames : [options.environment];
    const customers = await Promise.all(
      names.map((name) => listCustomers(environments[name].db, { limit: allCustomersLimit })),
    );
    return names.flatMap((environment, index) =>
      (customers[index] ?? []).map((customer) => ({ environment, customer })),
    );
  });
  if (options.json) {
    return printJson(
      listed.map(({ environment, customer }) => ({
        Environment: environment,
        CustomerNo: customer.customerNo,
        CustomerName: customer.name,
        UserKeys: customer.userKeys,
        TokenPolicy: customer.tokenPolicy ?? '',
        CreatedAt: customer.createdAt.toString(),
      })),
    );
  }
  for (const { environment, customer } of listed) {
    const { customerNo, name, userKeys, tokenPolicy } = customer;
    const token = tokenPolicy === undefined ? '' : `, token ${tokenPolicy}`;
    process.stdout.write(
      `${environment.padEnd(10)} ${customerNo.padEnd(12)} ${name} (${userKeys.join(', ')})${token}\n`,
    );
  }
  if (listed.length === 0) process.stdout.write('there are no customers\n');
}
