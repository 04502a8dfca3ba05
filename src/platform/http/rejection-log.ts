/**
 * Log entries of rejected changes (decision 5). They are written after the response and in batches, so that a flood of bad
 * requests costs few transactions and never delays a response.
 */
import { truncate } from '../../lib/text.ts';
import type { CommandContext } from '../command-context.ts';
import type { Refusal } from '../errors.ts';
import type { UntimedLogEntry } from '../journal-writer.ts';

/** The log entry of a rejected change: a few kilobytes, however large the request was. */
export function toRejectionLogEntry(context: CommandContext, refusal: Refusal, request: unknown): UntimedLogEntry {
  const { reference, unknownProperties = [] } = context;
  return {
    ...context,
    unknownProperties: unknownProperties.slice(0, maxListed),
    kind: 'request.rejected',
    subject: reference,
    data: rejectionData(refusal, request),
  };
}

/** Properties of the request that the entry repeats. They name documents and items; none is meant for personal data. */
const identityNames = new Set([
  'TransmissionId',
  'OrderNo',
  'OrderNumber',
  'ShipmentKey',
  'OrderType',
  'CustomerReferenceNo',
  'PurchaseOrderNumber',
  'TransferOrderNumber',
  'TransactionReferenceNumber',
  'ItemNo',
]);

/** Maximum number of faults and of unknown properties in an entry. It bounds the memory of entries that wait for the database. */
const maxListed = 20;

function rejectionData(refusal: Refusal, request: unknown): Record<string, unknown> {
  const data: Record<string, unknown> = { code: refusal.code, reason: truncate(refusal.reason, 500) };
  if (refusal.faults !== undefined && refusal.faults.length > 0) {
    data.faults = refusal.faults.slice(0, maxListed).map(({ field, code }) => ({ field, code }));
  }
  const identities = identitiesOf(request);
  if (Object.keys(identities).length > 0) data.request = identities;
  return data;
}

/** The identities on the top level and one level below it (`OrderInfo`, `SKUInfo`). */
function identitiesOf(request: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  const collect = (value: unknown, deeper: boolean): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && identityNames.has(name)) found[name] ??= truncate(member, 100);
      else if (deeper) collect(member, false);
    }
  };
  collect(request, true);
  return found;
}
