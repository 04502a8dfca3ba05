/** Returns/Inspected: end the inspection of a return. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  noSuchReturnText,
  returnKeyExample,
  returnKeyFields,
  returnStationRoles,
  StationReturnRecord,
  stationReturnRecordExample,
} from '../station-fields.ts';
import { runReturnStep } from '../station-requests.ts';
import { endReturnInspection } from '../station-steps.ts';

export const returnsInspectedOperation = defineOperatorCommand({
  path: '/api/Returns/Inspected',
  isResumable: true,
  summary: 'End the inspection of a return',
  description:
    'Records what was scanned of all lines that are not inspected. When it differs from the announcement, `Differences` shows that, and nothing is recorded until `Confirm`. What did not arrive can be announced again; a return of which nothing arrived is CLOSED. A box of the order that did not leave with the others, and whose bottles were found, is canceled, and its label voided. Repeated, it changes nothing.',
  roles: returnStationRoles,
  request: Type.Object({
    ...returnKeyFields,
    Confirm: Type.Optional(Type.Boolean({ description: 'Record it, although it differs from the announcement.' })),
  }),
  requestExample: { ...returnKeyExample, Confirm: true },
  reply: {
    description: 'The return: AWAITING DISPOSITION or CLOSED, or unchanged with its differences.',
    schema: StationReturnRecord,
    example: { ...stationReturnRecordExample, Status: 'AWAITING DISPOSITION' },
  },
  errors: {
    400: 'A field is not valid, a scanned condition is no longer an inventory status, or more was scanned than was shipped and is in no other return.',
    403: 'The return has not arrived, or was canceled.',
    404: `${noSuchReturnText}.`,
  },
  execute: async (call) => {
    const { Confirm: isConfirmed = false } = call.request;
    return await runReturnStep(call, (tx, step) => endReturnInspection(tx, step, isConfirmed));
  },
});
