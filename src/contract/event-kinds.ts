/** The kinds of events. The portal's build reads this file too (src/portal/source-hash.ts): it imports nothing. */
export const eventKinds = [
  'tracking.updated',
  'order.status_changed',
  'order.held',
  'order.released',
  'order.shipped',
  'inventory.changed',
  'purchase_order.received',
  'transfer_order.received',
  'return.received',
] as const;
export type EventKind = (typeof eventKinds)[number];
