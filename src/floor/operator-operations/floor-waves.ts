/** Floor/Waves: waves, newest first, and how far they are. */

import Type from 'typebox';
import {
  buildListReply,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { isUuid } from '../../lib/uuid.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { countOrdersOfWaves } from '../floor-lists.ts';
import { WaveRecord, waveExample, waveRecord } from '../wave-fields.ts';
import { listWaves } from '../wave-store.ts';

export const floorWavesOperation = defineOperatorQuery({
  path: '/api/Floor/Waves',
  summary: 'List waves',
  description: 'Returns waves, newest first, with the number of their orders in each state.',
  roles: floorRoles,
  request: Type.Object({
    Warehouses: warehousesFilterField,
    ...cursorPageRequestFields,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'A page of waves.',
    schema: createListReplySchema(WaveRecord),
    example: { Records: [waveExample], Count: 1 },
  },
  errors: { 400: 'After is not a Next of this list.' },
  check: createPagePositionCheck(isUuid),
  execute: async ({ environment: { db }, operator, request }) => {
    const { After: after, Top: top = defaultListPageSize } = request;
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const page = { warehouses, after, limit: top + 1, maxCounted: maxExactListCount + 1 };
    const { rows, counted } = await listWaves(db, page);
    const counts = await countOrdersOfWaves(
      db,
      rows.map(({ waveId }) => waveId),
    );
    const toRecord = (wave: (typeof rows)[number]) => waveRecord(wave, counts);
    return buildListReply(rows, top, counted, { keyOf: ({ waveId }) => waveId, toRecord });
  },
});
