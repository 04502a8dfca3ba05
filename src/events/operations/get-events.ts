/** POST /api/Event/GetEvents (decision 14). */
import Type, { type Static } from 'typebox';
import { codeField, dateTimeField, endDateTimeField, textField } from '../../contract/fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseInstant, startOfNextMillisecond } from '../../lib/dates.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { formatIssuedEventCursor, parseIssuedEventCursor } from '../cursor.ts';
import { type EventKind, eventKinds } from '../event.ts';
import { eventDataExamples, feedEventSchema } from '../event-schemas.ts';
import { readEvents, unknownEventCursorError } from '../read-events.ts';
import { formatEventTime } from '../tracking-update.ts';

const defaultTop = 100;
const maxTop = 500;

const request = Type.Object({
  From: Type.Optional(
    dateTimeField(
      "Only events recorded from this time on, in real time; without offset, in the operator's time zone. With `After`, the later of both applies.",
    ),
  ),
  To: Type.Optional(
    endDateTimeField(
      "Only events recorded up to and including this time; without offset, in the operator's time zone. Without it, or with another one, `Next` continues with the first event that it left out, and may repeat a few that were recorded just before it.",
    ),
  ),
  Kinds: Type.Optional(
    Type.Array(codeField('A kind.', eventKinds), {
      maxItems: eventKinds.length,
      description: 'Only events of these kinds; by default all.',
    }),
  ),
  After: Type.Optional(
    textField('`Next` of the previous reply. Without it, the feed begins with the oldest event that is kept.', {
      minLength: 1,
      maxLength: 100,
    }),
  ),
  Top: Type.Optional(
    Type.Integer({ description: 'At most so many events.', minimum: 1, maximum: maxTop, default: defaultTop }),
  ),
});
type Request = Static<typeof request>;

const reply = Type.Object(
  {
    Events: Type.Array(feedEventSchema, { description: 'In the order in which the changes were committed.' }),
    Next: Type.String({ description: 'Send it as `After` of the next call, also when nothing is new.' }),
    HasMore: Type.Boolean({
      description:
        'Whether a call with `Next` may return more now. A page can have fewer events than `Top`, or none, and be followed by others.',
    }),
  },
  { title: 'GetEventsReply' },
);

const exampleOf = (type: EventKind, index: number) => ({
  EventId: `7c9e6679-7425-80de-944b-e07fc1f9${String(7001 + index)}`,
  type,
  timestamp: '2026-11-20T05:15:02.318Z',
  data: eventDataExamples[type],
});

const example = {
  Events: [exampleOf('tracking.updated', 0)],
  Next: 'e1-2s-0-g6d-7d3f0a',
  HasMore: false,
} as Static<typeof reply>;

function parseRange({ From, To }: Request, timeZone: string) {
  const instantOf = (sent: string, which?: 'later') =>
    assertPresent(parseInstant(sent, timeZone, which), 'a date-time that has been checked');
  const from = From === undefined ? undefined : instantOf(From);
  const to = To === undefined ? undefined : instantOf(To, 'later');
  const isReversed = from !== undefined && to !== undefined && Temporal.Instant.compare(from, to) > 0;
  const faults: Fault[] = isReversed ? [{ field: 'To', code: 'Range', message: 'must not be before From' }] : [];
  return { from, before: to && startOfNextMillisecond(to), faults };
}

export const getEventsOperation = defineQuery({
  path: '/api/Event/GetEvents',
  tag: 'Events',
  summary: 'Read what has happened',
  description: [
    "Returns the customer's events behind a cursor: changes of orders, packages, stock, inbound orders and returns. It needs no webhook, and has every event that a webhook delivers, except tests, under the same `EventId`.",
    '',
    'Repeat the call with `After` set to the `Next` of the reply before it, at once while `HasMore` is true, else after some seconds. A reader that does so gets every event exactly once and in order, also while changes are being made. Keep `Next` together with what the events changed.',
    '',
    '`data` is the record that the matching query returns, as it is when it is read: `tracking.updated` has the package of GetPackages, `order.held` the record of GetOrdersOnHold, the other events of orders the records of GetDetails, `inventory.changed` the row of GetStatus, `return.received` the record of GetReturns. Events of receipts have what the receipt posted.',
    '',
    '`timestamp`, `From` and `To` are real time, in the test environment too.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { Kinds: ['tracking.updated', 'order.shipped'], After: 'e1-2o-0-g6d-7d3f0a', Top: 100 },
  reply: {
    status: 200,
    description: 'The events; an empty list when nothing is new.',
    schema: reply,
    example,
    exampleFor: ({ Kinds = [], Top = defaultTop }) =>
      ({
        ...example,
        Events: (Kinds.length === 0 ? eventKinds : [...new Set(Kinds)]).slice(0, Top).map(exampleOf),
      }) as Static<typeof reply>,
  },
  errors: {
    400: 'A field is invalid, `After` is not a cursor of this customer and environment, or it is older than the events that are kept (`ValidationFailed`).',
  },
  mockCheck: (asked) => parseRange(asked, 'UTC').faults,
  execute: async ({ environment, caller, request: asked }) => {
    const { from, before, faults } = parseRange(asked, environment.config.timeZone);
    if (faults.length > 0) throw new AppError(validationRefusal(faults));
    const owner = { environment: environment.name, customerNo: caller.customerNo };
    const after = asked.After === undefined ? undefined : parseIssuedEventCursor(asked.After, owner);
    if (after === undefined && asked.After !== undefined) throw unknownEventCursorError();
    const { events, next, hasMore } = await readEvents(environment, caller.customerNo, {
      after,
      from,
      before,
      kinds: asked.Kinds?.length ? asked.Kinds : undefined,
      top: asked.Top ?? defaultTop,
    });
    return {
      Events: events.map(({ eventId, kind, at, data }) => ({
        EventId: eventId,
        type: kind,
        timestamp: formatEventTime(at),
        data,
      })),
      Next: formatIssuedEventCursor(next, owner),
      HasMore: hasMore,
    } as Static<typeof reply>;
  },
});
