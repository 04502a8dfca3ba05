/** The context of a change: created once per request or job, and logged with each of its entries. */
import { uuidv7 } from '../lib/uuid.ts';

/** Who makes a change, through which operation and under which reference. */
export interface CommandContext {
  readonly customerNo: string;
  /** A UserKey, `operator:` with an e-mail or the account of a command, `system`, or `schedule` for a release schedule. */
  readonly actor: string;
  /** An operation without `/api/` (`SalesOrder/CreateSalesOrder`), a command (`dray hold end`) or a job (`warehouse`). */
  readonly operation: string;
  /** The transaction reference, UUID version 7. */
  readonly reference: string;
  /** Paths of the properties that the interface does not define and that were ignored (decision 4). */
  readonly unknownProperties?: readonly string[];
}

/** The context of a job: its actor is `system`, and its reference is new. */
export function createSystemCommandContext(customerNo: string, operation: string): CommandContext {
  return { customerNo, actor: 'system', operation, reference: uuidv7() };
}
