/** Endpoints and deliveries in requests and replies, of wineries and of operators. */
import Type, { type Static } from 'typebox';
import {
  codeField,
  dateTimeField,
  endDateTimeField,
  textField,
  transactionReferenceField,
} from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { formatInstant, parseInstant, startOfNextMillisecond } from '../lib/dates.ts';
import type { Config } from '../platform/config.ts';
import { AppError, type Fault, validationRefusal } from '../platform/errors.ts';
import { checkWebhookUrl, createIpAddressRules } from './address-rules.ts';
import type { ListedWebhookDelivery, WebhookRedeliveryFilter } from './delivery-store.ts';
import {
  maxConsecutiveWebhookFailures,
  maxWebhookAttempts,
  type WebhookEndpoint,
  webhookDeliveryStatuses,
} from './endpoint.ts';
import { eventFormats, eventKinds } from './event-source.ts';

/** Describes the error 404 of operations; without a period, so that an operation can add to it. */
export const noSuchWebhookEndpointText = 'There is no such endpoint';

export const webhookEndpointIdField = transactionReferenceField('The id of the endpoint.');

const urlField = textField('The address to which events are sent. It begins with https://.', {
  minLength: 1,
  maxLength: 2_000,
});

const kindsField = (description: string) =>
  Type.Array(codeField('A kind of events.', eventKinds), { maxItems: eventKinds.length, description });

const formats =
  '`standard`: `{type, timestamp, data}`. `tracking_update`: what receivers of tracking feeds read; only `tracking.updated` is sent.';

const descriptionField = textField('For people.', { maxLength: 200 });

/** Request fields of a new endpoint. */
export const newWebhookEndpointFields = {
  Url: urlField,
  Kinds: Type.Optional(kindsField('Only events of these kinds; absent or empty: of all kinds.')),
  Format: Type.Optional(codeField(formats, eventFormats, { default: 'standard' })),
  Description: Type.Optional(descriptionField),
};

/** Request fields of a change of an endpoint. What is absent stays as it is, so nothing has a default. */
export const webhookEndpointPatchFields = {
  EndpointId: webhookEndpointIdField,
  Url: Type.Optional(urlField),
  Kinds: Type.Optional(kindsField('Only events of these kinds; empty: of all kinds.')),
  Format: Type.Optional(codeField(formats, eventFormats)),
  Description: Type.Optional(descriptionField),
  Enabled: Type.Optional(
    Type.Boolean({ description: 'false: nothing is sent until it is true again. What waits is skipped.' }),
  ),
};

const NewEndpoint = Type.Object(newWebhookEndpointFields);
const EndpointChange = Type.Object(webhookEndpointPatchFields);

export const webhookEndpointSettingsOf = ({ Url, Kinds, Format, Description }: Static<typeof NewEndpoint>) => ({
  url: Url.trim(),
  kinds: [...new Set(Kinds)],
  format: Format ?? 'standard',
  description: Description ?? '',
});

export const webhookEndpointPatchOf = ({
  Url,
  Kinds,
  Format,
  Description,
  Enabled,
}: Static<typeof EndpointChange>) => ({
  url: Url?.trim(),
  kinds: Kinds && [...new Set(Kinds)],
  format: Format,
  description: Description,
  isEnabled: Enabled,
});

/** Throws `ValidationFailed` for a URL that is not permitted. Checks its text only; addresses are checked at each connection. */
export function assertWebhookUrl(
  { webhookAllowedNetworks }: Pick<Config, 'webhookAllowedNetworks'>,
  url: string | undefined,
): void {
  const fault = url === undefined ? undefined : checkWebhookUrl(url, createIpAddressRules(webhookAllowedNetworks));
  if (fault !== undefined) throw new AppError(validationRefusal([{ field: 'Url', ...fault }]));
}

/** Request fields of Redeliver. */
export const webhookRedeliveryFields = {
  EndpointId: webhookEndpointIdField,
  EventId: Type.Optional(transactionReferenceField('One event; or From and To are given.')),
  From: Type.Optional(
    dateTimeField("Events recorded at this time or later, in real time; without offset, in the operator's time zone."),
  ),
  To: Type.Optional(
    endDateTimeField("Events recorded up to and including this time; without offset, in the operator's time zone."),
  ),
};

const Redelivery = Type.Object(webhookRedeliveryFields);

/** The faults of a Redeliver request that has neither EventId nor both From and To, or has EventId with any of them. */
export function checkWebhookRedelivery({ EventId, From, To }: Static<typeof Redelivery>): Fault[] {
  if (EventId !== undefined && (From ?? To) !== undefined) {
    return [{ field: 'EventId', code: 'Conflict', message: 'must not be given together with From and To' }];
  }
  if (EventId !== undefined) return [];
  const unless = ['EventId'];
  const missing = [...(From === undefined ? ['From'] : []), ...(To === undefined ? ['To'] : [])];
  return missing.map((field) => ({ field, code: 'Required', message: 'is required unless EventId is given', unless }));
}

/** The checked filter of Redeliver. Throws `ValidationFailed` for a period that ends before it begins. */
export function webhookRedeliveryFilterOf(
  { EventId, From, To }: Static<typeof Redelivery>,
  { timeZone }: Pick<Config, 'timeZone'>,
): WebhookRedeliveryFilter {
  if (EventId !== undefined) return { eventId: EventId.toLowerCase() };
  const instant = (text: string | undefined, which?: 'later') =>
    assertPresent(parseInstant(text ?? '', timeZone, which), 'a checked date-time');
  const [from, to] = [instant(From), instant(To, 'later')];
  if (Temporal.Instant.compare(from, to) > 0) {
    throw new AppError(validationRefusal([{ field: 'To', code: 'Range', message: 'must not be before From' }]));
  }
  return { from, before: startOfNextMillisecond(to) };
}

export const webhookRedeliveryCountField = Type.Integer({
  description: 'How many are sent again. Those that are pending anyway are not counted.',
});

export const revokePreviousSecretField = Type.Optional(
  Type.Boolean({ description: 'true: the secret before is invalid at once, because it is known to others.' }),
);

export const webhookDeliveryStatusField = codeField('Only deliveries in this status.', webhookDeliveryStatuses);

export const webhookSecretField = Type.String({
  description: 'The secret that signatures are made with, in this reply only. Keep it secret.',
});

export const WebhookEndpointRecord = Type.Object(
  {
    EndpointId: Type.String({ description: 'Id of the endpoint.' }),
    Url: Type.String({ description: 'Where events are sent.' }),
    Kinds: Type.Array(Type.String(), { description: 'The kinds of events; empty: all.' }),
    Format: Type.String({ description: '`standard` or `tracking_update`.' }),
    Description: Type.String({ description: 'For people.' }),
    Enabled: Type.Boolean({ description: 'Whether events are sent.' }),
    DisabledReason: Type.String({
      description: `Why it is not enabled: \`BY HAND\`, \`GONE\` (it replied 410) or \`FAILING\` (${maxConsecutiveWebhookFailures} events in a row failed); otherwise empty.`,
    }),
    DisabledAt: Type.String({ description: 'When it was disabled, ISO 8601; otherwise empty.' }),
    FailedInARow: Type.Integer({ description: 'Events in a row that failed.' }),
    PreviousSecretValidUntil: Type.String({
      description: 'Until when the secret before the last rotation signs too, ISO 8601; otherwise empty.',
    }),
    CreatedAt: Type.String({ description: 'ISO 8601.' }),
  },
  { title: 'WebhookEndpoint' },
);

const timeOf = (at: Temporal.Instant | null | undefined): string => (at ? formatInstant(at) : '');

/** An endpoint in replies, without its secrets. */
export function toWebhookEndpointRecord(endpoint: WebhookEndpoint): Static<typeof WebhookEndpointRecord> {
  const { previousSecretUntil: until } = endpoint;
  const isValid = until !== undefined && Temporal.Instant.compare(until, Temporal.Now.instant()) > 0;
  return {
    EndpointId: endpoint.endpointId,
    Url: endpoint.url,
    Kinds: [...endpoint.kinds],
    Format: endpoint.format,
    Description: endpoint.description,
    Enabled: endpoint.isEnabled,
    DisabledReason: endpoint.disabledReason ?? '',
    DisabledAt: timeOf(endpoint.disabledAt),
    FailedInARow: endpoint.failedInARow,
    PreviousSecretValidUntil: isValid ? timeOf(until) : '',
    CreatedAt: timeOf(endpoint.createdAt),
  };
}

const AttemptRecord = Type.Object(
  {
    At: Type.String({ description: 'When it was sent, ISO 8601.' }),
    Milliseconds: Type.Integer({ description: 'Until the response had arrived, or the attempt had failed.' }),
    StatusCode: Type.Integer({ description: 'HTTP status of the response; 0: there was none.' }),
    Response: Type.String({ description: 'The first kilobyte of the response, or why there was none.' }),
  },
  { title: 'WebhookAttempt' },
);

export const WebhookDeliveryRecord = Type.Object(
  {
    EventId: Type.String({ description: '`webhook-id` of the delivery, and `EventId` in the event feed.' }),
    Kind: Type.String({ description: 'Kind of the event; `webhook.test` of a test.' }),
    Timestamp: Type.String({ description: 'When the event was recorded, in real time, ISO 8601.' }),
    Status: Type.String({
      description: `\`PENDING\`, \`DELIVERED\`, \`FAILED\` after ${maxWebhookAttempts} attempts, with those for which it had no turn because the endpoint failed, or \`SKIPPED\`: the endpoint was disabled. Redeliver sends it again.`,
    }),
    NextAttemptAt: Type.String({
      description:
        'When it is sent next, ISO 8601. Empty unless it is pending and no earlier one that must be delivered before it is.',
    }),
    Attempts: Type.Array(AttemptRecord, { description: 'The attempts, the newest last; at most 30.' }),
  },
  { title: 'WebhookDelivery' },
);

export const toWebhookDeliveryRecord = (delivery: ListedWebhookDelivery): Static<typeof WebhookDeliveryRecord> => ({
  EventId: delivery.eventId,
  Kind: delivery.kind,
  Timestamp: timeOf(delivery.occurredAt),
  Status: delivery.status,
  NextAttemptAt: timeOf(delivery.dueAt),
  Attempts: delivery.attempts.map(({ at, ms, status, response }) => ({
    At: at,
    Milliseconds: ms,
    StatusCode: status,
    Response: response,
  })),
});

export const webhookEndpointIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';
export const eventIdExample = '3f0c6c1e-8d6b-8a51-9c57-0f7f0d5a2b11';
export const webhookSecretExample = 'whsec_<SECRET>';

export const webhookEndpointExample: Static<typeof WebhookEndpointRecord> = {
  EndpointId: webhookEndpointIdExample,
  Url: 'https://winery.example/hooks/dray',
  Kinds: ['tracking.updated'],
  Format: 'standard',
  Description: 'Tracking for the club site',
  Enabled: true,
  DisabledReason: '',
  DisabledAt: '',
  FailedInARow: 0,
  PreviousSecretValidUntil: '',
  CreatedAt: '2026-11-18T17:00:00Z',
};

export const webhookDeliveryExample: Static<typeof WebhookDeliveryRecord> = {
  EventId: eventIdExample,
  Kind: 'tracking.updated',
  Timestamp: '2026-11-18T17:00:00Z',
  Status: 'DELIVERED',
  NextAttemptAt: '',
  Attempts: [{ At: '2026-11-18T17:00:01Z', Milliseconds: 84, StatusCode: 204, Response: '' }],
};
