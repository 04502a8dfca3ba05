/** Receiving/Count: count units or cases by hand, also in another condition. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { normalizeLocationCode } from '../../locations/index.ts';
import { photoIdsField } from '../../photos/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  checkReceiptSessionFormat,
  lotField,
  noSuchReceiptText,
  receiptScanIdExample,
  receiptScanIdField,
  receiptSessionExample,
  receiptSessionField,
  receivingRoles,
  sourceBinField,
} from '../receipt-fields.ts';
import { ReceiptRecord, receiptExample } from '../receipt-record.ts';
import { runReceiptStep } from '../receiving-requests.ts';

const quantity = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description }));

const request = Type.Object({
  Session: receiptSessionField,
  ScanId: receiptScanIdField,
  ItemNo: Type.String({ minLength: 1, maxLength: 255, description: 'The item.' }),
  Units: quantity('Units of the item; or `Cases`.'),
  Cases: quantity('Cases, of as many units as the catalog says.'),
  Lot: lotField,
  Location: sourceBinField,
  InventoryStatusCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Of units in another condition: the status into which they go.',
    }),
  ),
  ReasonCode: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Required with `InventoryStatusCode`: a reason of status changes, or one that takes stock away.',
    }),
  ),
  Note: Type.Optional(Type.String({ maxLength: maxNoteLength, description: 'The damage or other reason, in words.' })),
  WereCounted: Type.Optional(
    Type.Boolean({ description: 'With `InventoryStatusCode`: they are counted as good already, and move.' }),
  ),
  Photos: Type.Optional(photoIdsField('With `InventoryStatusCode`: photos of what is wrong, uploaded before.')),
});

export const receivingCountOperation = defineOperatorCommand({
  path: '/api/Receiving/Count',
  isResumable: true,
  summary: 'Count by hand at the receiving station',
  description:
    'Adds units or cases of an item to the receipt. With `InventoryStatusCode` and `ReasonCode` they are in another condition, such as damaged, and go into that status. The reply is the whole receipt. A `ScanId` is counted once, however often it is sent.',
  roles: receivingRoles,
  request,
  requestExample: { Session: receiptSessionExample, ScanId: receiptScanIdExample, ItemNo: '23PIN-01', Cases: 4 },
  reply: { description: 'The receipt after the count.', schema: ReceiptRecord, example: receiptExample },
  errors: {
    400: 'A field is not valid; the item is not one of the receipt; `Units` and `Cases` are both given or both absent; the status or reason is not one; or a photo was not uploaded for this winery and warehouse.',
    403: 'Another person has taken the receipt over, or it has ended.',
    404: `${noSuchReceiptText}.`,
  },
  check: (asked): Fault[] => [
    ...checkReceiptSessionFormat(asked),
    ...(asked.InventoryStatusCode !== undefined && (asked.ReasonCode ?? '') === ''
      ? [{ field: 'ReasonCode', code: 'Required', message: 'is required with InventoryStatusCode' } as const]
      : []),
    ...(asked.InventoryStatusCode === undefined &&
    ((asked.ReasonCode ?? '') !== '' || asked.WereCounted === true || asked.Photos?.length)
      ? [{ field: 'InventoryStatusCode', code: 'Required', message: 'is required with the other condition' } as const]
      : []),
  ],
  execute: async (call) => {
    const { ItemNo: itemNo, Units: units, Cases: cases, Lot: lot = '', Location = '' } = call.request;
    const {
      InventoryStatusCode: status,
      ReasonCode: reasonCode = '',
      Note: note = '',
      WereCounted: wasCounted = false,
      Photos: photos = [],
    } = call.request;
    const issue = status === undefined ? undefined : { status, reasonCode, note, wasCounted, photos };
    const place = { lot: lot.trim(), location: normalizeLocationCode(Location) };
    return await runReceiptStep(call, { kind: 'count', itemNo, units, cases, ...place, issue });
  },
});
