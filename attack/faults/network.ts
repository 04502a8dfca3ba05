/** Faults between a server and an external database: cuts, also during COMMIT, delay, silence, commits that stall. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommitCut, FaultyNetwork } from '../process/faulty-network.ts';
import { signalProcess } from '../process/postgres-processes.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';
import { pauseBriefly } from './processes.ts';

const external = ['external', 'two-servers', 'cluster'] as const;

/** Cuts the given number of COMMITs; resolves when they are cut, or on timeout. */
async function cutCommits(
  stage: Stage,
  network: FaultyNetwork,
  count: number,
  next: () => CommitCut,
  stallMs = 0,
): Promise<void> {
  let left = count;
  const stalled: number[] = [];
  network.onCommit = (backendPid) => {
    if (left === 0) return undefined;
    const cut = next();
    if (cut === 'stalled') {
      if (backendPid === undefined) return undefined;
      signalProcess(backendPid, 'SIGSTOP');
      stalled.push(backendPid);
    }
    left -= 1;
    stage.report.count(`COMMITs cut: ${cut}`);
    return cut;
  };
  const end = performance.now() + 3_000;
  while (left > 0 && performance.now() < end) await sleep(20);
  network.onCommit = undefined;
  if (stalled.length > 0) await sleep(stallMs);
  for (const pid of stalled) signalProcess(pid, 'SIGCONT');
}

async function cutCommit(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const network = random.pick(stage.networks);
  const cuts: readonly CommitCut[] = ['unsent', 'unanswered', 'at once'];
  await cutCommits(stage, network, random.integer(1, 4), () => random.pick(cuts));
  await stage.recovered('cut-commit');
}

async function stalledBackend(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const network = random.pick(stage.networks);
  await cutCommits(stage, network, random.integer(1, 4), () => 'stalled', random.integer(300, 4_000));
  await stage.recovered('stalled-backend');
}

/** A missing synchronous standby: PostgreSQL has committed but does not acknowledge it on any connection. */
async function standby(stage: Stage, random: Random): Promise<void> {
  const { database } = stage;
  if (database === undefined) return;
  await pauseBriefly(random);
  for (let time = random.integer(2, 5); time > 0; time -= 1) {
    await database.administer("alter system set synchronous_standby_names = 'absent'");
    await database.administer('select pg_reload_conf()');
    await sleep(random.integer(50, 400));
    if (random.chance(0.8)) {
      stage.report.count('connections cut while a standby withheld', random.pick(stage.networks).cut());
    }
    await sleep(random.integer(200, random.pick([500, 3_000])));
    await database.administer('alter system reset synchronous_standby_names');
    await database.administer('select pg_reload_conf()');
    await sleep(random.integer(50, 300));
  }
  await stage.recovered('standby');
}

async function cut(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const network = random.pick(stage.networks);
  const refuses = random.chance(0.5);
  stage.report.count('connections cut', network.cut(refuses));
  if (refuses) await sleep(random.integer(300, 4_000));
  await stage.recovered('cut');
}

async function delay(stage: Stage, random: Random): Promise<void> {
  random.pick(stage.networks).delayMs = random.integer(5, 250);
  await sleep(random.integer(500, 3_000));
  await stage.recovered('delay');
}

async function silence(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const network = random.pick(stage.networks);
  network.silence(random.pick([['to the database'], ['to the server'], ['to the database', 'to the server']]));
  const ms = random.chance(0.3) ? random.integer(15_000, 25_000) : random.integer(500, 5_000);
  const end = performance.now() + ms;
  while (performance.now() < end) {
    for (const server of stage.servers) {
      const began = performance.now();
      const status = await server.probe('/healthz', 2_000);
      stage.report.maximum('slowest /healthz during silence, ms', performance.now() - began);
      if (status === undefined) stage.report.finding('silence', '/healthz does not answer within 2 s', server.logFile);
    }
    await sleep(200);
  }
  await stage.recovered('silence');
}

/** Half-open connections: they carry nothing any more, and neither side is notified. */
async function abandon(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  stage.report.count('connections abandoned', random.pick(stage.networks).abandon());
  await sleep(random.integer(1_000, 4_000));
  await stage.recovered('abandon');
}

/** A server that gets SIGTERM while its database is silent exits within its grace period. */
async function stopInSilence(stage: Stage, random: Random): Promise<void> {
  await pauseBriefly(random);
  const at = random.integer(0, stage.servers.length - 1);
  const [server, network] = [stage.servers[at], stage.networks[at]];
  if (server === undefined || network === undefined) return;
  network.silence(['to the database', 'to the server']);
  await sleep(random.integer(0, 500));
  const began = performance.now();
  const hasEnded = await server.stop(40_000);
  stage.report.maximum('slowest SIGTERM during silence, ms', performance.now() - began);
  if (!hasEnded) {
    stage.report.finding(
      'stop-in-silence',
      'SIGTERM does not end a server within 40 s while its database is silent',
      server.logFile,
    );
  }
  network.heal();
  await server.start();
}

export const networkKinds: readonly Kind[] = [
  {
    name: 'cut-commit',
    what: 'the connection breaks before, during or after a COMMIT',
    stages: external,
    inject: cutCommit,
  },
  {
    name: 'stalled-backend',
    what: 'the same, and the backend stalls: it outlives its connection',
    stages: external,
    inject: stalledBackend,
  },
  {
    name: 'standby',
    what: 'a synchronous standby does not acknowledge commits while connections are cut',
    stages: ['external', 'two-servers'],
    inject: standby,
  },
  { name: 'cut', what: 'all connections break, new ones are refused for a while', stages: external, inject: cut },
  { name: 'delay', what: 'everything arrives late', stages: external, inject: delay },
  {
    name: 'silence',
    what: 'nothing arrives, in one direction or both, and nothing is closed',
    stages: external,
    inject: silence,
  },
  {
    name: 'abandon',
    what: 'existing connections carry nothing any more and are not closed, new ones work',
    stages: external,
    inject: abandon,
  },
  { name: 'stop-in-silence', what: 'SIGTERM while the database is silent', stages: external, inject: stopInSilence },
];

/** Two servers on one database: a fault of one of them or, for some kinds, of the database that both use. */
export function twoServers(others: readonly Kind[]): Kind {
  return {
    name: 'two-servers',
    what: 'two servers on one database, the same customers written through both, while one of them, their database or both have a fault',
    stages: ['two-servers'],
    inject: async (stage, random) => {
      const kind = random.pick(others);
      stage.report.count(`two servers: ${kind.name}`);
      await kind.inject(stage, random);
    },
  };
}
