/**
 * Events: changes of a customer's orders, packages and stock, as feeds and webhooks report them (decision 14). Pure.
 */
import { createHash } from 'node:crypto';
import type { EventKind } from '../contract/event-kinds.ts';
import type { TrackingTag } from './tracking-tag.ts';

export { type EventKind, eventKinds } from '../contract/event-kinds.ts';

export const eventFormats = ['standard', 'tracking_update'] as const;
export type EventFormat = (typeof eventFormats)[number];

/** A scan that a package had when its event happened. */
export interface TrackingCheckpoint {
  readonly at: Temporal.Instant;
  readonly recordedAt: Temporal.Instant;
  readonly tag: TrackingTag;
  readonly code: string;
  readonly message: string;
  /** `Memphis, TN` */
  readonly location: string;
}

/** The history of a package up to an event. */
export interface TrackingHistory {
  readonly packageId: string;
  readonly orderId: string;
  readonly tag: TrackingTag;
  /** The code of the latest scan up to the event; '' without one. */
  readonly code: string;
  /** Whether no earlier event of the package had this tag. */
  readonly isFirstTag: boolean;
  readonly checkpoints: readonly TrackingCheckpoint[];
  readonly createdAt: Temporal.Instant;
  /** When the package left the warehouse. */
  readonly shippedAt: Temporal.Instant | undefined;
  /** The packages of the order that are not canceled. */
  readonly packages: number;
}

export interface EventRecord {
  /** The same in every process and after a restart; unique. */
  readonly eventId: string;
  readonly kind: EventKind;
  readonly customerNo: string;
  /** When the change was recorded, in real time. */
  readonly at: Temporal.Instant;
  /**
   * Key of a package, an order (also a purchase or transfer order), a return, or the stock of an item in a warehouse and status. Webhooks
   * send events with the same key in order; those of stock that were read together, they send together.
   */
  readonly sequenceKey: string;
  /** The record that the matching query returns, as it is when the event is read; of a receipt, what it posted. */
  readonly data: unknown;
  /** Only for `tracking.updated`, where it was requested. */
  readonly tracking?: TrackingHistory;
  /** Reading after it begins with the next event. */
  readonly cursor: string;
}

/** Identifies an event: its change, and its position among the events of that change. */
interface EventIdentity {
  readonly customerNo: string;
  readonly seq: number;
  readonly ordinal: number;
  readonly at: Temporal.Instant;
}

/** A UUID of version 8 (RFC 9562), derived from the change. */
export function eventIdOf({ customerNo, seq, ordinal, at }: EventIdentity): string {
  const hex = createHash('sha256').update(`${customerNo}\n${seq}\n${ordinal}\n${at}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
