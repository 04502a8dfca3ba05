/** A kind of fault: what the command line names, and how one round of it goes. */
import type { Random } from '../random.ts';
import type { Stage, StageName } from '../stage.ts';

export interface Kind {
  readonly name: string;
  /** One line for `--help`. */
  readonly what: string;
  /** Where it can happen, the best place first. */
  readonly stages: readonly StageName[];
  /**
   * One round, under load. Takes back what it has done, and waits until the servers are ready again. Whatever must not
   * happen is reported; it throws only when the campaign itself cannot go on.
   */
  readonly inject: (stage: Stage, random: Random) => Promise<void>;
}
