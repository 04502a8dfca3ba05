/** A campaign: runs stages until the time or the rounds are over; each stage runs rounds of the faults that apply to it. */
import path from 'node:path';
import type { Kind } from './faults/kind.ts';
import { kinds } from './kinds.ts';
import { allowedStages, type Options } from './options.ts';
import { canMountSmallDisk } from './process/small-disk.ts';
import { seededRandom } from './random.ts';
import type { Report } from './report.ts';
import { Stage, type StageName } from './stage.ts';

/** After this time a stage repeats no kind, unless there are rounds: its checks run while its history is small enough to inspect. */
const maxStageMs = 60_000;

export async function runCampaign(
  options: Options,
  folder: string,
  report: Report,
  isStopped: () => boolean,
): Promise<void> {
  const random = seededRandom(options.seed);
  const stages = planStages(options, report);
  const end = performance.now() + options.seconds * 1_000;
  for (let number = 1; ; number += 1) {
    const [name, chosen] = stages[(number - 1) % stages.length] as (typeof stages)[number];
    const leftMs = end - performance.now();
    // Every stage runs, even if the time is over.
    if (isStopped() || (number > stages.length && (options.rounds !== undefined || leftMs <= 0))) return;
    const share = Math.max(leftMs / Math.max(1, stages.length - number + 1), 3_000);
    await runStage(`${number}-${name}`, name, chosen, Math.min(share, maxStageMs), number);
  }

  async function runStage(
    label: string,
    name: StageName,
    chosen: readonly Kind[],
    ms: number,
    number: number,
  ): Promise<void> {
    const own = random.fork(`stage ${number}`);
    const stage = await Stage.open({
      name,
      folder: path.join(folder, label),
      customers: options.customers,
      orderWorkers: options.workers,
      pauseMs: options.pauseMs,
      random: own,
      report,
    });
    const stageEnd = performance.now() + ms;
    /** Each kind once, then at random until the time is over; or each kind as often as the options say. */
    const nextKind = (round: number): Kind | undefined => {
      if (options.rounds !== undefined)
        return round < options.rounds * chosen.length ? chosen[round % chosen.length] : undefined;
      return chosen[round] ?? (performance.now() < stageEnd ? own.pick(chosen) : undefined);
    };
    try {
      stage.startLoad();
      for (let round = 0; !isStopped(); round += 1) {
        const kind = nextKind(round);
        if (kind === undefined) break;
        await kind.inject(stage, own.fork(`round ${round}`));
        report.count(`faults: ${kind.name}`);
      }
      await stage.stopLoad();
      await stage.check();
      report.progress(`${name}: checked`);
    } finally {
      await stage.close();
    }
  }
}

/** The stages with their kinds of fault: each kind runs in the first of its stages that is allowed. */
function planStages(options: Options, report: Report): (readonly [StageName, readonly Kind[]])[] {
  const allowed = allowedStages(options);
  const selected = kinds.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const plan = new Map<StageName, Kind[]>();
  for (const kind of selected) {
    const stage = kind.stages.find((name) => allowed.includes(name));
    if (stage === undefined) {
      report.progress(`${kind.name} is skipped: it does not apply to --database ${options.database}`);
    } else if (stage === 'small-disk' && !canMountSmallDisk()) {
      report.progress(`${kind.name} is skipped: only root can mount a small disk`);
    } else {
      plan.set(stage, [...(plan.get(stage) ?? []), kind]);
    }
  }
  if (plan.size === 0) throw new Error('no kind of fault can run with these options');
  return [...plan];
}
