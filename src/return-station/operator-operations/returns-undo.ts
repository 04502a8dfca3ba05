/** Returns/Undo: take the last scan of a return back. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  noSuchReturnText,
  returnKeyExample,
  returnKeyFields,
  returnScanIdExample,
  returnScanIdField,
  returnStationRoles,
  StationReturnRecord,
  stationReturnRecordExample,
} from '../station-fields.ts';
import { runReturnStep } from '../station-requests.ts';
import { undoReturnScan } from '../station-steps.ts';

export const returnsUndoOperation = defineOperatorCommand({
  path: '/api/Returns/Undo',
  isResumable: true,
  summary: 'Take the last scan of a return back',
  description:
    'Takes back the last scan that counts: that of the person who calls, else that of a colleague who has scanned nothing here for 30 minutes. A `ScanId` takes back one, however often it is sent.',
  roles: returnStationRoles,
  request: Type.Object({ ...returnKeyFields, ScanId: returnScanIdField }),
  requestExample: { ...returnKeyExample, ScanId: returnScanIdExample },
  reply: {
    description: 'The return.',
    schema: StationReturnRecord,
    example: { ...stationReturnRecordExample, Found: [] },
  },
  errors: {
    400: 'A field is not valid, or ScanId is the id of another step: only the last scan can be undone.',
    403: 'The return is not being inspected.',
    404: `${noSuchReturnText}.`,
  },
  execute: async (call) => {
    const scanId = call.request.ScanId.toLowerCase();
    return await runReturnStep(call, (tx, step) => undoReturnScan(tx, step, scanId));
  },
});
