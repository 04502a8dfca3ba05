/** The event feed as the webhook sender reads it. Endpoints get the events that the feed returns. */
import {
  type EventFormat,
  type EventKind,
  type EventRecord,
  formatEventBody,
  readCurrentEventCursor,
  readEvents,
} from '../events/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';

export {
  type EventFormat,
  type EventKind,
  type EventRecord,
  eventFormats,
  eventKinds,
  firstDayNeededByCursor,
} from '../events/index.ts';

/** The event feed of the webhook sender: reads events after a cursor, and formats their bodies. */
export interface WebhookEventSource {
  /** Events of a customer after a cursor in the order of commits, without gaps. */
  readEvents(
    environment: Environment,
    customerNo: string,
    query: {
      readonly after: string;
      readonly kinds: readonly EventKind[];
      readonly top: number;
      readonly withTracking: boolean;
    },
  ): Promise<{ readonly events: readonly EventRecord[]; readonly next: string; readonly hasMore: boolean }>;
  /** The cursor after the last event: only later events are read after it. */
  currentCursor(reader: DbReader, customerNo: string): Promise<string>;
  /** The raw body that is signed and sent. */
  eventBody(event: EventRecord, format: EventFormat): string;
}

export const webhookEventSource: WebhookEventSource = {
  readEvents,
  currentCursor: readCurrentEventCursor,
  eventBody: formatEventBody,
};
