/** A worked warehouse with orders, and its people, as tests of the floor drive them. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import { givenStock } from './catalog.ts';
import type { ApiResponse } from './client.ts';
import { openWinery, type Winery } from './held-orders.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import type { OrderOverrides } from './orders.ts';
import type { TestServer } from './server.ts';
import { editSettings } from './settings.ts';

export const worked = 'TWL01';

/** Any JSON that the interface returns. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

export interface Floor {
  readonly lead: OperatorClient;
  readonly packer: OperatorClient;
  /** A winery with WINE-1 and WINE-2 in the worked warehouse. */
  winery(): Promise<Winery & { waiting(overrides?: OrderOverrides): Promise<{ orderNo: string; reference: string }> }>;
  /** Calls as the packer, must succeed. */
  pack(operation: string, body: object): Promise<Json>;
  /** Calls as the lead, must succeed. */
  led(operation: string, body: object): Promise<Json>;
  /** Releases orders by reference, must succeed for all. */
  release(winery: Winery, ...references: string[]): Promise<Json>;
  /** Claims, scans these codes, weighs the box. */
  packInto(orderNo: string, codes: readonly string[], weightLb?: number): Promise<Json>;
  /** From the claim to the labels. */
  label(orderNo: string, codes: readonly string[], weightLb?: number): Promise<Json>;
}

export const scanOf = (Session: string, Code: string, ScanId = uuidv7()) => ({ Session, Code, ScanId });
export const boxSize = { LengthIn: 16, WidthIn: 10, HeightIn: 6 };

export function mustSucceed({ status, body }: ApiResponse): Json {
  if (status === 200) return body;
  throw new Error(`expected 200, got ${status} ${JSON.stringify(body)}`);
}

export async function openFloor(server: TestServer, warehouse = worked): Promise<Floor> {
  const { db } = server.environment;
  await editSettings(db, 'update warehouses set is_worked = true where code = $1', [warehouse]);
  const [lead, packer] = [await signedIn(server, 'lead'), await signedIn(server, 'floor', { warehouses: [warehouse] })];
  const led = async (operation: string, body: object) => mustSucceed(await lead.call(`Floor/${operation}`, body));
  const pack = async (operation: string, body: object) => mustSucceed(await packer.call(`Floor/${operation}`, body));
  const packInto: Floor['packInto'] = async (orderNo, codes, weightLb = 7.4) => {
    const { Session } = await pack('OpenPacking', { Scan: orderNo });
    for (const code of codes) await pack('ScanBottle', scanOf(Session, code));
    return await pack('FinishBox', { Session, Box: 1, WeightLb: weightLb, ...boxSize });
  };
  return {
    lead,
    packer,
    led,
    pack,
    packInto,
    winery: async () => {
      const winery = await openWinery(server);
      await givenStock(
        db,
        winery.customerNo,
        ['WINE-1', 'WINE-2'].map((itemNo) => ({ itemNo, quantity: 100, warehouse })),
      );
      const waiting = (overrides: OrderOverrides = {}) =>
        winery.order({
          ...overrides,
          ShipmentInfo: {
            ShippingCarrier: 'FEX',
            ShippingCarrierService: 'GRND',
            ServiceWarehouseLocation: warehouse,
            ...overrides.ShipmentInfo,
          },
        });
      return { ...winery, waiting };
    },
    release: async ({ customerNo }, ...references) => {
      const orders = references.map((TransactionReferenceNumber) => ({
        CustomerNo: customerNo,
        TransactionReferenceNumber,
      }));
      const released = await led('Release', { Warehouse: warehouse, Orders: orders });
      if (released.Released !== references.length) throw new Error(JSON.stringify(released.Outcomes));
      return released;
    },
    label: async (orderNo, codes, weightLb) => {
      const { Session } = await packInto(orderNo, codes, weightLb);
      return await pack('BuyLabels', { Session });
    },
  };
}
