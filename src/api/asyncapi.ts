/** The AsyncAPI 3 document of the events that are sent to webhook endpoints, from the same schemas as the event feed. */
import { interfaceVersion } from './openapi.ts';
import { createSchemaTranslator } from './openapi-schema.ts';
import {
  type DocumentedWebhookMessage,
  documentedWebhookMessages,
  webhookDeliveryHeaders,
} from './webhooks-openapi.ts';

const channels = {
  events: {
    title: 'Events',
    description: 'Events in the format `standard`.',
    isOf: ({ name }: DocumentedWebhookMessage) => name !== 'tracking_update',
  },
  trackingUpdates: {
    title: 'Tracking updates',
    description: 'Events of packages in the format `tracking_update`.',
    isOf: ({ name }: DocumentedWebhookMessage) => name === 'tracking_update',
  },
} as const;

/** `order.held` -> `order_held`: keys of components have no dots. */
const keyOf = ({ name }: DocumentedWebhookMessage): string => name.replaceAll('.', '_');

export function buildAsyncApiDocument(brand: string): Readonly<Record<string, unknown>> {
  const translator = createSchemaTranslator(brand);
  const messages = Object.fromEntries(
    documentedWebhookMessages.map((message) => [
      keyOf(message),
      {
        name: message.name,
        title: message.name,
        summary: message.description,
        contentType: 'application/json',
        headers: {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(webhookDeliveryHeaders).map(([name, description]) => [
              name,
              { type: 'string', description },
            ]),
          ),
          required: Object.keys(webhookDeliveryHeaders),
        },
        payload: translator.translate(message.schema, keyOf(message)),
        examples: [{ name: keyOf(message), payload: message.example }],
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${brand === 'Service' ? '' : `${brand} `}Events`,
      version: interfaceVersion,
      description:
        'Events are sent by HTTP POST to the endpoints that a customer registers, at least once, in order per package and per order. The same events can be read with `Event/GetEvents` of the interface (`/openapi.json`).',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      Object.entries(channels).map(([name, { title, description, isOf }]) => [
        name,
        {
          // The address is what the customer registers.
          address: null,
          title,
          description,
          messages: Object.fromEntries(
            documentedWebhookMessages
              .filter(isOf)
              .map((m) => [keyOf(m), { $ref: `#/components/messages/${keyOf(m)}` }]),
          ),
        },
      ]),
    ),
    operations: Object.fromEntries(
      Object.entries(channels).map(([name, { title, isOf }]) => [
        `send${name[0]?.toUpperCase()}${name.slice(1)}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${name}` },
          title,
          messages: documentedWebhookMessages
            .filter(isOf)
            .map((m) => ({ $ref: `#/channels/${name}/messages/${keyOf(m)}` })),
        },
      ]),
    ),
    components: { schemas: translator.components, messages },
  };
}
