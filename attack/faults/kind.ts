/** A kind of fault: its name on the command line, and how to inject one round of it. */
import type { Random } from '../random.ts';
import type { Stage, StageName } from '../stage.ts';

export interface Kind {
  readonly name: string;
  /** One line for `--help`. */
  readonly what: string;
  /** Stages in which it can run, preferred first. */
  readonly stages: readonly StageName[];
  /**
   * One round, under load. Undoes the fault and waits until the servers are ready again. Failures are reported; it throws
   * only if the campaign itself cannot continue.
   */
  readonly inject: (stage: Stage, random: Random) => Promise<void>;
}
