/** Endpoints with their customers, in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { identifierField } from '../contract/fields.ts';
import { endpointVersionOf } from './audited-change.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { EndpointRecord, endpointExample, endpointIdField, toEndpointRecord } from './webhook-fields.ts';

export const webhookCustomerField = identifierField('The customer.', { maxLength: 30 });

/** Request fields that identify an endpoint of a customer. */
export const endpointKeyFields = { CustomerNo: webhookCustomerField, EndpointId: endpointIdField };

export const CustomerEndpointRecord = Type.Object({
  CustomerNo: Type.String({ description: 'The customer.' }),
  CustomerName: Type.String({ description: 'Its name.' }),
  ...EndpointRecord.properties,
  Version: Type.String({ description: 'Of URL, kinds, format and description, for `ExpectedVersion`.' }),
});

export const toCustomerEndpointRecord = (
  endpoint: WebhookEndpoint,
  name: string,
): Static<typeof CustomerEndpointRecord> => ({
  CustomerNo: endpoint.customerNo,
  CustomerName: name,
  ...toEndpointRecord(endpoint),
  Version: endpointVersionOf(endpoint),
});

export const customerEndpointExample = {
  ...{ CustomerNo: 'W1001', CustomerName: 'Example Winery', ...endpointExample },
  Version: 'c05e71b8d3a9264f',
};
