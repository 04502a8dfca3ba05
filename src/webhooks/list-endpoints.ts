/** Endpoints of all customers, for operators. */
import type { DbReader } from '../platform/db/db.ts';
import type { WebhookEndpoint, WebhookEndpointDisabledReason } from './endpoint.ts';
import { shownWebhookEndpointColumns, webhookEndpointTable } from './endpoint-store.ts';

interface WebhookEndpointFilter {
  readonly customers: readonly string[] | undefined;
  readonly isEnabled: boolean | undefined;
  /** Only endpoints that were disabled for one of these reasons; undefined: all. */
  readonly reasons: readonly WebhookEndpointDisabledReason[] | undefined;
}

interface WebhookEndpointPosition {
  readonly customerNo: string;
  readonly endpointId: string;
}

const filtered = `($1::text[] is null or e.customer_no = any ($1)) and ($2::boolean is null or e.is_enabled = $2)
        and ($3::text[] is null or e.disabled_reason = any ($3))`;
const values = ({ customers, isEnabled, reasons }: WebhookEndpointFilter) => [
  ...[customers ?? null, isEnabled ?? null, reasons ?? null],
];

/** A page of endpoints by customer, each customer's oldest first. */
export async function listWebhookEndpointPage(
  reader: DbReader,
  filter: WebhookEndpointFilter,
  { after, limit }: { readonly after: WebhookEndpointPosition | undefined; readonly limit: number },
): Promise<WebhookEndpoint[]> {
  return await webhookEndpointTable.rows<WebhookEndpoint>(
    reader,
    `select ${webhookEndpointTable.select('e', shownWebhookEndpointColumns)} from webhook_endpoints e
      where ${filtered} and ($4::text is null or (e.customer_no, e.endpoint_id) > ($4, $5::uuid))
      order by e.customer_no, e.endpoint_id limit $6`,
    [...values(filter), after?.customerNo ?? null, after?.endpointId ?? null, limit],
  );
}

/** How many there are, at most `limit`. */
export async function countWebhookEndpoints(
  reader: DbReader,
  filter: WebhookEndpointFilter,
  limit: number,
): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*)::int as count from (select 1 from webhook_endpoints e where ${filtered} limit $4) e`,
    [...values(filter), limit],
  );
  return row?.count ?? 0;
}
