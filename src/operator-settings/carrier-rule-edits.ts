/** Validates and saves the operator's carrier rules for BSW, for the command line and the operator interface. */
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { type CarrierRule, defaultCarrierRules } from './carrier-rules.ts';
import { deleteCarrierRule, readSavedCarrierRules, saveCarrierRule } from './carrier-settings-store.ts';
import type { OnSettingEdit } from './on-edit.ts';
import { editSettings } from './settings-cache.ts';

const maxRank = 1_000_000;

/** Inserts a rule, or replaces the one of the same rank. Refuses an invalid rule with `ValidationFailed`. */
export async function setCarrierRule(
  db: Db,
  rule: CarrierRule,
  onEdit: OnSettingEdit<CarrierRule>,
): Promise<Outcome<CarrierRule>> {
  const fault = ruleFault(rule);
  if (fault !== undefined) return refuse('ValidationFailed', fault);
  await editSettings(db, async (tx) => {
    const before = await ruleOfRank(tx, rule.rank);
    await saveCarrierRule(tx, rule);
    await onEdit(tx, before, rule);
  });
  return { ok: rule };
}

/** Deletes a rule. Refuses an unknown rank with `NotFound`. */
export async function removeCarrierRule(
  db: Db,
  rank: number,
  onEdit: OnSettingEdit<CarrierRule>,
): Promise<Outcome<{ readonly rank: number }>> {
  const existed = await editSettings(db, async (tx) => {
    const before = await ruleOfRank(tx, rank);
    const isDeleted = await deleteCarrierRule(tx, rank);
    if (isDeleted) await onEdit(tx, before, undefined);
    return isDeleted;
  });
  return existed ? { ok: { rank } } : refuseUnknownRank(rank);
}

/** The rules as `setCarrierRule` would leave them; refuses as it does. */
export async function readCarrierRulesAfterSetting(
  reader: DbReader,
  rule: CarrierRule,
): Promise<Outcome<readonly CarrierRule[]>> {
  const fault = ruleFault(rule);
  if (fault !== undefined) return refuse('ValidationFailed', fault);
  const others = (await readSavedCarrierRules(reader)).filter(({ rank }) => rank !== rule.rank);
  return { ok: [...others, rule].sort((a, b) => a.rank - b.rank) };
}

/** The rules as `removeCarrierRule` would leave them; refuses as it does. */
export async function readCarrierRulesAfterRemoving(
  reader: DbReader,
  rank: number,
): Promise<Outcome<readonly CarrierRule[]>> {
  const own = await readSavedCarrierRules(reader);
  const others = own.filter((rule) => rule.rank !== rank);
  if (others.length === own.length) return refuseUnknownRank(rank);
  return { ok: others.length === 0 ? defaultCarrierRules : others };
}

const refuseUnknownRank = (rank: number) => refuse('NotFound', `There is no carrier rule of rank ${rank}.`);

async function ruleOfRank(tx: Tx, rank: number): Promise<CarrierRule | undefined> {
  return (await readSavedCarrierRules(tx)).find((rule) => rule.rank === rank);
}

function ruleFault(rule: CarrierRule): string | undefined {
  const { rank, carrier, season, fromMiles = 0, toMiles = Number.POSITIVE_INFINITY, maxPrice, maxTransitDays } = rule;
  if (!Number.isInteger(rank) || rank < 1 || rank > maxRank)
    return `the rank must be a whole number from 1 to ${maxRank}`;
  if (carrier === 'BSW') return 'a rule names the carrier for BSW orders, not BSW itself';
  if (carrier === 'WIL' || carrier === 'WILL') return 'a rule cannot choose will call';
  if (fromMiles < 0 || fromMiles > toMiles) return 'the miles must be 0 or more, and the minimum at most the maximum';
  if (season !== undefined && !(isDayOfYear(season.from) && isDayOfYear(season.to))) {
    return 'a season consists of two days of the year, each as MM-DD';
  }
  if (rule.states?.length === 0) return 'the list of states must not be empty';
  if (maxPrice !== undefined && !(maxPrice > 0)) return 'the maximum price must be above 0';
  if (maxTransitDays !== undefined && !(Number.isInteger(maxTransitDays) && maxTransitDays >= 1)) {
    return 'the maximum of transit days must be a whole number of at least 1';
  }
  return undefined;
}

/** Validated in a leap year, which includes February 29. */
function isDayOfYear(text: string): boolean {
  if (!/^\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(`2028-${text}`, { overflow: 'reject' }) !== undefined;
  } catch {
    return false;
  }
}
