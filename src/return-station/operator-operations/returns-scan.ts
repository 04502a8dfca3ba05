/** Returns/Scan: count a bottle of a return in the condition in which it was found. */
import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { goodReturnInventoryStatus } from '../../returns/index.ts';
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
import { scanReturnedBottle } from '../station-steps.ts';

export const returnsScanOperation = defineOperatorCommand({
  path: '/api/Returns/Scan',
  isResumable: true,
  summary: 'Scan a bottle of a return',
  description:
    'Counts a bottle or a case of the return in the condition in which it is, by any code of its item. A code of no bottle of the return is `unknown`; more than was shipped is `wrong`; both count nothing. Several people may scan one return. A `ScanId` is counted once, however often it is sent; its `Verdict` stays. Errors in this precedence: 404, 403, 400.',
  roles: returnStationRoles,
  request: Type.Object({
    ...returnKeyFields,
    ScanId: returnScanIdField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
    InventoryStatusCode: Type.Optional(
      inventoryStatusField('The condition. Default: RTGD-NO-TX. Damaged: RDMG-NO-TX.'),
    ),
  }),
  requestExample: { ...returnKeyExample, ScanId: returnScanIdExample, Code: '012345678905' },
  reply: {
    description: 'The return after the scan.',
    schema: StationReturnRecord,
    example: stationReturnRecordExample,
  },
  errors: {
    400: 'A field is not valid, or the condition is not an inventory status.',
    403: 'The return is not being inspected.',
    404: `${noSuchReturnText}.`,
  },
  execute: async (call) => {
    const { ScanId, Code: code, InventoryStatusCode: status = goodReturnInventoryStatus } = call.request;
    const scan = { scanId: ScanId.toLowerCase(), code, status };
    return await runReturnStep(call, (tx, step) => scanReturnedBottle(tx, step, scan));
  },
});
