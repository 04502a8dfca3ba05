/** Picking/Short: reports that the rest of the current stop is not there. */
import Type from 'typebox';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { missingReasonField } from '../floor-fields.ts';
import { definePickingOperation } from '../picking-operation.ts';

export const pickingShortOperation = definePickingOperation({
  path: '/api/Picking/Short',
  summary: 'Report missing bottles',
  description:
    'Reports that the rest of the current stop is not there; the reply to another stop is `wrong`, and nothing changes. Another bin of the item is offered first, then what stands in no bin. Where there is none the rest is missing: it leaves the stock with the reason, and the last orders of the task in the queue lose it. By the rule of their winery (`ShortPicks` of its preferences) they ship short, or leave the floor and are allocated again. The reply is the whole task. A `ScanId` counts once.',
  fields: {
    CustomerNo: customerKeyField('Of the stop at which they are missing.'),
    ItemNo: Type.String({ minLength: 1, maxLength: 255, description: 'Its item.' }),
    Location: Type.String({ maxLength: 40, description: 'Its bin; `""` for an item that is picked by name.' }),
    ReasonCode: missingReasonField,
  },
  requestExample: { CustomerNo: 'W1001', ItemNo: 'PN21', Location: 'A-01-02', ReasonCode: 'LOST' },
  errors: { 400: 'Session is not one, ScanId is not a UUID, or ReasonCode is no reason for missing stock.' },
  action: ({ CustomerNo: customerNo, ItemNo: itemNo, Location: location, ReasonCode: reasonCode }) => ({
    kind: 'short',
    at: { customerNo, itemNo, location },
    reasonCode,
  }),
});
