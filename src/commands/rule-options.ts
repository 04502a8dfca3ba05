/**
 * Shared by the commands for standing rules: the scope, the actor, and the printed result. Other commands use its readers of
 * options.
 */
import { Option } from 'commander';
import type { StandingRuleExclusion } from '../administration/index.ts';
import { parseIsoDate, parseUsDate } from '../lib/dates.ts';
import { CliError, unknownCustomerError } from '../platform/cli-error.ts';
import type { Db } from '../platform/db/db.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import type { HoldChangeCounts, StandingRuleChange } from '../sales-orders/index.ts';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { withEnvironment } from './session.ts';

export interface StandingRuleOptions {
  readonly environment: EnvironmentName;
  readonly customer?: string;
  readonly json?: true;
}

export function ruleCustomerOption(): Option {
  return new Option('--customer <CustomerNo>', 'only for this customer (default: all customers)');
}

/** Splits `A,b , C`, dropping empty parts and duplicates. */
export function splitCommaList(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');
}

/** The two-letter codes of states given by code or name, each once. Throws `CliError` (exit code 2) that names the first unknown one. */
export async function parseUsStateCodes(text: string): Promise<string[]> {
  const { parseStateCode } = await import('../contract/states.ts');
  const states = splitCommaList(text).map((part) => {
    const state = parseStateCode(part);
    if (state === undefined) throw new CliError(`${JSON.stringify(part)} is not a US state or territory`, 2);
    return state;
  });
  return [...new Set(states)];
}

/** The values in upper case, all from the list. Throws `CliError` (exit code 2) that names the first unknown one. */
export function parseAllowedCodes<Code extends string>(text: string, codes: readonly Code[], what: string): Code[] {
  return splitCommaList(text.toUpperCase()).map((part) => {
    const code = codes.find((known) => known === part);
    if (code === undefined) throw new CliError(`${JSON.stringify(part)} is not ${what}: ${codes.join(', ')}`, 2);
    return code;
  });
}

/** Days of the week, 1 Monday to 7 Sunday, sorted. Throws `CliError` (exit code 2) that names the option. */
export function parseWeekdays(text: string, option: string): number[] {
  const days = splitCommaList(text).map(Number);
  if (days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)) return days.toSorted();
  throw new CliError(`${option} must be days from 1 Monday to 7 Sunday, not ${JSON.stringify(text)}`, 2);
}

/** A date in the format of the interface or as `YYYY-MM-DD`. Throws `CliError` (exit code 2) that names the option. */
export function parseDayOption(text: string, option: string): Temporal.PlainDate {
  const day = parseUsDate(text) ?? parseIsoDate(text);
  if (day !== undefined) return day;
  throw new CliError(`${option} must be a day, MM/DD/YYYY or YYYY-MM-DD, not ${JSON.stringify(text)}`, 2);
}

/** The text of a hold; `''` without one. Throws `CliError` (exit code 2) that names the option for one that is too long. */
export async function parseHoldText(text: string | undefined, option: string): Promise<string> {
  const { maxHoldTextLength } = await import('../contract/fields.ts');
  const { length } = [...(text ?? '')];
  if (length <= maxHoldTextLength) return text ?? '';
  throw new CliError(`${option} must have at most ${maxHoldTextLength} characters, not ${length}`, 2);
}

/** Throws `CliError` when the customer does not exist. */
export async function assertCustomerOption(
  { db, name }: Pick<Environment, 'db' | 'name'>,
  customerNo: string,
): Promise<void> {
  const { readCustomers } = await import('../auth/index.ts');
  if ((await readCustomers(db.database, [customerNo])).has(customerNo)) return;
  throw unknownCustomerError(customerNo, name);
}

/** `withEnvironment` for a command of a customer. Throws `CliError` when the options name a customer that does not exist. */
export function withEnvironmentAssertingCustomer<T>(
  options: { readonly environment: EnvironmentName; readonly customer?: string },
  work: (environment: Environment) => Promise<T>,
): Promise<T> {
  return withEnvironment(options, async (environment) => {
    if (options.customer !== undefined) await assertCustomerOption(environment, options.customer);
    return await work(environment);
  });
}

/**
 * Returns the customer, actor and audit hook with which a command changes a standing rule. `customer` undefined: the rule for all
 * customers. Writes nothing itself.
 */
export async function newStandingRuleChange(
  customer: string | undefined,
  command: string,
): Promise<StandingRuleChange> {
  const { WILDCARD } = await import('../operator-settings/index.ts');
  const { recordAudit } = await import('../operators/index.ts');
  const actor = createCommandAuditActor(command);
  return {
    ...actor,
    customerNo: customer ?? WILDCARD,
    onChange: (tx, { kind, name: subject, before, after }) =>
      recordAudit(tx, actor, { action: kind, subject, customerNo: customer, before, after }),
  };
}

/** Makes a change that may hold orders, and also counts the orders in work that it does not hold. */
export async function changeRuleAndCountOrdersInWork(
  db: Db,
  { customerNo }: StandingRuleChange,
  exclude: StandingRuleExclusion,
  make: () => Promise<HoldChangeCounts>,
): Promise<RuleChangeCounts> {
  const { changeRuleAndFindOrdersInWork } = await import('../administration/index.ts');
  const { result, inWork } = await changeRuleAndFindOrdersInWork(db, customerNo, exclude, make);
  return { ...result, inWork: inWork.count };
}

interface RuleChangeCounts extends HoldChangeCounts {
  /** Absent for a change that ends rules only. */
  readonly inWork?: number;
}

/** Prints the change and its effect on orders. */
export function printRuleChange(
  options: { readonly json?: true },
  done: string,
  { reference }: StandingRuleChange,
  { held, released, inWork }: RuleChangeCounts,
): void {
  const counts = { OrdersHeld: held, OrdersReleased: released, ...(inWork !== undefined && { OrdersInWork: inWork }) };
  const notHeld = inWork ? `; ${countOrders(inWork)} in work ${inWork === 1 ? 'is' : 'are'} not held` : '';
  const line = `${done}; ${countOrders(held)} put on hold, ${countOrders(released)} released${notHeld}`;
  printResult(options, { TransactionReferenceNumber: reference, ...counts }, line);
}

const countOrders = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`;

/** The scope of a rule, as shown in lists. */
export const formatRuleScope = (customerNo: string): string => (customerNo === '*' ? 'all customers' : customerNo);
