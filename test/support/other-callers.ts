/** Callers that operations reject: one with wrong credentials, and one that may only read. */
import type { ApiResponse } from './client.ts';
import { openClient } from './client.ts';
import type { TestServer } from './server.ts';

/** Calls with an unknown user key and a wrong password. */
export async function callAsOtherCustomer(server: TestServer, name: string, body: object): Promise<ApiResponse> {
  const { customerNo, client } = await server.customer();
  return client.call(name, {
    ...body,
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
}

/** Calls as a customer whose credential may only read. */
export async function callAsReader(server: TestServer, name: string, body: object): Promise<ApiResponse> {
  const reader = await server.customer('read');
  return openClient(server.base, reader).call(name, body);
}
