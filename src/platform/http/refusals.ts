/**
 * Journals refused changes (decision 5): afterwards, in batches, so that a flood of bad requests costs one transaction
 * now and then, and never delays an answer. What is kept of a request is cut to size at once.
 */
import { cutText } from '../../lib/cut-text.ts';
import type { Refusal } from '../errors.ts';
import type { LateEntry } from '../late-journal.ts';
import type { Caller } from './operation.ts';

export interface RefusedChange {
  readonly caller: Caller;
  readonly operation: string;
  readonly reference: string;
  readonly refusal: Refusal;
  readonly unknownProperties: readonly string[];
  /** The request as far as it was read: only its identities are kept. */
  readonly request: unknown;
}

/** What is kept of a refused change until it is written: a few kilobytes, however large the request was. */
export function refusalEntry(refused: RefusedChange): LateEntry {
  return {
    customerNo: refused.caller.customerNo,
    kind: 'request.refused',
    subject: refused.reference,
    reference: refused.reference,
    operation: refused.operation,
    actor: refused.caller.userKey,
    data: journalData(refused),
  };
}

/** The properties that name a document or an item: no people, no texts. */
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

/** Faults and unknown properties: ten thousand refusals may wait for a database that is away. */
const maxKept = 20;

function journalData({ refusal, unknownProperties, request }: RefusedChange): Record<string, unknown> {
  const data: Record<string, unknown> = { code: refusal.code, reason: cutText(refusal.reason, 500) };
  if (refusal.faults !== undefined && refusal.faults.length > 0) {
    data.faults = refusal.faults.slice(0, maxKept).map(({ field, code }) => ({ field, code }));
  }
  if (unknownProperties.length > 0) data.unknownProperties = unknownProperties.slice(0, maxKept);
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
      if (typeof member === 'string' && identityNames.has(name)) found[name] ??= cutText(member, 100);
      else if (deeper) collect(member, false);
    }
  };
  collect(request, true);
  return found;
}
