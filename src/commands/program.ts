/** The command tree. Each command loads the slices that it uses when it runs, so that `--help` is fast. */
import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { computeEditDistance } from '../lib/spelling-distance.ts';
import { archiveCommand, restoreArchiveCommand } from './archive.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { balancesCommand } from './balances.ts';
import { calendarCommand } from './calendar.ts';
import { carrierCommand } from './carrier.ts';
import { carrierRuleCommand } from './carrier-rule.ts';
import { copyDatabaseCommand } from './copy-database.ts';
import { creditCommand } from './credit.ts';
import { customerCommand } from './customer.ts';
import { cutoffCommand } from './cutoff.ts';
import { explainCommand } from './explain.ts';
import { handOverCommand } from './hand-over.ts';
import { holdCommand } from './hold.ts';
import { importCommand } from './import.ts';
import { inventoryStatusCommand } from './inventory-status.ts';
import { labelCommand } from './label.ts';
import { licenseCommand } from './license.ts';
import { membershipCommand } from './membership.ts';
import { migrateCommand } from './migrate.ts';
import { operatorCommand } from './operator.ts';
import { orderCommand } from './order.ts';
import { orderIndexCommand } from './order-index.ts';
import { packingRuleCommand } from './packing-rule.ts';
import { passwordCommand } from './password.ts';
import { portalCommand } from './portal.ts';
import { reasonCodeCommand } from './reason-code.ts';
import { serveCommand } from './serve.ts';
import { setRunningCommand } from './session.ts';
import { shipperCommand } from './shipper.ts';
import { sqlCommand } from './sql.ts';
import { tokenCommand } from './token.ts';
import { verifyCommand } from './verify.ts';
import { warehouseCommand } from './warehouse.ts';
import { warehouseAddressCommand } from './warehouse-address.ts';
import { weatherCommand } from './weather.ts';

/**
 * A new command tree. Parsing an invalid command line prints one line to standard error and throws a `CommanderError`;
 * `--help` and `--version` print theirs and throw one with exit code 0.
 */
export function createCommandTree(): Command {
  const dray = new Command('dray')
    .description('Shipping and fulfillment for wineries: orders, stock, warehouses, carriers and tracking.')
    .version(manifest.version)
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nSettings come from the environment and from dray.config.mjs: see dray.config.example.mjs.',
    );
  const commands = [
    serveCommand(),
    migrateCommand(),
    verifyCommand(),
    explainCommand(),
    sqlCommand(),
    backupCommand(),
    restoreCommand(),
    archiveCommand(),
    restoreArchiveCommand(),
    copyDatabaseCommand(),
    balancesCommand(),
    customerCommand(),
    passwordCommand(),
    membershipCommand(),
    tokenCommand(),
    operatorCommand(),
    importCommand(),
    orderCommand(),
    holdCommand(),
    orderIndexCommand(),
    weatherCommand(),
    licenseCommand(),
    creditCommand(),
    labelCommand(),
    handOverCommand(),
    carrierCommand(),
    carrierRuleCommand(),
    warehouseCommand(),
    warehouseAddressCommand(),
    cutoffCommand(),
    calendarCommand(),
    inventoryStatusCommand(),
    reasonCodeCommand(),
    shipperCommand(),
    packingRuleCommand(),
    portalCommand(),
  ];
  for (const command of commands) dray.addCommand(command);
  return makeStrict(dray).hook('preAction', (_program, command) => setRunningCommand(command));
}

/** Commands that were created separately do not inherit these settings. */
function makeStrict(command: Command): Command {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .allowExcessArguments(false)
    .option('--verbose', 'print to standard error which database the command works with')
    .configureOutput({
      outputError: (text, write) => {
        const line = text
          .trim()
          .replace(/^error: /, '')
          .replaceAll(/\s*\n\s*/g, ' ')
          .replace(/[.]$/, '');
        write(`dray: ${line}; see ${commandPath(command)} --help\n`);
      },
    });
  if (command.commands.length > 0) {
    // A group without a subcommand, or with an unknown one, is a usage error like an unknown option.
    command.action((_options, group: Command) => {
      const [unknown] = group.args;
      if (unknown === undefined) group.error('a command is missing');
      failForUnknownCommand(group, unknown);
    });
    command.allowExcessArguments(true);
    // Commander prints the help of the group without a look at what stands before `--help`.
    command.addHelpText('before', () => {
      const [named] = command.args.filter((each) => each !== '--help' && each !== '-h');
      const isCommand = named?.startsWith('-') || command.commands.some((each) => each.name() === named);
      if (named !== undefined && !isCommand) failForUnknownCommand(command, named);
      return '';
    });
  }
  for (const child of command.commands) makeStrict(child);
  return command;
}

function failForUnknownCommand(group: Command, unknown: string): never {
  group.error(`unknown command '${unknown}'${suggested(unknown, group)}`);
}

/** A command of the group whose name differs by at most two typing errors, and by at most one for each three of its letters. */
function suggested(unknown: string, { commands }: Command): string {
  const name = commands
    .map((command) => command.name())
    .find((each) => computeEditDistance(each, unknown, 2) <= Math.min(2, each.length / 3));
  return name === undefined ? '' : ` (Did you mean ${name}?)`;
}

function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}
