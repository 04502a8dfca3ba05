/** Floor/Wave: the pick list of a wave and its orders. */
import Type from '../../lib/schema.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readSalesOrders } from '../../sales-orders/index.ts';
import { floorRoles, worksIn } from '../floor-fields.ts';
import { countWorkOfWaves, listWorkOfWave } from '../floor-lists.ts';
import { packableStates } from '../floor-work.ts';
import { pickList } from '../pick-list.ts';
import {
  FloorOrderRecord,
  floorOrderExample,
  floorOrderRecord,
  WaveRecord,
  waveExample,
  waveRecord,
} from '../wave-fields.ts';
import { readWave } from '../wave-store.ts';

export const floorWave = defineOperatorQuery({
  path: '/api/Floor/Wave',
  summary: 'Get the pick list of a wave',
  description:
    'Returns a wave, what its orders that are not packed take from the shelves, in walk order, and its orders, at most 5,000.',
  credentials: 'session',
  roles: floorRoles,
  request: Type.Object({
    Wave: Type.String({ format: 'uuid', description: '`Wave` of Floor/Release or Floor/Waves.' }),
  }),
  requestExample: { Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff' },
  reply: {
    description: 'The wave.',
    schema: Type.Object({
      Wave: WaveRecord,
      Picks: Type.Array(
        Type.Object({
          CustomerNo: Type.String(),
          ItemNo: Type.String(),
          Description: Type.String(),
          Uom: Type.String(),
          Units: Type.Integer(),
          Orders: Type.Integer({ description: 'How many orders want it.' }),
        }),
      ),
      Orders: Type.Array(FloorOrderRecord),
    }),
    example: {
      Wave: waveExample,
      Picks: [
        { CustomerNo: 'W1001', ItemNo: 'PN21', Description: 'Pinot Noir 2021', Uom: '750', Units: 62, Orders: 31 },
      ],
      Orders: [floorOrderExample],
    },
  },
  errors: { 400: 'Wave is not an id.', 404: 'There is no such wave in the warehouses of the operator.' },
  execute: async ({ environment: { db }, operator, request }) => {
    const wave = await readWave(db, request.Wave);
    if (wave === undefined || !worksIn(operator, wave.warehouse)) {
      throw new AppError(refuse('NotFound', 'There is no such wave.').refused);
    }
    const works = await listWorkOfWave(db, wave.waveId);
    const open = works.filter(({ state }) => packableStates.includes(state));
    const picks = pickList(await readSalesOrders(db, open));
    return {
      Wave: waveRecord(wave, await countWorkOfWaves(db, [wave.waveId])),
      Picks: picks.map(({ customerNo, itemNo, description, uom, units, orders }) => ({
        ...{ CustomerNo: customerNo, ItemNo: itemNo, Description: description, Uom: uom, Units: units, Orders: orders },
      })),
      Orders: works.map(floorOrderRecord),
    };
  },
});
