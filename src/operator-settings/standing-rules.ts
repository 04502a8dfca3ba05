/** The operator's standing rules, which put orders on hold without a person (decision 11). Pure. */
import type { SalesOrderTypeCode } from '../contract/code-lists.ts';
import { formatUsDate } from '../lib/dates.ts';

/** Matches all customers, or all order types. */
export const WILDCARD = '*';

/**
 * Whether a state is open to an order type. The most specific rule decides: the customer's own before that for all
 * customers, and among each of these the order type's before that for all types. A state without a rule is open.
 */
export interface LicenseRule {
  readonly customerNo: string;
  /** Two letters. */
  readonly state: string;
  readonly orderType: SalesOrderTypeCode | typeof WILDCARD;
  readonly open: boolean;
}

/** From and to are days on which packages leave, both included. */
export interface WeatherWindow {
  readonly customerNo: string;
  readonly ruleId: string;
  /**
   * States of the window, two letters each. The window also applies to ZIP codes that begin with one of `zipPrefixes`.
   */
  readonly states: readonly string[];
  /** Three digits each. */
  readonly zipPrefixes: readonly string[];
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  /** Codes of services that ship regardless, or of carriers with all their services. */
  readonly exemptServices: readonly string[];
  readonly icePackExempt: boolean;
  /** The operator's words for the customer; '' when there are none. */
  readonly note: string;
}

/** The properties of a window, in wire names. */
export const weatherWindowRecord = (window: Omit<WeatherWindow, 'customerNo' | 'ruleId'>) => ({
  States: [...window.states],
  ZipPrefixes: [...window.zipPrefixes],
  StartDate: formatUsDate(window.from),
  EndDate: formatUsDate(window.to),
  ExemptServices: [...window.exemptServices],
  IcePackExempt: window.icePackExempt,
  Description: window.note,
});

/** Whether a day has passed in every time zone: a window that ends then would never apply. */
export function isPastInAllTimeZones(day: Temporal.PlainDate, now: Temporal.Instant): boolean {
  return Temporal.PlainDate.compare(day, now.toZonedDateTimeISO('Etc/GMT+12').toPlainDate()) < 0;
}

export interface CreditHold {
  readonly customerNo: string;
  readonly note: string;
}

/** The rules in force, indexed for lookups. */
export interface StandingRules {
  readonly isEmpty: boolean;
  /** Whether the state is open, by customer, state and order type. */
  readonly licenses: ReadonlyMap<string, boolean>;
  /** By customer, in the order in which they begin. */
  readonly windows: ReadonlyMap<string, readonly WeatherWindow[]>;
  /** The operator's note by customer. */
  readonly credit: ReadonlyMap<string, string>;
}

/** The rules in force, as they are stored. */
export interface StandingRuleLists {
  readonly licenses: readonly LicenseRule[];
  readonly windows: readonly WeatherWindow[];
  readonly credit: readonly CreditHold[];
}

/** Opens or closes a state to order types; undefined for all of them. */
export interface LicenseRuleChange {
  readonly state: string;
  readonly orderTypes: readonly SalesOrderTypeCode[] | undefined;
  readonly open: boolean;
}

/**
 * The license rules that a change adds. None when it opens a state to all customers and order types, because a state
 * without a rule is open.
 */
export function computeAddedLicenseRules(
  customerNo: string,
  { state, orderTypes, open }: LicenseRuleChange,
): LicenseRule[] {
  if (customerNo === WILDCARD && open && orderTypes === undefined) return [];
  const types = new Set<LicenseRule['orderType']>(orderTypes ?? [WILDCARD]);
  return [...types].map((orderType) => ({ customerNo, state, orderType, open }));
}

/** Rules as a change would leave them. */
export const withWeatherWindow = (rules: StandingRuleLists, window: WeatherWindow): StandingRuleLists => ({
  ...rules,
  windows: [...rules.windows, window],
});

export const withoutWeatherWindow = (rules: StandingRuleLists, ruleId: string): StandingRuleLists => ({
  ...rules,
  windows: rules.windows.filter((window) => window.ruleId !== ruleId),
});

/** The rules as a change of a customer's licenses would leave them. */
export function withLicenseRuleChange(
  rules: StandingRuleLists,
  customerNo: string,
  change: LicenseRuleChange,
): StandingRuleLists {
  const types: ReadonlySet<string> | undefined = change.orderTypes && new Set(change.orderTypes);
  const isReplaced = (rule: LicenseRule): boolean =>
    rule.customerNo === customerNo && rule.state === change.state && (types === undefined || types.has(rule.orderType));
  const others = rules.licenses.filter((rule) => !isReplaced(rule));
  return { ...rules, licenses: [...others, ...computeAddedLicenseRules(customerNo, change)] };
}

/** The rules with the credit hold of an account; without a note it is not on hold. */
export function withCreditHold(
  rules: StandingRuleLists,
  customerNo: string,
  note: string | undefined,
): StandingRuleLists {
  const others = rules.credit.filter((rule) => rule.customerNo !== customerNo);
  return { ...rules, credit: note === undefined ? others : [...others, { customerNo, note }] };
}

const licenseKey = (customerNo: string, state: string, orderType: string) => `${customerNo}\n${state}\n${orderType}`;

/** Indexes the rules. There is at most one license rule per customer, state and order type. */
export function indexStandingRules(
  licenses: readonly LicenseRule[],
  windows: readonly WeatherWindow[],
  credit: readonly CreditHold[],
): StandingRules {
  return {
    isEmpty: licenses.length + windows.length + credit.length === 0,
    licenses: new Map(licenses.map((rule) => [licenseKey(rule.customerNo, rule.state, rule.orderType), rule.open])),
    windows: Map.groupBy(
      windows.toSorted((a, b) => Temporal.PlainDate.compare(a.from, b.from) || (a.ruleId < b.ruleId ? -1 : 1)),
      (window) => window.customerNo,
    ),
    credit: new Map(credit.map((rule) => [rule.customerNo, rule.note])),
  };
}

/** Whether a state is closed to a customer's orders of a type. */
export function isStateClosed(
  { licenses }: StandingRules,
  { customerNo, orderType }: { readonly customerNo: string; readonly orderType: SalesOrderTypeCode },
  state: string,
): boolean {
  for (const customer of [customerNo, WILDCARD]) {
    for (const type of [orderType, WILDCARD]) {
      const open = licenses.get(licenseKey(customer, state, type));
      if (open !== undefined) return !open;
    }
  }
  return false;
}
