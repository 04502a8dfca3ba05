/** Makes deliveries of a customer's new events: one for each endpoint that wants the event. */
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import {
  findPendingWebhookSequences,
  insertWebhookDeliveries,
  insertWebhookEvents,
  type WebhookDeliverySequenceKey,
} from './delivery-store.ts';
import { isSubscribedToEventKind, type SealedWebhookEndpoint } from './endpoint.ts';
import {
  type EventFormat,
  type EventKind,
  type EventRecord,
  eventKinds,
  type WebhookEventSource,
} from './event-source.ts';

/** Maximum number of events in one read of a customer. */
export const maxEventsPerRead = 200;
/**
 * A read of a customer ends with the event whose body reaches this total length, in characters. The next read continues
 * after it.
 */
const maxLengthPerRead = 4 * 1024 * 1024;

/** An event with the bodies that were wanted when it was read. */
interface NewEvent extends Pick<EventRecord, 'eventId' | 'kind' | 'at' | 'sequenceKey'> {
  readonly standardBody: string | undefined;
  readonly trackingBody: string | undefined;
}

/** New events of a customer after a cursor. */
export interface WebhookEventBatch {
  readonly customerNo: string;
  /** The cursor after which they were read. */
  readonly after: string;
  /** The kinds and formats for which they were read (`wantedBodies`); undefined: all. */
  readonly wanted: ReadonlySet<string> | undefined;
  readonly events: readonly NewEvent[];
  /** Total length of their bodies, in characters. */
  readonly length: number;
  readonly next: string;
  readonly hasMore: boolean;
}

/** The kinds and formats that endpoints want. */
const wantedBodies = (endpoints: readonly SealedWebhookEndpoint[]): Set<string> =>
  new Set(
    endpoints.flatMap((endpoint) =>
      eventKinds.filter((kind) => isSubscribedToEventKind(endpoint, kind)).map((kind) => `${kind} ${endpoint.format}`),
    ),
  );

/**
 * Whether the events were read for all kinds and formats that these endpoints want. An endpoint may have been created
 * or changed since.
 */
export function coversWantedWebhookKinds(
  { wanted }: WebhookEventBatch,
  endpoints: readonly SealedWebhookEndpoint[],
): boolean {
  return wanted === undefined || [...wantedBodies(endpoints)].every((one) => wanted.has(one));
}

/** Reads at most `top` new events of the kinds that a customer's endpoints want. */
export async function readNewEvents(
  environment: Environment,
  source: WebhookEventSource,
  { customerNo, cursor }: { readonly customerNo: string; readonly cursor: string },
  endpoints: readonly SealedWebhookEndpoint[],
  top: number,
): Promise<WebhookEventBatch> {
  const kinds = eventKinds.filter((kind: EventKind) =>
    endpoints.some((endpoint) => isSubscribedToEventKind(endpoint, kind)),
  );
  const withTracking = endpoints.some(({ format }) => format === 'tracking_update');
  const query = { after: cursor, kinds, top, withTracking };
  const { events: found, next, hasMore } = await source.readEvents(environment, customerNo, query);
  const wanted = wantedBodies(endpoints);
  const events: NewEvent[] = [];
  let length = 0;
  for (const event of found) {
    const bodyOf = (format: EventFormat) =>
      wanted.has(`${event.kind} ${format}`) ? source.eventBody(event, format) : undefined;
    const [standardBody, trackingBody] = [bodyOf('standard'), bodyOf('tracking_update')];
    const { eventId, kind, at, sequenceKey } = event;
    events.push({ eventId, kind, at, sequenceKey, standardBody, trackingBody });
    length += (standardBody?.length ?? 0) + (trackingBody?.length ?? 0);
    if (length >= maxLengthPerRead && event !== found.at(-1)) {
      return { customerNo, after: cursor, wanted, events, length, next: event.cursor, hasMore: true };
    }
  }
  return { customerNo, after: cursor, wanted, events, length, next, hasMore };
}

/**
 * Events of this kind have the row of stock as it was when they were read: those of one row that were read together have the same data,
 * so a receiver may get them in any order. They are sent together, because a row of stock changes much more often than a package.
 */
const groupedKind: EventKind = 'inventory.changed';

interface WantedDelivery extends WebhookDeliverySequenceKey {
  readonly position: number;
  readonly isGrouped: boolean;
  readonly eventId: string;
  readonly format: EventFormat;
  readonly isEnabled: boolean;
}

const sequenceText = ({ customerNo, endpointId, sequenceKey }: WebhookDeliverySequenceKey): string =>
  `${customerNo}\n${endpointId}\n${sequenceKey}`;

/**
 * Inserts the deliveries of events that were read, and returns the last position of each customer. The first of each sequence, or
 * the first group, is due `now`, unless an earlier one is pending. Those of disabled endpoints are skipped.
 */
export async function fanOutWebhookEvents(
  tx: Tx,
  read: readonly (WebhookEventBatch & { readonly lastPosition: number })[],
  endpointsOf: (customerNo: string) => readonly SealedWebhookEndpoint[],
  now: Temporal.Instant,
): Promise<Map<string, number>> {
  const lastPositions = new Map<string, number>();
  const events: Parameters<typeof insertWebhookEvents>[1][number][] = [];
  const wanted: WantedDelivery[] = [];
  for (const { customerNo, events: found, lastPosition } of read) {
    let position = lastPosition;
    for (const event of found) {
      const { eventId, kind, at: occurredAt, sequenceKey, standardBody, trackingBody } = event;
      const takers = endpointsOf(customerNo).filter((endpoint) => isSubscribedToEventKind(endpoint, kind));
      if (takers.length === 0) continue;
      const isGrouped = kind === groupedKind;
      events.push({ customerNo, eventId, kind, occurredAt, standardBody, trackingBody });
      for (const { endpointId, format, isEnabled } of takers) {
        position += 1;
        wanted.push({ customerNo, endpointId, position, eventId, sequenceKey, format, isEnabled, isGrouped });
      }
    }
    lastPositions.set(customerNo, position);
  }
  const pending = wanted.filter(({ isEnabled }) => isEnabled);
  const blocked = new Set((await findPendingWebhookSequences(tx, pending)).map(sequenceText));
  /** The first of these deliveries in each sequence. */
  const firstOf = new Map<string, { readonly position: number; readonly isDue: boolean }>();
  insertWebhookEvents(tx, events);
  insertWebhookDeliveries(
    tx,
    wanted.map(({ isEnabled, isGrouped, ...delivery }) => {
      const sequence = sequenceText(delivery);
      const { position } = delivery;
      const first = firstOf.get(sequence) ?? { position, isDue: isEnabled && !blocked.has(sequence) };
      firstOf.set(sequence, first);
      const isDue = first.isDue && (isGrouped || first.position === position);
      const status = isEnabled ? ('PENDING' as const) : ('SKIPPED' as const);
      const groupPosition = isGrouped ? first.position : undefined;
      return { ...delivery, groupPosition, status, failedAttempts: 0, dueAt: isDue ? now : undefined };
    }),
  );
  return lastPositions;
}
