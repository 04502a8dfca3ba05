/**
 * The holds that the operator's standing rules put on orders (decision 11): a state that is closed (License), an account
 * on credit hold (Credit), days on which nothing leaves for where the weather is bad (Weather). Pure.
 *
 * These holds belong to the system: each is there exactly while a rule asks for it, so they are decided anew whenever
 * a rule or the order changes, and nobody ends one of them on a single order.
 */

import { stateNames } from '../addresses/index.ts';
import { instantAt, isWillCall } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { formatDate } from '../lib/dates.ts';
import { isStateClosed, type StandingRules, type WeatherWindow, WILDCARD } from '../operator-settings/index.ts';
import type { Hold, HoldReason, OrderType } from './order.ts';

/** When an order is going to leave. */
export interface PlannedShipment {
  readonly day: Temporal.PlainDate;
  /** Of the warehouse. */
  readonly timeZone: string;
}

/** Where an order goes; undefined parts are not known or lie abroad. */
export interface ShipToArea {
  readonly state: string | undefined;
  readonly zip: string | undefined;
}

/** What the rules look at. What costs something is asked for only when a rule needs it. */
export interface RuleInput {
  readonly customerNo: string;
  readonly orderType: OrderType;
  readonly carrier: string;
  readonly service: string;
  readonly icePack: 0 | 1;
  /** Whether anything of it leaves a warehouse of the operator. */
  readonly ships: boolean;
  destination(): ShipToArea;
  planned(): PlannedShipment;
}

const reasons: ReadonlySet<HoldReason> = new Set<HoldReason>(['License', 'Credit', 'Weather']);

/** Whether a standing rule put it there: nothing else uses these reasons. */
export function isStandingHold(hold: { readonly reason: HoldReason }): boolean {
  return reasons.has(hold.reason);
}

const none: readonly Hold[] = [];

/** The holds that the rules ask for: at most one License and one Credit hold, and a Weather hold for each window. */
export function evaluateStandingRules(rules: StandingRules, order: RuleInput): readonly Hold[] {
  if (rules.isEmpty) return none;
  const holds: Hold[] = [];
  const note = rules.credit.get(order.customerNo);
  if (note !== undefined) holds.push(creditHold(note));
  if (!order.ships) return holds;
  if (rules.licenses.size > 0) {
    const { state } = order.destination();
    if (state !== undefined && isStateClosed(rules, order, state)) holds.push(licenseHold(state, order.orderType));
  }
  for (const customerNo of [WILDCARD, order.customerNo]) {
    for (const window of rules.windows.get(customerNo) ?? []) {
      const hold = weatherHold(window, order);
      if (hold !== undefined) holds.push(hold);
    }
  }
  return holds;
}

function weatherHold(window: WeatherWindow, order: RuleInput): Hold | undefined {
  const { exemptServices, icePackExempt } = window;
  // Who comes for it carries it in a car.
  if (isWillCall(order.carrier as CarrierCode)) return undefined;
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
    endsAt: instantAt(window.to.add({ days: 1 }), '00:00', timeZone),
  };
}

function isInWindow({ state, zip }: ShipToArea, { states, zipPrefixes }: WeatherWindow): boolean {
  return (
    (state !== undefined && states.includes(state)) || (zip !== undefined && zipPrefixes.includes(zip.slice(0, 3)))
  );
}

const nameOf = (state: string): string => stateNames[state] ?? state;

/** `Closed for the season` and `Closed for the season.` both become a sentence with a space before what follows. */
function sentence(note: string): string {
  const plain = note.trim();
  if (plain === '') return '';
  return /[.!?]$/.test(plain) ? `${plain} ` : `${plain}. `;
}

function weatherDescription(window: WeatherWindow, { state, zip }: ShipToArea): string {
  const where = state !== undefined && window.states.includes(state) ? nameOf(state) : `ZIP code ${zip}`;
  const first = formatDate(window.from);
  const last = formatDate(window.to);
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const ways = [
    ...(window.icePackExempt ? ['ice packs'] : []),
    ...(window.exemptServices.length > 0 ? [`one of ${window.exemptServices.join(', ')}`] : []),
  ];
  const sooner = ways.length === 0 ? '' : ` To ship sooner, ask for ${ways.join(' or ')} with UpdateSalesOrder.`;
  return `Nothing leaves for ${where} ${when} because of the weather. ${sentence(window.note)}No action needed: the hold ends by itself after ${last}.${sooner}`;
}

const licenseHold = (state: string, orderType: OrderType): Hold => ({
  reason: 'License',
  owner: 'system',
  cause: 'state',
  description: `${nameOf(state)} is not open for ${orderType} orders. Action needed: send the order elsewhere with UpdateSalesOrder, or cancel it; the hold also ends by itself when the operator opens the state.`,
});

const creditHold = (note: string): Hold => ({
  reason: 'Credit',
  owner: 'system',
  cause: 'account',
  description: `The account is on credit hold. ${sentence(note)}Action needed: settle the account with the operator; the hold then ends on all orders.`,
});
