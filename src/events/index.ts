/** The events slice, as other slices use it. */
import type { EventFormat, EventRecord } from './event.ts';
import { formatEventTime, toTrackingUpdateBody } from './tracking-update.ts';

export { firstDayNeededByCursor } from './cursor.ts';
export {
  type EventFormat,
  type EventKind,
  type EventRecord,
  eventFormats,
  eventKinds,
} from './event.ts';
export {
  createStandardEventBodySchema,
  eventDataExamples,
  eventKindDescriptions,
  TrackingUpdate,
} from './event-schemas.ts';
export { readCurrentEventCursor, readEvents } from './read-events.ts';
export { trackingUpdateExample } from './tracking-update.ts';

/** The body that is signed and sent. `tracking_update` requires an event of a package that was read `withTracking`. */
export function formatEventBody(event: EventRecord, format: EventFormat): string {
  if (format === 'tracking_update') return JSON.stringify(toTrackingUpdateBody(event));
  const { kind, at, data } = event;
  return JSON.stringify({ type: kind, timestamp: formatEventTime(at), data });
}
