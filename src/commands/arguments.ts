/** Options that several commands share. */
import os from 'node:os';
import { Option } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';

export const environmentNames: readonly EnvironmentName[] = ['production', 'test'];

export function environmentOption(): Option {
  return new Option('--environment <name>', 'production or test').choices(environmentNames);
}

/** Who works at this terminal, as the log names it: the account's name, or its number where it has none (containers). */
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

/** One JSON document, alone on its line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
