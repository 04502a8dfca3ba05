/** Returns/Find: find the return or order of a scanned package. */
import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField, warehouseCodeField } from '../../contract/fields.ts';
import { assertWorksInWarehouse, worksInWarehouse } from '../../operators/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readReturns } from '../../returns/index.ts';
import {
  findByCanceledLabel,
  findReturnsByIdentifier,
  findShippedOrdersByIdentifier,
  type ReturnStationMatch,
} from '../find-at-station.ts';
import { parseIdentifiersInScan } from '../names-in-scan.ts';
import {
  readStationReturnRecord,
  returnIdExample,
  returnStationRoles,
  StationReturnRecord,
} from '../station-fields.ts';
import { formatOpenedReturnMessage } from '../station-steps.ts';

const Match = Type.Object({
  Kind: codeField('A return, or a shipped order of which no return is open.', ['return', 'order']),
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String({ description: 'Of the return, or of the order.' }),
  RMANumber: Type.String({ description: '`""` for an order.' }),
  OrderNo: Type.String(),
  ShipmentKey: Type.String({ description: '`""` for a return, and for an order without one.' }),
  Status: Type.String(),
  Warehouse: Type.String(),
});

export const returnsFindOperation = defineOperatorQuery({
  path: '/api/Returns/Find',
  summary: 'Find what a package is',
  description:
    'Finds the return that a scan names: its RMA number, a tracking number, also within the barcode of a label, the number or reference of its order; or a reshipment of a return, by the RMA number when that return is closed, and by its shipment key. The RMA number of a closed return also finds another open return of its order, or the order while bottles of it are in no return. One open return is returned whole. ' +
    'A canceled label names the open return of its order, or else the order that has shipped, as `Matches` with a `Message`. ' +
    'Several, closed ones, and shipped orders of which no return is open are `Matches` to choose from: Returns/Announce opens a return for an order. Nothing at all: Returns/Park.',
  roles: returnStationRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Scan: Type.String({ minLength: 1, maxLength: 500, description: 'As the scanner reads it, or as typed.' }),
  }),
  requestExample: { Warehouse: 'APC01', Scan: 'RMA-W1001-000001' },
  reply: {
    description: 'The return, or what to choose from.',
    schema: Type.Object({
      Return: Type.Optional(StationReturnRecord),
      Matches: Type.Array(Match),
      Message: Type.Optional(
        Type.String({ description: 'For the person: that the label was canceled, and what to do.' }),
      ),
    }),
    example: {
      Matches: [
        {
          Kind: 'order',
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          TransactionReferenceNumber: returnIdExample,
          RMANumber: '',
          OrderNo: 'CLB1001',
          ShipmentKey: '',
          Status: 'SHIPPED',
          Warehouse: 'APC01',
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The operator does not work in the warehouse, or the package is a box that was reported lost, or opened for a return, and no return of its order is open: `Reason` says what to do with its bottles.',
  },
  execute: async (call) => {
    const { Warehouse: warehouse, Scan: scan } = call.request;
    assertWorksInWarehouse(call.operator, warehouse);
    return await call.environment.db.snapshot(async (reader) => {
      const isVisible = ({ status, warehouse: at }: ReturnStationMatch) =>
        status === 'EXPECTED' || worksInWarehouse(call.operator, at);
      for (const name of parseIdentifiersInScan(scan)) {
        const returns = (await findReturnsByIdentifier(reader, name)).filter(isVisible);
        const open = returns.filter(({ status }) => status !== 'CLOSED');
        const [only, ...more] = open;
        if (only !== undefined && more.length === 0) {
          const key = { customerNo: only.customerNo, returnId: only.reference };
          const [orderReturn] = await readReturns(reader, [key]);
          if (orderReturn === undefined) throw new Error('a return that was found is missing');
          const reply = {
            orderReturn,
            verdict: undefined,
            message: formatOpenedReturnMessage(orderReturn),
            differences: [],
          };
          return { Return: await readStationReturnRecord(reader, reply), Matches: [] };
        }
        const matches =
          open.length > 0 ? open : [...(await findShippedOrdersByIdentifier(reader, name, returns)), ...returns];
        if (matches.length > 0) return { Matches: await toMatchRecords(reader, matches) };
      }
      // Only labels of packages that are live name orders.
      const canceled = await findByCanceledLabel(reader, scan, isVisible);
      if (canceled === undefined) return { Matches: [] };
      return { Matches: await toMatchRecords(reader, canceled.matches), Message: canceled.message };
    });
  },
});

async function toMatchRecords(
  reader: DbReader,
  matches: readonly ReturnStationMatch[],
): Promise<Static<typeof Match>[]> {
  const nameOf = await readCustomerNameLookup(reader, matches);
  return matches.map((match) => ({
    Kind: match.kind,
    CustomerNo: match.customerNo,
    CustomerName: nameOf(match.customerNo),
    TransactionReferenceNumber: match.reference,
    RMANumber: match.rmaNumber,
    OrderNo: match.orderNo,
    ShipmentKey: match.shipmentKey,
    Status: match.status,
    Warehouse: match.warehouse,
  }));
}
