/** Changes of endpoints by operators: audited in their transaction, with the reply that a retry returns. */

import { recordAudit, recordVersionOf } from '../operators/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { type WebhookEndpoint, webhookEndpointHostOf } from './endpoint.ts';
import { runWebhookEndpointTransaction } from './endpoint-transactions.ts';

interface Audited<Reply> {
  readonly action: `webhook.${string}`;
  readonly endpointId: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reply: Reply;
}

/**
 * Runs `change` in a transaction (`runWebhookEndpointTransaction`), which also records it in the audit and stores the reply for
 * repetitions of the request.
 */
export async function runAuditedWebhookEndpointChange<Reply extends object>(
  { environment, context, run, request }: OperatorCall<{ readonly CustomerNo: string }>,
  change: (tx: Tx, context: CommandContext) => Promise<Audited<Reply>>,
): Promise<Reply> {
  const { CustomerNo: customerNo } = request;
  return await runWebhookEndpointTransaction(environment, customerNo, async (tx) => {
    const { action, endpointId, before, after, reply } = await change(tx, context.forCustomer(customerNo));
    recordAudit(tx, context, { action, subject: endpointId.toLowerCase(), customerNo, before, after });
    await run.storeReply(tx, reply);
    return reply;
  });
}

/** An endpoint as the audit shows it: without its URL, which may contain secrets of the receiver. */
export const toAuditedWebhookEndpoint = (endpoint: WebhookEndpoint) => ({
  Host: webhookEndpointHostOf(endpoint),
  Kinds: endpoint.kinds,
  Format: endpoint.format,
  Description: endpoint.description,
  Enabled: endpoint.isEnabled,
});

/**
 * The fields of an endpoint that its version covers. Whether it is enabled is not one of them, so failures that disable
 * it do not change the version.
 */
export const toVersionedWebhookEndpoint = ({ url, kinds, format, description }: WebhookEndpoint) => ({
  Url: url,
  Kinds: kinds,
  Format: format,
  Description: description,
});

export const webhookEndpointVersionOf = (endpoint: WebhookEndpoint): string =>
  recordVersionOf(toVersionedWebhookEndpoint(endpoint));
