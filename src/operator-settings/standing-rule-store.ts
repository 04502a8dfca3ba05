/** SQL of the operator's standing rules: `license_rules`, `weather_windows`, `credit_rules`. */
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import {
  type CreditHold,
  indexStandingRules,
  isPastInAllTimeZones,
  type LicenseRule,
  type StandingRuleLists,
  type StandingRules,
  type WeatherWindow,
} from './standing-rules.ts';

/** Time and author of a rule. */
interface RuleAuthorship {
  readonly setAt: Temporal.Instant;
  /** A UserKey or `operator:NAME`. */
  readonly setBy: string;
}

/** Reads the rules in force and indexes them; with `customerNo` only those that apply to this customer. */
export async function loadStandingRules(reader: DbReader, customerNo?: string): Promise<StandingRules> {
  const { licenses, windows, credit } = await readStandingRuleLists(reader, customerNo);
  return indexStandingRules(licenses, windows, credit);
}

/**
 * Reads the rules in force; with `customerNo` only those that apply to this customer. The weather windows may include
 * some that have ended on the clock of their customer.
 */
export async function readStandingRuleLists(reader: DbReader, customerNo?: string): Promise<StandingRuleLists> {
  return {
    licenses: await readLicenseRules(reader, customerNo),
    windows: await readUnendedWindows(reader, customerNo),
    credit: await readCreditHolds(reader, customerNo),
  };
}

const ofCustomer = "($1::text is null or customer_no in ('*', $1))";

/** The license rules in force, those for all customers first. */
export async function readLicenseRules(
  reader: DbReader,
  customerNo: string | undefined,
): Promise<(LicenseRule & RuleAuthorship)[]> {
  const rows = await reader.rows<{
    customer_no: string;
    state: string;
    order_type: LicenseRule['orderType'];
    open: boolean;
    set_at: Temporal.Instant;
    set_by: string;
  }>(
    `select customer_no, state, order_type, open, set_at, set_by from license_rules
      where ended_at is null and ${ofCustomer} order by customer_no, state, order_type`,
    [customerNo ?? null],
  );
  return rows.map((r) => ({
    customerNo: r.customer_no,
    state: r.state,
    orderType: r.order_type,
    open: r.open,
    setAt: r.set_at,
    setBy: r.set_by,
  }));
}

type ListedWeatherWindow = WeatherWindow & RuleAuthorship;

/**
 * The weather windows that no person has ended, those for all customers first. Windows that ended before yesterday (UTC) are
 * omitted, because their last day has passed in every time zone; a customer's clock is never earlier than real time.
 */
async function readUnendedWindows(reader: DbReader, customerNo?: string): Promise<ListedWeatherWindow[]> {
  const rows = await reader.rows<WindowRow & { set_at: Temporal.Instant; set_by: string }>(
    `select ${windowColumns}, set_at, set_by
       from weather_windows
      where ended_at is null and to_day >= current_date - 1 and ${ofCustomer}
      order by customer_no, from_day, rule_id`,
    [customerNo ?? null],
  );
  return rows.map((r) => ({ ...windowOf(r), setAt: r.set_at, setBy: r.set_by }));
}

/** The open weather windows: those that no person has ended, and whose last day has not passed on the clock of their customer. */
export async function readWeatherWindows(reader: DbReader, customerNo?: string): Promise<ListedWeatherWindow[]> {
  const windows = await readUnendedWindows(reader, customerNo);
  const timeOf = await readCustomerClockLookup(reader, windows);
  return windows.filter((window) => !isPastInAllTimeZones(window.to, timeOf(window.customerNo)));
}

interface WindowRow {
  customer_no: string;
  rule_id: string;
  states: string[];
  zip_prefixes: string[];
  from_day: Temporal.PlainDate;
  to_day: Temporal.PlainDate;
  exempt_services: string[];
  ice_pack_exempt: boolean;
  note: string;
}

const windowColumns =
  'customer_no, rule_id, states, zip_prefixes, from_day, to_day, exempt_services, ice_pack_exempt, note';

const windowOf = (row: WindowRow): WeatherWindow => ({
  customerNo: row.customer_no,
  ruleId: row.rule_id,
  states: row.states,
  zipPrefixes: row.zip_prefixes,
  from: row.from_day,
  to: row.to_day,
  exemptServices: row.exempt_services,
  icePackExempt: row.ice_pack_exempt,
  note: row.note,
});

/** The accounts on credit hold. */
export async function readCreditHolds(reader: DbReader, customerNo?: string): Promise<(CreditHold & RuleAuthorship)[]> {
  const rows = await reader.rows<{ customer_no: string; note: string; set_at: Temporal.Instant; set_by: string }>(
    `select customer_no, note, set_at, set_by from credit_rules
      where ended_at is null and ${ofCustomer} order by customer_no`,
    [customerNo ?? null],
  );
  return rows.map((r) => ({ customerNo: r.customer_no, note: r.note, setAt: r.set_at, setBy: r.set_by }));
}

/** Serializes rule changes. Every transaction that writes rules takes this lock first. */
export async function lockStandingRules(tx: Tx): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtext('dray standing rules'))");
}

/** Ends the license rules of a customer and state, of all order types or of those given, and returns those that it ended. */
export async function endLicenseRules(
  tx: Tx,
  rule: { readonly customerNo: string; readonly state: string; readonly orderTypes: readonly string[] | undefined },
  by: string,
): Promise<{ readonly orderType: LicenseRule['orderType']; readonly open: boolean }[]> {
  return await tx.rows(
    `update license_rules set ended_at = now(), ended_by = $4
      where ended_at is null and customer_no = $1 and state = $2 and ($3::text[] is null or order_type = any ($3))
  returning order_type as "orderType", open`,
    [rule.customerNo, rule.state, rule.orderTypes ?? null, by],
  );
}

/** Inserts license rules. The caller has ended those that they replace. */
export async function insertLicenseRules(
  tx: Tx,
  rules: readonly (LicenseRule & { readonly ruleId: string })[],
  by: string,
): Promise<void> {
  if (rules.length === 0) return;
  await tx.rows(
    `insert into license_rules (customer_no, rule_id, state, order_type, open, set_by)
     select *, $6 from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::boolean[])`,
    [
      rules.map((r) => r.customerNo),
      rules.map((r) => r.ruleId),
      rules.map((r) => r.state),
      rules.map((r) => r.orderType),
      rules.map((r) => r.open),
      by,
    ],
  );
}

/** Inserts a weather window, whose id is new. `by`: the actor who set it. */
export async function insertWeatherWindow(tx: Tx, window: WeatherWindow, by: string): Promise<void> {
  await tx.rows(
    `insert into weather_windows (customer_no, rule_id, states, zip_prefixes, from_day, to_day, exempt_services,
                                  ice_pack_exempt, note, set_by)
     values ($1, $2, $3::text[], $4::text[], $5::date, $6::date, $7::text[], $8, $9, $10)`,
    [
      window.customerNo,
      window.ruleId,
      window.states,
      window.zipPrefixes,
      window.from.toString(),
      window.to.toString(),
      window.exemptServices,
      window.icePackExempt,
      window.note,
      by,
    ],
  );
}

/** Ends a customer's open weather windows, all or the one with this id, and returns those that it ended. */
export async function endWeatherWindows(
  tx: Tx,
  customerNo: string,
  ruleId: string | undefined,
  by: string,
): Promise<WeatherWindow[]> {
  const ended = (await readWeatherWindows(tx, customerNo)).filter(
    (window) => window.customerNo === customerNo && (ruleId === undefined || window.ruleId === ruleId.toLowerCase()),
  );
  await tx.rows(
    'update weather_windows set ended_at = now(), ended_by = $3 where customer_no = $1 and rule_id = any ($2::uuid[])',
    [customerNo, ended.map((window) => window.ruleId), by],
  );
  return ended;
}

/** The customer number, or `*`, of an open weather window, or of one that may have ended; undefined for any other id. */
export async function findWeatherWindowCustomerNo(
  reader: DbReader,
  ruleId: string,
  { mayHaveEnded = false }: { readonly mayHaveEnded?: boolean } = {},
): Promise<string | undefined> {
  if (mayHaveEnded) {
    const [window] = await reader.rows<{ customer_no: string }>(
      'select customer_no from weather_windows where rule_id = $1',
      [ruleId],
    );
    return window?.customer_no;
  }
  return (await readWeatherWindows(reader)).find((window) => window.ruleId === ruleId.toLowerCase())?.customerNo;
}

/** Puts an account on credit hold, or replaces the note of its hold and returns the former one. */
export async function saveCreditHold(
  tx: Tx,
  rule: CreditHold & { readonly ruleId: string },
  by: string,
): Promise<string | undefined> {
  const former = await endCreditHold(tx, rule.customerNo, by);
  await tx.rows('insert into credit_rules (customer_no, rule_id, note, set_by) values ($1, $2, $3, $4)', [
    rule.customerNo,
    rule.ruleId,
    rule.note,
    by,
  ]);
  return former;
}

/** Ends the account's credit hold and returns its note; undefined when the account was not on hold. */
export async function endCreditHold(tx: Tx, customerNo: string, by: string): Promise<string | undefined> {
  const [ended] = await tx.rows<{ note: string }>(
    `update credit_rules set ended_at = now(), ended_by = $2 where ended_at is null and customer_no = $1 returning note`,
    [customerNo, by],
  );
  return ended?.note;
}
