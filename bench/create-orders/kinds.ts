/** The four alternating loads: two references, and CreateSalesOrder with one customer and with many. */
import type { Db } from '../../src/platform/db/db.ts';
import { type AcceptedOrders, countOrder } from '../support/check-balances.ts';
import { type LoadSource, load } from '../support/load.ts';
import { linesOf, orderBody } from '../support/orders.ts';
import type { RawConnection } from '../support/raw-client.ts';
import { noOpPath, type ServerReady } from '../support/ready.ts';
import { writeDirectly, writers } from './direct-writes.ts';

/** The result of one slice. */
export interface Slice {
  readonly done: number;
  readonly seconds: number;
  /** The latency of each request in milliseconds; empty for rows that are written directly. */
  readonly latencies: readonly number[];
}

export interface Kind {
  readonly name: string;
  run(seconds: number): Promise<Slice>;
}

export const noOpName = 'no-op route';
export const directName = 'straight rows';

const manyCustomers = 20;
export const neededCustomers = 1 + manyCustomers + writers;

type Caller = ServerReady['customers'][number];

/** `acceptedOrders` and `refused` record the outcomes of the orders. */
export function kindsOfLoad(
  { customers }: ServerReady,
  connections: readonly RawConnection[],
  db: Db,
  acceptedOrders: AcceptedOrders,
  refused: string[],
): Kind[] {
  let last = 0;
  const nextNumber = (): number => {
    last += 1;
    return last;
  };
  const accepted = (customerNo: string, n: number): void => countOrder(acceptedOrders, customerNo, linesOf(n));
  const overHttp = (path: string, callers: readonly Caller[], done: (customerNo: string, n: number) => void) => {
    const callerOf = (n: number) => callers[n % callers.length] as Caller;
    const source: LoadSource = {
      path,
      next: () => {
        const n = nextNumber();
        return { n, body: orderBody(callerOf(n), n) };
      },
      answered: (n, status, body) => {
        if (status === 200) done(callerOf(n).customerNo, n);
        else refused.push(`${path} ${status} ${body}`);
      },
    };
    return async (seconds: number): Promise<Slice> => {
      const { latencies } = await load(connections, source, seconds);
      return { done: latencies.length, seconds, latencies };
    };
  };
  const create = (callers: readonly Caller[]) =>
    overHttp('/test/v3/api/SalesOrder/CreateSalesOrder', callers, accepted);
  const one = customers.slice(0, 1);
  const many = customers.slice(1, 1 + manyCustomers);
  const directLoad = customers.slice(1 + manyCustomers).map(({ customerNo }) => customerNo);
  return [
    { name: noOpName, run: overHttp(noOpPath, one, () => undefined) },
    { name: 'create, 1 customer', run: create(one) },
    {
      name: directName,
      run: async (seconds) => {
        const written = await writeDirectly(db, directLoad, seconds, nextNumber, accepted);
        return { done: written.orders, seconds: written.seconds, latencies: [] };
      },
    },
    { name: `create, ${manyCustomers} customers`, run: create(many) },
  ];
}
