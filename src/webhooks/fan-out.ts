/** Makes deliveries of a customer's new events: one for each endpoint that wants the event. */
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { insertDeliveries, insertEvents, pendingSequences, type SequenceId } from './delivery-store.ts';
import { type SealedEndpoint, wants } from './endpoint.ts';
import { type EventFeed, type EventFormat, type EventKind, type EventRecord, eventKinds } from './event-source.ts';

const eventsPerRead = 200;

/** New events of a customer, and what they are behind. */
export interface ReadEvents {
  readonly customerNo: string;
  /** The cursor that they were read behind. */
  readonly after: string;
  readonly events: readonly EventRecord[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** Reads what a customer's endpoints want. */
export async function readNewEvents(
  environment: Environment,
  source: EventFeed,
  { customerNo, cursor }: { readonly customerNo: string; readonly cursor: string },
  endpoints: readonly SealedEndpoint[],
): Promise<ReadEvents> {
  const kinds = eventKinds.filter((kind: EventKind) => endpoints.some((endpoint) => wants(endpoint, kind)));
  const withTracking = endpoints.some(({ format }) => format === 'tracking_update');
  const query = { after: cursor, kinds, top: eventsPerRead, withTracking };
  const { events, next, hasMore } = await source.readEvents(environment, customerNo, query);
  return { customerNo, after: cursor, events, next, hasMore };
}

interface WantedDelivery extends SequenceId {
  readonly position: number;
  readonly eventId: string;
  readonly format: EventFormat;
  readonly isEnabled: boolean;
}

const sequenceText = ({ customerNo, endpointId, sequenceKey }: SequenceId): string =>
  `${customerNo}\n${endpointId}\n${sequenceKey}`;

/**
 * Inserts the deliveries of events that were read, and returns the last position of each customer. The first of each sequence is due
 * now, unless an earlier one is pending.
 */
export async function insertNewDeliveries(
  tx: Tx,
  source: Pick<EventFeed, 'eventBody'>,
  read: readonly (ReadEvents & { readonly lastPosition: number })[],
  endpointsOf: (customerNo: string) => readonly SealedEndpoint[],
): Promise<Map<string, number>> {
  const lastPositions = new Map<string, number>();
  const events: Parameters<typeof insertEvents>[1][number][] = [];
  const wanted: WantedDelivery[] = [];
  for (const { customerNo, events: found, lastPosition } of read) {
    let position = lastPosition;
    for (const event of found) {
      const takers = endpointsOf(customerNo).filter((endpoint) => wants(endpoint, event.kind));
      if (takers.length === 0) continue;
      const bodyOf = (format: SealedEndpoint['format']) =>
        takers.some((endpoint) => endpoint.format === format) ? source.eventBody(event, format) : undefined;
      const { eventId, kind, at: occurredAt, sequenceKey } = event;
      const bodies = { standardBody: bodyOf('standard'), trackingBody: bodyOf('tracking_update') };
      events.push({ customerNo, eventId, kind, occurredAt, ...bodies });
      for (const { endpointId, format, isEnabled } of takers) {
        position += 1;
        wanted.push({ customerNo, endpointId, position, eventId, sequenceKey, format, isEnabled });
      }
    }
    lastPositions.set(customerNo, position);
  }
  const pending = wanted.filter(({ isEnabled }) => isEnabled);
  const blocked = new Set((await pendingSequences(tx, pending)).map(sequenceText));
  const now = Temporal.Now.instant();
  insertEvents(tx, events);
  insertDeliveries(
    tx,
    wanted.map(({ isEnabled, ...delivery }) => {
      const sequence = sequenceText(delivery);
      const isDue = isEnabled && !blocked.has(sequence);
      if (isDue) blocked.add(sequence);
      const status = isEnabled ? ('PENDING' as const) : ('SKIPPED' as const);
      return { ...delivery, status, failedAttempts: 0, dueAt: isDue ? now : undefined };
    }),
  );
  return lastPositions;
}
