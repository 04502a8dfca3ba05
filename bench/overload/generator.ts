/**
 * The load generator of `bench:overload`, in a process of its own: an open loop. Requests are sent when they are due,
 * whether earlier ones have been answered or not. A latency counts from when its request was sent; how late that was is
 * reported apart, because it is the generator's own delay.
 *
 * Receives a `Task` from its parent, replies with a `TaskResult`. Each group of
 * customers has connections of its own.
 */
import { load } from '../support/load.ts';
import { type BenchCustomer, orderBody } from '../support/orders.ts';
import { RawConnection } from '../support/raw-client.ts';
import { raisePriority } from './raise-priority.ts';
import type { GroupResult, Task, TaskResult } from './task.ts';

const path = '/test/v3/api/SalesOrder/CreateSalesOrder';
/** Connections of each group, accepted by the server before the load begins. A request that is due while all are busy is only counted. */
const connectionsEach = 600;

let lastNumber = Number(process.env.FIRST_ORDER_NUMBER ?? 0);

const nextBody = (customers: readonly BenchCustomer[]): string => {
  lastNumber += 1;
  return orderBody(customers[lastNumber % customers.length] as BenchCustomer, lastNumber);
};

interface Group extends GroupResult {
  /** The local address of the group's connections: each group has its own, as clients of different customers do. */
  readonly address: string;
  readonly idle: RawConnection[];
  readonly served: number[];
  readonly shed: number[];
  unsent: number;
  failed: number;
  failure: string;
}

const resultOf = ({ served, shed, unsent, failed, failure }: Group): GroupResult => ({
  served,
  shed,
  unsent,
  failed,
  failure,
});

const emptyGroup = (): Group => ({
  address: '',
  idle: [],
  served: [],
  shed: [],
  unsent: 0,
  failed: 0,
  failure: '',
});

async function openLoop(task: Task): Promise<TaskResult> {
  const groups = task.groups.map((_, i): Group => ({ ...emptyGroup(), address: `127.0.0.${2 + i}` }));
  for (const group of groups) {
    for (let i = 0; i < connectionsEach; i += 1) {
      const connection = await RawConnection.open(task.address, group.address);
      connection.onFailure(() => connection.close());
      group.idle.push(connection);
    }
    // The system opens connections long before the server accepts them.
    await Promise.all(group.idle.map((connection) => new Promise((accepted) => connection.get('/healthz', accepted))));
  }
  const startedAt = performance.now();
  let underWay = 0;
  let finished = (): void => undefined;
  const end = (): void => {
    underWay -= 1;
    if (underWay === 0) finished();
  };

  const lateness: number[] = [];
  const send = (connection: RawConnection, group: Group, body: string, dueAt: number): void => {
    const sentAt = performance.now();
    lateness.push(sentAt - dueAt);
    connection.onFailure((error) => {
      group.failed += 1;
      group.failure ||= error.message;
      connection.close();
      end();
    });
    connection.post(path, body, ({ status, body: response }) => {
      const latency = performance.now() - sentAt;
      if (status === 200) group.served.push(latency);
      else if (status === 503) group.shed.push(latency);
      else {
        group.failed += 1;
        group.failure ||= `${status} ${response}`;
      }
      connection.onFailure(() => {
        connection.close();
        const at = group.idle.indexOf(connection);
        if (at >= 0) group.idle.splice(at, 1);
      });
      group.idle.push(connection);
      end();
    });
  };

  const sendDue = (group: Group, customers: readonly BenchCustomer[], dueAt: number): void => {
    const connection = group.idle.pop();
    if (connection === undefined) {
      group.unsent += 1;
      return;
    }
    underWay += 1;
    send(connection, group, nextBody(customers), dueAt);
  };

  const planned = task.groups.map(() => 0);
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const elapsed = performance.now() - startedAt;
      for (const [i, { perSecond, customers }] of task.groups.entries()) {
        const until = Math.min(elapsed, task.seconds * 1000);
        for (let n = planned[i] as number; (n * 1000) / perSecond <= until; n += 1) {
          sendDue(groups[i] as Group, customers, startedAt + (n * 1000) / perSecond);
          planned[i] = n + 1;
        }
      }
      if (elapsed < task.seconds * 1000) setTimeout(tick, 1);
      else if (underWay === 0) resolve();
      else finished = resolve;
    };
    tick();
  });
  // The next load opens its own connections: those of this load must not count against it.
  for (const group of groups) for (const connection of group.idle.splice(0)) connection.close();
  return { groups: groups.map(resultOf), lateness };
}

/** Keeps this many connections busy. The result has the right number of latencies, but all of them are 0. */
async function measureCapacity(task: Task, connections: number): Promise<TaskResult> {
  const opened = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(task.address)));
  const [group] = task.groups;
  if (group === undefined) throw new Error('no customers to measure the capacity with');
  const result = emptyGroup();
  const source = {
    path,
    next: () => ({ n: 0, body: nextBody(group.customers) }),
    answered: (_n: number, status: number, body: string) => {
      if (status === 200) result.served.push(0);
      else if (status === 503) result.shed.push(0);
      else {
        result.failed += 1;
        result.failure ||= `${status} ${body}`;
      }
    },
  };
  await load(opened, source, task.seconds);
  for (const connection of opened) connection.close();
  return { groups: [resultOf(result)], lateness: [] };
}

raisePriority();
process.on('message', (task: Task) => {
  const work = task.closedLoop === undefined ? openLoop(task) : measureCapacity(task, task.closedLoop);
  void work.then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
