/** `dray reason-code list`, `set` and `remove`: why stock changes, shown as the reference of the movement (decision 10). */
import { Command, Option } from 'commander';
import type { ReasonCode } from '../inventory/index.ts';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, printRows, type SettingsSubcommandOptions } from './settings-options.ts';

export function reasonCodeCommand(): Command {
  return new Command('reason-code')
    .description('manage the reasons of stock changes')
    .addCommand(createSettingsSubcommand('list', 'list the reason codes').action(list))
    .addCommand(
      createSettingsSubcommand('set', 'add or change a reason code')
        .requiredOption('--code <code>', 'the code: TASTING')
        .requiredOption('--description <text>', 'the meaning, for people')
        .addOption(
          new Option('--used-for <what>', 'the kind of change that it explains')
            .choices(['adjustment', 'status change', 'production'])
            .default('adjustment'),
        )
        .addOption(
          new Option('--direction <way>', 'adds stock, removes it, or both')
            .choices(['in', 'out', 'both'])
            .default('both'),
        )
        .action(set),
    )
    .addCommand(
      createSettingsSubcommand('remove', 'remove a reason code; movements that have it keep it')
        .requiredOption('--code <code>', 'the code')
        .action(remove),
    );
}

async function list(options: SettingsSubcommandOptions): Promise<void> {
  const { readReasonCodes } = await import('../inventory/index.ts');
  const { reasonCodeRecord } = await import('../administration/index.ts');
  const reasons = await withEnvironment(options, ({ db }) => readReasonCodes(db));
  printRows(options, [...reasons.values()].map(reasonCodeRecord), 'there are no reason codes');
}

async function set(options: SettingsSubcommandOptions & ReasonCode): Promise<void> {
  const { setReasonCode } = await import('../inventory/index.ts');
  const { createReasonCodeEditAuditor, reasonCodeRecord } = await import('../administration/index.ts');
  const { code, description, usedFor, direction } = options;
  const reason = { code, description, usedFor, direction };
  const onEdit = createReasonCodeEditAuditor(createCommandAuditActor('reason-code set'), code);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => setReasonCode(db, reason, onEdit)));
  printResult(options, reasonCodeRecord(reason), `reason ${code}: ${description} (${usedFor}, ${direction})`);
}

async function remove(options: SettingsSubcommandOptions & { readonly code: string }): Promise<void> {
  const { removeReasonCode } = await import('../inventory/index.ts');
  const { createReasonCodeEditAuditor } = await import('../administration/index.ts');
  const onEdit = createReasonCodeEditAuditor(createCommandAuditActor('reason-code remove'), options.code);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => removeReasonCode(db, options.code, onEdit)));
  printResult(options, { ReasonCode: options.code }, `reason ${options.code} is removed`);
}
