/** Maps log entries to events (decision 14). Pure. */
import type { LogWindowEntry } from '../platform/log-window.ts';
import type { EventKind } from './event.ts';

interface Receipt {
  readonly orderId: string;
  readonly reference: string;
  readonly logged: Readonly<Record<string, unknown>>;
}

/** The kind and subject of an event, by which its data is read. */
export type EventSubject =
  | { readonly kind: 'tracking.updated'; readonly orderId: string; readonly packageNo: number }
  | {
      readonly kind: 'order.status_changed' | 'order.held' | 'order.released' | 'order.shipped';
      readonly orderId: string;
    }
  | {
      readonly kind: 'inventory.changed';
      readonly itemNo: string;
      readonly warehouse: string;
      readonly status: string;
    }
  | ({ readonly kind: 'purchase_order.received' } & Receipt)
  | ({ readonly kind: 'transfer_order.received' } & Receipt)
  | { readonly kind: 'return.received'; readonly returnId: string };

/** An event before its data is read. */
export interface EventWithoutData {
  readonly seq: number;
  readonly ordinal: number;
  readonly at: Temporal.Instant;
  readonly source: EventSubject;
}

/** Entries about one package. `package.label_bought` is not among them, because the package may not exist yet. */
export const packageLogEntryKinds = [
  'package.packed',
  'package.repacked',
  'package.relabeled',
  'package.shipped',
  'package.scanned',
  'package.estimated',
  'package.canceled',
] as const;

/** Entries that stand for events of orders, with the kinds of these events. */
const orderKinds: Readonly<Record<string, readonly EventKind[]>> = {
  'sales_order.accepted': ['order.status_changed', 'order.held'],
  'sales_order.updated': ['order.status_changed', 'order.held', 'order.released'],
  'sales_order.held': ['order.status_changed', 'order.held'],
  'sales_order.hold_ended': ['order.status_changed'],
  'sales_order.released': ['order.status_changed', 'order.released'],
  'sales_order.processing': ['order.status_changed'],
  'sales_order.completed': ['order.status_changed', 'order.shipped'],
  'sales_order.short_picked': ['order.status_changed'],
  'sales_order.canceled': ['order.status_changed'],
  'sales_order.labels_voided': ['order.status_changed'],
  'sales_order.floor_taken_back': ['order.status_changed'],
  'sales_order.taken_back': ['order.status_changed'],
  'package.shipped': ['order.status_changed', 'order.shipped'],
};

const sourceKinds: Readonly<Record<EventKind, readonly string[]>> = {
  'tracking.updated': packageLogEntryKinds,
  'order.status_changed': orderEntries('order.status_changed'),
  'order.held': orderEntries('order.held'),
  'order.released': orderEntries('order.released'),
  'order.shipped': orderEntries('order.shipped'),
  // From the movements of stock.
  'inventory.changed': [],
  'purchase_order.received': ['purchase_order.received'],
  'transfer_order.received': ['transfer_order.received'],
  'return.received': ['return.received'],
};

function orderEntries(kind: EventKind): string[] {
  return Object.entries(orderKinds).flatMap(([entry, kinds]) => (kinds.includes(kind) ? [entry] : []));
}

/** The kinds of log entries that stand for events of these kinds. */
export function logEntryKindsOfEvents(kinds: readonly EventKind[]): string[] {
  return [...new Set(kinds.flatMap((kind) => sourceKinds[kind]))];
}

/**
 * All events of an entry, in their order, whatever kinds are read, because the number of an event must not depend on
 * that.
 */
export function eventsOfLogEntry({ kind, subject, reference, data }: LogWindowEntry): EventSubject[] {
  const logged = data ?? {};
  switch (kind) {
    case 'purchase_order.received':
    case 'transfer_order.received':
      return [{ kind, orderId: subject, reference, logged }];
    case 'return.received':
      return [{ kind, returnId: subject }];
    default:
      return [...packageEvents(kind, subject, logged), ...orderEvents(kind, subject, logged)];
  }
}

function packageEvents(kind: string, orderId: string, { package: packageNo }: Logged): EventSubject[] {
  const isOfPackage = (packageLogEntryKinds as readonly string[]).includes(kind) && typeof packageNo === 'number';
  return isOfPackage ? [{ kind: 'tracking.updated', orderId, packageNo }] : [];
}

type Logged = Readonly<Record<string, unknown>>;

const isHeld = (status: unknown): boolean => typeof status === 'string' && status.startsWith('ON ');

function orderEvents(kind: string, orderId: string, logged: Logged): EventSubject[] {
  // Of the packages that leave first, mostly all of an order, the entry of the last one stands for the order.
  const isPart = kind === 'package.shipped' && logged.completes !== true;
  if (orderKinds[kind] === undefined || isPart) return [];
  const { was, status, holds, placed } = logged;
  // An order with a problem was opened when the problem was reported.
  const isOpen = kind === 'sales_order.floor_taken_back' && was === 'problem';
  // An order that loses stock in work stays in work while anything of it is left to ship.
  const isShortened = kind === 'sales_order.short_picked' && status !== 'EXCEPTION';
  const isUnchanged = isOpen || isShortened || (was !== undefined && status !== undefined && was === status);
  const isUpdate = kind === 'sales_order.updated';
  const isNewlyHeld =
    kind === 'sales_order.held' ||
    (kind === 'sales_order.accepted' && Array.isArray(holds) && holds.length > 0) ||
    (isUpdate && Array.isArray(placed) && placed.length > 0);
  const isReleased = kind === 'sales_order.released' || (isUpdate && isHeld(was) && !isHeld(status));
  const isShipped = kind === 'package.shipped' || kind === 'sales_order.completed';
  return [
    ...(isUnchanged ? [] : [{ kind: 'order.status_changed' as const, orderId }]),
    ...(isNewlyHeld ? [{ kind: 'order.held' as const, orderId }] : []),
    ...(isReleased ? [{ kind: 'order.released' as const, orderId }] : []),
    ...(isShipped ? [{ kind: 'order.shipped' as const, orderId }] : []),
  ];
}

/** The `sequenceKey` of an event (`EventRecord`). */
export function eventSequenceKeyOf(source: EventSubject): string {
  switch (source.kind) {
    case 'tracking.updated':
      return `package:${source.orderId}/${source.packageNo}`;
    case 'inventory.changed':
      return `stock:${source.itemNo}/${source.warehouse}/${source.status}`;
    case 'return.received':
      return `return:${source.returnId}`;
    default:
      return `order:${source.orderId}`;
  }
}
