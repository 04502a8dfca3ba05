/** Picking/ListLeftovers: totes with bottles of orders that were taken back. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import {
  createKeyPositionCodec,
  createPagePositionCheck,
  nextPageField,
  takePage,
} from '../../contract/list-fields.ts';
import { defaultStationPageSize, stationPageRequestFields } from '../../contract/station-pages.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { readToteLeftoversRecords, toteLeftoversExample, toteLeftoversFields } from '../picking-fields.ts';
import { listToteLeftovers, listTotesWithLeftovers } from '../picking-lists.ts';

const position = createKeyPositionCodec('warehouse', 'tote');

export const pickingListLeftoversOperation = defineOperatorQuery({
  path: '/api/Picking/ListLeftovers',
  summary: 'List the leftovers in totes',
  description:
    'Returns the totes of a warehouse with bottles that were picked for orders that were taken back, by the code of the tote, also of a warehouse that is automatic now. The bottles are put back with Picking/PutBack.',
  roles: floorRoles,
  request: Type.Object({ Warehouse: warehouseCodeField, ...stationPageRequestFields }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'A page of totes.',
    schema: Type.Object({ Totes: Type.Array(Type.Object(toteLeftoversFields)), Next: nextPageField }),
    example: { Totes: [toteLeftoversExample] },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchWarehouseText}.` },
  check: createPagePositionCheck(position.read),
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, After = '', Top: top = defaultStationPageSize } = request;
    const after = position.read(After)?.tote ?? '';
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const found = await listTotesWithLeftovers(db, warehouse, { after, limit: top + 1 });
    const { shown, next } = takePage(found, top, (tote) => position.write({ warehouse, tote }));
    const leftovers = Map.groupBy(await listToteLeftovers(db, { warehouse, totes: shown }), ({ tote }) => tote);
    const totes = [...leftovers].map(([tote, own]) => ({ tote, leftovers: own }));
    return { Totes: await readToteLeftoversRecords(db, totes), ...next };
  },
});
