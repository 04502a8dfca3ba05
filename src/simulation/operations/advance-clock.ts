/** POST /api/Simulation/AdvanceClock (decision 2): only in the test environment. */
import Type, { type Static } from 'typebox';
import { dateTimeField, referenceField } from '../../contract/fields.ts';
import { referenceExample } from '../../contract/orders.ts';
import { assertPresent } from '../../lib/assert.ts';
import { formatInstant, parseInstant } from '../../lib/dates.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import type { OperationCall } from '../../platform/http/operation.ts';
import { type Advanced, advanceClock as advance, maxSeconds, type Target } from '../advance.ts';

const AdvanceClockRequest = Type.Object({
  Seconds: Type.Optional(
    Type.Integer({ description: 'How far to move the clock.', minimum: 1, maximum: maxSeconds, examples: [86400] }),
  ),
  To: Type.Optional(
    dateTimeField(
      "The time that the clock is to show, not before what it shows now; without offset, in the operator's zone.",
    ),
  ),
});
type AdvanceClockRequest = Static<typeof AdvanceClockRequest>;

const AdvanceClockReply = Type.Object({
  Now: dateTimeField("What the customer's clock shows."),
  Events: Type.Integer({
    description: 'Steps of the warehouse and the carriers that were done on the way.',
    minimum: 0,
  }),
  TransactionReferenceNumber: referenceField('The reference under which the journal keeps this call.'),
});

function targetOf({ request, environment }: OperationCall<AdvanceClockRequest>): Target {
  if (request.Seconds !== undefined) return { seconds: request.Seconds };
  if (request.To !== undefined) {
    return { to: assertPresent(parseInstant(request.To, environment.config.timeZone), 'a checked date-time') };
  }
  throw new AppError(validationRefusal([{ field: 'Seconds', code: 'Required', message: 'or To is required' }]));
}

export const advanceClock = defineInternalCommand({
  name: 'AdvanceClock',
  timeoutSeconds: 600,
  summary: "Move the customer's clock",
  description: [
    "Moves the customer's clock forward, by `Seconds` or to a time, at most a year a call. Everything that is due by then happens, in its order, before this answers: orders are processed, packed, shipped, scanned and delivered.",
    '',
    'One call at a time per customer: a second one waits for the first. Other customers and real time (tokens, limits, retries) are not touched.',
  ].join('\n'),
  request: AdvanceClockRequest,
  requestExample: { Seconds: 86400 },
  reply: {
    status: 200,
    description: 'The clock stands where it was asked to.',
    schema: AdvanceClockReply,
    example: { Now: '2026-11-19T17:00:00Z', Events: 12, TransactionReferenceNumber: referenceExample },
  },
  errors: {
    400: 'Both `Seconds` and `To`, or neither; a time before the clock (`ClockBackwards`); more than a year.',
    403: 'The credentials lack the right to write.',
  },
  check: (request): Fault[] =>
    request.Seconds !== undefined && request.To !== undefined
      ? [{ field: 'To', code: 'Conflict', message: 'cannot be given together with Seconds' }]
      : [],
  execute: async (call, run) => {
    const reply = ({ now, events }: Advanced) => ({
      Now: formatInstant(now),
      Events: events,
      TransactionReferenceNumber: call.context.reference,
    });
    const advanced = await advance(call.environment, {
      ...call.context,
      target: targetOf(call),
      run,
      reply,
    });
    return reply(advanced);
  },
});
