/** Returns/Get: a return with its lines, their findings and dispositions, and its timeline. */

import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { TimelineEntry, toTimelineEntry } from '../../contract/timeline.ts';
import {
  AttachedPhotoRecord,
  attachedPhotoExample,
  attachedPhotoRecord,
  readPhotosOfSubject,
} from '../../photos/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readTimeline } from '../../platform/log.ts';
import { type ListedReturn, readListedReturns } from '../read-returns.ts';
import {
  ReturnFindingRecord,
  ReturnLineRecord,
  ReturnRecord,
  readReturnRecords,
  returnFindingRecord,
  returnLineRecord,
  returnRecordExample,
} from '../return-record.ts';

/** Maximum number of timeline entries; the newest are shown. */
const maxTimeline = 200;

const ReturnedLine = Type.Object({ ...ReturnLineRecord.properties, Findings: Type.Array(ReturnFindingRecord) });

export const returnsGetOperation = defineOperatorQuery({
  path: '/api/Returns/Get',
  summary: 'Get a return',
  description:
    'Returns a return: its lines with what was found in which condition and what became of it, the packages in which it had been shipped, and its timeline, oldest first.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    CustomerNo: customerKeyField('The customer of the return.'),
    TransactionReferenceNumber: transactionReferenceField(
      'The reference of the return, as lists and the search return it.',
    ),
  }),
  requestExample: { CustomerNo: 'W1001', TransactionReferenceNumber: returnRecordExample.TransactionReferenceNumber },
  reply: {
    description: 'The return.',
    schema: Type.Object({
      ...ReturnRecord.properties,
      OrderType: Type.String(),
      Address: Type.Array(Type.String(), {
        description: "The lines of the recipient's address; none when it was erased.",
      }),
      TrackingNumbers: Type.Array(Type.String(), { description: 'Of the packages in which it had been shipped.' }),
      Carrier: Type.String({ description: 'Of the original shipment.' }),
      Service: Type.String({ description: 'Of the original shipment.' }),
      Items: Type.Array(ReturnedLine),
      Photos: Type.Array(AttachedPhotoRecord, { description: 'Photos of bottles as they were inspected.' }),
      Timeline: Type.Array(TimelineEntry),
    }),
    example: {
      ...returnRecordExample,
      OrderType: 'CLUB',
      Address: ['7051 Oak Avenue', 'Denver, CO 80202'],
      TrackingNumbers: ['279384056194'],
      Carrier: 'FEX',
      Service: 'GRND',
      Items: [
        {
          Line: 1,
          ItemNo: '22CAB',
          Description: '2022 Cabernet Sauvignon',
          Uom: '750',
          ShippedStatus: 'GOOD-NO-TX',
          Expected: 2,
          IsInspected: true,
          Findings: [
            {
              Quantity: 2,
              InventoryStatus: 'RTGD-NO-TX',
              Disposition: 'Return to Inventory',
              PostedStatus: 'RTGD-NO-TX',
              ReshipReferenceNumber: '',
            },
          ],
        },
      ],
      Photos: [{ ...attachedPhotoExample, ItemNo: '22CAB', InventoryStatus: 'RTGD-NO-TX' }],
      Timeline: [
        {
          At: '2026-11-18T17:00:00Z',
          Kind: 'return.announced',
          Text: 'Announced.',
          By: 'Dray',
          Actor: 'system',
          Operation: 'returns',
          Reference: returnRecordExample.TransactionReferenceNumber,
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such return.' },
  execute: async ({ environment: { db }, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: returnId } = request;
    return await db.snapshot(async (reader) => {
      const [found] = await readListedReturns(reader, [{ customerNo, returnId }]);
      if (found === undefined) {
        throw notFoundError(`Customer ${customerNo} has no return with TransactionReferenceNumber ${returnId}.`);
      }
      const [record] = await readReturnRecords(reader, [found]);
      if (record === undefined) throw new Error('a return has no record');
      const { orderReturn, orderType } = found;
      return {
        ...record,
        OrderType: orderType,
        Address: addressLines(found),
        TrackingNumbers: [...orderReturn.trackingNos],
        Carrier: orderReturn.carrier,
        Service: orderReturn.service,
        Items: orderReturn.lines.map((line) => ({
          ...returnLineRecord(line),
          Findings: line.findings.map(returnFindingRecord),
        })),
        Photos: (await readPhotosOfSubject(reader, customerNo, returnId)).map(attachedPhotoRecord),
        Timeline: (await readTimeline(reader, customerNo, returnId, maxTimeline)).map(toTimelineEntry),
      };
    });
  },
});

function addressLines({ orderDocument }: ListedReturn): string[] {
  if (orderDocument === undefined) return [];
  const { company, address, address2, city, state, zipCode, country } = orderDocument.recipient;
  const place = `${[city, state].filter((part) => part !== '').join(', ')} ${zipCode}`.trim();
  return [company, address, address2, place, country].filter((part) => part !== '');
}
