/** Timelines of documents in replies of the operator interface. Pure. */
import Type, { type Static } from 'typebox';
import { formatInstant } from '../lib/dates.ts';

export const TimelineEntry = Type.Object({
  At: Type.String(),
  Kind: Type.String(),
  Text: Type.String(),
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

export function timelineEntry(event: TimelineEvent): Static<typeof TimelineEntry> {
  return {
    At: formatInstant(event.occurredAt),
    Kind: event.kind,
    Text: textOf(event),
    Actor: event.actor,
    Operation: event.operation,
    Reference: event.reference,
  };
}

/** What happened, in words: why, what was decided, and the status that it left. */
function textOf({ data = {} }: TimelineEvent): string {
  const { because, note, disposition, status } = data;
  return [because, note, disposition, status].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
