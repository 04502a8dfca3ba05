/** A server of the test environment, and a service person who simulates what happens to wineries. */
import { afterAll, beforeAll } from 'vitest';
import { lastAudit } from './audit.ts';
import type { ApiResponse } from './client.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import { openTestServer, type TestServer } from './server.ts';

export interface Simulation {
  readonly server: TestServer;
  readonly service: OperatorClient;
  /** Calls the operation of this file, for this customer. */
  simulate(customerNo: string, request: object): Promise<ApiResponse>;
  /** The audit entry of the operation's last call. */
  audit(): ReturnType<typeof lastAudit>;
}

/** Opens it before the tests of a file and closes it after them. */
export function useSimulation(operation: string): () => Simulation {
  let server: TestServer;
  let service: OperatorClient;
  beforeAll(async () => {
    server = await openTestServer();
    service = await signedIn(server, 'service');
  });
  afterAll(() => server.close());
  return () => ({
    server,
    service,
    simulate: (CustomerNo, request) => service.call(operation, { CustomerNo, ...request }),
    audit: () => lastAudit(server, operation),
  });
}
