/** Floor/Undo: undo the last scan of a bottle or a shipper, or open the last box again. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import {
  PackingSessionRecord,
  packingScanIdExample,
  packingScanIdField,
  packingSessionExample,
  packingSessionFaults,
  packingSessionField,
  packingSessionRecordExample,
  readPackingSessionRecord,
} from '../packing-session-fields.ts';
import { parsePackingSessionOrThrow, runPackingStep } from '../run-packing.ts';

export const floorUndo = defineOperatorCommand({
  path: '/api/Floor/Undo',
  isResumable: true,
  summary: 'Undo the last step of packing',
  description:
    'Undoes the last scan of the open box: of a bottle, which `Message` says to take out, or of a shipper; when the last box is closed, opens it again. A `ScanId` is counted once, however often it is sent.',
  roles: floorRoles,
  request: Type.Object({ Session: packingSessionField, ScanId: packingScanIdField }),
  requestExample: { Session: packingSessionExample, ScanId: packingScanIdExample },
  reply: { description: 'The session.', schema: PackingSessionRecord, example: packingSessionRecordExample },
  errors: {
    400: 'Session is not one, ScanId is not a UUID, or it is the id of another step: only the last step can be undone.',
    403: 'Another person has taken the order over.',
    404: 'The order is not on the floor.',
  },
  check: packingSessionFaults,
  execute: async (call) => {
    const { Session, ScanId } = call.request;
    const session = parsePackingSessionOrThrow(Session);
    const undone = await runPackingStep(call, session, { kind: 'undo', session, scanId: ScanId.toLowerCase() });
    return await readPackingSessionRecord(call.environment.db, undone);
  },
});
