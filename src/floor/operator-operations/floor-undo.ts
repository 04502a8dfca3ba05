/** Floor/Undo: undo the last scan of a bottle or a shipper, or open the last box again. */
import { definePackingOperation } from '../packing-operation.ts';
import { runPackingStep } from '../packing-requests.ts';
import { packingScanIdExample, packingScanIdField } from '../packing-session-fields.ts';

export const floorUndoOperation = definePackingOperation({
  path: '/api/Floor/Undo',
  summary: 'Undo the last step of packing',
  description:
    'Undoes the last scan of the open box: of a bottle, which `Message` says to take out, or of a shipper; when the last box is closed, opens it again. A `ScanId` is counted once, however often it is sent.',
  fields: { ScanId: packingScanIdField },
  requestExample: { ScanId: packingScanIdExample },
  errors: {
    400: 'Session is not one, ScanId is not a UUID, or it is the id of another step: only the last step can be undone.',
    403: 'Another person has taken the order over.',
  },
  step: (call, session) =>
    runPackingStep(call, session, { kind: 'undo', session, scanId: call.request.ScanId.toLowerCase() }),
});
