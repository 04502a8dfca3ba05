/** An order of several boxes of which a carrier takes some, for tests of what becomes of the others. */
import type { FloorWithCarrier } from '../carriers/floor-with-carrier.ts';
import { boxSize, type Floor, scanOf, worked } from './floor.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

/** An order of three boxes with labels, and what every reader says of each box. */
export async function inThreeBoxes(production: FloorWithCarrier, winery?: Awaited<ReturnType<Floor['winery']>>) {
  const { floor } = production;
  winery ??= await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  for (const Box of [2, 3]) {
    await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
    await floor.pack('FinishBox', { Session, Box, WeightLb: 7.4, ...boxSize });
  }
  const { Boxes } = await floor.pack('BuyLabels', { Session });
  const labels: string[] = Boxes.map(({ TrackingNumber }: Json) => TrackingNumber);
  const scan = (box: number, outcome?: string, status?: string) => production.scan(labels[box - 1], outcome, status);
  const stage = (...boxes: number[]) =>
    Promise.all(boxes.map((box) => floor.pack('Stage', { TrackingNumber: labels[box - 1] })));
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const page = async () => (await floor.lead.call('Orders/Get', order)).body;
  const read = async (operation: string, body: object) => (await winery.client.call(operation, body)).body;
  /** Statuses by box, of each reader. */
  const statuses = async () => {
    const of = (records: Json[], name = 'TrackingNo') =>
      labels.map((label) => records.find((record) => record[name] === label)?.Status);
    return {
      GetDetails: of(await read('Tracking/GetDetails', { OrderNo: orderNo })),
      GetPackages: of((await read('Tracking/GetPackages', { OrderNumbers: [orderNo] })).Packages),
      OrderPage: of((await page()).Packages, 'TrackingNumber'),
    };
  };
  const events = async () => (await read('Event/GetEvents', {})).Events as Json[];
  const missing = async () =>
    (await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.flatMap(({ Missing }: Json) => Missing)
      .filter((box: Json) => box.OrderNo === orderNo)
      .map((box: Json) => labels.indexOf(box.TrackingNumber) + 1);
  const exceptions = async () =>
    (await floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records.map(
      (row: Json) => labels.indexOf(row.TrackingNumber) + 1,
    );
  return { winery, orderNo, reference, labels, order, scan, stage, page, read, statuses, events, missing, exceptions };
}

/** The statuses of the boxes, as `statuses` returns them when all readers say the same. */
export const everywhere = (...statuses: string[]) => ({
  GetDetails: statuses,
  GetPackages: statuses,
  OrderPage: statuses,
});
