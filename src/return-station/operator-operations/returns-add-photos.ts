/** Returns/AddPhotos: add photos to a bottle that was scanned. */
import Type from 'typebox';
import { uuidPattern } from '../../contract/fields.ts';
import { photoExampleId, photoIdsField } from '../../photos/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  noSuchReturnText,
  returnKeyExample,
  returnKeyFields,
  returnScanIdExample,
  returnStationRoles,
  StationReturnRecord,
  stationReturnRecordExample,
} from '../station-fields.ts';
import { runReturnStep } from '../station-requests.ts';
import { addReturnScanPhotos } from '../station-steps.ts';

export const returnsAddPhotosOperation = defineOperatorCommand({
  path: '/api/Returns/AddPhotos',
  isResumable: true,
  summary: 'Add photos to a bottle of a return',
  description:
    'Adds uploaded photos to a bottle or case that was scanned, with the condition of that scan. Repeated, it changes nothing. A scan that is taken back loses its photos. Errors in this precedence: 404 for the return, 403, 404 for the scan, 400.',
  roles: returnStationRoles,
  request: Type.Object({
    ...returnKeyFields,
    ScanId: Type.String({ pattern: uuidPattern, description: 'The `ScanId` of Returns/Scan that counted it.' }),
    Photos: photoIdsField('Photos that were uploaded for the winery and the warehouse of the return.'),
  }),
  requestExample: { ...returnKeyExample, ScanId: returnScanIdExample, Photos: [photoExampleId] },
  reply: { description: 'The return.', schema: StationReturnRecord, example: stationReturnRecordExample },
  errors: {
    400: 'A field is not valid, or a photo was not uploaded for the winery and the warehouse, or shows something else.',
    403: 'The return is not being inspected.',
    404: `${noSuchReturnText}, or no such scan that counts.`,
  },
  execute: async (call) => {
    const { ScanId, Photos: photos } = call.request;
    return await runReturnStep(call, (tx, step) => addReturnScanPhotos(tx, step, ScanId.toLowerCase(), photos));
  },
});
