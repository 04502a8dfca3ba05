/**
 * Paths, bodies and replies of operations have the types of the server's own list; only types are imported, so nothing of the server is in the
 * bundle.
 */
import type { Static } from 'typebox';
import type { operatorOperations } from '../../src/api/operator-operations.ts';

type Operation = (typeof operatorOperations)[number];
export type OperationPath = Operation['path'];
type OperationAt<Path extends OperationPath> = Extract<Operation, { path: Path }>;
export type RequestOf<Path extends OperationPath> = Static<OperationAt<Path>['request']>;
export type ReplyOf<Path extends OperationPath> = Static<OperationAt<Path>['reply']['schema']>;

/** Calls an operation; a submission has no signal. One type for all who take it: comparing such functions is costly for the compiler. */
export type Call = <Path extends OperationPath>(
  path: Path,
  request: RequestOf<Path>,
  signal?: AbortSignal,
) => Promise<ReplyOf<Path>>;
