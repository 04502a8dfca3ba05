/** Floor/BuyLabels: buy the labels of a packed order. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import {
  PackingSessionRecord,
  packingSessionExample,
  packingSessionFaults,
  packingSessionField,
  packingSessionRecordExample,
  readPackingSessionRecord,
} from '../packing-session-fields.ts';
import { buyLabels, parsePackingSessionOrThrow } from '../run-packing.ts';

export const floorBuyLabels = defineOperatorCommand({
  path: '/api/Floor/BuyLabels',
  isResumable: true,
  // Includes the wait for the carrier.
  timeoutSeconds: 60,
  summary: 'Buy the labels of a packed order',
  description:
    'Buys a label for each box, with its weight and size, once: asked again, it returns the session with the labels that there are. `State` is `labeled`; `labeling` while the carrier has not replied; and `problem` when the ' +
    'carrier refused it, whose words are in `Message`: then the order is on hold until the winery corrects it.',
  roles: floorRoles,
  request: Type.Object({ Session: packingSessionField }),
  requestExample: { Session: packingSessionExample },
  reply: { description: 'The session.', schema: PackingSessionRecord, example: packingSessionRecordExample },
  errors: {
    400: 'Session is not one.',
    403: 'Another person has taken the order over, the order is not complete, or a box is not weighed.',
    404: 'The order is not on the floor.',
  },
  check: packingSessionFaults,
  execute: async (call) => {
    const bought = await buyLabels(call, parsePackingSessionOrThrow(call.request.Session));
    return await readPackingSessionRecord(call.environment.db, bought);
  },
});
