/** For every operation that writes: what must be there before it, and a body that then succeeds. */

import { openReturnsWinery, type ReturnsWinery } from '../returns/returns-winery.ts';
import { sentPurchaseOrder } from '../support/purchase-orders.ts';
import type { TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';
import { sentOrder } from '../support/winery.ts';
import { transfer, transferInfo } from '../transfer-orders/transfer-winery.ts';

/** The body of a request that succeeds once; what it needs is made first. */
type Scenario = (winery: ReturnsWinery) => Json | Promise<Json>;

/** 100 each of WINE-1 and WINE-2, on a Tuesday morning. */
export const openScenarioWinery = (server: TestServer): Promise<ReturnsWinery> => openReturnsWinery(server);

const must = async (winery: ReturnsWinery, operation: string, body: Json): Promise<Json> => {
  const response = await winery.client.call(operation, body);
  if (response.status >= 300) throw new Error(`${operation}: ${JSON.stringify(response.body)}`);
  return response.body;
};

const inbound = [{ ItemNo: 'WINE-1', ItemQuantity: 60 }];
const purchase = (winery: ReturnsWinery) =>
  must(winery, 'InventoryMovement/CreatePurchaseOrder', sentPurchaseOrder({}, inbound));
const move = (winery: ReturnsWinery) => must(winery, 'InventoryMovement/CreateTransferOrder', transfer());
const order = (winery: ReturnsWinery, OrderNo: string, parts: Json = {}) =>
  winery.created({ ...parts, OrderInfo: { OrderNo, ...parts.OrderInfo } });
const jit = { OrderInfo: { OrderType: 'JIT' } };
const held = { OrderNo: 'ONE-1', HoldReason: 'Customer Service' };
const purchaseName = { CustomerReferenceNo: 'INBOUND-1' };
const transferName = { CustomerReferenceNo: transferInfo.CustomerReferenceNo };
const requestor = { FirstName: 'Sam', LastName: 'Cellar', PhoneNumber: '7075550100', EmailAddress: 'a@example.com' };
const stock = { Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX' };

const newEndpoint = { Url: 'https://winery.example/hooks' };
const webhook = async (winery: ReturnsWinery): Promise<Json> => ({
  EndpointId: (await must(winery, 'Webhook/CreateEndpoint', newEndpoint)).EndpointId,
});

async function counting(winery: ReturnsWinery, counted: boolean): Promise<Json> {
  const opened = await must(winery, 'Simulation/OpenCount', { Warehouse: 'APC01', Items: ['WINE-1'] });
  const CountReference = opened.TransactionReferenceNumber;
  const Lines = [{ ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX', Quantity: 100 }];
  if (counted) await must(winery, 'Simulation/RecordCount', { CountReference, Lines });
  return { CountReference, Lines };
}

async function sentBack(winery: ReturnsWinery, body: Json = {}): Promise<string> {
  await winery.delivered({ OrderInfo: { OrderNo: 'BACK-1' } });
  return (await must(winery, 'Simulation/ReturnSalesOrder', { OrderNo: 'BACK-1', ...body })).RMANumber;
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'SalesOrder/CreateSalesOrder': () => sentOrder({ OrderInfo: { OrderNo: 'ONE-1' } }),
  'SalesOrder/UpdateSalesOrder': async (winery) => {
    await order(winery, 'ONE-1');
    return { OrderInfo: { OrderNo: 'ONE-1', HoldOrder: true } };
  },
  'SalesOrder/CancelSalesOrder': async (winery) => {
    await order(winery, 'ONE-1');
    return { OrderNumber: 'ONE-1' };
  },
  'SalesOrder/GenerateJitLabel': async (winery) => {
    await order(winery, 'JIT-1', jit);
    return { OrderNo: 'JIT-1', AlternateLabelFormat: 'LabelPNG' };
  },
  'SalesOrder/BatchSalesOrder': () => ({
    SalesOrdersInfo: ['ONE-1', 'ONE-2'].map((OrderNo) => sentOrder({ OrderInfo: { OrderNo } })),
  }),
  'InventoryMovement/CreatePurchaseOrder': () => sentPurchaseOrder({}, inbound),
  'InventoryMovement/UpdatePurchaseOrder': async (winery) => {
    await purchase(winery);
    return { OrderInfo: { ...purchaseName, SpecialInstruction: 'Dock 3' } };
  },
  'InventoryMovement/CancelPurchaseOrder': async (winery) => {
    await purchase(winery);
    return purchaseName;
  },
  'InventoryMovement/CreateTransferOrder': () => transfer(),
  'InventoryMovement/UpdateTransferOrder': async (winery) => {
    await move(winery);
    return { TransferInfo: { ...transferName, SpecialInstruction: 'Dock 2' } };
  },
  'InventoryMovement/CancelTransferOrder': async (winery) => {
    await move(winery);
    return transferName;
  },
  'SKU/CreateSKU': () => ({
    RequestorInfo: requestor,
    SKUInfo: {
      ItemCategory: 'Wine',
      InventoryManagementType: 'ServiceManagedStorage',
      ItemNo: 'NEW-1',
      ItemDescription: 'Pinot Noir',
      Value: '48.00',
      UOM: '750',
      NumBottleInEachCase: '12',
      Varietal: 'Pinot Noir',
      Vintage: '2023',
      Classification: 'Still',
      UPCCode: '000000000000',
      AlcoholByVolume: '13.8',
      Appellation: 'Russian River Valley',
    },
  }),
  'SKU/UpdateSKU': () => ({ RequestorInfo: requestor, SKUInfo: { ItemNo: 'LOOSE', Value: '52.00' } }),
  'SKU/RetireSku': () => ({ ItemNo: 'LOOSE' }),
  'Simulation/AdvanceClock': async (winery) => {
    await order(winery, 'ONE-1');
    return { Seconds: 86_400 };
  },
  'Simulation/ReceivePurchaseOrder': async (winery) => {
    await purchase(winery);
    return purchaseName;
  },
  'Simulation/ClosePurchaseOrder': async (winery) => {
    await purchase(winery);
    return purchaseName;
  },
  'Simulation/ReceiveTransferOrder': async (winery) => {
    await move(winery);
    await winery.advance(1);
    return transferName;
  },
  'Simulation/AdjustInventory': () => ({
    ...stock,
    ReasonCode: 'CORRECTION',
    Items: [{ ItemNo: 'WINE-1', Quantity: 5 }],
  }),
  'Simulation/ChangeInventoryStatus': () => ({
    Warehouse: 'APC01',
    FromInventoryStatus: 'GOOD-NO-TX',
    ToInventoryStatus: 'DMGD-NO-TX',
    Items: [{ ItemNo: 'WINE-1', Quantity: 3 }],
  }),
  'Simulation/PostProduction': () => ({
    ...stock,
    ItemNo: 'LOOSE',
    Quantity: 5,
    Components: [{ ItemNo: 'WINE-1', QuantityPerSet: 1 }],
  }),
  'Simulation/OpenCount': () => ({ Warehouse: 'APC01', Items: ['WINE-1'] }),
  'Simulation/RecordCount': (winery) => counting(winery, false),
  'Simulation/ApproveCount': async (winery) => ({ CountReference: (await counting(winery, true)).CountReference }),
  'Simulation/CancelCount': async (winery) => ({ CountReference: (await counting(winery, false)).CountReference }),
  'Simulation/ScanJitLabel': async (winery) => {
    await order(winery, 'JIT-1', jit);
    const { JITLabelID } = await must(winery, 'SalesOrder/GenerateJitLabel', { OrderNo: 'JIT-1' });
    return { JITLabelID };
  },
  'Simulation/ReportMishap': async (winery) => {
    await order(winery, 'ONE-1');
    await winery.advance(1);
    return { OrderNo: 'ONE-1', Mishap: 'DELAYED' };
  },
  'Simulation/ReturnSalesOrder': async (winery) => {
    await winery.delivered({ OrderInfo: { OrderNo: 'BACK-1' } });
    return { OrderNo: 'BACK-1' };
  },
  'Simulation/DisposeReturn': async (winery) => {
    const RMANumber = await sentBack(winery);
    await winery.advance(10);
    return { RMANumber, DispositionCode: 'Reship' };
  },
  'Simulation/CancelReturn': async (winery) => ({
    RMANumber: await sentBack(winery, { DispositionCode: 'Return to Inventory' }),
  }),
  'Simulation/PlaceHold': async (winery) => {
    await order(winery, 'ONE-1');
    return held;
  },
  'Simulation/EndHold': async (winery) => {
    await order(winery, 'ONE-1');
    await must(winery, 'Simulation/PlaceHold', held);
    return { OrderNo: 'ONE-1' };
  },
  'Simulation/SetWeather': async (winery) => {
    await order(winery, 'ONE-1');
    return { States: ['CO'], StartDate: '03/01/2031', EndDate: '03/20/2031' };
  },
  'Simulation/ClearWeather': async (winery) => {
    const window = { States: ['CO'], StartDate: '03/01/2031', EndDate: '03/20/2031' };
    const { TransactionReferenceNumber } = await must(winery, 'Simulation/SetWeather', window);
    return { WeatherReference: TransactionReferenceNumber };
  },
  'Simulation/SetLicense': async (winery) => {
    await order(winery, 'ONE-1');
    return { State: 'CO', Open: false };
  },
  'Simulation/SetCredit': async (winery) => {
    await order(winery, 'ONE-1');
    return { OnHold: true };
  },
  'Webhook/CreateEndpoint': () => newEndpoint,
  'Webhook/UpdateEndpoint': async (winery) => ({ ...(await webhook(winery)), Description: 'Other' }),
  'Webhook/DeleteEndpoint': webhook,
  'Webhook/RotateSecret': webhook,
  'Webhook/SendTest': webhook,
  'Webhook/Redeliver': async (winery) => {
    const endpoint = await webhook(winery);
    return { ...endpoint, EventId: (await must(winery, 'Webhook/SendTest', endpoint)).EventId };
  },
};
