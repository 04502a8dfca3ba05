/** Fields of holds in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { formatInstant } from '../lib/dates.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import {
  describeHowToEndHold,
  extractHoldProblem,
  type Hold,
  holdReleaseRuleOf,
  redactedAddressHoldDescription,
} from '../sales-orders/index.ts';

export const HoldRecord = Type.Object({
  Reason: Type.String(),
  Owner: Type.String({ description: '`customer`, `operator` or `system`.' }),
  Cause: Type.String(),
  Description: Type.String({ description: 'As the customer reads it.' }),
  Problem: Type.String({ description: 'The problem, without the action that the customer is asked for.' }),
  Since: Type.String(),
  EndsAt: Type.String({ description: '`""` when it has no end of its own.' }),
  EndsBy: Type.String({ description: 'The instruction that ends it.' }),
  MayRelease: Type.Boolean({ description: 'Whether Holds/ReleaseMany ends it for this operator.' }),
  Warning: Type.Optional(Type.String({ description: 'To be confirmed with `AcceptWarning`.' })),
});

export const holdRecordExample: Static<typeof HoldRecord> = {
  Reason: 'Winery',
  Owner: 'customer',
  Cause: 'requested',
  Description: "Held at the winery's request. Action needed: to ship it, set HoldOrder to false with UpdateSalesOrder.",
  Problem: "Held at the winery's request.",
  Since: '2026-11-18T17:00:00Z',
  EndsAt: '',
  EndsBy: 'Release it once the winery agrees. The winery can end it too.',
  MayRelease: true,
};

const releasingRoles: readonly OperatorRole[] = ['service', 'admin'];

/** The description of a hold for a role. An address hold quotes the address, of which the floor may see only city and ZIP code. */
export function holdDescriptionForRole(
  { reason, description }: { readonly reason: string; readonly description: string },
  role: OperatorRole,
): string {
  return role === 'floor' && reason === 'Address' ? redactedAddressHoldDescription : description;
}

/** The record of a hold for an operator of this role. `missing` has the parts of the address that a label needs and that are missing. */
export function holdRecord(
  hold: Hold & { readonly placedAt: Temporal.Instant },
  role: OperatorRole,
  missing: readonly string[],
): Static<typeof HoldRecord> {
  const { by } = holdReleaseRuleOf(hold);
  const isByPerson = by === 'person' || (by === 'person after a warning' && missing.length === 0);
  const description = holdDescriptionForRole(hold, role);
  return {
    Reason: hold.reason,
    Owner: hold.owner,
    Cause: hold.cause,
    Description: description,
    Problem: extractHoldProblem(description),
    Since: formatInstant(hold.placedAt),
    EndsAt: hold.endsAt === undefined ? '' : formatInstant(hold.endsAt),
    EndsBy: describeHowToEndHold({ ...hold, description }, missing),
    MayRelease: releasingRoles.includes(role) && (isByPerson || (by === 'override' && role === 'admin')),
    ...(by === 'person after a warning' && isByPerson && { Warning: extractHoldProblem(description) }),
  };
}
