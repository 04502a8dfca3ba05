/** Callers that every operation turns away alike. */
import type { ApiResponse } from './client.ts';
import { openClient } from './client.ts';
import type { TestServer } from './server.ts';

/** As a caller with a wrong password. */
export async function callAsOtherCustomer(server: TestServer, name: string, body: object): Promise<ApiResponse> {
  const { customerNo, client } = await server.customer();
  return client.call(name, {
    ...body,
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
}

/** As the customer itself, with a credential that may only read. */
export async function callAsReader(server: TestServer, name: string, body: object): Promise<ApiResponse> {
  const reader = await server.customer('read');
  return openClient(server.base, reader).call(name, body);
}
