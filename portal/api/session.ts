/** The session of the operator. It is in a cookie that scripts cannot read, so the page reads the operator from the server. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { notifyError } from '../design/toasts.tsx';
import {
  ApiError,
  beginSession,
  call,
  forgetIdempotencyKeys,
  onPersonLeft,
  onSessionEnd,
  type ReplyOf,
  setCsrfToken,
  setSessionRenewal,
} from './client.ts';
import { queryClient } from './queries.ts';

/**
 * The operator who acts. `station`: the account of the shared station; the same as `Email` while no person is identified there;
 * undefined elsewhere.
 */
export interface SessionOperator extends Readonly<ReplyOf<'/api/Session/SignIn'>['Operator']> {
  readonly station: string | undefined;
  /** The role of the shared station, which limits that of the person. */
  readonly stationRole: Role | undefined;
  /** Whether the person may do what a lead may, or what customer service may: an administrator may do both. */
  readonly isLead: boolean;
  readonly isService: boolean;
}
export type Role = ReplyOf<'/api/Session/SignIn'>['Operator']['Role'];

export const sessionQueryKey = ['session'];

/**
 * What ended by itself: the session of the page's operator, or the time of the person at a shared station. The page stays, with what was
 * typed in it, until the next sign-in.
 */
export type SessionEnd = 'session' | 'person';
let ended: SessionEnd | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setEnded(next: SessionEnd | undefined): void {
  if (next === ended) return;
  ended = next;
  for (const listener of listeners) listener();
}

export const hasSessionEnded = (): boolean => ended !== undefined;
export const useSessionEnd = (): SessionEnd | undefined => useSyncExternalStore(subscribe, () => ended);

/** Resolves at once unless the session has ended; then when the same person is back, or the page has forgotten the session. */
export function waitForSession(): Promise<void> {
  if (!hasSessionEnded()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = subscribe(() => {
      if (hasSessionEnded()) return;
      unsubscribe();
      resolve();
    });
  });
}

/** The query of the session: its data are undefined while loading, null without a session, and stay when it ended by itself. */
export function useSession() {
  return useQuery({ queryKey: sessionQueryKey, queryFn: readSession, staleTime: 60_000 });
}

async function readSession(): Promise<SessionOperator | null> {
  try {
    return await readOperator();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return hasSessionEnded() ? (queryClient.getQueryData<SessionOperator>(sessionQueryKey) ?? null) : null;
  }
}

/** @param isLeaving the person at a shared station leaves it, so the page does not stay */
async function readOperator(isLeaving = false): Promise<SessionOperator> {
  const { CsrfToken, Operator, Station } = await call('/api/Session/Get', {});
  beginSession(CsrfToken);
  const { Role } = Operator;
  const operator = {
    ...Operator,
    station: Station?.Email,
    stationRole: Station?.Role,
    isLead: Role === 'lead' || Role === 'admin',
    isService: Role === 'service' || Role === 'admin',
  };
  const before = queryClient.getQueryData<SessionOperator | null>(sessionQueryKey);
  if (before && !isLeaving && isPersonOfStation(before) && operator.Email === before.station) {
    setEnded('person');
    return before;
  }
  if (before && hasSessionEnded() && operator.Email !== before.Email) return await startAfresh();
  forgetOthers(operator);
  queryClient.setQueryData(sessionQueryKey, operator);
  setEnded(undefined);
  return operator;
}

const isPersonOfStation = ({ Email, station }: SessionOperator): boolean => station !== undefined && station !== Email;

/** Loads the page again for another operator: what the previous one has not sent yet must not be sent in that name. */
function startAfresh(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

export async function signIn(email: string, password: string, code: string | undefined): Promise<void> {
  const { CsrfToken } = await call('/api/Session/SignIn', {
    Email: email,
    Password: password,
    ...(code !== undefined && { Code: code }),
  });
  setCsrfToken(CsrfToken);
  const goesOn = hasSessionEnded();
  await readOperator();
  if (goesOn) void queryClient.invalidateQueries({ predicate: isData });
}

/** Sets the person who works at the shared station from now on; undefined: no person. */
export async function identifyPerson(
  person: { readonly Badge: string; readonly Pin: string } | undefined,
): Promise<void> {
  await call('/api/Session/Identify', { ...person });
  await readOperator(person === undefined);
}

export async function signOut(): Promise<void> {
  await call('/api/Session/SignOut', {});
  forgetSession();
}

/** Forgets the session and removes all cached data. */
export function forgetSession(): void {
  setCsrfToken(undefined);
  forgetIdempotencyKeys();
  queryClient.setQueryData(sessionQueryKey, null);
  setEnded(undefined);
  removeData();
}

/** Removes the cached data of the previous operator when the session is now another one's. */
function forgetOthers({ Email }: SessionOperator): void {
  const before = queryClient.getQueryData<SessionOperator | null>(sessionQueryKey);
  if (!before || before.Email === Email) return;
  forgetIdempotencyKeys();
  removeData();
}

const isData = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[0] !== sessionQueryKey[0];
const removeData = (): void => queryClient.removeQueries({ predicate: isData });

onSessionEnd(() => {
  if (!queryClient.getQueryData(sessionQueryKey)) return;
  setCsrfToken(undefined);
  setEnded('session');
});

/** Reads again who is signed in: another tab may have changed it. */
export const rereadSession = (): Promise<void> => queryClient.invalidateQueries({ queryKey: sessionQueryKey });

// No person is identified any more: the portal asks who works here.
onPersonLeft(() => {
  const before = queryClient.getQueryData<SessionOperator | null>(sessionQueryKey);
  if (before && isPersonOfStation(before)) setEnded('person');
  else void rereadSession();
});

setSessionRenewal(async () => {
  const before = queryClient.getQueryData<SessionOperator | null>(sessionQueryKey);
  const operator = await readOperator();
  if (!before || before.Email === operator.Email) return;
  const error = new ApiError(403, {
    Code: 'OperatorChanged',
    Reason: `${operator.Email} has signed in in another tab. Nothing was changed.`,
  });
  // The dialog of the previous operator is closed, so that it cannot show the error.
  notifyError(error);
  throw error;
});

/** The operator of the pages behind the sign-in. */
export function useOperator(): SessionOperator {
  const { data } = useSession();
  if (!data) throw new Error('there is no session');
  return data;
}
