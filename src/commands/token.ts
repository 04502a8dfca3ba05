/** `dray token create` and `dray token revoke`. */
import { Command } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, operatorActor, printJson, withCustomerOption } from './arguments.ts';
import { withSystem } from './session.ts';

export function tokenCommand(): Command {
  return new Command('token')
    .description('create and revoke long-lived access tokens')
    .addCommand(
      withCustomerOption(new Command('create'))
        .description('create a long-lived token for a customer, shown this once')
        .addOption(environmentOption().makeOptionMandatory())
        .option('--json', 'print {"CustomerNo","TokenId","AccessToken"} and nothing else')
        .action(create),
    )
    .addCommand(
      withCustomerOption(new Command('revoke'))
        .description('revoke a token: within a second it is valid nowhere')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--token <token>', 'the id of the token, or the token itself')
        .option('--json', 'print {"CustomerNo","TokenId"} and nothing else')
        .action(revoke),
    );
}

interface TokenOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly json?: true;
}

async function create(options: TokenOptions): Promise<void> {
  const { createToken, secretsOf } = await import('../auth/index.ts');
  const { tokenId, accessToken } = await withSystem(({ environments }) => {
    const { db, config } = environments[options.environment];
    return createToken(db, secretsOf(config), {
      environment: options.environment,
      customerNo: options.customer,
      actor: operatorActor(),
    });
  });
  if (options.json) return printJson({ CustomerNo: options.customer, TokenId: tokenId, AccessToken: accessToken });
  process.stdout.write(`TokenId      ${tokenId}\nAccessToken  ${accessToken}\nThe token is not shown again.\n`);
}

async function revoke(options: TokenOptions & { readonly token: string }): Promise<void> {
  const { revokeToken, secretsOf } = await import('../auth/index.ts');
  const { tokenId } = await withSystem(({ environments }) => {
    const { db, config } = environments[options.environment];
    return revokeToken(db, secretsOf(config), {
      customerNo: options.customer,
      token: options.token,
      actor: operatorActor(),
    });
  });
  if (options.json) return printJson({ CustomerNo: options.customer, TokenId: tokenId });
  process.stdout.write(`token ${tokenId} of customer ${options.customer} is revoked\n`);
}
