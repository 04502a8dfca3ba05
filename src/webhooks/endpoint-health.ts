/**
 * Updates endpoints by the results of their deliveries. Too many failures in a row, or a reply 410, disable an
 * endpoint.
 */
import { uuidv7 } from '../lib/uuid.ts';
import { recordAudit } from '../operators/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { skipPendingWebhookDeliveries, type WebhookAttemptResult } from './delivery-store.ts';
import {
  isGoneResponse,
  maxConsecutiveWebhookFailures,
  type SealedWebhookEndpoint,
  type WebhookEndpointDisabledReason,
  webhookEndpointHostOf,
} from './endpoint.ts';
import { updateWebhookEndpointStates } from './endpoint-store.ts';

/**
 * The endpoint after these results of its deliveries, which are in the order of the attempts. Those of an earlier URL do not
 * count. Pure.
 */
export function webhookEndpointAfterResults(
  endpoint: SealedWebhookEndpoint,
  results: readonly Pick<WebhookAttemptResult, 'status' | 'attempt' | 'url'>[],
  now: Temporal.Instant,
): SealedWebhookEndpoint {
  let { failedInARow } = endpoint;
  let reason: WebhookEndpointDisabledReason | undefined;
  for (const { status, attempt, url } of results) {
    if (url !== endpoint.url) continue;
    if (status === 'DELIVERED') failedInARow = 0;
    if (status === 'FAILED') failedInARow += 1;
    if (isGoneResponse(attempt)) reason = 'GONE';
    else if (failedInARow >= maxConsecutiveWebhookFailures) reason ??= 'FAILING';
  }
  if (failedInARow === endpoint.failedInARow && reason === undefined) return endpoint;
  const isDisabled = endpoint.isEnabled && reason !== undefined;
  if (!isDisabled) return { ...endpoint, failedInARow };
  return { ...endpoint, failedInARow, isEnabled: false, disabledReason: reason, disabledAt: now };
}

/**
 * Saves how many deliveries of each endpoint failed in a row. Disables endpoints that fail too often or reply 410, and
 * skips their pending deliveries. Returns the endpoints as they are afterwards.
 */
export async function updateWebhookEndpointsAfterAttempts(
  tx: Tx,
  endpoints: readonly SealedWebhookEndpoint[],
  results: readonly WebhookAttemptResult[],
): Promise<SealedWebhookEndpoint[]> {
  const byEndpoint = Map.groupBy(results, ({ endpointId }) => endpointId);
  const now = Temporal.Now.instant();
  const after = endpoints.map((endpoint) =>
    webhookEndpointAfterResults(endpoint, byEndpoint.get(endpoint.endpointId) ?? [], now),
  );
  const changed = after.filter((endpoint, index) => endpoint !== endpoints[index]);
  updateWebhookEndpointStates(tx, changed);
  for (const endpoint of changed) {
    const wasEnabled = endpoints.find(({ endpointId }) => endpointId === endpoint.endpointId)?.isEnabled;
    if (wasEnabled && !endpoint.isEnabled) await disable(tx, endpoint);
  }
  return after;
}

async function disable(tx: Tx, endpoint: SealedWebhookEndpoint): Promise<void> {
  const { customerNo, endpointId, disabledReason } = endpoint;
  skipPendingWebhookDeliveries(tx, customerNo, endpointId);
  const data = { host: webhookEndpointHostOf(endpoint), reason: disabledReason };
  const context = createSystemCommandContext(customerNo, 'webhooks');
  const occurredAt = await readCustomerClock(tx, customerNo);
  appendLog(tx, context, { kind: 'webhook.disabled', subject: endpointId, occurredAt, data });
  recordAudit(
    tx,
    { ...context, reference: uuidv7() },
    {
      action: 'webhook.disabled',
      subject: endpointId,
      customerNo,
      before: { Enabled: true },
      after: { Enabled: false, DisabledReason: disabledReason, Host: webhookEndpointHostOf(endpoint) },
    },
  );
}
