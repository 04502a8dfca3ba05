/** Returns/Undo: take the last scan of a return back. */
import Type from 'typebox';
import { writeStep } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { stepOf } from '../run-station.ts';
import {
  noSuchReturn,
  StationReturn,
  stationKeyExample,
  stationKeyFields,
  stationReturn,
  stationReturnExample,
  stationRoles,
  stationScanIdExample,
  stationScanIdField,
} from '../station-fields.ts';
import { undoAtStation } from '../station-steps.ts';

export const returnsUndo = defineOperatorCommand({
  path: '/api/Returns/Undo',
  isResumable: true,
  summary: 'Take the last scan of a return back',
  description: 'Takes back the last scan that counts. A `ScanId` takes back one, however often it is sent.',
  roles: stationRoles,
  request: Type.Object({ ...stationKeyFields, ScanId: stationScanIdField }),
  requestExample: { ...stationKeyExample, ScanId: stationScanIdExample },
  reply: { description: 'The return.', schema: StationReturn, example: { ...stationReturnExample, Found: [] } },
  errors: {
    400: 'A field is not valid, or ScanId is the id of another step: only the last scan can be undone.',
    403: 'The return is not being inspected.',
    404: `${noSuchReturn}.`,
  },
  execute: async (call) => {
    const scanId = call.request.ScanId.toLowerCase();
    const reply = await writeStep(call, (tx) => undoAtStation(tx, stepOf(call), scanId));
    return await stationReturn(call.environment.db, reply);
  },
});
