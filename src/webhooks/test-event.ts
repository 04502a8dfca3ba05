/**
 * The event of SendTest, which shows whether a receiver works. Its type or tracking number tells receivers that it is
 * not a change. Pure.
 */
import { trackingUpdateExample } from '../events/index.ts';
import type { Endpoint } from './endpoint.ts';

const testKind = 'webhook.test';

/** Number of the order and of the package in a test of the format `tracking_update`. */
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

/** The example of the format, changed to a package that does not exist. */
function trackingTest(eventId: string): string {
  const { msg, ...example } = trackingUpdateExample as { readonly msg: object };
  const test = { id: eventId, tracking_number: testName, title: testName, order_number: testName, order_id: eventId };
  return JSON.stringify({ ...example, event_id: eventId, msg: { ...msg, ...test } });
}
