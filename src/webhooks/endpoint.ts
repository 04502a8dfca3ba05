/** An endpoint of a customer, and the deliveries to it. Pure. */
import type { EventFormat } from './event-source.ts';

/**
 * `BY HAND`: a request disabled it. `GONE`: the receiver replied 410. `FAILING`: `maxConsecutiveWebhookFailures` events in a row
 * failed.
 */
export const webhookEndpointDisabledReasons = ['BY HAND', 'GONE', 'FAILING'] as const;

export type WebhookEndpointDisabledReason = (typeof webhookEndpointDisabledReasons)[number];

export interface WebhookEndpoint {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly url: string;
  /** Empty: all. */
  readonly kinds: readonly string[];
  readonly format: EventFormat;
  readonly description: string;
  readonly isEnabled: boolean;
  readonly disabledReason: WebhookEndpointDisabledReason | undefined;
  readonly disabledAt: Temporal.Instant | undefined;
  readonly failedInARow: number;
  readonly previousSecretUntil: Temporal.Instant | undefined;
  readonly createdAt: Temporal.Instant;
}

/** An endpoint of a customer with all its sealed secrets. */
export interface SealedWebhookEndpoint extends WebhookEndpoint {
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | undefined;
}

/**
 * `PENDING` is being sent, or waits for its turn or its next attempt. `FAILED` is given up after `maxWebhookAttempts`; attempts that were
 * missed while it waited for its turn count (`planWebhookRetry`). `SKIPPED` was still pending when its endpoint was disabled or deleted, or
 * its event came while the endpoint was disabled; it becomes `DELIVERED` when an attempt that was under way succeeds.
 */
export const webhookDeliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;

export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

export interface WebhookAttempt {
  /** ISO 8601. */
  readonly at: string;
  readonly ms: number;
  /** HTTP status of the response; 0: there was none. */
  readonly status: number;
  /** The first kilobyte of the body of the response, or why it did not arrive. */
  readonly response: string;
}

export const maxWebhookAttempts = 14;
/** An attempt without a response within this time has failed. */
export const webhookAttemptTimeoutMs = 10_000;
/** An endpoint is disabled when this number of deliveries in a row are `FAILED`. */
export const maxConsecutiveWebhookFailures = 100;
/** Attempts that are kept of one delivery. */
export const maxKeptWebhookAttempts = 30;
export const maxWebhookEndpoints = 100;
/** Deliveries that one request may send again. */
export const maxWebhookRedeliveries = 10_000;
/** How long two secrets are valid after a rotation. */
export const webhookSecretOverlapHours = 24;
const firstRetrySeconds = 30;

/** Seconds until the next attempt after `failedAttempts` failures: 30, doubled by each further failure. */
export const computeWebhookRetrySeconds = (failedAttempts: number): number =>
  firstRetrySeconds * 2 ** (failedAttempts - 1);

/**
 * Plans a delivery after one more attempt has failed. Returns its failed attempts so far, and the time until the next attempt; undefined
 * when the delivery is given up. A failing endpoint gets one attempt at a time, so a delivery may wait `waitedMs` for its turn. The
 * attempts that would have been made during this wait count as failed, so that a delivery is given up after the same time, however many
 * others wait with it. The last attempt is always made.
 */
export function planWebhookRetry(
  failedBefore: number,
  waitedMs: number,
): { readonly failedAttempts: number; readonly retryMs: number | undefined } {
  let failedAttempts = failedBefore + 1;
  let leftMs = waitedMs;
  for (; failedAttempts < maxWebhookAttempts - 1; failedAttempts += 1) {
    const delayMs = 1_000 * computeWebhookRetrySeconds(failedAttempts);
    if (leftMs < delayMs) break;
    leftMs -= delayMs;
  }
  if (failedAttempts >= maxWebhookAttempts) return { failedAttempts, retryMs: undefined };
  return {
    failedAttempts,
    retryMs: Math.max(0, Math.round(1_000 * computeWebhookRetrySeconds(failedAttempts) - leftMs)),
  };
}

export const isSuccessResponse = ({ status }: Pick<WebhookAttempt, 'status'>): boolean => status >= 200 && status < 300;

/** Whether the receiver replied 410: it has no such endpoint any more. */
export const isGoneResponse = ({ status }: Pick<WebhookAttempt, 'status'>): boolean => status === 410;

/**
 * Whether an endpoint gets events of this kind. An endpoint of the format `tracking_update` gets `tracking.updated`
 * only.
 */
export function isSubscribedToEventKind(
  { kinds, format }: Pick<WebhookEndpoint, 'kinds' | 'format'>,
  kind: string,
): boolean {
  if (format === 'tracking_update' && kind !== 'tracking.updated') return false;
  return kinds.length === 0 || kinds.includes(kind);
}

/** The host of an endpoint's URL, for logs. The whole URL may contain secrets of the receiver. */
export const webhookEndpointHostOf = ({ url }: Pick<WebhookEndpoint, 'url'>): string => URL.parse(url)?.host ?? '';
