/** Packs orders by scans into boxes, weighs them, buys their labels and stages them. */
import type { Reply } from './people.ts';
import { codesOf, type Shop, scan, unitsInCase } from './play.ts';

export interface Packed {
  readonly orderNo: string;
  /** `TransactionReferenceNumber` of the order. */
  readonly reference: string;
  readonly boxes: readonly { readonly trackingNumber: string; readonly weightLb: number }[];
}

/** The most units in a box that has more than one item or case. */
const fullBox = 12;
const size = { LengthIn: 16, WidthIn: 12, HeightIn: 14 };

/** People at the packing tables. */
const tables = 4;

export async function packOrders(shop: Shop, references: readonly string[]): Promise<Packed[]> {
  const packed: Packed[] = [];
  const left = references.values();
  const pack = async (): Promise<void> => {
    for (const reference of left) packed.push(await packOrder(shop, reference));
  };
  await Promise.all(Array.from({ length: tables }, pack));
  return packed;
}

async function packOrder(shop: Shop, reference: string): Promise<Packed> {
  const { floor, customerNo: CustomerNo } = shop;
  let state = await floor('Floor/OpenPacking', { Scan: reference, CustomerNo });
  const { Session, Lines } = state;
  let inBox = 0;
  const finishBox = async () => {
    const Box = state.Boxes.length;
    state = await floor('Floor/FinishBox', { Session, Box, WeightLb: weightOf(inBox), ...size });
    inBox = 0;
  };
  for (const { ItemNo, Units } of Lines) {
    for (const Code of codesOf(shop, ItemNo, Units)) {
      const units = Code === ItemNo ? 1 : unitsInCase(shop, ItemNo);
      if (inBox > 0 && inBox + units > fullBox) await finishBox();
      state = await scan(floor, 'Floor/ScanBottle', { Session, Code });
      inBox += units;
    }
  }
  await finishBox();
  state = await floor('Floor/BuyLabels', { Session });
  if (state.State !== 'labeled') throw new Error(`order ${state.OrderNo} is ${state.State}: ${state.Message}`);
  const boxes = state.Boxes.map((box: Reply) => ({ trackingNumber: box.TrackingNumber, weightLb: box.WeightLb }));
  for (const { trackingNumber } of boxes) await floor('Floor/Stage', { TrackingNumber: trackingNumber });
  return { orderNo: state.OrderNo, reference, boxes };
}

const weightOf = (units: number): number => Math.round((1.2 + 2.9 * units) * 100) / 100;
