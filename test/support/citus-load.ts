/** Orders of several wineries that are created while nodes of the cluster lose their sessions, and a list of what was acknowledged. */
import type { ApiResponse } from './client.ts';
import { freshOrderNo } from './orders.ts';
import type { TestServer } from './server.ts';
import { openWinery, sentOrder } from './winery.ts';

export interface ClusterLoad {
  /** Every reply, repetitions included. */
  readonly answers: readonly ApiResponse[];
  /** By order number, the reference that was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Two clients for each winery, which repeat an order under its Idempotency-Key until it is acknowledged. */
export async function startClusterLoad(server: TestServer, wineries: number): Promise<ClusterLoad> {
  const answers: ApiResponse[] = [];
  const acknowledged = new Map<string, string>();
  let isGoing = true;
  const all = await Promise.all(Array.from({ length: wineries }, () => openWinery(server, 100_000)));
  const clients = [...all, ...all].map(async ({ create }) => {
    while (isGoing) {
      const OrderNo = freshOrderNo();
      const body = sentOrder({ OrderInfo: { OrderNo } });
      for (;;) {
        const answer = await create(body, { 'Idempotency-Key': OrderNo });
        answers.push(answer);
        if (answer.status === 200) {
          acknowledged.set(OrderNo, String(answer.body));
          break;
        }
        if (answer.status !== 503) throw new Error(JSON.stringify(answer));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
  return {
    answers,
    acknowledged,
    stop: async () => {
      isGoing = false;
      await Promise.all(clients);
    },
  };
}
