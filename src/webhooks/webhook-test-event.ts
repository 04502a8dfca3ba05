/**
 * The event of SendTest, which shows whether a receiver works. Its type or tracking number tells receivers that it is
 * not a change. Pure.
 */
import Type from 'typebox';
import { trackingUpdateExample } from '../events/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export const webhookTestKind = 'webhook.test';

const testMessage = 'This is a test.';

/** The body of a test in the format `standard`. */
export const WebhookTestEvent = Type.Object(
  {
    type: Type.Literal(webhookTestKind, { description: 'It is no change.' }),
    timestamp: Type.String({ format: 'date-time', description: 'When it was requested, in UTC.' }),
    data: Type.Object(
      {
        EndpointId: Type.String({ format: 'uuid', description: 'The endpoint that is tested.' }),
        Message: Type.String({ description: 'For people.' }),
      },
      { description: 'No record of a query.' },
    ),
  },
  { title: 'WebhookTestEvent' },
);

const standardTest = (endpointId: string, timestamp: string) => ({
  type: webhookTestKind,
  timestamp,
  data: { EndpointId: endpointId, Message: testMessage },
});

export const webhookTestEventExample = standardTest('0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001', '2026-11-20T05:15:02.318Z');

/** Number of the order and of the package in a test of the format `tracking_update`. */
const testName = 'TEST';

/** Builds the test event of an endpoint, with its body in the format of the endpoint. Stores nothing. */
export function createWebhookTestEvent({ endpointId, format }: WebhookEndpoint, eventId: string, at: Temporal.Instant) {
  if (format === 'tracking_update')
    return { eventId, kind: webhookTestKind, bodies: { trackingBody: trackingTest(eventId) } };
  const timestamp = at.toString({ fractionalSecondDigits: 3 });
  return {
    eventId,
    kind: webhookTestKind,
    bodies: { standardBody: JSON.stringify(standardTest(endpointId, timestamp)) },
  };
}

/** The example of the format, changed to a package that does not exist. */
function trackingTest(eventId: string): string {
  const { msg, ...example } = trackingUpdateExample as { readonly msg: object };
  const test = { id: eventId, tracking_number: testName, title: testName, order_number: testName, order_id: eventId };
  return JSON.stringify({ ...example, event_id: eventId, msg: { ...msg, ...test } });
}
