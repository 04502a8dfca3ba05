/** Picking/EmptyTote: a person confirms that a tote is empty: bottles of orders that were taken back are in their bins again. */
import Type from 'typebox';
import { toteLeftoversExpectedVersionField } from '../picking-fields.ts';
import { definePickingOperation } from '../picking-operation.ts';

export const pickingEmptyToteOperation = definePickingOperation({
  path: '/api/Picking/EmptyTote',
  summary: 'Record that a tote is empty',
  description:
    'Records that the bottles of orders that were taken back are out of a tote and back in their bins, whose recorded quantities rise by them. What the person carries goes into the tote. For a tote that is in use, none of the warehouse, or one with other leftovers than expected, which `FullTote` then lists, `Verdict` is `wrong`. The reply is the whole task. A `ScanId` counts once.',
  fields: {
    Tote: Type.String({ minLength: 1, maxLength: 200, description: '`Tote` of `FullTote`.' }),
    ExpectedVersion: toteLeftoversExpectedVersionField,
  },
  requestExample: { Tote: 'T-07' },
  errors: { 400: 'Session is not one, or ScanId is not a UUID.' },
  action: ({ Tote: code, ExpectedVersion: expected }) => ({ kind: 'empty', code, expected }),
});
