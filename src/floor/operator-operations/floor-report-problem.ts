/** Floor/ReportProblem: a problem that the packing station sees, such as a wrong address. */
import { codeField, holdTextField } from '../../contract/fields.ts';
import { runStationStep } from '../../operators/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { packingStationProblemKinds } from '../../sales-orders/index.ts';
import { packerOfOperator } from '../floor-fields.ts';
import { definePackingOperation } from '../packing-operation.ts';
import { packingScanIdExample, packingScanIdField, packingSessionRecordExample } from '../packing-session-fields.ts';
import { reportPackingProblem } from '../report-problem.ts';

export const floorReportProblemOperation = definePackingOperation({
  path: '/api/Floor/ReportProblem',
  summary: 'Report a problem with an order while packing',
  description:
    "Parks the order as a `problem` with the person's words: it leaves the floor, open again and on hold, and is listed in Exceptions/List. Labels that were bought are voided; its bottles stay aside, reserved for it. A problem with address or name ends when the recipient is corrected, any other when a person releases the hold; then the order is released to the floor again. A `ScanId` counts once.",
  fields: {
    ScanId: packingScanIdField,
    Kind: codeField("The problem: the recipient's address or name, or something else.", packingStationProblemKinds),
    Note: holdTextField("The problem in the person's words.", { minLength: 1 }),
  },
  requestExample: { ScanId: packingScanIdExample, Kind: 'address', Note: 'No house number on the slip.' },
  reply: {
    description: 'The session after it.',
    example: {
      ...packingSessionRecordExample,
      State: 'problem',
      Packer: '',
      Boxes: [],
      Missing: 2,
      Next: 'none',
      Verdict: 'wrong',
      Message: 'Put all of its bottles aside together. Order CLB1001 is parked until customer service has settled it.',
    },
  },
  errors: {
    400: 'Session is not one, ScanId is not a UUID, Kind is unknown, or Note is empty.',
    403: 'Another person has taken the order over, all its boxes are staged, or it has left the floor.',
  },
  check: noteFaults,
  step: (call, session) => {
    const { operator, context } = call;
    const { ScanId, Kind: problem, Note } = call.request;
    const report = {
      session,
      context,
      packer: packerOfOperator(operator),
      scanId: ScanId.toLowerCase(),
      problem,
      words: Note.trim(),
    };
    return runStationStep(call, (tx) => reportPackingProblem(tx, report));
  },
});

function noteFaults({ Note }: { readonly Note: string }): Fault[] {
  return Note.trim() === '' ? [{ field: 'Note', code: 'Required', message: 'must say what is wrong' }] : [];
}
