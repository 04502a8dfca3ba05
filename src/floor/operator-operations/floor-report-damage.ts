/** Floor/ReportDamage: bottles are found damaged or break at the packing station. */
import Type from 'typebox';
import { runStationStep } from '../../operators/index.ts';
import { lossNoteField, missingReasonField, packerOfOperator } from '../floor-fields.ts';
import { definePackingOperation } from '../packing-operation.ts';
import { packingScanIdExample, packingScanIdField } from '../packing-session-fields.ts';
import { reportDamagedBottles } from '../report-damage.ts';

export const floorReportDamageOperation = definePackingOperation({
  path: '/api/Floor/ReportDamage',
  summary: 'Report damaged bottles while packing',
  description:
    'Takes damaged bottles of the order out of its boxes and, with the reason, out of the stock. Free stock of the item replaces them: the order wants them again, and `Message` says where they lie. What it cannot replace, the order loses by the rule of its winery (`ShortPicks` of its preferences): it ships short, or leaves the floor and is allocated again. A box that loses a bottle is open again. A `ScanId` counts once.',
  fields: {
    ScanId: packingScanIdField,
    ItemNo: Type.String({ minLength: 1, maxLength: 255, description: 'An item of the order.' }),
    Quantity: Type.Integer({ minimum: 1, maximum: 10_000, description: 'In units of the item.' }),
    IsPacked: Type.Boolean({ description: 'Whether they were scanned into a box already.' }),
    ReasonCode: missingReasonField,
    Note: lossNoteField,
  },
  requestExample: {
    ScanId: packingScanIdExample,
    ItemNo: 'PN21',
    Quantity: 1,
    IsPacked: true,
    ReasonCode: 'BROKEN',
    Note: 'Fell off the bench.',
  },
  reply: { description: 'The session after it.' },
  errors: {
    400: 'Session is not one, ScanId is not a UUID, ReasonCode is no reason for missing stock, or the order has fewer of them there.',
    403: 'Another person has taken the order over, or its boxes have labels.',
  },
  step: (call, session) => {
    const { operator, context } = call;
    const { ScanId, ItemNo: itemNo, Quantity: units, IsPacked: isPacked, ReasonCode, Note = '' } = call.request;
    const report = {
      session,
      context,
      packer: packerOfOperator(operator),
      scanId: ScanId.toLowerCase(),
      itemNo,
      units,
      isPacked,
      reasonCode: ReasonCode,
      note: Note.trim(),
    };
    return runStationStep(call, (tx) => reportDamagedBottles(tx, report));
  },
});
