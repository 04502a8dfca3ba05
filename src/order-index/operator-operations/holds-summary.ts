/** Holds/Summary: holds in force of all customers, grouped by reason, owner and cause. */

import Type from 'typebox';
import { customersFilterField } from '../../contract/list-fields.ts';
import { formatInstant } from '../../lib/dates.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { describeHowToEndHold, extractHoldProblem, holdReleaseRuleOf } from '../../sales-orders/index.ts';
import { readHoldGroups } from '../held-orders.ts';
import { holdReasonsField } from '../order-fields.ts';

export const holdsSummaryOperation = defineOperatorQuery({
  path: '/api/Holds/Summary',
  summary: 'Summarize holds',
  description:
    'Returns how many holds are in force of each reason, owner and cause, of how many customers, since when the oldest, and what ends them: the 500 most frequent groups, most frequent first. An order with two holds counts in two groups.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Reasons: holdReasonsField('Absent or empty: all.'),
    Customers: customersFilterField,
  }),
  requestExample: {},
  reply: {
    description: 'The groups.',
    schema: Type.Object({
      Groups: Type.Array(
        Type.Object({
          Reason: Type.String(),
          Owner: Type.String(),
          Cause: Type.String(),
          Orders: Type.Integer(),
          Customers: Type.Integer(),
          Oldest: Type.String(),
          Example: Type.String({ description: 'The problem of one of them.' }),
          EndsBy: Type.String(),
          ReleasedBy: Type.String({
            description: '`person`, `person after a warning`, `override` (an admin), or `cause`: not by a person.',
          }),
        }),
      ),
    }),
    example: {
      Groups: [
        {
          Reason: 'Winery',
          Owner: 'customer',
          Cause: 'requested',
          Orders: 31,
          Customers: 4,
          Oldest: '2026-11-16T17:00:00Z',
          Example: "Held at the winery's request.",
          EndsBy: 'Release it once the winery agrees. The winery can end it too.',
          ReleasedBy: 'person',
        },
      ],
    },
  },
  errors: { 400: 'A reason is unknown.' },
  execute: async ({ environment: { db }, request: { Customers: customers = [], Reasons: reasons = [] } }) => ({
    Groups: (await readHoldGroups(db, customers, reasons)).map((group) => ({
      Reason: group.reason,
      Owner: group.owner,
      Cause: group.cause,
      Orders: group.orders,
      Customers: group.customers,
      Oldest: formatInstant(group.oldest),
      Example: extractHoldProblem(group.description),
      EndsBy: describeHowToEndHold(group),
      ReleasedBy: holdReleaseRuleOf(group).by,
    })),
  }),
});
