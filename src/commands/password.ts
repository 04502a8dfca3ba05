/** `dray password rotate` and `dray password revoke`. Two passwords are valid during a rotation (decision 7). */
import { Command } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printResult } from './arguments.ts';
import { createCommandAdministrationActor } from './audited.ts';
import { withEnvironment } from './session.ts';

export function passwordCommand(): Command {
  return new Command('password')
    .description('rotate the passwords of API users')
    .addCommand(
      new Command('rotate')
        .description('create a second password, shown only now; the first stays valid until it is revoked')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--user <UserKey>', 'the user')
        .option('--json', 'print {"UserKey","PasswordId","Password"} and nothing else')
        .action(rotate),
    )
    .addCommand(
      new Command('revoke')
        .description('end a rotation: the older password becomes invalid everywhere within a second')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--user <UserKey>', 'the user')
        .option('--password-id <id>', 'this password instead of the older one, even if it is the only one')
        .option('--json', 'print {"UserKey","PasswordId"} and nothing else')
        .action(revoke),
    );
}

interface PasswordOptions {
  readonly environment: EnvironmentName;
  readonly user: string;
  readonly json?: true;
}

async function rotate({ environment, user, json }: PasswordOptions): Promise<void> {
  const { startPasswordRotation, credentialSecretsOf } = await import('../auth/index.ts');
  const actor = await createCommandAdministrationActor('password rotate');
  const { passwordId, password } = await withEnvironment({ environment }, ({ db, config }) => {
    return startPasswordRotation(db, credentialSecretsOf(config), { environment, userKey: user, ...actor });
  });
  const text = `PasswordId  ${passwordId}\nPassword    ${password}\nThe password is not shown again.`;
  printResult({ json }, { UserKey: user, PasswordId: passwordId, Password: password }, text);
}

async function revoke({
  environment,
  user,
  passwordId,
  json,
}: PasswordOptions & { readonly passwordId?: string }): Promise<void> {
  const { revokePassword } = await import('../auth/index.ts');
  const actor = await createCommandAdministrationActor('password revoke');
  const revoked = await withEnvironment({ environment }, ({ db }) => {
    const named = passwordId === undefined ? {} : { passwordId };
    return revokePassword(db, { userKey: user, ...named, ...actor });
  });
  const { passwordId: PasswordId } = revoked;
  printResult({ json }, { UserKey: user, PasswordId }, `password ${PasswordId} of ${user} is revoked`);
}
