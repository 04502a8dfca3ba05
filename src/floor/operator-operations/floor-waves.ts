/** Floor/Waves: waves, newest first, and how far they are. */
import { parseUuidKey, warehousesFilterField } from '../../contract/list-fields.ts';
import { defineOperatorList, limitToVisibleWarehouses } from '../../operators/index.ts';
import { floorRoles } from '../floor-fields.ts';
import { countOrdersOfWaves } from '../floor-lists.ts';
import { WaveRecord, waveExample, waveRecord } from '../wave-fields.ts';
import { listWaves } from '../wave-store.ts';

export const floorWavesOperation = defineOperatorList({
  path: '/api/Floor/Waves',
  summary: 'List waves',
  description: 'Returns waves, newest first, with the number of their orders in each state.',
  roles: floorRoles,
  filters: { Warehouses: warehousesFilterField },
  requestExample: { Warehouses: ['APC01'] },
  reply: { description: 'A page of waves.', record: WaveRecord, example: waveExample },
  parsePosition: parseUuidKey,
  execute: async ({ environment: { db }, operator, request }, page, buildReply) => {
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const { rows, counted } = await listWaves(db, { warehouses, ...page });
    const counts = await countOrdersOfWaves(
      db,
      rows.map(({ waveId }) => waveId),
    );
    return buildReply(rows, counted, { keyOf: ({ waveId }) => waveId, toRecord: (wave) => waveRecord(wave, counts) });
  },
});
