/** Callers with one connection: they send orders one after the other, or many of them in a batch. */
import { type AcceptedOrders, countOrder } from '../support/check-balances.ts';
import { authentication, linesOf, orderBody, orderRequest } from '../support/orders.ts';
import { RawConnection } from '../support/raw-client.ts';
import type { ServerReady } from '../support/ready.ts';

const base = '/test/v3/api/SalesOrder/';

interface ApiResponse {
  readonly status: number;
  readonly body: string;
}

/** How a caller sends a request and takes the answer. */
interface Client {
  readonly name: string;
  post(path: string, body: string): Promise<ApiResponse>;
  close(): void;
}

/** As programs call over HTTP. */
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

/** As no program calls: bytes on a socket, so that what is measured is hardly anything but the server. */
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

/** Sends what was made ready before and takes the answers; told are the answers that are left to be looked at. */
export type Send = () => Promise<() => void>;

export interface Caller {
  /** How it calls. */
  readonly name: string;
  /** So many orders, each in a request of its own; the next is sent when the one before is answered. */
  singles(count: number): Send;
  /** So many orders in one request. */
  batch(count: number): Send;
  close(): void;
}

export interface Callers {
  readonly ordinary: Caller;
  readonly bare: Caller;
}

/** They throw when an order is refused, and take down in `books` what was accepted. */
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
      throw new Error(`${operation} answered ${result.status}: ${result.body.slice(0, 500)}`);
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
              throw new Error(`an order of a batch was refused: ${refused.Messages.join(' ')}`);
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
