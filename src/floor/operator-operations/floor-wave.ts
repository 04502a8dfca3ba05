/** Floor/Wave: the pick list of a wave and its orders. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { nextPageField, takePage } from '../../contract/list-fields.ts';
import { stationPageRequestFields } from '../../contract/station-pages.ts';
import { checkTimePosition, formatTimePosition, parseTimePosition } from '../../contract/time-pages.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles, worksInWarehouse } from '../floor-fields.ts';
import { countOrdersOfWaves, listFloorWorkOfWave } from '../floor-lists.ts';
import type { FloorWork } from '../floor-work.ts';
import { PickListEntry, pickListEntryExample, readPickList } from '../pick-list.ts';
import {
  ListedFloorOrderRecord,
  listedFloorOrderExample,
  listedFloorOrderRecord,
  WaveRecord,
  waveExample,
  waveRecord,
} from '../wave-fields.ts';
import { noSuchWaveMessage, readWave } from '../wave-store.ts';

const maxOrders = 500;

export const floorWaveOperation = defineOperatorQuery({
  path: '/api/Floor/Wave',
  summary: 'Get the pick list of a wave',
  description:
    'Returns a wave, what all its orders take from which bins that is neither picked nor packed, in walk order, and a page of its orders, in the order of their release.',
  roles: floorRoles,
  isExported: false,
  request: Type.Object({
    Wave: Type.String({ format: 'uuid', description: '`Wave` of Floor/Release or Floor/Waves.' }),
    ...stationPageRequestFields,
    Top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxOrders, description: 'Orders of a page; 500 by default.' }),
    ),
  }),
  requestExample: { Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff' },
  reply: {
    description: 'The wave.',
    schema: Type.Object({
      Wave: WaveRecord,
      Picks: Type.Array(PickListEntry),
      Orders: Type.Array(ListedFloorOrderRecord),
      Next: nextPageField,
    }),
    example: {
      Wave: waveExample,
      Picks: [pickListEntryExample],
      Orders: [listedFloorOrderExample],
    },
  },
  errors: {
    400: 'Wave is not an id, or `After` is not the `Next` of an earlier page.',
    404: 'There is no such wave in the warehouses of the operator.',
  },
  check: checkTimePosition,
  execute: async ({ environment: { db }, operator, request }) => {
    const wave = await readWave(db, request.Wave);
    if (wave === undefined || !worksInWarehouse(operator, wave.warehouse)) {
      throw notFoundError(noSuchWaveMessage);
    }
    const { After: after, Top: top = maxOrders } = request;
    const page = { after: parseTimePosition(after), limit: top + 1 };
    const positionOf = ({ releasedAt, orderId }: FloorWork) => formatTimePosition({ at: releasedAt, id: orderId });
    const { shown: works, next } = takePage(await listFloorWorkOfWave(db, wave.waveId, page), top, positionOf);
    const nameOf = await readCustomerNameLookup(db, works);
    return {
      Wave: waveRecord(wave, await countOrdersOfWaves(db, [wave.waveId])),
      Picks: await readPickList(db, wave),
      Orders: works.map((work) => listedFloorOrderRecord(work, nameOf)),
      ...next,
    };
  },
});
