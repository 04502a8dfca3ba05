/**
 * Management of endpoints by wineries and operators (decision 14). Each function runs in the caller's transaction, logs
 * its change, and throws `AppError`: `NotFound` for an endpoint that the customer does not have.
 */
import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from '../lib/uuid.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, type Fault, notFoundError, refuseState, validationRefusal } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import {
  forceIndexPlansSql,
  hasWebhookDelivery,
  insertWebhookDeliveries,
  insertWebhookEvents,
  makeFirstWebhookDeliveriesDue,
  makeWaitingWebhookDeliveriesDue,
  requeueWebhookDeliveries,
  skipPendingWebhookDeliveries,
  type WebhookRedeliveryFilter,
} from './delivery-store.ts';
import {
  isSubscribedToEventKind,
  maxWebhookEndpoints,
  maxWebhookRedeliveries,
  type SealedWebhookEndpoint,
  type WebhookEndpoint,
  webhookEndpointHostOf,
  webhookSecretOverlapHours,
} from './endpoint.ts';
import {
  deleteWebhookCustomer,
  deleteWebhookEndpoints,
  insertOrLockWebhookCustomer,
  insertWebhookEndpoints,
  listWebhookEndpoints,
  lockWebhookCustomerCursor,
  lockWebhookEndpoints,
  makeWebhookCustomerDue,
  updateWebhookEndpointSettings,
  updateWebhookEndpointStates,
  updateWebhookSecrets,
} from './endpoint-store.ts';
import { type EventFormat, eventKinds, webhookEventSource } from './event-source.ts';
import { generateWebhookSecret, type WebhookSecretCipher } from './signature.ts';
import { createWebhookTestEvent } from './webhook-test-event.ts';

interface WebhookEndpointSettings {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly format: EventFormat;
  readonly description: string;
}

export const webhookEndpointSettingNames = [
  'url',
  'kinds',
  'format',
  'description',
] as const satisfies (keyof WebhookEndpointSettings)[];

/**
 * Creates an endpoint, which gets the events of its kinds from now on, and earlier ones that are not read for other endpoints yet.
 * `endpointId` is a new UUID. The secret is stored sealed only. Throws `ValidationFailed` for settings with which nothing is ever sent, and
 * `StateForbids` when the customer has `maxWebhookEndpoints`.
 */
export async function addWebhookEndpoint(
  tx: Tx,
  seal: WebhookSecretCipher,
  context: CommandContext,
  { endpointId, ...settings }: WebhookEndpointSettings & { readonly endpointId: string },
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const { customerNo } = context;
  assertWantsSome(settings);
  insertOrLockWebhookCustomer(tx, customerNo, await webhookEventSource.currentCursor(tx, customerNo));
  const count = (await listWebhookEndpoints(tx, customerNo)).length;
  if (count >= maxWebhookEndpoints) {
    throw new AppError(
      refuseState('FULL', `Customer ${customerNo} has ${count} endpoints already: delete one of them first.`).refused,
    );
  }
  const secret = generateWebhookSecret();
  const endpoint: SealedWebhookEndpoint = {
    ...settings,
    customerNo,
    endpointId,
    secret: seal.seal(endpointId, secret),
    previousSecret: undefined,
    previousSecretUntil: undefined,
    isEnabled: true,
    disabledReason: undefined,
    disabledAt: undefined,
    failedInARow: 0,
    createdAt: Temporal.Now.instant(),
  };
  insertWebhookEndpoints(tx, [endpoint]);
  await logChange(tx, context, endpoint, 'webhook.created', shownSettings(endpoint));
  return { endpoint, secret };
}

interface WebhookEndpointPatch extends Partial<WebhookEndpointSettings> {
  readonly isEnabled?: boolean | undefined;
}

/**
 * Changes the fields that the patch contains. Throws `ValidationFailed` as `addWebhookEndpoint` does. With another URL, what waits for its
 * next attempt is due now, with all attempts again (`makeWaitingWebhookDeliveriesDue`). Disabling an endpoint
 * skips its pending deliveries; an endpoint that is enabled again begins with the next event. `check` throws to reject the change of the
 * locked endpoint.
 */
export async function changeWebhookEndpoint(
  tx: Tx,
  context: CommandContext,
  endpointId: string,
  patch: { readonly [Name in keyof WebhookEndpointPatch]: WebhookEndpointPatch[Name] | undefined },
  check?: (before: WebhookEndpoint) => Promise<void>,
): Promise<{ readonly before: WebhookEndpoint; readonly after: WebhookEndpoint }> {
  const before = await lockEndpoint(tx, context, endpointId);
  await check?.(before);
  const { isEnabled = before.isEnabled, ...settings } = patch;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  // Failures in a row are those of one address.
  const isMoved = settings.url !== undefined && settings.url !== before.url;
  let after: WebhookEndpoint = { ...before, ...given, ...(isMoved && { failedInARow: 0 }) };
  if (settings.kinds !== undefined || settings.format !== undefined) assertWantsSome(after);
  updateWebhookEndpointSettings(tx, [after]);
  if (isMoved) updateWebhookEndpointStates(tx, [after]);
  if (isEnabled !== before.isEnabled) {
    after = {
      ...after,
      isEnabled,
      disabledReason: isEnabled ? undefined : 'BY HAND',
      disabledAt: isEnabled ? undefined : Temporal.Now.instant(),
      failedInARow: 0,
    };
    updateWebhookEndpointStates(tx, [after]);
    if (!isEnabled) skipPendingWebhookDeliveries(tx, context.customerNo, endpointId);
  }
  // What waits has failed at the address before.
  if (isMoved && after.isEnabled) {
    await makeWaitingWebhookDeliveriesDue(tx, context.customerNo, endpointId);
    makeWebhookCustomerDue(tx, context.customerNo);
  }
  const changed = webhookEndpointSettingNames.filter((name) => !isDeepStrictEqual(after[name], before[name]));
  await logChange(tx, context, after, 'webhook.updated', { ...shownSettings(after), isEnabled, changed });
  return { before, after };
}

/** Deletes an endpoint. Nothing more is sent to it; its deliveries are deleted in the background. */
export async function removeWebhookEndpoint(
  tx: Tx,
  context: CommandContext,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(tx, context, endpointId);
  // Pending deliveries would count as late until they are deleted.
  skipPendingWebhookDeliveries(tx, context.customerNo, endpoint.endpointId);
  deleteWebhookEndpoints(tx, [endpoint]);
  const others = (await listWebhookEndpoints(tx, context.customerNo)).filter((each) => each.endpointId !== endpointId);
  if (others.length === 0) deleteWebhookCustomer(tx, context.customerNo);
  await logChange(tx, context, endpoint, 'webhook.deleted', { host: webhookEndpointHostOf(endpoint) });
  return endpoint;
}

/**
 * Creates a new secret. Unless the previous secret is revoked, it stays valid for `webhookSecretOverlapHours`, and deliveries are
 * signed with both.
 */
export async function replaceWebhookSecret(
  tx: Tx,
  seal: WebhookSecretCipher,
  context: CommandContext,
  endpointId: string,
  isRevoked: boolean,
): Promise<{ readonly secret: string; readonly previousSecretUntil: Temporal.Instant | undefined }> {
  const endpoint = await lockEndpoint(tx, context, endpointId);
  const secret = generateWebhookSecret();
  const previousSecretUntil = isRevoked ? undefined : Temporal.Now.instant().add({ hours: webhookSecretOverlapHours });
  updateWebhookSecrets(tx, [
    {
      ...endpoint,
      // The stored id is in lower case; the requested one may not be.
      secret: seal.seal(endpoint.endpointId, secret),
      previousSecret: isRevoked ? undefined : endpoint.secret,
      previousSecretUntil,
    },
  ]);
  await logChange(tx, context, endpoint, 'webhook.secret_rotated', { isPreviousRevoked: isRevoked });
  return { secret, previousSecretUntil };
}

/** Queues an event that only this endpoint gets, and returns its id. Throws `StateForbids` when the endpoint is disabled. */
export async function queueWebhookTestEvent(
  tx: Tx,
  context: CommandContext,
  endpointId: string,
): Promise<{ eventId: string }> {
  const endpoint = await lockEndpoint(tx, context, endpointId);
  assertEnabled(endpoint);
  const { customerNo } = context;
  const at = Temporal.Now.instant();
  const event = createWebhookTestEvent(endpoint, uuidv7(), at);
  const position = endpoint.lastPosition + 1;
  const { eventId, kind } = event;
  insertWebhookEvents(tx, [{ customerNo, eventId, kind, occurredAt: at, ...event.bodies }]);
  insertWebhookDeliveries(tx, [
    {
      customerNo,
      endpointId,
      position,
      eventId,
      sequenceKey: eventId,
      groupPosition: undefined,
      format: endpoint.format,
      status: 'PENDING',
      failedAttempts: 0,
      dueAt: undefined,
    },
  ]);
  tx.send(forceIndexPlansSql);
  makeFirstWebhookDeliveriesDue(tx, [{ customerNo, endpointId, sequenceKey: eventId }]);
  makeWebhookCustomerDue(tx, customerNo, position);
  await logChange(tx, context, endpoint, 'webhook.tested', { eventId });
  return { eventId };
}

/**
 * Sends events again, whether they were delivered or not, with the same id and body. Returns how many; pending
 * deliveries are not counted. Throws `StateForbids` for a disabled endpoint, `NotFound` for a single event that the
 * endpoint did not get, and `ValidationFailed` for too many events.
 */
export async function queueWebhookRedelivery(
  tx: Tx,
  context: CommandContext,
  endpointId: string,
  filter: WebhookRedeliveryFilter,
): Promise<number> {
  const endpoint = await lockEndpoint(tx, context, endpointId);
  assertEnabled(endpoint);
  const { customerNo } = context;
  const requeued = await requeueWebhookDeliveries(tx, customerNo, endpointId, filter);
  if (requeued === undefined) {
    const message = `must end earlier: there are more than ${maxWebhookRedeliveries} events in this time`;
    throw faultError({ field: 'To', code: 'TooMany', message });
  }
  if (
    requeued.length === 0 &&
    'eventId' in filter &&
    !(await hasWebhookDelivery(tx, customerNo, endpointId, filter.eventId))
  ) {
    throw notFoundError(
      `This endpoint has no delivery of event ${JSON.stringify(filter.eventId)}. Read it with GetEvents.`,
    );
  }
  tx.send(forceIndexPlansSql);
  makeFirstWebhookDeliveriesDue(tx, requeued);
  makeWebhookCustomerDue(tx, customerNo);
  await logChange(tx, context, endpoint, 'webhook.redelivered', { deliveries: requeued.length });
  return requeued.length;
}

/**
 * Makes waiting deliveries due now, because the receiver is back: at most `maxWebhookRedeliveries`, those due next first, each with all its
 * attempts again. Returns how many. Throws `StateForbids` for a disabled endpoint.
 */
export async function retryWaitingWebhookDeliveries(
  tx: Tx,
  context: CommandContext,
  endpointId: string,
): Promise<number> {
  const endpoint = await lockEndpoint(tx, context, endpointId);
  assertEnabled(endpoint);
  const deliveries = await makeWaitingWebhookDeliveriesDue(tx, context.customerNo, endpointId);
  makeWebhookCustomerDue(tx, context.customerNo);
  await logChange(tx, context, endpoint, 'webhook.retried', { deliveries });
  return deliveries;
}

function assertWantsSome(settings: Pick<WebhookEndpoint, 'kinds' | 'format'>): void {
  if (eventKinds.some((kind) => isSubscribedToEventKind(settings, kind))) return;
  const message = 'must contain tracking.updated, or be empty: the format tracking_update has no other events';
  throw faultError({ field: 'Kinds', code: 'Conflict', message });
}

const faultError = (fault: Fault): AppError => new AppError(validationRefusal([fault]));

function assertEnabled({ isEnabled }: WebhookEndpoint): void {
  if (isEnabled) return;
  throw new AppError(
    refuseState('DISABLED', 'The endpoint is disabled, so nothing is sent to it: enable it first.').refused,
  );
}

async function lockEndpoint(
  tx: Tx,
  { customerNo }: CommandContext,
  endpointId: string,
): Promise<SealedWebhookEndpoint & { readonly lastPosition: number }> {
  const customer = await lockWebhookCustomerCursor(tx, customerNo);
  const [endpoint] = customer === undefined ? [] : await lockWebhookEndpoints(tx, [{ customerNo, endpointId }]);
  if (customer === undefined || endpoint === undefined) {
    throw notFoundError(
      `Customer ${customerNo} has no webhook endpoint ${endpointId}. Webhook/GetEndpoints lists them.`,
    );
  }
  return { ...endpoint, lastPosition: customer.lastPosition };
}

/** Without the URL, which may contain secrets of the receiver. */
const shownSettings = (endpoint: WebhookEndpoint) => ({
  host: webhookEndpointHostOf(endpoint),
  kinds: endpoint.kinds,
  format: endpoint.format,
});

async function logChange(
  tx: Tx,
  context: CommandContext,
  { endpointId }: WebhookEndpoint,
  kind: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const occurredAt = await readCustomerClock(tx, context.customerNo);
  appendLog(tx, context, { kind, subject: endpointId, occurredAt, data });
}
