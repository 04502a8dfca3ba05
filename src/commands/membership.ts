/**
 * `dray membership grant`, `revoke` and `list`: the customers that a user may act for, and with which right (decision
 * 7).
 */
import { Command, Option } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson, printResult, withCustomerOption } from './arguments.ts';
import { createCommandAdministrationActor } from './audited.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function membershipCommand(): Command {
  return new Command('membership')
    .description('manage which users may act for which customers')
    .addCommand(
      customerScopedCommand('grant', 'let a user act for a customer, or change its rights')
        .requiredOption('--user <UserKey>', 'the user')
        .addOption(new Option('--rights <rights>', 'write includes read').choices(['read', 'write']).default('write'))
        .option('--json', 'print {"CustomerNo","UserKey","Rights"} and nothing else')
        .action(grant),
    )
    .addCommand(
      customerScopedCommand(
        'revoke',
        'end the right of a user to act for a customer; effective everywhere within a second',
      )
        .requiredOption('--user <UserKey>', 'the user')
        .option('--json', 'print {"CustomerNo","UserKey"} and nothing else')
        .action(revoke),
    )
    .addCommand(
      customerScopedCommand('list', 'list who may act for a customer')
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

function customerScopedCommand(name: string, description: string): Command {
  return withCustomerOption(new Command(name))
    .description(description)
    .addOption(environmentOption().makeOptionMandatory());
}

interface MembershipOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly json?: true;
}

interface UserOptions extends MembershipOptions {
  readonly user: string;
}

async function grant(options: UserOptions & { readonly rights: 'read' | 'write' }): Promise<void> {
  const { grantMembership } = await import('../auth/index.ts');
  const actor = await createCommandAdministrationActor('membership grant');
  const { customer: customerNo, user: userKey, rights } = options;
  await withEnvironment(options, ({ db }) => grantMembership(db, { customerNo, userKey, rights, ...actor }));
  const granted = { CustomerNo: customerNo, UserKey: userKey, Rights: rights };
  printResult(options, granted, `${userKey} may ${rights} for ${customerNo}`);
}

async function revoke(options: UserOptions): Promise<void> {
  const { revokeMembership } = await import('../auth/index.ts');
  const actor = await createCommandAdministrationActor('membership revoke');
  const { customer: customerNo, user: userKey } = options;
  await withEnvironment(options, ({ db }) => revokeMembership(db, { customerNo, userKey, ...actor }));
  printResult(options, { CustomerNo: customerNo, UserKey: userKey }, `${userKey} may no longer act for ${customerNo}`);
}

async function list(options: MembershipOptions): Promise<void> {
  const { listMemberships } = await import('../auth/index.ts');
  const members = await withEnvironmentAssertingCustomer(options, ({ db }) => listMemberships(db, options.customer));
  if (options.json) {
    return printJson(
      members.map(({ userKey, partner, rights }) => ({ UserKey: userKey, Partner: partner, Rights: rights })),
    );
  }
  for (const { userKey, partner, rights } of members) {
    process.stdout.write(`${userKey}  ${rights.padEnd(5)}  ${partner}\n`);
  }
  if (members.length === 0) process.stdout.write('No user may act for this customer.\n');
}
