/** A caller with one connection: sends orders one after the other, or many of them in a batch. */
import { type Books, countOrder } from '../support/check-books.ts';
import { authentication, linesOf, orderBody, orderRequest } from '../support/orders.ts';
import { type RawAnswer, RawConnection } from '../support/raw-client.ts';
import type { ServerReady } from '../support/ready.ts';

const base = '/test/v3/api/SalesOrder/';

/** Sends what was made ready before and takes the answers; told are the answers that are left to be looked at. */
export type Send = () => Promise<() => void>;

export interface Caller {
  /** So many orders, each in a request of its own; the next is sent when the one before is answered. */
  singles(count: number): Send;
  /** So many orders in one request. */
  batch(count: number): Send;
  close(): void;
}

/** Throws when an order is refused; takes down in `books` what was accepted. */
export async function openCaller({ address, customers }: ServerReady, books: Books): Promise<Caller> {
  const [customer] = customers;
  if (customer === undefined) throw new Error('the server has no customer');
  const { customerNo } = customer;
  const connection = await RawConnection.open(address);
  let last = 0;
  const numbers = (count: number): number[] => Array.from({ length: count }, () => ++last);
  const post = (operation: string, body: string): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      connection.onFailure(reject);
      connection.post(base + operation, body, (answer) => {
        if (answer.status === 200) resolve(answer);
        else reject(new Error(`${operation} answered ${answer.status}: ${answer.body.slice(0, 500)}`));
      });
    });
  return {
    singles: (count) => {
      const sent = numbers(count);
      const bodies = sent.map((n) => orderBody(customer, n));
      return async () => {
        for (const body of bodies) await post('CreateSalesOrder', body);
        return () => {
          for (const n of sent) countOrder(books, customerNo, linesOf(n));
        };
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
        const answer = await post('BatchSalesOrder', body);
        return () => {
          const { CreateSalesOrderStatuses: statuses } = JSON.parse(answer.body) as {
            CreateSalesOrderStatuses: { IsCreated: boolean; Messages: string[] }[];
          };
          const refused = statuses.find(({ IsCreated }) => !IsCreated);
          if (refused !== undefined) throw new Error(`an order of a batch was refused: ${refused.Messages.join(' ')}`);
          for (const n of sent) countOrder(books, customerNo, linesOf(n));
        };
      };
    },
    close: () => connection.close(),
  };
}
