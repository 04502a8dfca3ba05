/** Picking/Undo: undoes the last pick, or the last report of missing bottles. */
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

export const pickingUndo = defineOperatorCommand({
  path: '/api/Picking/Undo',
  isResumable: true,
  summary: 'Undo the last pick or the last report of missing bottles',
  description:
    'Undoes the last pick or the last report of missing bottles, whichever came last. The person puts picked units back into their bin; a bin that was reported empty is as it was before. A pick of a task that is done and a report whose units have left the stock are not undone: `Verdict` is `wrong`. The reply is the whole task. A `ScanId` counts once.',
  roles: floorRoles,
  request: Type.Object({
    Session: pickSessionField,
    ScanId: packingScanIdField,
  }),
  requestExample: { Session: pickSessionExample, ScanId: packingScanIdExample },
  reply: { description: 'The task after it.', schema: PickingState, example: pickingStateExample },
  errors: {
    400: 'Session is not one, ScanId is not a UUID, or it is the id of another step: only the last step can be undone.',
    403: 'Another person has taken the task over.',
    404: 'There is no such task in the warehouses of the operator.',
  },
  check: pickSessionFaults,
  execute: (call) => runPickStep(call, { kind: 'undo' }),
});
