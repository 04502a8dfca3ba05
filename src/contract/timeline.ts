/** Timelines of documents in replies of the operator interface. Pure. */

import Type, { type Static } from 'typebox';
import { formatInstant } from '../lib/dates.ts';
import { describeTimelineActor, describeTimelineEvent } from './timeline-words.ts';

export const TimelineEntry = Type.Object({
  At: Type.String(),
  Kind: Type.String(),
  Text: Type.String({ description: 'The event in words.' }),
  By: Type.String({
    description:
      'Who did it, in words: the e-mail address of an operator, or as `The winery`, `The carrier` and `Dray`.',
  }),
  Actor: Type.String(),
  Operation: Type.String(),
  Reference: Type.String(),
});

interface TimelineEvent {
  readonly kind: string;
  readonly occurredAt: Temporal.Instant;
  readonly actor: string;
  readonly operation: string;
  readonly reference: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function toTimelineEntry(event: TimelineEvent): Static<typeof TimelineEntry> {
  return {
    At: formatInstant(event.occurredAt),
    Kind: event.kind,
    Text: describeTimelineEvent(event),
    By: describeTimelineActor(event),
    Actor: event.actor,
    Operation: event.operation,
    Reference: event.reference,
  };
}
