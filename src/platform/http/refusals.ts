/**
 * Journals refused changes (decision 5): afterwards, in batches, so that a flood of bad requests costs one transaction
 * now and then, and never delays an answer.
 *
 * Bounded: what does not fit while the database cannot keep up is counted and told in the log of the process.
 */
import type { Logger } from 'pino';
import { cutText } from '../../lib/cut-text.ts';
import { customerTimes } from '../clock.ts';
import type { Environment } from '../environment.ts';
import type { Refusal } from '../errors.ts';
import { appendLog } from '../log.ts';
import type { Caller } from './operation.ts';

const flushAfterMs = 200;
const maxWaiting = 10_000;
const maxBatch = 500;

export interface RefusedChange {
  readonly caller: Caller;
  readonly operation: string;
  readonly reference: string;
  readonly refusal: Refusal;
  readonly unknownProperties: readonly string[];
  /** The request as far as it was read: only its identities are kept, and none of it after `add`. */
  readonly request: unknown;
}

/** What is kept of a refused change until it is written: a few kilobytes, however large the request was. */
interface Entry {
  readonly caller: Caller;
  readonly operation: string;
  readonly reference: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Refusals {
  add(refused: RefusedChange): void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

export function openRefusals(environment: Environment, logger: Logger): Refusals {
  let waiting: Entry[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      try {
        await write(environment, batch);
      } catch (error) {
        logger.error({ err: error, references: batch.map((refused) => refused.reference) }, 'refusals not journaled');
      }
    }
    if (dropped > 0) logger.error({ dropped }, 'refusals not journaled: too many were waiting');
    dropped = 0;
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  };

  return {
    add: (refused) => {
      if (waiting.length >= maxWaiting) {
        dropped += 1;
        return;
      }
      const { caller, operation, reference } = refused;
      waiting.push({ caller, operation, reference, data: journalData(refused) });
      timer ??= setTimeout(() => void flush(), flushAfterMs);
    },
    flush,
  };
}

async function write(environment: Environment, batch: readonly Entry[]): Promise<void> {
  await environment.db.write(async (tx) => {
    const timeOf = await customerTimes(tx, [...new Set(batch.map((refused) => refused.caller.customerNo))]);
    for (const refused of batch) {
      appendLog(tx, {
        customerNo: refused.caller.customerNo,
        kind: 'request.refused',
        subject: refused.reference,
        reference: refused.reference,
        occurredAt: timeOf(refused.caller.customerNo),
        operation: refused.operation,
        actor: refused.caller.userKey,
        data: refused.data,
      });
    }
  });
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

const maxFaultsKept = 20;

function journalData({ refusal, unknownProperties, request }: RefusedChange): Record<string, unknown> {
  const data: Record<string, unknown> = { code: refusal.code, reason: cutText(refusal.reason, 500) };
  if (refusal.faults !== undefined && refusal.faults.length > 0) {
    data.faults = refusal.faults.slice(0, maxFaultsKept).map(({ field, code }) => ({ field, code }));
  }
  if (unknownProperties.length > 0) data.unknownProperties = unknownProperties;
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
