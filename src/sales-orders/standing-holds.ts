/**
 * The holds that the operator's standing rules put on orders (decision 11): closed states (License), accounts on
 * credit hold (Credit) and days without shipments because of the weather (Weather). Pure.
 *
 * These holds belong to the system. They are decided when a rule or the order changes, when a hold expires, and before the
 * order is processed; one that no rule requires any more ends then. It cannot be ended on a single order, except that an admin may let
 * an order pass a weather window.
 */

import { instantOfLocalTime, isWillCallCarrier } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { stateNamesByCode } from '../contract/state-names.ts';
import { formatUsDate } from '../lib/dates.ts';
import { isStateClosed, type StandingRules, type WeatherWindow, WILDCARD } from '../operator-settings/index.ts';
import type { Hold, HoldReason, OrderType } from './order.ts';

/** The day on which an order is expected to ship. */
export interface PlannedShipDay {
  readonly day: Temporal.PlainDate;
  /** The time zone of the warehouse. */
  readonly timeZone: string;
}

/** The destination of an order. Undefined parts are unknown or outside the United States. */
export interface ShipToArea {
  readonly state: string | undefined;
  readonly zip: string | undefined;
}

/** The input of the rules that stop orders in work. The function is called only when a rule needs it. */
export interface StandingStopInput {
  readonly customerNo: string;
  readonly orderType: OrderType;
  /** Whether any of it ships from a warehouse of the operator. */
  readonly ships: boolean;
  destination(): ShipToArea;
}

/** The input of standing rules. The functions are called only when a rule needs them. */
export interface StandingRuleInput extends StandingStopInput {
  readonly carrier: string;
  readonly service: string;
  readonly icePack: 0 | 1;
  planned(): PlannedShipDay;
}

const standingReasons: ReadonlySet<HoldReason> = new Set<HoldReason>(['License', 'Credit', 'Weather']);

/** Whether a standing rule placed the hold: only rules use these reasons. */
export function isStandingRuleHold(hold: { readonly reason: HoldReason }): boolean {
  return standingReasons.has(hold.reason);
}

const noHolds: readonly Hold[] = [];

/** A rule that also stops an order in work: it gets no label and does not leave while the rule requires the hold. */
export interface StandingStop {
  readonly hold: Hold;
  /** For people of the floor, without the operator's note to the winery. */
  readonly description: string;
}

/** The Credit and the License hold that the rules require. A weather window stops no order in work. */
export function evaluateStandingStops(rules: StandingRules, order: StandingStopInput): readonly StandingStop[] {
  const stops: StandingStop[] = [];
  const note = rules.credit.get(order.customerNo);
  if (note !== undefined)
    stops.push({ hold: creditHold(note), description: "The winery's account is on credit hold." });
  if (!order.ships || rules.licenses.size === 0) return stops;
  const { state } = order.destination();
  if (state !== undefined && isStateClosed(rules, order, state)) {
    const closed = describeClosedState(state, order.orderType);
    stops.push({ hold: licenseHold(closed), description: `${closed}.` });
  }
  return stops;
}

/** The holds that the rules require: at most one License and one Credit hold, and one Weather hold per window. */
export function evaluateStandingRules(rules: StandingRules, order: StandingRuleInput): readonly Hold[] {
  if (rules.isEmpty) return noHolds;
  const holds = evaluateStandingStops(rules, order).map(({ hold }) => hold);
  if (!order.ships) return holds;
  for (const customerNo of [WILDCARD, order.customerNo]) {
    for (const window of rules.windows.get(customerNo) ?? []) {
      const hold = weatherHold(window, order);
      if (hold !== undefined) holds.push(hold);
    }
  }
  return holds;
}

function weatherHold(window: WeatherWindow, order: StandingRuleInput): Hold | undefined {
  const { exemptServices, icePackExempt } = window;
  // The recipient collects the order, so no carrier carries it through the weather.
  if (isWillCallCarrier(order.carrier as CarrierCode)) return undefined;
  if (icePackExempt && order.icePack === 1) return undefined;
  if (exemptServices.includes(order.service) || exemptServices.includes(order.carrier)) return undefined;
  const destination = order.destination();
  if (!isInWindow(destination, window)) return undefined;
  const { day, timeZone } = order.planned();
  const inside = Temporal.PlainDate.compare(window.from, day) <= 0 && Temporal.PlainDate.compare(day, window.to) <= 0;
  if (!inside) return undefined;
  return {
    reason: 'Weather',
    owner: 'system',
    cause: window.ruleId,
    description: weatherDescription(window, destination),
    endsAt: instantOfLocalTime(window.to.add({ days: 1 }), '00:00', timeZone),
  };
}

function isInWindow({ state, zip }: ShipToArea, { states, zipPrefixes }: WeatherWindow): boolean {
  return (
    (state !== undefined && states.includes(state)) || (zip !== undefined && zipPrefixes.includes(zip.slice(0, 3)))
  );
}

const stateNameOf = (state: string): string => stateNamesByCode[state] ?? state;

/** The operator's note in parentheses, with a leading space; '' stays ''. */
function remark(note: string): string {
  const plain = note.trim().replace(/\.$/, '');
  return plain === '' ? '' : ` (${plain})`;
}

function weatherDescription(window: WeatherWindow, { state, zip }: ShipToArea): string {
  const where = state !== undefined && window.states.includes(state) ? stateNameOf(state) : `ZIP code ${zip}`;
  const first = formatUsDate(window.from);
  const last = formatUsDate(window.to);
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const options = [
    ...(window.icePackExempt ? ['IcePack 1'] : []),
    ...(window.exemptServices.length > 0 ? [`${window.exemptServices.join(' or ')} shipping`] : []),
  ];
  const sooner =
    options.length === 0
      ? ''
      : `, or the winery can request ${options.join(' or ')} with UpdateSalesOrder to ship sooner`;
  return `Shipments to ${where} are on weather hold ${when}${remark(window.note)}; no action needed: the hold ends after ${last}${sooner}.`;
}

const describeClosedState = (state: string, orderType: OrderType): string =>
  `${stateNameOf(state)} is closed to ${orderType} orders`;

const licenseHold = (closed: string): Hold => ({
  reason: 'License',
  owner: 'system',
  cause: 'state',
  description: `${closed}; action needed: the winery changes the recipient with UpdateSalesOrder, cancels the order, or waits until the operator opens the state.`,
});

const creditHold = (note: string): Hold => ({
  reason: 'Credit',
  owner: 'system',
  cause: 'account',
  description: `The winery's account is on credit hold${remark(note)}; action needed: the winery settles the account with the operator, who then releases all its orders.`,
});
