/**
 * Paths, bodies and replies of operations have the types of the server's own list; only types are imported, so they add nothing
 * to the bundle.
 */
import type { Static } from 'typebox';
import type { operatorOperations } from '../../src/api/operator-operations.ts';

type Operation = (typeof operatorOperations)[number];
/** Tables, not conditional types over all operations: the compiler resolves only the entry that is named. */
type Requests = { [Named in Operation as Named['path']]: Static<Named['request']> };
type Replies = { [Named in Operation as Named['path']]: Static<Named['reply']['schema']> };

export type OperationPath = Operation['path'];
export type RequestOf<Path extends OperationPath> = Requests[Path];
export type ReplyOf<Path extends OperationPath> = Replies[Path];

/**
 * Calls an operation. A submission takes no signal, except one with an idempotency key of its own. All who accept such a function use this one type,
 * because comparing two of them is costly for the compiler.
 */
export type Call = <Path extends OperationPath>(
  path: Path,
  request: RequestOf<Path>,
  signal?: AbortSignal,
  idempotencyKey?: string,
) => Promise<ReplyOf<Path>>;
