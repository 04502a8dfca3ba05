/** Calendars/ListCutoffs: until when an order still ships on the same day. */

import Type, { type Static } from 'typebox';
import { warehouseField } from '../../contract/code-lists.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { recordVersionOf, versionedRecordSchema } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { CutoffFields, cutoffExample, cutoffRecord } from '../calendar-fields.ts';

const ListedCutoff = versionedRecordSchema(CutoffFields);

export const calendarsListCutoffsOperation = defineOperatorQuery({
  path: '/api/Calendars/ListCutoffs',
  summary: 'List the cutoffs',
  description:
    'Returns the latest times at which an order still ships on the same day, by warehouse, carrier and service. Where none is set, 14:00 applies.',
  roles: operatorRoles,
  request: Type.Object({ Warehouse: Type.Optional(warehouseField('Only of this warehouse.')) }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'The cutoffs.',
    schema: Type.Object({ Records: Type.Array(ListedCutoff) }),
    example: { Records: [{ ...cutoffExample, Version: '3f0c8a51d2b7e964' }] },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({ environment: { db }, request: { Warehouse: only } }) => {
    const { cutoffs } = await readOperatorSettings(db);
    const shown = only === undefined ? [...cutoffs] : [[only, cutoffs.get(only) ?? []] as const];
    const records = shown.flatMap(([warehouse, own]) =>
      own.map((cutoff) => ({
        Warehouse: warehouse,
        ShippingCarrier: cutoff.carrier,
        ShippingCarrierService: cutoff.service,
        Cutoff: cutoff.time,
        Version: recordVersionOf(cutoffRecord(cutoff)),
      })),
    );
    return { Records: records as Static<typeof ListedCutoff>[] };
  },
});
