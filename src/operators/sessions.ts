/**
 * Sessions of operators: started by a sign-in, found by the secret in the cookie, ended by deletion.
 *
 * Requests extend a session when a person caused them, so one that only an open page uses ends after its idle time.
 *
 * A session is read from the database by each request. So it ends everywhere as soon as the transaction that disables the
 * operator, or changes the role or password, has committed, and a station's actions name the person who is identified now,
 * whichever process serves them.
 */
import { uuidv7 } from '../lib/uuid.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import type {
  OperatorCaller,
  OperatorRole,
  OperatorSession,
  OperatorSessions,
} from '../platform/http/operator-operation.ts';
import {
  csrfTokenOf,
  deriveOperatorAuthKeys,
  generateSessionSecret,
  hashSecret,
  type OperatorAuthKeys,
} from './operator-auth-keys.ts';

/** How long a session lasts: at most, and without a request of a person. */
interface SessionLifetime {
  readonly maxAgeSeconds: number;
  readonly idleSeconds: number;
}

const hour = 3_600;
const day = 24 * hour;

const sessionLifetimes: { readonly person: SessionLifetime; readonly station: SessionLifetime } = {
  person: { maxAgeSeconds: 7 * day, idleSeconds: 12 * hour },
  station: { maxAgeSeconds: 90 * day, idleSeconds: 7 * day },
};

/** The use of a session is written at most this often. */
const touchSeconds = 60;

/** A person at a shared station identifies again after this time without a request of a person. */
const identificationSeconds = 30 * 60;

export interface StartedSession {
  readonly sessionId: string;
  /** For the cookie. */
  readonly secret: string;
  readonly csrfToken: string;
  readonly maxAgeSeconds: number;
}

/** Starts a session in the caller's transaction. Also deletes a bounded number of sessions that have expired. */
export async function startSession(
  tx: Tx,
  secrets: OperatorAuthKeys,
  { operatorId, isStation }: { readonly operatorId: string; readonly isStation: boolean },
): Promise<StartedSession> {
  const { maxAgeSeconds, idleSeconds } = isStation ? sessionLifetimes.station : sessionLifetimes.person;
  const sessionId = uuidv7();
  const secret = generateSessionSecret();
  await tx.rows(
    `with expired as (
       delete from operator_sessions where session_id in (
         select session_id from operator_sessions where expires_at < now() or last_used_at + idle_timeout < now()
          order by expires_at limit 20 for update skip locked))
     insert into operator_sessions (session_id, secret_hash, operator_id, expires_at, idle_timeout)
     values ($1, $2, $3, now() + make_interval(secs => $4), make_interval(secs => $5))`,
    [sessionId, hashSecret(secrets, 'session', secret), operatorId, maxAgeSeconds, idleSeconds],
  );
  return { sessionId, secret, csrfToken: csrfTokenOf(secret), maxAgeSeconds };
}

/** Sets the person who acts at a shared station from now on, or clears it. */
export async function setStationSessionPerson(tx: Tx, sessionId: string, personId: string | undefined): Promise<void> {
  await tx.rows(
    `update operator_sessions set person_id = $2::uuid, person_until = now() + make_interval(secs => $3), last_used_at = now()
      where session_id = $1`,
    [sessionId, personId ?? null, identificationSeconds],
  );
}

/**
 * Whether the session has not been ended. Does not check its expiry: an expired session counts as open until it is
 * deleted.
 */
export async function isOperatorSessionOpen(tx: Tx, sessionId: string): Promise<boolean> {
  return (await tx.rows('select 1 from operator_sessions where session_id = $1', [sessionId])).length > 0;
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.rows('delete from operator_sessions where session_id = $1', [sessionId]);
}

/** Ends all sessions of an operator, and the identification of the operator at stations. */
export async function endOperatorSessions(tx: Tx, operatorId: string): Promise<void> {
  await tx.rows('delete from operator_sessions where operator_id = $1', [operatorId]);
  await endStationIdentifications(tx, operatorId);
}

/** Ends the identification of a person at all stations. */
export async function endStationIdentifications(tx: Tx, operatorId: string): Promise<void> {
  await tx.rows('update operator_sessions set person_id = null, person_until = null where person_id = $1', [
    operatorId,
  ]);
}

interface SessionRow {
  readonly session_id: string;
  readonly operator_id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly warehouses: string[];
  readonly is_station: boolean;
  readonly person_id: string | null;
  readonly person_email: string | null;
  readonly person_role: OperatorRole | null;
  readonly person_warehouses: string[] | null;
}

/** A session without its CSRF token, which is derived from the secret in the cookie. */
export type SessionWithoutCsrfToken = Omit<OperatorSession, 'csrfToken'>;

/** Sessions that have not ended, with the account and the person who is identified at a station. */
const openSessions = `
     s.session_id, o.operator_id, o.email, o.role, o.warehouses, o.is_station,
              p.operator_id as person_id, p.email as person_email, p.role as person_role, p.warehouses as person_warehouses
         from operator_sessions s
         join operators o on o.operator_id = s.operator_id
         left join operators p on p.operator_id = s.person_id and s.person_until > now() and p.disabled_at is null
        where s.expires_at > now() and s.last_used_at + s.idle_timeout > now() and o.disabled_at is null`;

/** Finds sessions in the database of their environment. */
export const operatorSessionFinder: OperatorSessions = {
  find: async (environment, secret, use) => {
    const secrets = deriveOperatorAuthKeys(environment.config);
    const [row] = await environment.db.rows<SessionRow & { readonly needs_touch: boolean }>(
      `select s.last_used_at < now() - make_interval(secs => $2) as needs_touch, ${openSessions} and s.secret_hash = $1`,
      [hashSecret(secrets, 'session', secret), touchSeconds],
    );
    if (row === undefined) return undefined;
    if (row.needs_touch && use === 'person') await touch(environment, row.session_id);
    return { ...sessionOf(row), csrfToken: csrfTokenOf(secret) };
  },
};

/** The sessions with these ids that have not ended, by id. It does not extend them. */
export async function readOpenSessions(
  reader: DbReader,
  sessionIds: readonly string[],
): Promise<Map<string, SessionWithoutCsrfToken>> {
  const rows = await reader.rows<SessionRow>(`select ${openSessions} and s.session_id = any ($1::uuid[])`, [
    sessionIds,
  ]);
  return new Map(rows.map((row) => [row.session_id, sessionOf(row)]));
}

/** Extends the session. A database that accepts no changes does not end it: it is extended by a later request. */
async function touch({ db, logger }: Environment, sessionId: string): Promise<void> {
  try {
    await extend(db, sessionId);
  } catch (err) {
    logger.warn({ err }, 'the use of an operator session was not recorded');
  }
}

const extend = (db: Db, sessionId: string): Promise<unknown> =>
  db.write((tx) =>
    tx.rows(
      `update operator_sessions set last_used_at = now(),
              person_until = case when person_until > now() then now() + make_interval(secs => $2) end
        where session_id = $1`,
      [sessionId, identificationSeconds],
    ),
  );

function sessionOf(row: SessionRow): SessionWithoutCsrfToken {
  const { session_id: sessionId, operator_id: operatorId, email, role, warehouses } = row;
  const account: OperatorCaller = { operatorId, email, role, warehouses };
  if (!row.is_station) return { sessionId, operator: account };
  if (row.person_id === null) return { sessionId, operator: account, station: account };
  const shared = intersectAssignedWarehouses(warehouses, row.person_warehouses ?? []);
  // Without common warehouses, because the person or the station was assigned others, the station has no identified person.
  if (shared === undefined) return { sessionId, operator: account, station: account };
  const personRole = row.person_role ?? 'floor';
  const person: OperatorCaller = {
    operatorId: row.person_id,
    email: row.person_email ?? '',
    role: decideActingRole(role, personRole),
    warehouses: shared,
  };
  return { sessionId, operator: person, station: account, personRole };
}

/**
 * The role in which a person acts at a station: `floor` when either has that role, the station's for an admin,
 * otherwise the person's. `hasRole` checks both roles.
 */
export const decideActingRole = (station: OperatorRole, person: OperatorRole): OperatorRole =>
  station === 'floor' || person === 'admin' ? station : person;

/** The warehouses of a station that are also the person's; empty: all. Undefined when they have none in common. */
export function intersectAssignedWarehouses(
  station: readonly string[],
  person: readonly string[],
): readonly string[] | undefined {
  if (station.length === 0) return person;
  if (person.length === 0) return station;
  const both = station.filter((code) => person.includes(code));
  return both.length > 0 ? both : undefined;
}
