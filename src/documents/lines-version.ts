/**
 * Optimistic locking of the lines of purchase and transfer orders. Lines in an update replace all lines, so an operator who has
 * read them may name their version; the update is then rejected when another person or the winery has changed them since. Other
 * fields are updated one by one.
 */
import Type from 'typebox';
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import { type Refusal, refuseState } from '../platform/errors.ts';

/** The version of an order's lines, in replies. */
export const linesVersionField = Type.String({
  description: 'A hash of what was ordered in all lines, for `ExpectedLinesVersion` of the update.',
});

/** The version of the lines for which an update was made, in requests. */
export const expectedLinesVersionField = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'The `LinesVersion` of the order that the change was made for. When its lines are others by now, 403 `StateForbids` with the state `CHANGED`, and nothing is changed. Absent: they are replaced whatever they are.',
  }),
);

/**
 * The version of the lines of an order: a hash of what was ordered.
 * @param ordered what was ordered in each line, without what has arrived since
 */
export const linesVersionOf = (ordered: readonly object[]): string =>
  hashCanonicalJson(ordered).toString('hex').slice(0, 16);

/** The refusal of an update that was made for other lines; undefined when `expected` is the current version, or undefined. */
export function staleLinesRefusal(
  order: string,
  current: string,
  expected: string | undefined,
): { refused: Refusal } | undefined {
  if (expected === undefined || expected === current) return undefined;
  const whatNext = 'Nothing was changed. Compare them with yours, and repeat your change if it still applies.';
  return refuseState('CHANGED', `The items of ${order} were changed after you read them. ${whatNext}`);
}
