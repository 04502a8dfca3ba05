/** Calls the operator interface as people do who have signed in: with the session's cookie and the CSRF token of commands. */
import type { Refusal } from '../club-run/service.ts';

/** A reply of the interface; the fields of each operation are in `/operator/openapi.json`. */
// biome-ignore lint/suspicious/noExplicitAny: replies of some thirty operations
export type Reply = any;

export interface Person {
  /** Calls `/api/` + operation and throws with its reason unless it succeeds. */
  (operation: string, body: object): Promise<Reply>;
  readonly email: string;
}

/** @param baseUrl `http://127.0.0.1:8080/test/operator/v1` */
export async function signIn(baseUrl: string, email: string, password: string): Promise<Person> {
  const send = async (operation: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}/api/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const reply: Reply = await response.json();
    if (response.status === 200) return { response, reply };
    throw new Error(`${operation} returned ${response.status}: ${(reply as Partial<Refusal>).Reason}`);
  };
  const { response, reply: session } = await send('Session/SignIn', { Email: email, Password: password });
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const headers = { cookie, 'x-csrf-token': session.CsrfToken };
  const call = async (operation: string, body: object) => (await send(operation, body, headers)).reply;
  return Object.assign(call, { email });
}
