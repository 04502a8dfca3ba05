/** An endpoint of a customer, and the deliveries to it. Pure. */
import type { EventFormat } from './event-source.ts';

/** `BY HAND`, the receiver replied 410, or `maxFailedInARow` events in a row failed. */
export const disabledReasons = ['BY HAND', 'GONE', 'FAILING'] as const;

export type DisabledReason = (typeof disabledReasons)[number];

export interface Endpoint {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly url: string;
  /** Empty: all. */
  readonly kinds: readonly string[];
  readonly format: EventFormat;
  readonly description: string;
  readonly isEnabled: boolean;
  readonly disabledReason: DisabledReason | undefined;
  readonly disabledAt: Temporal.Instant | undefined;
  readonly failedInARow: number;
  readonly previousSecretUntil: Temporal.Instant | undefined;
  readonly createdAt: Temporal.Instant;
}

/** An endpoint of a customer with all its sealed secrets. */
export interface SealedEndpoint extends Endpoint {
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | undefined;
}

/**
 * `PENDING` is being sent or waits for its next attempt, `FAILED` after `maxAttempts`. `SKIPPED` was not sent, because the
 * endpoint was disabled.
 */
export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface WebhookAttempt {
  /** ISO 8601. */
  readonly at: string;
  readonly ms: number;
  /** HTTP status of the response; 0: there was none. */
  readonly status: number;
  /** The first kilobyte of the response, or why there was none. */
  readonly response: string;
}

export const maxAttempts = 14;
/** An attempt without a response within this time has failed. */
export const attemptTimeoutMs = 10_000;
/** Events in a row of which every attempt failed, until the endpoint is disabled. */
export const maxFailedInARow = 100;
/** Attempts that are kept of one delivery. */
export const maxKeptAttempts = 30;
export const maxEndpoints = 100;
/** How long two secrets are valid after a rotation. */
export const rotationHours = 24;
const firstRetrySeconds = 30;

/** How long after its `failedAttempts`th failure a delivery is tried again: 30 s, doubling. */
export const retrySeconds = (failedAttempts: number): number => firstRetrySeconds * 2 ** (failedAttempts - 1);

export const isSuccess = ({ status }: Pick<WebhookAttempt, 'status'>): boolean => status >= 200 && status < 300;

/** A receiver that replies this has no such endpoint any more. */
export const isGone = ({ status }: Pick<WebhookAttempt, 'status'>): boolean => status === 410;

/** Whether an endpoint gets events of this kind. Those of `tracking_update` are of packages only. */
export function wants({ kinds, format }: Pick<Endpoint, 'kinds' | 'format'>, kind: string): boolean {
  if (format === 'tracking_update' && kind !== 'tracking.updated') return false;
  return kinds.length === 0 || kinds.includes(kind);
}

/** Whom an endpoint belongs to, for logs: its URL may contain secrets of the receiver. */
export const endpointHost = ({ url }: Pick<Endpoint, 'url'>): string => URL.parse(url)?.host ?? '';
