/** `dray token create`, `dray token revoke` and `dray token list`. */
import { Command, Option } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson, printResult, withCustomerOption } from './arguments.ts';
import { createCommandAdministrationActor } from './audited.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function tokenCommand(): Command {
  return new Command('token')
    .description('create, list and revoke access tokens')
    .addCommand(
      withCustomerOption(new Command('create'))
        .description('create a long-lived token for a customer, shown only now')
        .addOption(environmentOption().makeOptionMandatory())
        .addOption(
          new Option('--scope <scope>', 'read: queries only; write: changes too')
            .choices(['read', 'write'])
            .default('write'),
        )
        .option('--json', 'print {"CustomerNo","TokenId","AccessToken"} and nothing else')
        .action(create),
    )
    .addCommand(
      withCustomerOption(new Command('revoke'))
        .description('revoke a token; it becomes invalid everywhere within a second')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--token <token>', 'the id of the token, or the token itself')
        .option('--json', 'print {"CustomerNo","TokenId"} and nothing else')
        .action(revoke),
    )
    .addCommand(
      withCustomerOption(new Command('list'))
        .description(
          "list a customer's valid tokens, without the tokens themselves; at most 1,000, long-lived ones before others",
        )
        .addOption(environmentOption().makeOptionMandatory())
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

interface TokenOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly json?: true;
}

async function create(options: TokenOptions & { readonly scope: 'read' | 'write' }): Promise<void> {
  const { createLongLivedToken, credentialSecretsOf } = await import('../auth/index.ts');
  const { tokenId, accessToken } = await withEnvironmentAssertingCustomer(options, async (environment) => {
    return await createLongLivedToken(environment.db, credentialSecretsOf(environment.config), {
      environment: options.environment,
      customerNo: options.customer,
      scope: options.scope,
      ...(await createCommandAdministrationActor('token create')),
    });
  });
  const text = `TokenId      ${tokenId}\nAccessToken  ${accessToken}\nThe token is not shown again.`;
  printResult(options, { CustomerNo: options.customer, TokenId: tokenId, AccessToken: accessToken }, text);
}

async function revoke(options: TokenOptions & { readonly token: string }): Promise<void> {
  const { revokeToken, credentialSecretsOf } = await import('../auth/index.ts');
  const actor = await createCommandAdministrationActor('token revoke');
  const { tokenId } = await withEnvironment(options, ({ db, config }) => {
    return revokeToken(db, credentialSecretsOf(config), {
      customerNo: options.customer,
      token: options.token,
      ...actor,
    });
  });
  const { customer } = options;
  printResult(
    options,
    { CustomerNo: customer, TokenId: tokenId },
    `token ${tokenId} of customer ${customer} is revoked`,
  );
}

async function list(options: TokenOptions): Promise<void> {
  const { listTokens } = await import('../auth/index.ts');
  const tokens = await withEnvironmentAssertingCustomer(options, ({ db }) => listTokens(db, options.customer));
  if (options.json) {
    return printJson(
      tokens.map(({ tokenId, createdAt, createdBy, expiresAt, scope }) => ({
        TokenId: tokenId,
        CreatedAt: createdAt.toString(),
        CreatedBy: createdBy,
        ExpiresAt: expiresAt?.toString() ?? '',
        Scope: scope,
      })),
    );
  }
  for (const { tokenId, createdAt, createdBy, expiresAt, scope } of tokens) {
    const end = expiresAt === null ? 'until it is revoked' : `until ${formatTime(expiresAt)}`;
    process.stdout.write(
      `${tokenId}  created ${formatTime(createdAt)} by ${createdBy}, ${scope === 'read' ? 'may only read, ' : ''}valid ${end}\n`,
    );
  }
  if (tokens.length === 0) process.stdout.write(`${options.customer} has no valid tokens\n`);
}

const formatTime = (time: Temporal.Instant): string => time.toString({ smallestUnit: 'second' });
