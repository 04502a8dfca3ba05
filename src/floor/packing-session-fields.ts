/** A packing session in requests and replies. */

import Type, { type Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { clientGeneratedIdField, codeField } from '../contract/fields.ts';
import { readWeightLikeToteCodes } from '../locations/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import { computeLineUnitsToShip, formatRecipientName } from '../sales-orders/index.ts';
import { formatSkuKey, isForAdults } from '../skus/index.ts';
import {
  chooseShipperBox,
  countIcePacks,
  selectLinesToPack,
  shipperChoicesOfOrder,
  shipToAddressOf,
} from '../warehouse/index.ts';
import {
  type FloorWork,
  floorStates,
  packableFloorStates,
  sumBoxUnitsByLine,
  sumPackedUnitsByLine,
} from './floor-work.ts';
import {
  computeUnitsLeftToPackByLine,
  formatPackingSession,
  packedSurplusMessage,
  parsePackingSession,
  toStationOrderLines,
} from './packing-session.ts';
import type { PackingSessionState } from './packing-step.ts';

export const packingSessionField = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '`Session` of Floor/OpenPacking.',
});

export const packingScanIdField = clientGeneratedIdField('scan');

export const packingSessionExample = 'W1001.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001.1';
export const packingScanIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0aa';

/** The fault of a `Session` that is not in the form of one. */
export function checkPackingSessionFormat({ Session: session }: { readonly Session: string }): Fault[] {
  if (parsePackingSession(session) !== undefined) return [];
  return [{ field: 'Session', code: 'Format', message: 'must be a Session of Floor/OpenPacking' }];
}

export const floorStateField = codeField('How far the order is on the floor.', floorStates);

/** The number of characters of the longest weight, `150.00`. */
const longestWeight = 6;

const nextSteps = ['scan', 'finish box', 'buy labels', 'wait', 'stage', 'none'] as const;

const Box = Type.Object({
  Box: Type.Integer({ description: 'From 1.' }),
  IsClosed: Type.Boolean(),
  WeightLb: Type.Number(),
  LengthIn: Type.Number(),
  WidthIn: Type.Number(),
  HeightIn: Type.Number(),
  Shipper: Type.String({
    description:
      'The code of its shipper. While it is open: the one that was scanned, else the one that the packing rules choose for what is in it. `""`: none of the shippers.',
  }),
  TrackingNumber: Type.String({ description: '`""` until it is labeled.' }),
  IsStaged: Type.Boolean(),
  IcePacks: Type.Integer({ description: 'The number of ice packs for its current contents.' }),
  Items: Type.Array(Type.Object({ Line: Type.Integer(), Units: Type.Integer() })),
});

export const PackingSessionRecord = Type.Object(
  {
    Session: Type.String({ description: 'Names this claim in further requests.' }),
    CustomerNo: Type.String(),
    CustomerName: Type.String(),
    TransactionReferenceNumber: Type.String(),
    OrderNo: Type.String(),
    ShipmentKey: Type.String(),
    OrderType: Type.String(),
    Warehouse: Type.String(),
    Carrier: Type.String(),
    Service: Type.String(),
    State: floorStateField,
    Packer: Type.String({ description: 'Who has it.' }),
    Recipient: Type.Object({ Name: Type.String(), City: Type.String(), ZipCode: Type.String() }),
    AdultSignature: Type.Boolean(),
    IcePack: Type.Boolean(),
    GiftNote: Type.Boolean({ description: 'The packing slip has a gift message.' }),
    Instructions: Type.String({ description: 'Of the winery for the warehouse.' }),
    Lines: Type.Array(
      Type.Object({
        Line: Type.Integer(),
        ItemNo: Type.String(),
        Description: Type.String(),
        Uom: Type.String(),
        Units: Type.Integer({ description: 'To pack; less than `Packed` when the order has become shorter.' }),
        Packed: Type.Integer(),
      }),
    ),
    ShortCodes: Type.Array(Type.String(), {
      description:
        'The codes of its items, item numbers included, that have at most six characters, in capital letters, and those of totes of its warehouse that are numbers: such a scan could be read as a weight.',
    }),
    Boxes: Type.Array(Box),
    Missing: Type.Integer({ description: 'Units that are not in a box yet.' }),
    Next: codeField('The next step of the person.', nextSteps),
    Verdict: Type.Optional(
      codeField('Of the scan: `done` completes the order; `wrong` was not counted, or the order has become shorter.', [
        'right',
        'wrong',
        'done',
      ]),
    ),
    Message: Type.String({ description: 'For the person; `""` when there is nothing to say.' }),
  },
  { title: 'PackingSession' },
);

export const packingSessionRecordExample: Static<typeof PackingSessionRecord> = {
  Session: packingSessionExample,
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  OrderNo: 'CLB1001',
  ShipmentKey: '',
  OrderType: 'CLUB',
  Warehouse: 'APC01',
  Carrier: 'FEX',
  Service: 'GRND',
  State: 'packing',
  Packer: 'ann@warehouse.example',
  Recipient: { Name: 'Pat Sample', City: 'Denver', ZipCode: '80202' },
  AdultSignature: true,
  IcePack: false,
  GiftNote: false,
  Instructions: '',
  Lines: [{ Line: 1, ItemNo: 'PN21', Description: 'Pinot Noir 2021', Uom: '750', Units: 2, Packed: 1 }],
  ShortCodes: ['PN21'],
  Boxes: [
    {
      Box: 1,
      IsClosed: false,
      WeightLb: 0,
      LengthIn: 0,
      WidthIn: 0,
      HeightIn: 0,
      Shipper: 'S1',
      TrackingNumber: '',
      IsStaged: false,
      IcePacks: 0,
      Items: [{ Line: 1, Units: 1 }],
    },
  ],
  Missing: 1,
  Next: 'scan',
  Verdict: 'right',
  Message: 'Pinot Noir 2021. 1 left.',
};

/** The whole state of a session as a reply. When `reader` is an environment's database, the customer is read from its cache. */
export async function readPackingSessionRecord(
  reader: DbReader,
  state: PackingSessionState,
): Promise<Static<typeof PackingSessionRecord>> {
  const { order, work, verdict, message } = state;
  const { details, skus, packing, codes } = state.session;
  const choices = shipperChoicesOfOrder(order, { packing });
  const { customerNo, orderId, orderNo, shipmentKey, orderType, warehouse, service } = order;
  const lines = selectLinesToPack(order);
  const customer = (await readCustomers(reader, [customerNo])).get(customerNo);
  const to = shipToAddressOf(details, orderType);
  const packed = sumPackedUnitsByLine(work);
  const uoms = new Map(order.lines.map(({ line, uom }) => [line, uom]));
  const suggestedFor = (box: FloorWork['boxes'][number]): string =>
    chooseShipperBox(
      box.items.map(({ line, units }) => ({ uom: uoms.get(line) ?? '', units })),
      choices,
    )?.code ?? '';
  const missing = [...computeUnitsLeftToPackByLine(work, order).values()].reduce(
    (sum, units) => sum + Math.max(0, units),
    0,
  );
  const surplus = packableFloorStates.includes(work.state) ? packedSurplusMessage(work, order) : '';
  return {
    Session: formatPackingSession(work),
    CustomerNo: customerNo,
    CustomerName: customer?.name ?? '',
    TransactionReferenceNumber: orderId,
    OrderNo: orderNo,
    ShipmentKey: shipmentKey,
    OrderType: orderType,
    Warehouse: warehouse,
    Carrier: work.carrier,
    Service: service,
    State: work.state,
    Packer: work.packer,
    Recipient: {
      Name: details === undefined ? '' : formatRecipientName(details.recipient, orderType),
      City: to.city,
      ZipCode: to.zipCode,
    },
    AdultSignature: lines.some(({ itemNo }) => isForAdults(skus.get(formatSkuKey({ customerNo, itemNo })))),
    IcePack: order.icePack === 1,
    GiftNote: details?.giftCard === 1,
    Instructions: details?.specialInstructions.trim() ?? '',
    Lines: toStationOrderLines(work, order).map((line) => ({
      Line: line.line,
      ItemNo: line.itemNo,
      Description: line.description,
      Uom: line.uom,
      Units: computeLineUnitsToShip(line),
      Packed: packed.get(line.line) ?? 0,
    })),
    ShortCodes: [
      ...new Set([
        ...codes.map(({ code }) => code).filter((code) => code.length <= longestWeight),
        ...(await readWeightLikeToteCodes(reader, warehouse)),
      ]),
    ],
    Boxes: work.boxes.map((box) => ({
      Box: box.box,
      IsClosed: box.isClosed,
      WeightLb: box.weightLb,
      LengthIn: box.lengthIn,
      WidthIn: box.widthIn,
      HeightIn: box.heightIn,
      Shipper: box.shipper ?? (box.isClosed ? '' : suggestedFor(box)),
      TrackingNumber: box.trackingNo,
      IsStaged: box.stagedBy !== '',
      IcePacks: order.icePack === 1 ? countIcePacks(box.items, (line) => uoms.get(line) ?? '') : 0,
      Items: sumBoxUnitsByLine(box).map(({ line, units }) => ({ Line: line, Units: units })),
    })),
    Missing: missing,
    Next: nextStep(work, missing, surplus !== ''),
    ...(verdict === undefined && surplus === '' ? {} : { Verdict: verdict ?? 'wrong' }),
    Message: verdict === undefined ? `${message} ${surplus}`.trim() : message,
  };
}

function nextStep({ state, boxes }: FloorWork, missing: number, hasSurplus: boolean): (typeof nextSteps)[number] {
  if (state === 'labeling') return 'wait';
  // Will-call boxes have no label to scan.
  if (state === 'labeled') return boxes.some(({ trackingNo }) => trackingNo !== '') ? 'stage' : 'none';
  if (state === 'staged' || state === 'manifested' || state === 'departed') return 'none';
  if (state === 'problem' || state === 'stopped') return 'none';
  if (missing > 0 || hasSurplus) return 'scan';
  return boxes.some(({ isClosed }) => !isClosed) ? 'finish box' : 'buy labels';
}
