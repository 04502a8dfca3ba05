/** Floor/ScanBottle: count a bottle or a case into the open box, or choose its shipper. */
import Type from 'typebox';
import { definePackingOperation } from '../packing-operation.ts';
import { runPackingStep } from '../packing-requests.ts';
import { packingScanIdExample, packingScanIdField } from '../packing-session-fields.ts';

export const floorScanBottleOperation = definePackingOperation({
  path: '/api/Floor/ScanBottle',
  summary: 'Scan a bottle into a box, or the shipper of the box',
  description:
    'Counts a bottle, or a case, into the open box; the first scan opens a box. UPCs, item numbers and the codes of ItemCodes/List are resolved within the order. Another code that is the code or scan code of a shipper in use chooses the shipper of the open box. A wrong bottle, one too many and a shipper without an open box are not counted: ' +
    '`Verdict` is `wrong`. The reply is the whole session. A `ScanId` is counted once, however often it is sent; its `Verdict` stays.',
  fields: {
    ScanId: packingScanIdField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
  },
  requestExample: { ScanId: packingScanIdExample, Code: '012345678905' },
  reply: { description: 'The session after the scan.' },
  errors: {
    400: 'Session is not one, or ScanId is not a UUID.',
    403: 'Another person has taken the order over.',
  },
  step: (call, session) => {
    const { ScanId, Code: code } = call.request;
    return runPackingStep(call, session, { kind: 'scan', session, scanId: ScanId.toLowerCase(), code });
  },
});
