/** Picking/Scan: counts a bin, a bottle or a case, or a tote. */
import Type from 'typebox';
import { definePickingOperation } from '../picking-operation.ts';

export const pickingScanOperation = definePickingOperation({
  path: '/api/Picking/Scan',
  summary: 'Scan a bin, a bottle or a tote',
  description:
    'Counts a scan at the current stop: its bin, then bottles or cases, then the tote. The bin of another stop goes there. UPCs, item numbers and the codes of ItemCodes/List are resolved among the items of the stop’s winery in the task. A wrong bin, a wrong bottle and one too many are not counted: `Verdict` is `wrong`. The reply is the whole task; when everything is picked, its orders are `picked`, or `short`. A `ScanId` is counted once, however often it is sent; its `Verdict` stays.',
  fields: {
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
  },
  requestExample: { Code: '012345678905' },
  errors: { 400: 'Session is not one, or ScanId is not a UUID.' },
  action: ({ Code: code }) => ({ kind: 'scan', code }),
});
