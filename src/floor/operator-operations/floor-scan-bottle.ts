/** Floor/ScanBottle: count a bottle or a case into the open box, or choose its shipper. */
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

export const floorScanBottle = defineOperatorCommand({
  path: '/api/Floor/ScanBottle',
  isResumable: true,
  summary: 'Scan a bottle into a box, or the shipper of the box',
  description:
    'Counts a bottle, or a case, into the open box; the first scan opens a box. UPC-A, EAN-13 and GTIN-14 codes and item numbers are resolved within the order. Another code that is the code or scan code of a shipper in use chooses the shipper of the open box. A wrong bottle, one too many and a shipper without an open box are not counted: ' +
    '`Verdict` is `wrong`. The reply is the whole session. A `ScanId` is counted once, however often it is sent; its `Verdict` stays.',
  roles: floorRoles,
  request: Type.Object({
    Session: packingSessionField,
    ScanId: packingScanIdField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
  }),
  requestExample: { Session: packingSessionExample, ScanId: packingScanIdExample, Code: '012345678905' },
  reply: {
    description: 'The session after the scan.',
    schema: PackingSessionRecord,
    example: packingSessionRecordExample,
  },
  errors: {
    400: 'Session is not one, or ScanId is not a UUID.',
    403: 'Another person has taken the order over.',
    404: 'The order is not on the floor.',
  },
  check: packingSessionFaults,
  execute: async (call) => {
    const { Session, ScanId, Code: code } = call.request;
    const session = parsePackingSessionOrThrow(Session);
    const scanned = await runPackingStep(call, session, { kind: 'scan', session, scanId: ScanId.toLowerCase(), code });
    return await readPackingSessionRecord(call.environment.db, scanned);
  },
});
