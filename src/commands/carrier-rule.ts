/**
 * `dray carrier-rule list`, `set` and `remove`: rules that select the carrier of orders with `BSW` (operator's choice).
 */

import { Command, InvalidArgumentError } from 'commander';
import type { CarrierRule } from '../operator-settings/index.ts';
import { CliError } from '../platform/cli-error.ts';
import { createCommandAuditActor, printJson, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { parseAllowedCodes, parseUsStateCodes } from './rule-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, parseYesNoOption, type SettingsSubcommandOptions } from './settings-options.ts';

export function carrierRuleCommand(): Command {
  return new Command('carrier-rule')
    .description(
      'manage the rules that choose the carrier of BSW orders; the first rule that applies and has a rate is used',
    )
    .addCommand(createSettingsSubcommand('list', 'list the rules by rank').action(list))
    .addCommand(
      createSettingsSubcommand('set', 'add a rule, or replace the whole rule of the same rank')
        .requiredOption('--rank <number>', 'position of the rule: lower ranks are tried first', wholeNumber)
        .requiredOption('--carrier <code>', 'the carrier: FEX, UPS, GSO …')
        .option('--service <code>', 'the service; * means the requested service', '*')
        .option('--from-miles <number>', 'only at this distance or more', wholeNumber)
        .option('--to-miles <number>', 'only up to this distance', wholeNumber)
        .option('--season <days>', 'only in these days of the year: 06-01..09-15')
        .option('--ice-pack <yes|no>', 'only with, or only without ice packs')
        .option('--states <list>', 'only to these states: CA,NV')
        .option('--max-price <dollars>', 'only up to this price', decimalNumber)
        .option('--max-days <number>', 'only up to this number of transit days', wholeNumber)
        .action(set),
    )
    .addCommand(
      createSettingsSubcommand('remove', 'remove a rule; without rules the default applies: FedEx, else UPS, else GSO')
        .requiredOption('--rank <number>', 'rank of the rule', wholeNumber)
        .action(remove),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function decimalNumber(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('It must be an amount in dollars: 12.50.');
  return Number(text);
}

async function list(options: SettingsSubcommandOptions): Promise<void> {
  const { readSavedCarrierRules } = await import('../operator-settings/index.ts');
  const rules = await withEnvironment(options, ({ db }) => readSavedCarrierRules(db));
  if (options.json) return printJson(rules.map(ruleToJson));
  for (const rule of rules) process.stdout.write(`${formatRule(rule)}\n`);
  if (rules.length === 0) process.stdout.write('there are no rules; the default applies: FedEx, else UPS, else GSO\n');
}

interface SetOptions extends SettingsSubcommandOptions {
  readonly rank: number;
  readonly carrier: string;
  readonly service: string;
  readonly fromMiles?: number;
  readonly toMiles?: number;
  readonly season?: string;
  readonly icePack?: string;
  readonly states?: string;
  readonly maxPrice?: number;
  readonly maxDays?: number;
}

async function set(options: SetOptions): Promise<void> {
  const rule = await parseRule(options);
  const { setCarrierRule } = await import('../operator-settings/index.ts');
  const { createCarrierRuleEditAuditor } = await import('../administration/index.ts');
  const onEdit = createCarrierRuleEditAuditor(createCommandAuditActor('carrier-rule set'), rule.rank);
  const written = valueOrThrowCliError(await withEnvironment(options, ({ db }) => setCarrierRule(db, rule, onEdit)));
  printResult(options, ruleToJson(written), `${formatRule(written)}`);
}

async function parseRule(options: SetOptions): Promise<CarrierRule> {
  const { carrierCodes, carrierServiceCodes } = await import('../contract/code-lists.ts');
  const { rank, fromMiles, toMiles, maxPrice, maxDays } = options;
  const carrier = singleCode(parseAllowedCodes(options.carrier, carrierCodes, 'a carrier'), '--carrier');
  const service =
    options.service === '*'
      ? '*'
      : singleCode(parseAllowedCodes(options.service, carrierServiceCodes, 'a carrier service'), '--service');
  const icePack = parseYesNoOption(options.icePack, '--ice-pack');
  const season = options.season === undefined ? undefined : parseSeason(options.season);
  return {
    rank,
    carrier,
    service,
    ...(fromMiles === undefined ? {} : { fromMiles }),
    ...(toMiles === undefined ? {} : { toMiles }),
    ...(season === undefined ? {} : { season }),
    ...(icePack === undefined ? {} : { icePack }),
    ...(options.states === undefined ? {} : { states: await parseUsStateCodes(options.states) }),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(maxDays === undefined ? {} : { maxTransitDays: maxDays }),
  };
}

function singleCode<Code>(codes: readonly Code[], option: string): Code {
  const [code, ...more] = codes;
  if (code === undefined || more.length > 0) throw new CliError(`${option} takes one code`, 2);
  return code;
}

function parseSeason(text: string): { from: string; to: string } {
  const [, from, to] = /^(\d\d-\d\d)\.\.(\d\d-\d\d)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new CliError(`--season must be two days of the year, 06-01..09-15, not ${JSON.stringify(text)}`, 2);
}

async function remove(options: SettingsSubcommandOptions & { readonly rank: number }): Promise<void> {
  const { removeCarrierRule } = await import('../operator-settings/index.ts');
  const { createCarrierRuleEditAuditor } = await import('../administration/index.ts');
  const { rank } = options;
  const onEdit = createCarrierRuleEditAuditor(createCommandAuditActor('carrier-rule remove'), rank);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => removeCarrierRule(db, rank, onEdit)));
  printResult(options, { Rank: rank }, `the rule of rank ${rank} is removed`);
}

function ruleToJson(rule: CarrierRule) {
  return {
    Rank: rule.rank,
    ShippingCarrier: rule.carrier,
    ShippingCarrierService: rule.service,
    FromMiles: rule.fromMiles ?? null,
    ToMiles: rule.toMiles ?? null,
    Season: rule.season === undefined ? null : `${rule.season.from}..${rule.season.to}`,
    IcePack: rule.icePack ?? null,
    States: rule.states ?? null,
    MaxPrice: rule.maxPrice ?? null,
    MaxTransitDays: rule.maxTransitDays ?? null,
  };
}

/** `   1  FEX *  from 100 miles, to CA,NV`. */
function formatRule(rule: CarrierRule): string {
  const { rank, carrier, service, fromMiles, toMiles, season, icePack, states, maxPrice, maxTransitDays } = rule;
  const when = [
    fromMiles === undefined ? '' : `from ${fromMiles} miles`,
    toMiles === undefined ? '' : `up to ${toMiles} miles`,
    season === undefined ? '' : `${season.from} to ${season.to}`,
    icePack === undefined ? '' : icePack ? 'with ice packs' : 'without ice packs',
    states === undefined ? '' : `to ${states.join(',')}`,
    maxPrice === undefined ? '' : `up to $${maxPrice.toFixed(2)}`,
    maxTransitDays === undefined ? '' : `within ${maxTransitDays} days`,
  ].filter((part) => part !== '');
  return `${String(rank).padStart(4)}  ${carrier} ${service}  ${when.join(', ') || 'always'}`;
}
