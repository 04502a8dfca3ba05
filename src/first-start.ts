/**
 * The welcome text of a start: addresses and, while the test environment has no customer, a demo winery there with stock, two
 * commands to paste, and an admin of the operator interface. Items and stock of the demo are created through the interface, as any caller would.
 */
import type { FastifyInstance } from 'fastify';
import { wineryBasePaths } from './api/server.ts';
import { createCustomer, credentialSecretsOf, listCustomers, type NewCustomerCredentials } from './auth/index.ts';
import { uuidv7 } from './lib/uuid.ts';
import { createOperator, deriveOperatorAuthKeys } from './operators/index.ts';
import type { Config } from './platform/config.ts';
import type { Environment } from './platform/environment.ts';
import { AppError } from './platform/errors.ts';
import { internalClientIp } from './platform/http/server.ts';
import { portalPaths } from './portal/index.ts';

const demoCustomerNo = 'DEMO';

const demoItems = [
  {
    ItemNo: '22CAB',
    ItemDescription: '2022 Cabernet Sauvignon Estate 750ml',
    Varietal: 'Cabernet Sauvignon',
    Value: '65.00',
  },
  { ItemNo: '23CHA', ItemDescription: '2023 Chardonnay River Bench 750ml', Varietal: 'Chardonnay', Value: '42.00' },
  { ItemNo: '23PIN', ItemDescription: '2023 Pinot Noir Old Vine 750ml', Varietal: 'Pinot Noir', Value: '58.00' },
] as const;

/** The addresses of the server, without a path. */
interface ServerAddresses {
  readonly address: string;
  readonly metricsAddress: string | undefined;
}

/** Returns the text for the terminal. Creates the demo winery and an admin when the test environment has no customer and is writable. */
export async function createDemoDataAndFormatWelcome(
  app: FastifyInstance,
  test: Environment,
  config: Config,
  { address, metricsAddress }: ServerAddresses,
): Promise<string> {
  const lines = [
    'Dray is ready.',
    '',
    `  production  ${address}${wineryBasePaths.production}`,
    `  test        ${address}${wineryBasePaths.test}`,
    `  mock        ${address}${wineryBasePaths.mock}`,
    `  docs        ${address}/docs`,
    ...(config.portal ? [`  portal      ${address}${portalPaths.production}, ${address}${portalPaths.test}`] : []),
    ...(metricsAddress === undefined ? [] : [`  metrics     ${metricsAddress}/metrics`]),
    '',
  ];
  if (isWritable(test) && (await listCustomers(test.db)).length === 0)
    lines.push(
      ...(await createDemoWinery(app, test, config, address)),
      ...(await createDemoAdmin(test, config, address)),
    );
  return `${lines.join('\n')}\n`;
}

function isWritable({ db }: Environment): boolean {
  try {
    db.assertWritable();
    return true;
  } catch {
    return false;
  }
}

async function createDemoWinery(
  app: FastifyInstance,
  test: Environment,
  config: Config,
  address: string,
): Promise<string[]> {
  const credentials = await createCustomer(test.db, credentialSecretsOf(config), {
    environment: 'test',
    customerNo: demoCustomerNo,
    name: 'Demo Winery',
    actor: 'system',
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.refusal.code === 'DuplicateCustomer') return undefined;
    throw error;
  });
  // Another server that starts at the same time on this database has created it and prints its credentials.
  if (credentials === undefined) return [];
  await stockDemoWinery(app, credentials, config.brand);
  const body = authentication(credentials);
  const order = {
    ...body,
    OrderInfo: { OrderNo: 'DEMO-1001', OrderType: 'CLUB' },
    RecipientContactInfo: {
      FirstName: 'Sample',
      LastName: 'Recipient',
      Address: '100 Main St',
      City: 'Denver',
      State: 'CO',
      ZipCode: '80202',
    },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' },
    ItemsInfo: demoItems.map(({ ItemNo }, index) => ({ ItemNo, ItemQuantity: index + 1 })),
  };
  const track = { AuthenticationDetails: body.Authentication, OrderNo: 'DEMO-1001' };
  const base = `${address}${wineryBasePaths.test}/api`;
  const json = "-H 'Content-Type: application/json'";
  const moving =
    config.simulation === 'auto' ? 'it is delivered within about two minutes' : 'Simulation/AdvanceClock moves it';
  return [
    'The test environment has a demo winery with stock. Its credentials, which are shown only once:',
    '',
    `  CustomerNo   ${credentials.customerNo}`,
    `  UserKey      ${credentials.userKey}`,
    `  Password     ${credentials.password}`,
    `  AccessToken  ${credentials.accessToken}`,
    '',
    'Create an order:',
    '',
    `curl -s ${base}/SalesOrder/CreateSalesOrder ${json} -d '${JSON.stringify(order)}'`,
    '',
    `Track it (${moving}):`,
    '',
    `curl -s ${base}/Tracking/GetDetails ${json} -H 'Authorization: ${config.brand}Auth ${credentials.accessToken}' -d '${JSON.stringify(track)}'`,
    '',
  ];
}

const demoAdmin = 'admin@demo.example';

/** Creates the admin of the test environment, unless there is one with this address already. */
async function createDemoAdmin(test: Environment, config: Config, address: string): Promise<string[]> {
  const admin = { email: demoAdmin, role: 'admin', warehouses: [] } as const;
  const context = { actor: 'system', operation: 'dray serve', reference: uuidv7() };
  const created = await createOperator(test.db, deriveOperatorAuthKeys(test.config), admin, context);
  if ('refused' in created) return [];
  const place = config.portal
    ? `the portal at ${address}${portalPaths.test}/`
    : `the operator interface at ${address}/test/operator/v1`;
  return [
    `An admin of the test environment signs in to ${place} with these credentials, which are shown only once:`,
    '',
    `  E-mail       ${created.ok.email}`,
    `  Password     ${created.ok.password}`,
    '',
  ];
}

function authentication({ userKey, password, customerNo }: NewCustomerCredentials) {
  return { Authentication: { UserKey: userKey, Password: password, CustomerNo: customerNo } };
}

/** Creates the items of the demo winery and receives their stock. */
async function stockDemoWinery(
  app: FastifyInstance,
  credentials: NewCustomerCredentials,
  brand: string,
): Promise<void> {
  const call = async (operation: string, body: object): Promise<void> => {
    const response = await app.inject({
      remoteAddress: internalClientIp,
      method: 'POST',
      url: `${wineryBasePaths.test}/api/${operation}`,
      headers: {
        authorization: `${brand}Auth ${credentials.accessToken}`,
        'idempotency-key': uuidv7(),
      },
      payload: { ...authentication(credentials), ...body },
    });
    if (response.statusCode >= 300)
      throw new Error(`the demo winery could not be created: ${operation}: ${response.body}`);
  };
  const requestor = { FirstName: 'Demo', LastName: 'Winery', EmailAddress: 'demo@winery.example' };
  for (const item of demoItems) {
    const SKUInfo = { ItemCategory: 'Wine', UOM: '750', NumBottleInEachCase: '12', Classification: 'Still', ...item };
    await call('SKU/CreateSKU', { RequestorInfo: requestor, SKUInfo });
  }
  await call('InventoryMovement/CreatePurchaseOrder', {
    OrderInfo: {
      CustomerReferenceNo: 'DEMO-INBOUND',
      TransportMethod: 'DROPOFF',
      RequestedDate: '1/5/2026',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'DEMO',
    },
    ItemsInfo: demoItems.map(({ ItemNo }) => ({ ItemNo, ItemQuantity: 600 })),
  });
  await call('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo: 'DEMO-INBOUND' });
}
