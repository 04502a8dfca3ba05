/** Options that several commands share. */
import os from 'node:os';
import { type Command, Option } from 'commander';
import { uuidv7 } from '../lib/uuid.ts';
import type { EnvironmentName } from '../platform/environment.ts';

export const environmentNames: readonly EnvironmentName[] = ['production', 'test'];

export function environmentOption(): Option {
  return new Option('--environment <name>', 'production or test').choices(environmentNames);
}

/** Adds the mandatory `--customer`. Earlier versions called it `--no` in some commands; it is still read. */
export function withCustomerOption(command: Command, description = 'the customer'): Command {
  return command
    .addOption(new Option('--customer <CustomerNo>', description).makeOptionMandatory())
    .addOption(new Option('--no <CustomerNo>').hideHelp())
    .on('option:no', (customerNo: string) => command.setOptionValue('customer', customerNo));
}

/** The actor that the log records for commands: the account's name, or its uid where it has no name (containers). */
export function readCommandActorName(): string {
  return `operator:${accountName()}`;
}

/**
 * The actor of a command for the log and the audit: the account, the command, and a transaction reference of its own.
 */
export function createCommandAuditActor(command: string) {
  return { actor: readCommandActorName(), operation: `dray ${command}`, reference: uuidv7() };
}

function accountName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Prints one JSON document on one line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints what a command did: the record with `--json`, otherwise the line. */
export function printResult({ json }: { readonly json?: true | undefined }, record: object, line: string): void {
  if (json) printJson(record);
  else process.stdout.write(`${line}\n`);
}
