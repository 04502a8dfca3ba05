/** Waves in replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { orderKeyExample } from '../contract/operator-key-fields.ts';
import { formatInstant } from '../lib/dates.ts';
import type { WaveOrderCount } from './floor-lists.ts';
import { type FloorWork, sumUnits } from './floor-work.ts';
import { floorStateField } from './packing-session-fields.ts';
import type { Wave } from './wave-store.ts';

export const WaveRecord = Type.Object(
  {
    Wave: Type.String({ description: 'Its id.' }),
    Warehouse: Type.String(),
    Number: Type.Integer({ description: 'From 1 in the warehouse.' }),
    Name: Type.String(),
    CreatedAt: Type.String(),
    CreatedBy: Type.String(),
    Orders: Type.Integer(),
    Bottles: Type.Integer(),
    States: Type.Array(Type.Object({ State: floorStateField, Orders: Type.Integer() }), {
      description: 'How far its orders are.',
    }),
  },
  { title: 'Wave' },
);

export const waveExample: Static<typeof WaveRecord> = {
  Wave: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff',
  Warehouse: 'APC01',
  Number: 12,
  Name: 'FedEx Ground',
  CreatedAt: '2026-11-18T17:00:00Z',
  CreatedBy: 'lee@warehouse.example',
  Orders: 31,
  Bottles: 102,
  States: [
    { State: 'released', Orders: 30 },
    { State: 'packing', Orders: 1 },
  ],
};

/** A wave with the counts of its own orders among those of several waves. */
export function waveRecord(wave: Wave, counts: readonly WaveOrderCount[]): Static<typeof WaveRecord> {
  const own = counts.filter(({ waveId }) => waveId === wave.waveId);
  return {
    Wave: wave.waveId,
    Warehouse: wave.warehouse,
    Number: wave.number,
    Name: wave.name,
    CreatedAt: formatInstant(wave.createdAt),
    CreatedBy: wave.createdBy,
    Orders: own.reduce((sum, { orders }) => sum + orders, 0),
    Bottles: sumUnits(own),
    States: own.map(({ state, orders }) => ({ State: state, Orders: orders })),
  };
}

/** An order on the floor in replies of Floor operations. */
export const FloorOrderRecord = Type.Object({
  CustomerNo: Type.String(),
  TransactionReferenceNumber: Type.String(),
  OrderNo: Type.String(),
  Carrier: Type.String(),
  State: floorStateField,
  Bottles: Type.Integer(),
  Lines: Type.Integer(),
  Packer: Type.String({ description: 'Who has it; `""` for none.' }),
  Note: Type.String({ description: 'Why it is a problem, is short or was taken back; `""` otherwise.' }),
});

export const floorOrderExample: Static<typeof FloorOrderRecord> = {
  ...orderKeyExample,
  OrderNo: 'CLB1001',
  Carrier: 'FEX',
  State: 'packing',
  Bottles: 2,
  Lines: 1,
  Packer: 'ann@warehouse.example',
  Note: '',
};

/** An order on the floor in lists of several wineries. */
export const ListedFloorOrderRecord = Type.Object({
  ...FloorOrderRecord.properties,
  CustomerName: Type.String(),
});

export const listedFloorOrderExample: Static<typeof ListedFloorOrderRecord> = {
  ...floorOrderExample,
  CustomerName: 'Cedar Ridge Winery',
};

/** An order on the floor with the name of its customer, by the lookup of `readCustomerNameLookup`. */
export const listedFloorOrderRecord = (
  work: FloorWork,
  nameOf: (customerNo: string) => string,
): Static<typeof ListedFloorOrderRecord> => ({ ...floorOrderRecord(work), CustomerName: nameOf(work.customerNo) });

/** An order on the floor, as lists and replies of the floor show it. */
export function floorOrderRecord(work: FloorWork): Static<typeof FloorOrderRecord> {
  return {
    CustomerNo: work.customerNo,
    TransactionReferenceNumber: work.orderId,
    OrderNo: work.orderNo,
    Carrier: work.carrier,
    State: work.state,
    Bottles: work.units,
    Lines: work.lines,
    Packer: work.packer,
    Note: work.note,
  };
}
