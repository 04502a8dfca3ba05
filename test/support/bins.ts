/** Bins of a warehouse and people who fill them, as tests of put-away, moves and counts drive them. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { ApiResponse } from './client.ts';
import { type LocationTestbed, openLocations, warehouse } from './locations.ts';
import { type OperatorClient, signedIn } from './operator.ts';

/** Any JSON that the interface returns. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies
export type Json = any;

export interface BinTestbed extends LocationTestbed {
  readonly person: OperatorClient;
  /** A person of another warehouse. */
  readonly stranger: OperatorClient;
  /** Puts units that are in no bin into one. */
  putAway(to: string, itemNo: string, quantity: number, more?: object): Promise<ApiResponse>;
  move(from: string, to: string, itemNo: string, quantity: number, more?: object): Promise<ApiResponse>;
  /** Another person of the warehouse. */
  readonly other: OperatorClient;
  /** Records what a person found at a place. */
  count(
    who: OperatorClient,
    location: string,
    found: readonly (readonly [string, number])[],
    more?: object,
  ): Promise<ApiResponse>;
  /** Open counts of an item, as a lead sees them. */
  differences(itemNo: string): Promise<Json[]>;
  /** The item of the test's customer that a lead finds by a scan of the item's number. */
  found(itemNo: string): Promise<Json>;
}

/** Opens a server and a winery of its own that has 100 units each of WINE-1 and WINE-2 in the warehouse, in no bin. */
export async function openBins(): Promise<BinTestbed> {
  const bed = await openLocations();
  const person = await signedIn(bed.server, 'floor', { warehouses: [warehouse] });
  const other = await signedIn(bed.server, 'floor', { warehouses: [warehouse] });
  const stranger = await signedIn(bed.server, 'floor', { warehouses: ['APC01'] });
  const { customerNo: CustomerNo } = bed;
  const body = (ItemNo: string, Quantity: number, more: object) => ({
    MoveId: uuidv7(),
    Warehouse: warehouse,
    CustomerNo,
    ItemNo,
    Quantity,
    ...more,
  });
  return {
    ...bed,
    person,
    other,
    stranger,
    count: (who, Location, found, more = {}) => {
      const Lines = found.map(([ItemNo, Quantity]) => ({ CustomerNo, ItemNo, Quantity }));
      return who.call('Counts/Record', { SheetId: uuidv7(), Warehouse: warehouse, Location, Lines, ...more });
    },
    differences: async (itemNo) => {
      const { body: reply } = await bed.lead.call('Counts/Differences', { Warehouses: [warehouse] });
      return reply.Records.filter((row: Json) => row.CustomerNo === CustomerNo && row.ItemNo === itemNo);
    },
    putAway: (To, itemNo, quantity, more = {}) => person.call('Bins/PutAway', { ...body(itemNo, quantity, more), To }),
    move: (From, To, itemNo, quantity, more = {}) =>
      person.call('Bins/Move', { ...body(itemNo, quantity, more), From, To }),
    found: async (Code) => {
      const { body: reply } = await bed.lead.call('Bins/Find', { Warehouse: warehouse, Code });
      return reply.Items.find((item: Json) => item.CustomerNo === CustomerNo);
    },
  };
}
