/** Receiving/Finish: post what was counted, or park a delivery that no order announced. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { runStationStep } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { endReceipt } from '../end-receipt.ts';
import {
  checkReceiptSessionFormat,
  noSuchReceiptText,
  receiptSessionExample,
  receiptSessionField,
  receivingRoles,
} from '../receipt-fields.ts';
import { ReceiptRecord, readReceiptRecord, receiptExample } from '../receipt-record.ts';
import { parseReceiptSessionOrThrow, receivingPersonOf, warehouseAccessCheckOf } from '../receiving-requests.ts';

const request = Type.Object({
  Session: receiptSessionField,
  Confirm: Type.Optional(Type.Boolean({ description: 'Post it, although it differs from what was expected.' })),
  Reasons: Type.Optional(
    Type.Array(
      Type.Object({
        ItemNo: Type.String({ minLength: 1, maxLength: 255, description: 'The item that differs.' }),
        ReasonCode: Type.String({ maxLength: 40, description: 'A reason of adjustments; required for too many.' }),
        Note: Type.Optional(Type.String({ maxLength: maxNoteLength, description: 'In the words of the person.' })),
      }),
      { maxItems: 1000, description: 'The explanations of the person for differences.' },
    ),
  ),
  Note: Type.Optional(Type.String({ maxLength: maxNoteLength, description: 'About the receipt.' })),
});

export const receivingFinishOperation = defineOperatorCommand({
  path: '/api/Receiving/Finish',
  isResumable: true,
  summary: 'Finish a receipt',
  description:
    'Posts what was counted to the ledger and the order, and waiting orders get the stock at once. When it differs from what is expected, `Differences` shows that now, and nothing is posted until `Confirm` with its reasons: too many need one; what is missing may still come. While others count pallets of the order, only too many differs. ' +
    'A transfer that departs leaves with what was picked; an unannounced delivery is parked and reported to customer service. Repeated, it returns the same and posts nothing.',
  roles: receivingRoles,
  request,
  requestExample: { Session: receiptSessionExample, Confirm: true },
  reply: {
    description: 'The receipt: `finished` or `parked`, or still `open` with its differences.',
    schema: ReceiptRecord,
    example: {
      ...receiptExample,
      State: 'finished',
      Result: {
        OrderStatus: 'RECEIVED',
        Posted: [
          { ItemNo: '23PIN-01', Units: 12, InventoryStatus: 'GOOD-NO-TX' },
          { ItemNo: '23PIN-01', Units: 1, InventoryStatus: 'DMGD-NO-TX' },
        ],
      },
    },
  },
  errors: {
    400: '`Session` does not have the form of one, or a reason is missing, unknown or of another kind.',
    403: 'Another person has taken the receipt over, nothing is counted, or the order cannot be received any more.',
    404: `${noSuchReceiptText}.`,
  },
  check: checkReceiptSessionFormat,
  execute: async (call) => {
    const { Session, Confirm: isConfirmed = false, Reasons: reasons = [], Note: note } = call.request;
    const ended = await runStationStep(call, (tx) =>
      endReceipt(tx, {
        session: parseReceiptSessionOrThrow(Session),
        context: call.context,
        person: receivingPersonOf(call),
        mayWorkIn: warehouseAccessCheckOf(call),
        confirmed: isConfirmed
          ? reasons.map((each) => ({ itemNo: each.ItemNo, reasonCode: each.ReasonCode, note: each.Note ?? '' }))
          : undefined,
        note,
      }),
    );
    return await readReceiptRecord(call.environment.db, ended);
  },
});
