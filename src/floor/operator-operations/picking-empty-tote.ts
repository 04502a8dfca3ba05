/** Picking/EmptyTote: a person confirms that a tote is empty: bottles of orders that were taken back are in their bins again. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { packingScanIdExample, packingScanIdField } from '../packing-session-fields.ts';
import {
  PickingState,
  pickingStateExample,
  pickSessionExample,
  pickSessionFaults,
  pickSessionField,
} from '../picking-fields.ts';
import { runPickStep } from '../run-picking.ts';

export const pickingEmptyTote = defineOperatorCommand({
  path: '/api/Picking/EmptyTote',
  isResumable: true,
  summary: 'Say that a tote is empty',
  description:
    'Says that the bottles of orders that were taken back are out of a tote and back in their bins, whose recorded quantities rise by them. What the person carries goes into the tote. The reply is the whole task. A `ScanId` counts once.',
  roles: floorRoles,
  request: Type.Object({
    Session: pickSessionField,
    ScanId: packingScanIdField,
    Tote: Type.String({ minLength: 1, maxLength: 200, description: '`Tote` of `FullTote`.' }),
  }),
  requestExample: { Session: pickSessionExample, ScanId: packingScanIdExample, Tote: 'T-07' },
  reply: { description: 'The task after it.', schema: PickingState, example: pickingStateExample },
  errors: {
    400: 'Session is not one, or ScanId is not a UUID.',
    403: 'Another person has taken the task over.',
    404: 'There is no such task in the warehouses of the operator.',
  },
  check: pickSessionFaults,
  execute: (call) => runPickStep(call, { kind: 'empty', code: call.request.Tote }),
});
