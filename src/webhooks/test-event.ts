/** The event that shows whether a receiver works: it has a type or tracking number of its own, so that it is not taken for a change. Pure. */
import { trackingUpdateExample } from '../events/index.ts';
import type { Endpoint } from './endpoint.ts';

const testKind = 'webhook.test';

/** Names the order and the package of a test in the format `tracking_update`. */
const testName = 'TEST';

export function testEvent({ endpointId, format }: Endpoint, eventId: string, at: Temporal.Instant) {
  if (format === 'tracking_update') return { eventId, kind: testKind, bodies: { trackingBody: trackingTest(eventId) } };
  const timestamp = at.toString({ fractionalSecondDigits: 3 });
  const data = { EndpointId: endpointId, Message: 'This is a test.' };
  return {
    eventId,
    kind: testKind,
    bodies: { standardBody: JSON.stringify({ type: testKind, timestamp, data }) },
  };
}

/** The example of the format, of a package that does not exist. */
function trackingTest(eventId: string): string {
  const { msg, ...example } = trackingUpdateExample as { readonly msg: object };
  const test = { id: eventId, tracking_number: testName, title: testName, order_number: testName, order_id: eventId };
  return JSON.stringify({ ...example, event_id: eventId, msg: { ...msg, ...test } });
}
