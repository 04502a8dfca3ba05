/** Endpoints with their customers, in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { nameField } from '../contract/fields.ts';
import type { Reader } from '../platform/db/db.ts';
import { notFound } from '../platform/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { EndpointRecord, endpointExample, endpointIdField, endpointRecord } from './webhook-fields.ts';

export const webhookCustomerField = nameField('The customer.', { maxLength: 30 });

/** Request fields that identify an endpoint of a customer. */
export const endpointKeyFields = { CustomerNo: webhookCustomerField, EndpointId: endpointIdField };

export const CustomerEndpointRecord = Type.Object({
  CustomerNo: Type.String({ description: 'The customer.' }),
  CustomerName: Type.String({ description: 'Its name.' }),
  ...EndpointRecord.properties,
});

export const customerEndpointRecord = (endpoint: Endpoint, name: string): Static<typeof CustomerEndpointRecord> => ({
  CustomerNo: endpoint.customerNo,
  CustomerName: name,
  ...endpointRecord(endpoint),
});

export const customerEndpointExample = { CustomerNo: 'W1001', CustomerName: 'Example Winery', ...endpointExample };

/** Throws `NotFound` when there is no such customer. */
export async function requireCustomerName(reader: Reader, customerNo: string): Promise<string> {
  const customer = (await readCustomers(reader, [customerNo])).get(customerNo);
  if (customer === undefined) throw notFound(`There is no customer ${JSON.stringify(customerNo)}.`);
  return customer.name;
}
