/** Floor/Stage: stage a labeled box for its carrier. */
import Type from 'typebox';
import { codeField } from '../../contract/fields.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { stageBox } from '../close-of-day.ts';
import type { DepartureStepResult } from '../departure.ts';
import { floorRoles } from '../floor-fields.ts';
import type { FloorScanVerdict } from '../station.ts';
import { FloorOrderRecord, floorOrderExample, floorOrderRecord } from '../wave-fields.ts';

export const floorStageOperation = defineOperatorCommand({
  path: '/api/Floor/Stage',
  isResumable: true,
  summary: 'Stage a labeled box',
  description:
    'Records that a box stands where its carrier fetches it. An order is staged when all its boxes are. A box whose order a carrier scan of another box has shipped is counted too: its message says to give it to the driver. Of one that has left already, the message says so, `Verdict` is `wrong`, and nothing changes. Repeating it changes nothing.',
  roles: floorRoles,
  request: Type.Object({
    TrackingNumber: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Of its label, or the whole barcode of the label as the scanner reads it.',
    }),
  }),
  requestExample: { TrackingNumber: '794612345678' },
  reply: {
    description: 'The order of the box.',
    schema: Type.Object({
      Order: FloorOrderRecord,
      Box: Type.Integer(),
      Staged: Type.Integer({ description: 'Boxes of the order that are staged.' }),
      Boxes: Type.Integer(),
      Verdict: Type.Optional(
        codeField(
          'Of the scan: `done` completes the order; `wrong` counted nothing, because the box has left already.',
          ['right', 'wrong', 'done'],
        ),
      ),
      Message: Type.String(),
    }),
    example: {
      Order: { ...floorOrderExample, State: 'staged', Packer: '' },
      Box: 1,
      Staged: 1,
      Boxes: 1,
      Verdict: 'done',
      Message: 'Box 1 of order CLB1001: 1 of 1 staged.',
    },
  },
  errors: {
    403: 'The order is not labeled, a rule stops it, the box is canceled, or its carrier has delivered, damaged or returned it.',
    404: 'No box on the floor of the warehouses of the operator has this tracking number.',
  },
  execute: async (call) => {
    const staged = await stageBox(call, call.request.TrackingNumber);
    const { work, message, trackingNo } = staged;
    return {
      Order: floorOrderRecord(work),
      Box: work.boxes.find((box) => box.trackingNo === trackingNo)?.box ?? 0,
      Staged: work.boxes.filter(({ stagedBy }) => stagedBy !== '').length,
      Boxes: work.boxes.length,
      Verdict: verdictOf(staged),
      Message: message,
    };
  },
});

function verdictOf({ work, hasLeft }: DepartureStepResult): FloorScanVerdict {
  if (hasLeft) return 'wrong';
  return work.state === 'staged' || work.state === 'manifested' ? 'done' : 'right';
}
