/**
 * Integrity checks of webhooks: every pending delivery will be sent and has its body, of each sequence one delivery or
 * group is due, and the counts of endpoints are right.
 */
import type { DbReader } from '../platform/db/db.ts';

const checks: readonly (readonly [sql: string, fault: string])[] = [
  [
    `select d.customer_no, d.endpoint_id, d.sequence_key as what from webhook_deliveries d
      join webhook_endpoints e on e.customer_no = d.customer_no and e.endpoint_id = d.endpoint_id
      where d.status = 'PENDING' group by d.customer_no, d.endpoint_id, d.sequence_key
     having count(distinct coalesce(d.group_position, d.position)) filter (where d.due_at is not null) <> 1 limit 100`,
    'must have exactly one pending delivery or group that is due',
  ],
  [
    `select d.customer_no, d.endpoint_id, d.event_id as what from webhook_deliveries d
       left join webhook_events v on v.customer_no = d.customer_no and v.event_id = d.event_id
      where d.status = 'PENDING'
        and case d.format when 'standard' then v.standard_body else v.tracking_body end is null limit 100`,
    'has a pending delivery without a body',
  ],
  [
    `select d.customer_no, d.endpoint_id, d.event_id as what from webhook_deliveries d
       join webhook_endpoints e on e.customer_no = d.customer_no and e.endpoint_id = d.endpoint_id
      where d.status = 'PENDING' and not e.is_enabled limit 100`,
    'has a pending delivery, but its endpoint is disabled',
  ],
  [
    `select e.customer_no, e.endpoint_id, '' as what from webhook_endpoints e
      where not exists (select from webhook_customers q where q.customer_no = e.customer_no) limit 100`,
    'gets no events, because those of its customer are not read',
  ],
  [
    `select e.customer_no, e.endpoint_id, '' as what from webhook_endpoints e
      where (e.pending, e.delivered, e.failed, e.skipped) <> (
            select count(*) filter (where d.status = 'PENDING'), count(*) filter (where d.status = 'DELIVERED'),
                   count(*) filter (where d.status = 'FAILED'), count(*) filter (where d.status = 'SKIPPED')
              from webhook_deliveries d where d.customer_no = e.customer_no and d.endpoint_id = e.endpoint_id) limit 100`,
    'has other deliveries than are counted',
  ],
];

/** One sentence per fault, at most 100 of each kind. No sentence has a URL, which may contain a secret. */
export async function verifyWebhooks(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  for (const [sql, fault] of checks) {
    const rows = await reader.rows<{ customer_no: string; endpoint_id: string; what: string }>(sql);
    for (const row of rows) {
      const subject = row.what === '' ? '' : `${row.what} `;
      faults.push(`webhook endpoint ${row.endpoint_id} of customer ${row.customer_no}: ${subject}${fault}`);
    }
  }
  return faults;
}
