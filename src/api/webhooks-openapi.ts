/** `webhooks` of the OpenAPI document: what is sent to an endpoint, from the schemas of the events. */
import {
  createStandardEventBodySchema,
  eventDataExamples,
  eventKindDescriptions,
  eventKinds,
  TrackingUpdate,
  trackingUpdateExample,
} from '../events/index.ts';
import { WebhookTestEvent, webhookTestEventExample, webhookTestKind } from '../webhooks/index.ts';
import type { OpenApiSchema, SchemaTranslator } from './openapi-schema.ts';

/** The headers of every delivery, by the Standard Webhooks specification. */
export const webhookDeliveryHeaders = {
  'webhook-id': 'The EventId: the same in every delivery of an event.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature':
    'Space-separated signatures, `v1,` and Base64: HMAC-SHA256 of `id.timestamp.body` with the secret of the endpoint.',
} as const;

/** The documentation of one kind of body that an endpoint receives. */
export interface DocumentedWebhookMessage {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
  readonly example: object;
}

const exampleTime = '2026-11-20T05:15:02.318Z';

/** Every body, in both formats. */
export const documentedWebhookMessages: readonly DocumentedWebhookMessage[] = [
  ...eventKinds.map((kind) => ({
    name: kind,
    description: eventKindDescriptions[kind],
    schema: createStandardEventBodySchema(kind),
    example: { type: kind, timestamp: exampleTime, data: eventDataExamples[kind] },
  })),
  {
    name: webhookTestKind,
    description: 'The event of `Webhook/SendTest`, whatever kinds the endpoint gets. It is not in the event feed.',
    schema: WebhookTestEvent,
    example: webhookTestEventExample,
  },
  {
    name: 'tracking_update',
    description:
      'A package was packed, shipped or scanned, in the format `tracking_update`: only to endpoints that chose it, which get no other events.',
    schema: TrackingUpdate,
    example: trackingUpdateExample,
  },
];

export function buildOpenApiWebhooks(translator: SchemaTranslator): OpenApiSchema {
  return Object.fromEntries(
    documentedWebhookMessages.map((message) => [message.name, { post: describe(message, translator) }]),
  );
}

function describe(
  { name, description, schema, example }: DocumentedWebhookMessage,
  translator: SchemaTranslator,
): OpenApiSchema {
  return {
    operationId: name,
    tags: ['Events'],
    summary: name,
    description,
    parameters: Object.entries(webhookDeliveryHeaders).map(([header, meaning]) => ({
      name: header,
      in: 'header',
      required: true,
      description: meaning,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: translator.translate(schema, name), example } },
    },
    responses: {
      '2XX': { description: 'Received. Anything else, or nothing within 10 seconds, is sent again.' },
      '410': { description: 'The endpoint no longer exists: it is disabled.' },
    },
  };
}
