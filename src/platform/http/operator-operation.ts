/**
 * Operations of the operator interface: the counterpart of `operation.ts` for operators, who are people with a role and a session.
 *
 * Like an operation of the winery interface, one is a value, and of one of three kinds:
 * - a query reads;
 * - a command changes something: it needs the CSRF token, records what it changes in the audit (exceptions: operators/audit.ts), and runs
 *   once per Idempotency-Key;
 * - a sign-in has no session yet. It may start one.
 * Routing, validation, authorization, OpenAPI, metrics and the coverage check of the tests are derived from the declaration.
 */
import type { Static, TSchema } from 'typebox';
import type { CsvColumns } from '../../lib/csv-text.ts';
import type { CommandContext } from '../command-context.ts';
import type { Environment, EnvironmentName } from '../environment.ts';
import type { Fault, Refusal } from '../errors.ts';
import type { ResumableRunSteps } from '../key-claims.ts';

export const operatorRoles = ['floor', 'lead', 'service', 'admin'] as const;

/**
 * The role of an operator: `floor` works at stations, `lead` leads a floor, `service` serves customers, `admin` may do
 * everything.
 */
export type OperatorRole = (typeof operatorRoles)[number];

/** The operator who acts. */
export interface OperatorCaller {
  readonly operatorId: string;
  readonly email: string;
  readonly role: OperatorRole;
  /** The warehouses that the operator works in; empty: all. */
  readonly warehouses: readonly string[];
}

/** A session, as found by its cookie. */
export interface OperatorSession {
  readonly sessionId: string;
  /** The token that commands must send in `X-CSRF-Token`. */
  readonly csrfToken: string;
  /** Who acts: at a shared station the person who is identified there, otherwise the account that signed in. */
  readonly operator: OperatorCaller;
  /** The account of a shared station. Its actions need the rights of the station and of the person. */
  readonly station?: OperatorCaller;
  /** The own role of the person who is identified at a shared station; `operator` has the role in which the person acts there. */
  readonly personRole?: OperatorRole;
}

/** The properties of a session that decide what it may do. */
export type SessionRights = Pick<OperatorSession, 'operator' | 'station' | 'personRole'>;

/**
 * Who caused a request: a person, or a page by itself, which does not extend the session. Views of photos and the event stream always count as
 * automatic, commands as a person's.
 */
export type RequestInitiator = 'person' | 'automatic';

/** Finds sessions. `operators` implements it; the HTTP layer does not depend on how they are stored. */
export interface OperatorSessions {
  /** Returns the session with this secret, or undefined when there is none or it has ended. */
  find(environment: Environment, secret: string, use: RequestInitiator): Promise<OperatorSession | undefined>;
}

/** For audit and log entries: who acts, by which operation, under which reference. */
export interface OperatorContext {
  readonly operatorId: string;
  /** `operator:<e-mail>` */
  readonly actor: string;
  /** `Holds/ReleaseMany` */
  readonly operation: string;
  /** The transaction reference of the request, UUID version 7. */
  readonly reference: string;
  /** Called in the transaction of the change: a retry with the same Idempotency-Key does not make it again. */
  readonly markDone?: ResumableRunSteps['markDone'];
  /** The context of a change to this customer's data. */
  forCustomer(customerNo: string): CommandContext;
}

/** Sets or removes the session cookie in the response. */
export interface SessionCookieWriter {
  /** Sets the secret of a new session. */
  set(secret: string, maxAgeSeconds: number): void;
  /** Removes the cookie. */
  clear(): void;
}

/** An authorized and validated request. */
export interface OperatorCall<Request> {
  /** Continues a command that an earlier request with the same Idempotency-Key did not complete. */
  readonly run: ResumableRunSteps;
  readonly environment: Environment;
  readonly operator: OperatorCaller;
  readonly context: OperatorContext;
  readonly session: OperatorSession;
  readonly cookie: SessionCookieWriter;
  readonly remoteAddress: string;
  readonly request: Request;
}

/** A validated request without a session. */
interface SignInCall<Request> {
  readonly environment: Environment;
  readonly reference: string;
  readonly cookie: SessionCookieWriter;
  readonly remoteAddress: string;
  readonly request: Request;
}

/** `exports`: the rows of a list as a file. */
type OperatorPath = `/${'api' | 'exports'}/${string}/${string}`;

interface Declaration<Path extends OperatorPath, Request extends TSchema, Reply extends TSchema> {
  /** `/api/Holds/ReleaseMany`, appended to the base address. The first part is the area. */
  readonly path: Path;
  readonly summary: string;
  /** Its effect, its guarantees, errors in order of precedence. */
  readonly description: string;
  /** Property names as on the wire. */
  readonly request: Request;
  readonly requestExample: Static<Request>;
  readonly reply: { readonly description: string; readonly schema: Reply; readonly example: Static<Reply> };
  /** Error statuses with their causes. Undeclared, every operation has 400, 401, 403, 405, 413, 415, 500 and 503. */
  readonly errors: Readonly<Partial<Record<300 | 400 | 403 | 404 | 429, string>>>;
  /** The environments that serve it; by default both. Others reply 404. */
  readonly environments?: readonly EnvironmentName[];
  /** Rules between fields, beyond the schema, as of an operation of the winery interface. Pure. */
  readonly check?: (request: Static<Request>) => Fault[];
  /** The deadline, when it is longer than `REQUEST_TIMEOUT_SECONDS`. */
  readonly timeoutSeconds?: number;
}

interface SessionDeclaration<Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>
  extends Declaration<Path, Request, Reply> {
  /** Who may call it. */
  readonly roles: readonly OperatorRole[];
  readonly execute: (call: OperatorCall<Static<Request>>) => Promise<Static<Reply>>;
}

export interface OperatorQuery<Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>
  extends SessionDeclaration<Path, Request, Reply> {
  readonly kind: 'query';
  /** False: not a list, though it has pages, so it has no export. */
  readonly isExported?: false;
  /**
   * All pages of the list, at least one, for its export: where a page costs as much to read as many of them. By default an export
   * reads the pages one after the other. `top`: rows of a page.
   */
  readonly readAll?: (call: OperatorCall<Static<Request>>, top: number) => AsyncIterable<Static<Reply>>;
  /**
   * The columns of the list's CSV export, each computed from a record. By default they are the fields of the records but
   * `Version` (api/csv-columns.ts), and always where the reply has several lists.
   */
  // biome-ignore lint/suspicious/noExplicitAny: a list has records of its own type
  readonly csvColumns?: CsvColumns<any>;
}

export interface OperatorCommand<Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>
  extends SessionDeclaration<Path, Request, Reply> {
  readonly kind: 'command';
  /** Its change has several transactions: a retry runs it again and continues with the rest. */
  readonly isResumable?: true;
  /** Set when a shared station may call it before a person is identified there. */
  readonly allowsUnidentified?: true;
}

export interface OperatorSignIn<Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>
  extends Declaration<Path, Request, Reply> {
  readonly kind: 'sign-in';
  readonly execute: (call: SignInCall<Static<Request>>) => Promise<Static<Reply>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the list holds operations of every shape; each is checked where it is defined
type Any = any;

export type OperatorOperation =
  | OperatorQuery<OperatorPath, Any, Any>
  | OperatorCommand<OperatorPath, Any, Any>
  | OperatorSignIn<OperatorPath, Any, Any>;

export function defineOperatorQuery<const Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>(
  operation: Omit<OperatorQuery<Path, Request, Reply>, 'kind'>,
): OperatorQuery<Path, Request, Reply> {
  return { ...operation, kind: 'query' };
}

export function defineOperatorCommand<const Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>(
  operation: Omit<OperatorCommand<Path, Request, Reply>, 'kind'>,
): OperatorCommand<Path, Request, Reply> {
  return { ...operation, kind: 'command' };
}

export function defineOperatorSignIn<const Path extends OperatorPath, Request extends TSchema, Reply extends TSchema>(
  operation: Omit<OperatorSignIn<Path, Request, Reply>, 'kind'>,
): OperatorSignIn<Path, Request, Reply> {
  return { ...operation, kind: 'sign-in' };
}

/** Whether the session's account, and at a shared station also the person there, has one of the roles. */
export function hasRole({ operator, station }: SessionRights, roles: readonly OperatorRole[]): boolean {
  return roles.includes(operator.role) && (station === undefined || roles.includes(station.role));
}

/**
 * The refusal of a session without one of the roles (`hasRole`). It names the role that lacks the right, of the station, of the person or
 * of both, and what helps in this case: another station or an own account helps only a person whose own role has the right.
 */
export function refuseMissingRole(
  { operator, station, personRole }: SessionRights,
  roles: readonly OperatorRole[],
  what = 'this',
): Refusal {
  const needed = `It needs ${roles.join(' or ')}`;
  const ask = 'ask a person with such a role, or an administrator to change yours';
  let reason: string;
  if (station === undefined || roles.includes(station.role)) {
    reason = `Your role (${personRole ?? operator.role}) does not include ${what}. ${needed}: ${ask}.`;
  } else if (personRole !== undefined && !roles.includes(personRole)) {
    reason = `Neither your role (${personRole}) nor that of this station (${station.role}) includes ${what}. ${needed}: ${ask}.`;
  } else {
    // No station is an admin.
    const remedy = roles.every((role) => role === 'admin')
      ? 'work with an account of your own that has this role'
      : 'work at another station or with an account of your own that has such a role, or ask an administrator to change the role of the station';
    reason = `The role of this station (${station.role}) does not include ${what}. ${needed}: ${remedy}.`;
  }
  return { code: 'RoleMissing', reason };
}

/** The context of an operator's request. */
export function createOperatorContext(
  operator: OperatorCaller,
  operation: string,
  reference: string,
  markDone?: ResumableRunSteps['markDone'],
): OperatorContext {
  const actor = `operator:${operator.email}`;
  return {
    operatorId: operator.operatorId,
    actor,
    operation,
    reference,
    ...(markDone && { markDone }),
    forCustomer: (customerNo) => ({ customerNo, actor, operation, reference }),
  };
}
