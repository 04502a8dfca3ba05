/**
 * Topics of the event stream: what has changed, never how. A portal that shows a topic reads it again.
 *
 * Topics follow from log entries, when the order index has been projected (`order-index/maintain.ts`), and from audit entries;
 * `bins` publishes some itself.
 * They are published as notifications of the database, so they arrive in every process when the transaction has committed.
 */
import type { Tx } from '../platform/db/db.ts';
import { type OperatorRole, operatorRoles } from '../platform/http/operator-operation.ts';

const officeRoles: readonly OperatorRole[] = ['lead', 'service', 'admin'];

/** Each topic with the roles that may list what it is about. */
export const eventStreamTopicRoles = {
  orders: operatorRoles,
  holds: officeRoles,
  floor: operatorRoles,
  inventory: operatorRoles,
  returns: officeRoles,
  skus: officeRoles,
  transactions: ['service', 'admin'],
  customers: officeRoles,
  rules: officeRoles,
  webhooks: ['service', 'admin'],
  settings: operatorRoles,
  views: operatorRoles,
  operators: ['admin'],
  audit: ['admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type EventStreamTopic = keyof typeof eventStreamTopicRoles;

export const eventStreamTopics = Object.keys(eventStreamTopicRoles) as readonly EventStreamTopic[];

/** The channel of the notifications. */
export const topicNotifyChannel = 'dray_topics';

/** By the noun of a log entry or of an audit action: `sales_order` of `sales_order.accepted`. */
const topicsOfNoun: Readonly<Record<string, readonly EventStreamTopic[]>> = {
  sales_order: ['orders', 'holds', 'floor', 'inventory'],
  package: ['orders', 'floor'],
  jit_label: ['orders', 'floor'],
  // Moves what is late and what is due.
  clock: ['orders', 'holds', 'floor'],
  return: ['returns', 'inventory'],
  sku: ['skus', 'inventory'],
  item_code: ['skus'],
  item_codes: ['skus'],
  inventory: ['inventory'],
  count: ['inventory', 'floor'],
  purchase_order: ['inventory', 'floor'],
  receipt: ['floor', 'orders'],
  stray: ['returns', 'orders'],
  transfer_order: ['inventory', 'floor'],
  order: ['orders', 'floor'],
  wave: ['floor'],
  schedule: ['floor'],
  manifest: ['floor'],
  pick_task: ['floor'],
  tote: ['floor'],
  customer: ['customers'],
  membership: ['customers'],
  password: ['customers'],
  token: ['customers'],
  weather_window: ['rules'],
  license: ['rules'],
  credit: ['rules'],
  carrier_rule: ['rules'],
  warehouse: ['settings'],
  location: ['settings'],
  locations: ['settings'],
  bin_content: ['settings', 'floor'],
  bin_rule: ['floor'],
  inventory_status: ['settings'],
  cutoff: ['settings'],
  holiday: ['settings'],
  transit: ['settings'],
  reason_code: ['settings'],
  shipper: ['settings'],
  carrier_account: ['settings'],
  packing_rule: ['settings'],
  warehouse_address: ['settings'],
  view: ['views'],
  webhook: ['webhooks'],
  operator: ['operators'],
};

/** The topics that events of these kinds (`sales_order.accepted`) change. Kinds that no page shows have no topic. */
export function topicsOfEventKinds(kinds: Iterable<string>): EventStreamTopic[] {
  const nouns = new Set<string>();
  for (const kind of kinds) nouns.add(kind.slice(0, kind.indexOf('.')));
  return [...new Set([...nouns].flatMap((noun) => topicsOfNoun[noun] ?? []))];
}

/** Publishes the topics when the transaction commits. */
export function publishChangedTopics(tx: Pick<Tx, 'send'>, changed: readonly EventStreamTopic[]): void {
  if (changed.length > 0) tx.send(`select pg_notify('${topicNotifyChannel}', $1)`, [changed.join(',')]);
}
