/** Picking/Scan: counts a bin, a bottle or a case, or a tote. */
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

export const pickingScan = defineOperatorCommand({
  path: '/api/Picking/Scan',
  isResumable: true,
  summary: 'Scan a bin, a bottle or a tote',
  description:
    'Counts a scan at the current stop: its bin, then bottles or cases, then the tote. The bin of another stop goes there. UPC-A, EAN-13 and GTIN-14 codes and item numbers are resolved within the task. A wrong bin, a wrong bottle and one too many are not counted: `Verdict` is `wrong`. The reply is the whole task; when everything is picked, its orders are `picked`, or `short`. A `ScanId` is counted once, however often it is sent; its `Verdict` stays.',
  roles: floorRoles,
  request: Type.Object({
    Session: pickSessionField,
    ScanId: packingScanIdField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
  }),
  requestExample: { Session: pickSessionExample, ScanId: packingScanIdExample, Code: '012345678905' },
  reply: { description: 'The task after it.', schema: PickingState, example: pickingStateExample },
  errors: {
    400: 'Session is not one, or ScanId is not a UUID.',
    403: 'Another person has taken the task over.',
    404: 'There is no such task in the warehouses of the operator.',
  },
  check: pickSessionFaults,
  execute: (call) => runPickStep(call, { kind: 'scan', code: call.request.Code }),
});
