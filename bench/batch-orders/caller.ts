/** Callers with one connection: they send single orders one after the other, or batches. */
import { type AcceptedOrders, countOrder } from '../support/check-balances.ts';
import { authentication, linesOf, orderBody, orderRequest } from '../support/orders.ts';
import { RawConnection } from '../support/raw-client.ts';
import type { ServerReady } from '../support/ready.ts';

const base = '/test/v3/api/SalesOrder/';

interface ApiResponse {
  readonly status: number;
  readonly body: string;
}

/** How a caller sends a request and reads the response. */
interface Client {
  readonly name: string;
  post(path: string, body: string): Promise<ApiResponse>;
  close(): void;
}

/** An ordinary HTTP client. */
function ordinaryClient(address: string): Client {
  return {
    name: 'fetch',
    post: async (path, body) => {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return { status: response.status, body: await response.text() };
    },
    close: () => undefined,
  };
}

/** A client that writes bytes to a socket, so that its own work hardly counts. */
async function bareClient(address: string): Promise<Client> {
  const connection = await RawConnection.open(address);
  return {
    name: 'bare socket',
    post: (path, body) =>
      new Promise((resolve, reject) => {
        connection.onFailure(reject);
        connection.post(path, body, resolve);
      }),
    close: () => connection.close(),
  };
}

/**
 * Sends the prepared requests. Rejects on a status other than 200. After the last response resolves to a function that counts the
 * orders as accepted, and throws when an order of a batch was rejected.
 */
export type Send = () => Promise<() => void>;

export interface Caller {
  /** The name of its HTTP client. */
  readonly name: string;
  /** Single requests, sequentially. */
  singles(count: number): Send;
  /** One batch. */
  batch(count: number): Send;
  close(): void;
}

export interface Callers {
  readonly ordinary: Caller;
  readonly bare: Caller;
}

/** Opens both callers. They throw when an order is rejected, and record accepted orders in `acceptedOrders`. */
export async function openCallers(
  { address, customers }: ServerReady,
  acceptedOrders: AcceptedOrders,
): Promise<Callers> {
  const [customer] = customers;
  if (customer === undefined) throw new Error('the server has no customer');
  const { customerNo } = customer;
  let last = 0;
  const numbers = (count: number): number[] => Array.from({ length: count }, () => ++last);
  const caller = (client: Client): Caller => {
    const post = async (operation: string, body: string): Promise<ApiResponse> => {
      const result = await client.post(base + operation, body);
      if (result.status === 200) return result;
      throw new Error(`${operation} replied ${result.status}: ${result.body.slice(0, 500)}`);
    };
    const countOrders = (sent: readonly number[]): void => {
      for (const n of sent) countOrder(acceptedOrders, customerNo, linesOf(n));
    };
    return {
      name: client.name,
      singles: (count) => {
        const sent = numbers(count);
        const bodies = sent.map((n) => orderBody(customer, n));
        return async () => {
          for (const body of bodies) await post('CreateSalesOrder', body);
          return () => countOrders(sent);
        };
      },
      batch: (count) => {
        const sent = numbers(count);
        const body = JSON.stringify({
          Authentication: authentication(customer),
          BatchId: 'FALL26',
          SalesOrdersInfo: sent.map(orderRequest),
        });
        return async () => {
          const result = await post('BatchSalesOrder', body);
          return () => {
            const { CreateSalesOrderStatuses: statuses } = JSON.parse(result.body) as {
              CreateSalesOrderStatuses: { IsCreated: boolean; Messages: string[] }[];
            };
            const refused = statuses.find(({ IsCreated }) => !IsCreated);
            if (refused !== undefined) {
              throw new Error(`an order of a batch was rejected: ${refused.Messages.join(' ')}`);
            }
            countOrders(sent);
          };
        };
      },
      close: () => client.close(),
    };
  };
  return { ordinary: caller(ordinaryClient(address)), bare: caller(await bareClient(address)) };
}
