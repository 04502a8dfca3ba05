/**
 * An internal operation is a change or a command of the operator's staff or the simulator. It has no path of its own:
 * the function that exposes it decides where it is available and with which credentials. In the test environment that
 * is `toSimulationOperation`.
 */
import type { TSchema } from 'typebox';
import {
  type ChangeOperation,
  type CommandOperation,
  defineChange,
  defineCommand,
  type Operation,
} from './operation.ts';

/** The properties that the exposing function sets. */
type Exposed = 'kind' | 'path' | 'tag' | 'environments' | 'credentials' | 'token';

export interface InternalChangeOperation<Request extends TSchema, Reply extends TSchema, Item, Done>
  extends Omit<ChangeOperation<Request, Reply, Item, Done>, Exposed> {
  /** Unique among internal operations: `AdjustInventory`. */
  readonly name: string;
}

export interface InternalCommandOperation<Request extends TSchema, Reply extends TSchema>
  extends Omit<CommandOperation<Request, Reply>, Exposed> {
  /** Unique among internal operations: `AdvanceClock`. */
  readonly name: string;
}

// biome-ignore lint/suspicious/noExplicitAny: operations of every shape; each is checked where it is defined
type Any = any;

/** Infers the types of a change. */
export function defineInternalChange<Request extends TSchema, Reply extends TSchema, Item, Done>(
  operation: InternalChangeOperation<Request, Reply, Item, Done>,
): InternalChangeOperation<Request, Reply, Item, Done> {
  return operation;
}

/** Infers the types of a command. */
export function defineInternalCommand<Request extends TSchema, Reply extends TSchema>(
  operation: InternalCommandOperation<Request, Reply>,
): InternalCommandOperation<Request, Reply> {
  return operation;
}

/** The operation as `POST /api/Simulation/<name>`, in the test environment and the mock only (decision 2). It needs the right to write. */
export function toSimulationOperation(
  operation: InternalChangeOperation<Any, Any, Any, Any> | InternalCommandOperation<Any, Any>,
): Operation {
  const { name, ...declared } = operation;
  const forbidden = [declared.errors[403] ?? [], 'The credentials lack the right to write.'].flat().join(' ');
  const exposure = {
    errors: { ...declared.errors, 403: forbidden },
    path: `/api/Simulation/${name}`,
    tag: 'Simulation',
    environments: ['test'],
    credentials: 'Authentication',
    token: false,
  } as const;
  return 'change' in declared
    ? defineChange({ ...declared, ...exposure })
    : defineCommand({ ...declared, ...exposure });
}
