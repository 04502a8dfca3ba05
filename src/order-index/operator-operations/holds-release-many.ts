/** Holds/ReleaseMany: release held orders of any customers, or preview what would happen. */
import Type from 'typebox';
import { holdTextField } from '../../contract/fields.ts';
import { orderKeyFields } from '../../contract/operator-key-fields.ts';
import { readSubjectsChangedByEarlierRuns } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import type { OrderHoldReleaseResult } from '../../sales-orders/index.ts';
import { type BulkOutcome, maxBulkOrders } from '../bulk-changes.ts';
import {
  bulkOrderKeysExample,
  bulkOutcomesExample,
  bulkOutcomesField,
  isRetryableOutcome,
  toBulkOutcomeRecords,
} from '../bulk-fields.ts';
import { releaseHoldsInBulk } from '../release-many.ts';

export const holdsReleaseManyOperation = defineOperatorCommand({
  path: '/api/Holds/ReleaseMany',
  isResumable: true,
  summary: 'Release held orders',
  description:
    'Ends the holds that a person may end: Winery, Customer Service that an operator placed or a carrier caused, Address with `AcceptWarning`, and Weather by an admin with ' +
    '`OverrideWeather`. Other holds stay until their cause is removed: `Remaining` says how. Each order has one outcome, in the sequence of the request; one does not affect another. ' +
    '`Preview` changes nothing. Repeating it changes nothing. An order of which a hold would end that its `ExpectedVersion` does not cover stays: somebody has placed it since the preview.',
  roles: ['service', 'admin'],
  request: Type.Object({
    Orders: Type.Array(
      Type.Object({
        ...orderKeyFields,
        ExpectedVersion: Type.Optional(
          Type.String({
            maxLength: 40,
            description:
              '`Version` of the preview that the person has read. When other holds would end by now, the order stays. Absent: whichever may end.',
          }),
        ),
      }),
      { minItems: 1, maxItems: maxBulkOrders, description: `At most ${maxBulkOrders} orders, of any customers.` },
    ),
    Preview: Type.Optional(Type.Boolean({ description: 'Only say what would happen.' })),
    AcceptWarning: Type.Optional(
      Type.Boolean({ description: 'The operator has seen the warnings of Address holds and releases them.' }),
    ),
    OverrideWeather: Type.Optional(
      Type.Boolean({ description: 'Let these orders pass their weather windows. Only for the role admin.' }),
    ),
    Note: Type.Optional(holdTextField('Why, for the timelines of the orders.')),
  }),
  requestExample: { Orders: bulkOrderKeysExample, Preview: true },
  reply: {
    description: 'One outcome per order, and their sum.',
    schema: Type.Object({
      Outcomes: bulkOutcomesField({
        Released: Type.Boolean({ description: 'Whether its last hold ended, or would end: it ships.' }),
        Remaining: Type.Array(
          Type.Object({
            Reason: Type.String(),
            Problem: Type.String({ description: 'The problem.' }),
            EndsBy: Type.String({ description: 'The instruction that ends it.' }),
          }),
        ),
        Version: Type.Optional(
          Type.String({ description: 'In a preview: of the holds that would end, for `ExpectedVersion`.' }),
        ),
      }),
      Summary: Type.String({ description: 'For example "31 will ship, 7 stay: Inventory".' }),
    }),
    example: {
      Outcomes: bulkOutcomesExample({
        Released: true,
        Remaining: [],
        Message: 'Order CLB1001 will ship.',
        Version: '5f3a90c17be2d846',
      }),
      Summary: '1 will ship',
    },
  },
  errors: { 400: 'No order, too many orders, or a reference that is not one.' },
  execute: async (call) => {
    const { environment, context, operator, request, run } = call;
    const { Orders: orders, Preview: isPreview = false } = request;
    const found = await releaseHoldsInBulk(call, {
      orders,
      rights: {
        acceptsWarning: request.AcceptWarning === true,
        overridesWeather: request.OverrideWeather === true && operator.role === 'admin',
      },
      note: request.Note,
      isPreview,
    });
    const earlier = await readSubjectsChangedByEarlierRuns(environment.db, context, run, 'hold.released');
    const outcomes = found.map((outcome) => ('ok' in outcome ? { ok: withEarlier(outcome.ok, earlier) } : outcome));
    return {
      Outcomes: toBulkOutcomeRecords(orders, outcomes, (outcome) => ({
        ...describe(outcome, isPreview),
        ...(isPreview && 'ok' in outcome && { Version: outcome.ok.version }),
      })),
      Summary: summarize(outcomes, isPreview),
    };
  },
});

/** The effect of a request on an order, including its interrupted runs. */
interface Released extends OrderHoldReleaseResult {
  /** The request ended holds of the order before it was interrupted. */
  readonly isEarlier: boolean;
}

const withEarlier = (released: OrderHoldReleaseResult, earlier: ReadonlySet<string>): Released => ({
  ...released,
  isEarlier: earlier.has(released.orderId),
});

const ships = (outcome: BulkOutcome<Released>): boolean =>
  'ok' in outcome && (outcome.ok.ended.length > 0 || outcome.ok.isEarlier) && outcome.ok.remaining.length === 0;

function describe(outcome: BulkOutcome<Released>, isPreview: boolean) {
  if ('message' in outcome) return { Released: false, Remaining: [], Message: outcome.message };
  const { orderNo, ended, remaining, after } = outcome.ok;
  const Remaining = remaining.map(({ reason, problem, endsBy }) => ({
    Reason: reason,
    Problem: problem,
    EndsBy: endsBy,
  }));
  const reasons = (holds: readonly { readonly reason: string }[]) =>
    [...new Set(holds.map(({ reason }) => reason))].join(', ');
  const done = isPreview ? 'will end' : 'ended';
  const partly = ended.length === 0 ? '' : ` Its holds that ${done}: ${reasons(ended)}.`;
  if (remaining.length > 0) {
    return { Released: false, Remaining, Message: `Order ${orderNo} stays on hold: ${reasons(remaining)}.${partly}` };
  }
  if (!ships(outcome))
    return { Released: false, Remaining, Message: `Order ${orderNo} is not on hold (status ${after}).` };
  return { Released: true, Remaining, Message: `Order ${orderNo} ${isPreview ? 'will ship' : 'has been released'}.` };
}

/** "31 will ship, 7 stay: Inventory, 1 not on hold, 1 rejected, 1 failed: try again". */
function summarize(outcomes: readonly BulkOutcome<Released>[], isPreview: boolean): string {
  const released = outcomes.filter(ships).length;
  const held = outcomes.flatMap((outcome) => ('ok' in outcome && outcome.ok.remaining.length > 0 ? [outcome.ok] : []));
  const failed = outcomes.filter(isRetryableOutcome).length;
  const rejected = outcomes.filter((outcome) => 'message' in outcome).length - failed;
  const others = outcomes.length - released - held.length - rejected - failed;
  const reasons = [...new Set(held.flatMap(({ remaining }) => remaining.map(({ reason }) => reason)))].sort();
  return [
    `${released} ${isPreview ? 'will ship' : 'released'}`,
    ...(held.length > 0 ? [`${held.length} ${held.length === 1 ? 'stays' : 'stay'}: ${reasons.join(', ')}`] : []),
    ...(others > 0 ? [`${others} not on hold`] : []),
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(failed > 0 ? [`${failed} failed: try again`] : []),
  ].join(', ');
}
