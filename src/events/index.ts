/** The events slice, as other slices use it. */
import type { EventFormat, EventRecord } from './event.ts';
import { trackingUpdate, wireTime } from './tracking-update.ts';

export {
  type EventFormat,
  type EventKind,
  type EventRecord,
  eventFormats,
  eventIdOf,
  eventKinds,
} from './event.ts';
export { dataExamples, kindDescriptions, standardBody, TrackingUpdate } from './event-schemas.ts';
export { currentCursor, type EventPage, type EventQuery, readEvents } from './read-events.ts';
export { trackingUpdateExample } from './tracking-update.ts';

/** The body that is signed and sent. `tracking_update` requires an event of a package that was read `withTracking`. */
export function eventBody(event: EventRecord, format: EventFormat): string {
  if (format === 'tracking_update') return JSON.stringify(trackingUpdate(event));
  const { kind, at, data } = event;
  return JSON.stringify({ type: kind, timestamp: wireTime(at), data });
}
