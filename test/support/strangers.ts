/** Callers that every operation turns away alike. */
import type { Answer } from './client.ts';
import { openClient } from './client.ts';
import type { TestServer } from './server.ts';

/** As somebody with a wrong password. */
export async function asStranger(server: TestServer, name: string, body: object): Promise<Answer> {
  const { customerNo, client } = await server.customer();
  return client.call(name, {
    ...body,
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
}

/** As the customer itself, with a credential that may only read. */
export async function asReader(server: TestServer, name: string, body: object): Promise<Answer> {
  const reader = await server.customer('read');
  return openClient(server.base, reader).call(name, body);
}
