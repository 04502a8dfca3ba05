/** Measures the first page of the reads of a winery, and of the lists and searches of an operator. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import { deriveOperatorAuthKeys, insertOperator, startSession } from '../../src/operators/index.ts';
import type { Config } from '../../src/platform/config.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { authentication, orderNoOf } from '../support/orders.ts';
import type { ServerReady } from '../support/ready.ts';

interface Read {
  readonly operation: string;
  /** The property of the body that contains the credentials of a winery; none for operations of operators. */
  readonly credentials?: 'Authentication' | 'AuthenticationDetails' | 'top-level';
  readonly body: (n: number) => object;
  readonly name?: string;
  /** Measured at most this often. */
  readonly mostTimes?: number;
}

/** @param orders of each customer */
export const readsOf = (orders: number): readonly Read[] => {
  const orderNo = (n: number) => orderNoOf(1 + ((n * 7_919) % orders));
  const winery = (
    operation: string,
    body: Read['body'],
    credentials: Read['credentials'] = 'Authentication',
  ): Read => ({
    operation,
    credentials,
    body,
  });
  const operator = (operation: string, body: Read['body'] = () => ({}), name = operation): Read => ({
    operation,
    body,
    name,
  });
  return [
    winery('Tracking/GetDetails', (n) => ({ OrderNo: orderNo(n) }), 'AuthenticationDetails'),
    winery('Tracking/GetPackages', () => ({ Top: 100 })),
    winery('Tracking/GetPackages', (n) => ({ OrderNumbers: [orderNo(n)] })),
    winery('Inventory/GetStatus', () => ({ ItemNumbers: ['WINE-01'] })),
    winery('Inventory/GetSellable', () => ({ ItemNumbers: ['WINE-01'] })),
    winery('Inventory/GetTransactions', () => ({
      TransactionStartDateTime: '2020-01-01T00:00:00Z',
      TransactionType: 'Sales order',
      Top: 100,
    })),
    winery('SalesOrder/GetReturns', () => ({})),
    winery('SalesOrder/GetOrdersOnHold', () => ({}), 'top-level'),
    winery('Event/GetEvents', () => ({})),
    operator('Search/Find', (n) => ({ Text: orderNo(n) }), 'search: order number'),
    operator('Search/Find', (n) => ({ Text: orderNo(n).slice(-7) }), 'search: end of a number'),
    operator('Search/Find', () => ({ Text: 'Sample Member' }), 'search: the name of all orders'),
    operator('Search/Find', () => ({ Text: 'embe' }), 'search: part of a name'),
    operator('Search/Find', (n) => ({ Text: `zzq${n}` }), 'search: no match'),
    operator('Orders/List'),
    operator('Orders/List', () => ({ View: 'held' }), 'Orders/List, held'),
    operator('Orders/List', () => ({ View: 'shipped' }), 'Orders/List, shipped'),
    operator('Holds/List'),
    { ...operator('Overview/Get'), mostTimes: 20 },
    operator('Inventory/List'),
    operator('SKUs/List'),
    operator('PurchaseOrders/List'),
    operator('TransferOrders/List'),
    operator('Returns/List'),
    operator('Transactions/List'),
    operator('Customers/List'),
  ];
};

export interface MeasuredRead {
  readonly name: string;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** The first reply with a status other than 200 and 404, if there was one. An operation replies 404 when it finds nothing. */
  readonly faults: readonly string[];
}

/** Sends one request at a time: of each read one for each customer to warm up, and `times` that are measured. */
export async function* measureReads(
  ready: ServerReady,
  cookie: string,
  { orders, times }: { readonly orders: number; readonly times: number },
): AsyncGenerator<MeasuredRead> {
  const warmUps = ready.customers.length;
  for (const read of readsOf(orders)) {
    const ms: number[] = [];
    const faults: string[] = [];
    for (let n = -warmUps; n < Math.min(times, read.mostTimes ?? times); n += 1) {
      const customer = ready.customers[(n + warmUps) % warmUps] as ServerReady['customers'][number];
      const startedAt = performance.now();
      const response = await send(ready.address, read, customer, cookie, n + warmUps);
      const text = await response.text();
      if (n >= 0) ms.push(performance.now() - startedAt);
      if (response.status !== 200 && response.status !== 404)
        faults.push(`${read.operation} ${response.status} ${text}`);
    }
    const sorted = ms.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    yield {
      name: read.name ?? read.operation,
      medianMs: at(0.5),
      p99Ms: at(0.99),
      faults: faults.slice(0, 1),
    };
  }
}

function send(
  address: string,
  { operation, credentials, body }: Read,
  customer: ServerReady['customers'][number],
  cookie: string,
  n: number,
): Promise<Response> {
  const isOperator = credentials === undefined;
  const own = authentication(customer);
  const sent = isOperator ? {} : credentials === 'top-level' ? own : { [credentials]: own };
  return fetch(`${address}${isOperator ? '/test/operator/v1' : '/test/v3'}/api/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isOperator ? { cookie } : { authorization: `ServiceAuth ${customer.accessToken}` }),
    },
    body: JSON.stringify({ ...sent, ...body(n) }),
  });
}

/** Creates an operator with the role admin and a session. Returns the session's `cookie` header. */
export async function signInOperator(db: Db, config: Config): Promise<string> {
  const operator = { operatorId: uuidv7(), email: `bench-${uuidv7()}@warehouse.example`, role: 'admin' as const };
  const { secret } = await db.write(async (tx) => {
    await insertOperator(tx, { ...operator, warehouses: [], isStation: false, passwordHash: undefined });
    return startSession(tx, deriveOperatorAuthKeys(config), { operatorId: operator.operatorId, isStation: false });
  });
  return `dray_session=${secret}`;
}
