/** Options that several commands share. */
import os from 'node:os';
import { Option } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';

export const environmentNames: readonly EnvironmentName[] = ['production', 'test'];

export function environmentOption(): Option {
  return new Option('--environment <name>', 'production or test').choices(environmentNames);
}

/** The actor that the log records for commands: the account's name, or its uid where it has no name (containers). */
export function operatorActor(): string {
  return `operator:${accountName()}`;
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
