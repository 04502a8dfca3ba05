/** AdvanceClock: move the customer's clock (decision 2). */

import Type, { type Static } from 'typebox';
import { dateTimeField, transactionReferenceField } from '../../contract/fields.ts';
import { transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { assertPresent } from '../../lib/assert.ts';
import { formatInstant, parseInstant } from '../../lib/dates.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import type { OperationCall } from '../../platform/http/operation.ts';
import { type AdvancedClock, runClockAdvance as advance, type ClockTarget, maxAdvanceSeconds } from '../advance.ts';

const AdvanceClockRequest = Type.Object({
  Seconds: Type.Optional(
    Type.Integer({
      description: 'Seconds to advance the clock.',
      minimum: 1,
      maximum: maxAdvanceSeconds,
      examples: [86400],
    }),
  ),
  To: Type.Optional(
    dateTimeField(
      "Time to advance the clock to; not in the clock's past. Without offset, in the operator's time zone.",
    ),
  ),
});
type AdvanceClockRequest = Static<typeof AdvanceClockRequest>;

const AdvanceClockReply = Type.Object({
  Now: dateTimeField("Time on the customer's clock."),
  Events: Type.Integer({
    description: 'Steps of the simulated warehouse and carriers that ran.',
    minimum: 0,
  }),
  TransactionReferenceNumber: transactionReferenceField('Transaction reference of this call.'),
});

function targetOf({ request, environment }: OperationCall<AdvanceClockRequest>): ClockTarget {
  if (request.Seconds !== undefined) return { seconds: request.Seconds };
  if (request.To !== undefined) {
    return { to: assertPresent(parseInstant(request.To, environment.config.timeZone), 'a checked date-time') };
  }
  throw new AppError(validationRefusal([{ field: 'Seconds', code: 'Required', message: 'or To is required' }]));
}

export const advanceClockOperation = defineInternalCommand({
  name: 'AdvanceClock',
  timeoutSeconds: 600,
  summary: "Advance the customer's clock",
  description: [
    "Advances the customer's clock by `Seconds` or to the time `To`, at most one year per call. Everything due by then runs, in order, before the call returns: orders are processed, packed, shipped, scanned and delivered.",
    '',
    'Calls of one customer run one at a time; a second call waits for the first. Other customers and real time (tokens, rate limits, retries) are not affected.',
  ].join('\n'),
  request: AdvanceClockRequest,
  requestExample: { Seconds: 86400 },
  reply: {
    status: 200,
    description: 'The clock shows the requested time.',
    schema: AdvanceClockReply,
    example: { Now: '2026-11-19T17:00:00Z', Events: 12, TransactionReferenceNumber: transactionReferenceExample },
  },
  errors: {
    400: 'Both or neither of `Seconds` and `To` were given, `To` is before the time on the clock (`ClockBackwards`), or the clock would advance by more than one year.',
  },
  check: (request): Fault[] =>
    request.Seconds !== undefined && request.To !== undefined
      ? [{ field: 'To', code: 'Conflict', message: 'cannot be given together with Seconds' }]
      : [],
  execute: async (call, run) => {
    const reply = ({ now, events }: AdvancedClock) => ({
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
