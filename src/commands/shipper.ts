/** `dray shipper list` and `set`: the boxes that orders are packed into (decision 26). */
import { Command, Option } from 'commander';
import { type ShipperBoxFormat, shipperBoxFormats } from '../contract/operator-settings.ts';
import type { BoxSize, ShipperBox } from '../operator-settings/index.ts';
import { CliError } from '../platform/cli-error.ts';
import { createCommandAuditActor, printJson, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironment } from './session.ts';
import {
  createSettingsSubcommand,
  parseYesNoOption,
  printRows,
  type SettingsSubcommandOptions,
} from './settings-options.ts';

export function shipperCommand(): Command {
  return new Command('shipper')
    .description('manage the shippers that orders are packed into')
    .addCommand(createSettingsSubcommand('list', 'list the shippers').action(list))
    .addCommand(
      createSettingsSubcommand('set', 'add, change or retire a shipper')
        .requiredOption('--code <code>', 'the code: S4')
        .requiredOption('--name <text>', 'its name at the stations: 4 bottles')
        .option('--scan-code <code>', 'the code that people scan (default: BOX- and the code)')
        .addOption(
          new Option('--format <format>', 'the bottles that it is made for')
            .choices(shipperBoxFormats)
            .default('standard'),
        )
        .option('--bottles <number>', 'the most that it holds; without it, of the format large: one piece of any size')
        .requiredOption('--size <inches>', 'outer length x width x height: 16x10x6')
        .option('--inner-size <inches>', 'inner length x width x height')
        .requiredOption('--empty-weight <pounds>', 'with its inserts: 1.6')
        .option('--ice-packs <yes|no>', 'whether it takes ice packs', 'yes')
        .option('--in-use <yes|no>', 'no retires it', 'yes')
        .action(set),
    );
}

async function list(options: SettingsSubcommandOptions): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { shipperBoxRecord } = await import('../administration/index.ts');
  const { packing } = await withEnvironment(options, ({ db }) => readOperatorSettings(db));
  const shippers = [...packing.shippers.values()];
  if (options.json) return printJson(shippers.map(shipperBoxRecord));
  const rows = shippers.map(({ code, name, scanCode, format, bottles, emptyLb, takesIcePacks, isInUse, ...size }) => ({
    code,
    name,
    scanCode,
    format,
    bottles: bottles ?? 'any size',
    size: sizeText(size),
    weight: `${emptyLb} lb`,
    'ice packs': takesIcePacks,
    retired: !isInUse,
  }));
  printRows(options, rows, 'there are no shippers');
}

const sizeText = ({ lengthIn, widthIn, heightIn }: BoxSize): string => `${lengthIn} x ${widthIn} x ${heightIn}`;

interface SetOptions extends SettingsSubcommandOptions {
  readonly code: string;
  readonly name: string;
  readonly scanCode?: string;
  readonly format: ShipperBoxFormat;
  readonly bottles?: string;
  readonly size: string;
  readonly innerSize?: string;
  readonly emptyWeight: string;
  readonly icePacks: string;
  readonly inUse: string;
}

async function set(options: SetOptions): Promise<void> {
  const { setShipperBox } = await import('../operator-settings/index.ts');
  const { createShipperBoxEditAuditor, shipperBoxRecord } = await import('../administration/index.ts');
  const { code, name, scanCode = `BOX-${code}`, format, bottles, innerSize } = options;
  const shipper: ShipperBox = {
    code,
    name: name.trim(),
    scanCode,
    format,
    bottles: bottles === undefined ? undefined : parseNumber(bottles, '--bottles'),
    ...parseSize(options.size, '--size'),
    inner: innerSize === undefined ? undefined : parseSize(innerSize, '--inner-size'),
    emptyLb: parseNumber(options.emptyWeight, '--empty-weight'),
    takesIcePacks: parseYesNoOption(options.icePacks, '--ice-packs') === true,
    isInUse: parseYesNoOption(options.inUse, '--in-use') === true,
  };
  const onEdit = createShipperBoxEditAuditor(createCommandAuditActor('shipper set'), code);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => setShipperBox(db, shipper, onEdit)));
  const line = `shipper ${code}: ${name}, ${sizeText(shipper)} in${shipper.isInUse ? '' : ', retired'}`;
  printResult(options, shipperBoxRecord(shipper), line);
}

function parseNumber(text: string, option: string): number {
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new CliError(`${option} must be a number with up to two decimals, not ${JSON.stringify(text)}`, 2);
}

function parseSize(text: string, option: string): BoxSize {
  const sides = text.split(/\s*[x×*]\s*/i);
  if (sides.length !== 3) throw new CliError(`${option} must be three sides: 16x10x6`, 2);
  const [lengthIn = 0, widthIn = 0, heightIn = 0] = sides.map((side) => parseNumber(side.trim(), option));
  return { lengthIn, widthIn, heightIn };
}
