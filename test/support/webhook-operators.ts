/** Webhook endpoints of customers, as an operator administers them. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type OperatorClient, signedIn } from './operator.ts';
import type { TestServer } from './server.ts';

/** A customer with an endpoint that an operator has created. */
export async function openWebhook(server: TestServer) {
  const operator: OperatorClient = await signedIn(server, 'service');
  const { customerNo: CustomerNo, client } = await server.customer();
  const call = (name: string, body: object = {}) => operator.call(`Webhooks/${name}`, { CustomerNo, ...body });
  const Url = 'https://winery.example/hooks?token=1';
  const created = (await call('Create', { Url, Kinds: ['order.held'] })).body;
  const { EndpointId } = created as { EndpointId: string };
  return {
    CustomerNo,
    Url,
    EndpointId,
    created,
    call,
    client,
    /** Calls with this endpoint. */
    on: (name: string, body: object = {}) => call(name, { EndpointId, ...body }),
    unknown: { EndpointId: uuidv7() },
    endpoints: async () => (await client.call('Webhook/GetEndpoints', {})).body.Endpoints,
  };
}
