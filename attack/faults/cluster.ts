/** Faults of the nodes of a Citus cluster: restarts of workers and of the coordinator, lost sessions, a node that does not reply. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../process/given-cluster.ts';
import { backendsOf, signalProcess } from '../process/postgres-processes.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';
import { pauseBriefly } from './processes.ts';

/** A fast and an immediate shutdown, and a crash. */
const ends = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;

async function restart(stage: Stage, random: Random, kind: string, nodes: readonly ClusterNode[]): Promise<void> {
  if (nodes.length === 0) return;
  await pauseBriefly(random);
  const signal = random.pick(ends);
  const chosen = random.pick(nodes);
  await chosen.end(signal);
  stage.report.count(`${kind} by ${signal}`);
  await sleep(random.integer(0, random.pick([500, 4_000])));
  await chosen.start();
  await stage.recovered(kind);
}

async function cutWorkers(stage: Stage, random: Random): Promise<void> {
  const { cluster } = stage;
  if (cluster === undefined) return;
  for (let time = random.integer(1, 4); time > 0; time -= 1) {
    await pauseBriefly(random);
    await cluster.endSessions(random.pick(cluster.workers));
  }
  await stage.recovered('cut-workers');
}

/** The postmaster and the backends of a worker stand still. */
async function freezeWorker(stage: Stage, random: Random): Promise<void> {
  const { cluster } = stage;
  if (cluster === undefined) return;
  await pauseBriefly(random);
  const { pid } = random.pick(cluster.workers);
  if (pid === undefined) return;
  const frozen = [pid, ...backendsOf(pid).map((backend) => backend.pid)];
  for (const each of frozen) signalProcess(each, 'SIGSTOP');
  await sleep(random.integer(200, 6_000));
  for (const each of frozen) signalProcess(each, 'SIGCONT');
  await stage.recovered('freeze-worker');
}

const stages = ['cluster'] as const;

export const clusterKinds: readonly Kind[] = [
  {
    name: 'restart-worker',
    what: 'a worker of the cluster is shut down or killed, and started again',
    stages,
    inject: (stage, random) => restart(stage, random, 'restart-worker', stage.cluster?.workers ?? []),
  },
  {
    name: 'restart-coordinator',
    what: 'the same with the coordinator',
    stages,
    inject: (stage, random) =>
      restart(stage, random, 'restart-coordinator', stage.cluster === undefined ? [] : [stage.cluster.coordinator]),
  },
  { name: 'cut-workers', what: 'the sessions of the coordinator on a worker are ended', stages, inject: cutWorkers },
  {
    name: 'freeze-worker',
    what: 'SIGSTOP, later SIGCONT, to the postmaster of a worker and the processes of its clients',
    stages,
    inject: freezeWorker,
  },
];
