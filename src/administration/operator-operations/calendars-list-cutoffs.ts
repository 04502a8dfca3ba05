/** Calendars/ListCutoffs: until when an order still ships on the same day. */

import Type, { type Static } from 'typebox';
import { warehouseField } from '../../contract/code-lists.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { CutoffFields, cutoffExample } from '../calendar-fields.ts';

export const calendarsListCutoffs = defineOperatorQuery({
  path: '/api/Calendars/ListCutoffs',
  summary: 'List the cutoffs',
  description:
    'Returns the latest times at which an order still ships on the same day, by warehouse, carrier and service. Where none is set, 14:00 applies.',
  credentials: 'session',
  roles: operatorRoles,
  request: Type.Object({ Warehouse: Type.Optional(warehouseField('Only of this warehouse.')) }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'The cutoffs.',
    schema: Type.Object({ Records: Type.Array(CutoffFields) }),
    example: { Records: [cutoffExample] },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({ environment: { db }, request: { Warehouse: only } }) => {
    const { cutoffs } = await readOperatorSettings(db);
    const shown = only === undefined ? [...cutoffs] : [[only, cutoffs.get(only) ?? []] as const];
    const records = shown.flatMap(([warehouse, own]) =>
      own.map(({ carrier, service, time }) => ({
        Warehouse: warehouse,
        ShippingCarrier: carrier,
        ShippingCarrierService: service,
        Cutoff: time,
      })),
    );
    return { Records: records as Static<typeof CutoffFields>[] };
  },
});
