/** Kills and freezes: SIGKILL, SIGTERM, SIGSTOP of servers, of single backends and of the postmaster. */
import { setTimeout as sleep } from 'node:timers/promises';
import { backendsOf, signalProcess } from '../process/postgres-processes.ts';
import type { ServerProcess } from '../process/server-process.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';

const everywhere = ['embedded', 'external', 'two-servers'] as const;

/** A random delay under load before the fault, so that it occurs at a random point of the work. */
export const pauseBriefly = (random: Random): Promise<void> => sleep(random.integer(100, 900));

async function killServer(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const server = random.pick(stage.servers);
  if (random.chance(0.7)) {
    server.signal('SIGKILL');
    await server.ended(10_000);
  } else if (!(await server.stop())) {
    stage.report.finding('kill-server', 'SIGTERM under load did not end a server within 45 s', server.logFile);
  }
  await startAgain(stage, server);
}

async function startAgain(stage: Stage, server: ServerProcess): Promise<void> {
  const began = performance.now();
  await server.start();
  stage.report.maximum('longest start after a kill, ms', performance.now() - began);
}

async function killBackend(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const { postmaster } = stage;
  const backends = postmaster === undefined ? [] : backendsOf(postmaster);
  if (backends.length === 0) return;
  const signal = random.pick(['SIGTERM', 'SIGTERM', 'SIGKILL'] as const);
  for (let i = random.integer(1, 3); i > 0; i -= 1) signalProcess(random.pick(backends).pid, signal);
  stage.report.count(`backends hit by ${signal}`);
  await sleep(200);
  await stage.recovered('kill-backend');
}

async function killPostmaster(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const { postmaster } = stage;
  if (postmaster === undefined) return;
  signalProcess(postmaster, random.pick(['SIGKILL', 'SIGKILL', 'SIGQUIT']));
  await sleep(random.integer(100, 1_000));
  await stage.database?.restart();
  // A crash is detected within this time: until then `/readyz` may be stale.
  await sleep(500);
  await stage.recovered('kill-postmaster');
}

async function killBoth(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const { postmaster } = stage;
  for (const server of stage.servers) server.signal('SIGKILL');
  if (postmaster !== undefined) signalProcess(postmaster, 'SIGKILL');
  for (const server of stage.servers) await server.ended(10_000);
  await stage.database?.restart();
  for (const server of stage.servers) await startAgain(stage, server);
}

async function freeze(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const { postmaster } = stage;
  const server = random.pick(stage.servers);
  const backends = postmaster === undefined ? [] : backendsOf(postmaster).map(({ pid }) => pid);
  const whom = random.pick(['the server', 'backends', 'the postmaster']);
  const pids = {
    'the server': [server.pid],
    backends: backends.filter(() => random.chance(0.4)),
    'the postmaster': [postmaster],
  }[whom] as (number | undefined)[];
  const frozen = pids.filter((pid) => pid !== undefined);
  for (const pid of frozen) signalProcess(pid, 'SIGSTOP');
  stage.report.count(`frozen: ${whom}`);
  await sleep(random.integer(200, 5_000));
  for (const pid of frozen) signalProcess(pid, 'SIGCONT');
  await stage.recovered('freeze');
}

export const processKinds: readonly Kind[] = [
  {
    name: 'kill-server',
    what: 'SIGKILL or SIGTERM to a server, then a new start',
    stages: [...everywhere, 'cluster'],
    inject: killServer,
  },
  {
    name: 'kill-backend',
    what: 'SIGTERM or SIGKILL to single backends of PostgreSQL',
    stages: everywhere,
    inject: killBackend,
  },
  {
    name: 'kill-postmaster',
    what: 'SIGKILL or SIGQUIT to PostgreSQL; an external one is started again',
    stages: everywhere,
    inject: killPostmaster,
  },
  {
    name: 'kill-both',
    what: 'SIGKILL to servers and PostgreSQL at once, then a new start',
    stages: everywhere,
    inject: killBoth,
  },
  {
    name: 'freeze',
    what: 'SIGSTOP, later SIGCONT, to a server, to backends or to the postmaster',
    stages: everywhere,
    inject: freeze,
  },
];
