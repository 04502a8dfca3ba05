/** The session of the operator. It is in a cookie that scripts cannot read, so the page reads the operator from the server. */
import { useQuery } from '@tanstack/react-query';
import { notifyError } from '../design/toasts.tsx';
import {
  ApiError,
  call,
  forgetUnanswered,
  type ReplyOf,
  setCsrfToken,
  watchPersonLeft,
  watchSessionChange,
  watchSessionEnd,
} from './client.ts';
import { queryClient } from './queries.ts';

/** The operator who acts. `station`: the account of the shared station; the same as `Email` while no person is identified there. */
export interface SessionOperator extends Readonly<ReplyOf<'/api/Session/SignIn'>['Operator']> {
  readonly station: string | undefined;
}
export type Role = SessionOperator['Role'];

export const sessionKey = ['session'];

let isEnded = false;

/** Whether the last session ended by itself, which the sign-in says. */
export const hasSessionEnded = (): boolean => isEnded;

/** The query of the session: its data are undefined while loading, and null without a session. */
export function useSession() {
  return useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 });
}

async function readSession(): Promise<SessionOperator | null> {
  try {
    return await readOperator();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

async function readOperator(): Promise<SessionOperator> {
  const { CsrfToken, Operator, Station } = await call('/api/Session/Get', {});
  setCsrfToken(CsrfToken);
  const operator = { ...Operator, station: Station?.Email };
  forgetOthers(operator);
  return operator;
}

export async function signIn(email: string, password: string, code: string | undefined): Promise<void> {
  const { CsrfToken } = await call('/api/Session/SignIn', {
    Email: email,
    Password: password,
    ...(code !== undefined && { Code: code }),
  });
  setCsrfToken(CsrfToken);
  queryClient.setQueryData(sessionKey, await readOperator());
  isEnded = false;
}

/** Sets the person who works at the shared station from now on; without a badge, no person. */
export async function identify(person: { readonly Badge: string; readonly Pin: string } | undefined): Promise<void> {
  await call('/api/Session/Identify', { ...person });
  queryClient.setQueryData(sessionKey, await readOperator());
}

export async function signOut(): Promise<void> {
  await call('/api/Session/SignOut', {});
  isEnded = false;
  forgetSession();
}

/** Forgets the session and removes all cached data. */
export function forgetSession(): void {
  setCsrfToken(undefined);
  forgetUnanswered();
  queryClient.setQueryData(sessionKey, null);
  removeData();
}

/** Removes the cached data of the previous operator when another one has signed in in another tab. */
function forgetOthers({ Email }: SessionOperator): void {
  const before = queryClient.getQueryData<SessionOperator | null>(sessionKey);
  if (before && before.Email !== Email) removeData();
}

const removeData = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });

watchSessionEnd(() => {
  if (!queryClient.getQueryData(sessionKey)) return;
  isEnded = true;
  forgetSession();
});

/** Reads again who is signed in: another tab may have changed it. */
export const rereadSession = (): Promise<void> => queryClient.invalidateQueries({ queryKey: sessionKey });

// No person is identified any more: the page asks who works here.
watchPersonLeft(() => void rereadSession());

watchSessionChange(async () => {
  const before = queryClient.getQueryData<SessionOperator | null>(sessionKey);
  const operator = await readOperator();
  queryClient.setQueryData(sessionKey, operator);
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
