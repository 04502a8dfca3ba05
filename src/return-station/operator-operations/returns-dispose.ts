/** Returns/Dispose: dispose of found bottles. */
import Type from 'typebox';
import { inventoryStatusField } from '../../contract/code-lists.ts';
import { quantityField } from '../../contract/fields.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { dispositionField } from '../../returns/index.ts';
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
import { applyDispositionAtStation } from '../station-steps.ts';

export const returnsDisposeOperation = defineOperatorCommand({
  path: '/api/Returns/Dispose',
  isResumable: true,
  summary: 'Dispose of bottles of a return',
  description:
    'Disposes of a finding, of some units of it, or of all findings that are undecided, and posts that to the ledger: `Return to Inventory` puts them in stock, `Return to Winery` in and out again, `Reship` in, and places an order for the same recipient, which is released, packed and labeled as any order. ' +
    'The last disposition closes the return. A `ScanId` is disposed of once, however often it is sent. Errors in this precedence: 404, 400 for an unknown line, 403 for the status of the return, 400 for too many units, 403 when none is undecided, 400 for an unknown inventory status, 403 for other reasons.',
  roles: returnStationRoles,
  request: Type.Object({
    ...returnKeyFields,
    ScanId: returnScanIdField,
    DispositionCode: dispositionField('The disposition.'),
    InventoryStatusCode: Type.Optional(
      inventoryStatusField(
        'Inventory status to post to. Default: as found; for Reship as shipped where the new order may draw it, else GOOD-NO-TX, unless damaged.',
      ),
    ),
    Line: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'The line of one finding.' })),
    Finding: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'The finding of the line.' })),
    Quantity: Type.Optional(quantityField('Units of the finding. Default: all of them.')),
  }),
  requestExample: { ...returnKeyExample, ScanId: returnScanIdExample, DispositionCode: 'Return to Inventory' },
  reply: {
    description: 'The return.',
    schema: StationReturnRecord,
    example: { ...stationReturnRecordExample, Status: 'CLOSED' },
  },
  errors: {
    400: 'A field is not valid, the return has no such line, or more units are named than are undecided.',
    403: 'The return is not AWAITING DISPOSITION, none of the bottles is undecided, its warehouse or an inventory status does not exist, an item that the operator does not stock is not returned to the winery, or an item to reship is retired or its recipient erased.',
    404: `${noSuchReturnText}.`,
  },
  check: ({ Line, Finding, Quantity }) => {
    const isWhole = Line === undefined && Finding === undefined && Quantity === undefined;
    if (isWhole || (Line !== undefined && Finding !== undefined)) return [];
    return [{ field: 'Finding', code: 'Required', message: 'is required together with Line' }];
  },
  execute: async (call) => {
    const { ScanId, DispositionCode, InventoryStatusCode, Line: line, Finding: finding, Quantity } = call.request;
    const decision = {
      scanId: ScanId.toLowerCase(),
      disposition: DispositionCode,
      inventoryStatus: InventoryStatusCode,
      target: line === undefined || finding === undefined ? undefined : { line, finding, quantity: Quantity },
    };
    return await runReturnStep(call, (tx, step) => applyDispositionAtStation(tx, step, decision));
  },
});
