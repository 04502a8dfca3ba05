/** The events slice, as other slices use it. */
import type { EventFormat, EventRecord } from './event.ts';
import { formatWireTime, trackingUpdateBody } from './tracking-update.ts';

export {
  type EventFormat,
  type EventKind,
  type EventRecord,
  eventFormats,
  eventKinds,
} from './event.ts';
export { eventDataExamples, eventKindDescriptions, standardEventBodySchema, TrackingUpdate } from './event-schemas.ts';
export { readCurrentEventCursor, readEvents } from './read-events.ts';
export { trackingUpdateExample } from './tracking-update.ts';

/** The body that is signed and sent. `tracking_update` requires an event of a package that was read `withTracking`. */
export function formatEventBody(event: EventRecord, format: EventFormat): string {
  if (format === 'tracking_update') return JSON.stringify(trackingUpdateBody(event));
  const { kind, at, data } = event;
  return JSON.stringify({ type: kind, timestamp: formatWireTime(at), data });
}
