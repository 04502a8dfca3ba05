/** Endpoints with their customers, in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { identifierField } from '../contract/fields.ts';
import { webhookEndpointVersionOf } from './audited-change.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import {
  toWebhookEndpointRecord,
  WebhookEndpointRecord,
  webhookEndpointExample,
  webhookEndpointIdField,
} from './webhook-fields.ts';

export const webhookCustomerField = identifierField('The customer.', { maxLength: 30 });

/** Request fields that identify an endpoint of a customer. */
export const webhookEndpointKeyFields = { CustomerNo: webhookCustomerField, EndpointId: webhookEndpointIdField };

export const CustomerWebhookEndpointRecord = Type.Object({
  CustomerNo: Type.String({ description: 'The customer.' }),
  CustomerName: Type.String({ description: 'Its name.' }),
  ...WebhookEndpointRecord.properties,
  Version: Type.String({ description: 'Of URL, kinds, format and description, for `ExpectedVersion`.' }),
});

export const toCustomerWebhookEndpointRecord = (
  endpoint: WebhookEndpoint,
  name: string,
): Static<typeof CustomerWebhookEndpointRecord> => ({
  CustomerNo: endpoint.customerNo,
  CustomerName: name,
  ...toWebhookEndpointRecord(endpoint),
  Version: webhookEndpointVersionOf(endpoint),
});

export const customerWebhookEndpointExample = {
  CustomerNo: 'W1001',
  CustomerName: 'Example Winery',
  ...webhookEndpointExample,
  Version: 'c05e71b8d3a9264f',
};
