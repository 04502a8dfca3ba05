/** The OpenAPI 3.1 document, generated from the list of operations. */

import Type from 'typebox';
import { Authentication, credentialFields, credentialsExample } from '../contract/authentication.ts';
import { transactionReferenceField } from '../contract/fields.ts';
import { isWrite, type Operation, operationName } from '../platform/http/operation.ts';
import { formatCurlSample } from './code-samples.ts';
import { buildErrorBodyExample, errorDescriptionsOf } from './declared-errors.ts';
import { readGuide } from './guide.ts';
import {
  applyBrandToExample,
  createSchemaTranslator,
  type OpenApiSchema,
  type SchemaTranslator,
} from './openapi-schema.ts';
import { buildOpenApiWebhooks } from './webhooks-openapi.ts';

export const interfaceVersion = '3.1.3';

const servers = {
  production: { url: '/v3', description: 'Production: real data, real carriers.' },
  test: { url: '/test/v3', description: 'Test: its own data, a simulated warehouse and simulated carriers.' },
  mock: { url: '/mock/v3', description: 'Mock: validates every request and returns examples; stores nothing.' },
} as const;

const tags: Readonly<Record<Operation['tag'], string>> = {
  Fulfillment: 'Sales orders, which the operator ships to recipients.',
  Inventory: 'Purchase orders, transfer orders and stock.',
  Product: 'Items (SKUs).',
  Tracking: 'Orders and packages in transit.',
  Commerce: 'Addresses, hold locations and delivery estimates.',
  Authentication: 'Access tokens for the operations that require one.',
  Events: 'Webhooks and the event feed.',
  Simulation: 'Test environment only: controls the simulated warehouse and the clock of the customer.',
};

export const ErrorSchema = Type.Object(
  {
    Status: Type.Integer({ description: 'The HTTP status.' }),
    Code: Type.String({ description: 'Error code, for programs.' }),
    Reason: Type.String({ description: 'Description of the error, for people.' }),
    Errors: Type.Array(
      Type.Object({
        Field: Type.String({ description: 'Path of the property. Array indexes start at 0.' }),
        Code: Type.String({ description: 'Error code, for programs.' }),
        Message: Type.String({ description: 'Description of the error, for people.' }),
        Source: Type.Optional(
          Type.String({ enum: ['Carrier'], description: 'Set when a carrier reported the error.' }),
        ),
      }),
      {
        description:
          'All errors of the request, up to 100. If there are more, the last entry has the Code MoreErrors and an empty Field.',
      },
    ),
    TransactionReferenceNumber: transactionReferenceField(
      'The transaction reference of the request, for problem reports.',
    ),
    Candidates: Type.Optional(
      Type.Array(
        Type.Object({
          TransactionReferenceNumber: transactionReferenceField('The transaction reference of the order.'),
          OrderNo: Type.String(),
          ShipmentKey: Type.String(),
          OrderType: Type.String(),
          Status: Type.String(),
        }),
        { description: 'For status 300: the orders that match.' },
      ),
    ),
    State: Type.Optional(
      Type.String({
        description:
          'For Code StateForbids: the status that forbids the change. CANCELED after a repeated cancellation means that the order is canceled already; any other status means that it is too late.',
      }),
    ),
  },
  { title: 'Error', description: 'The body of every error.' },
);

/** Returns the document for these operations and this brand, with the guide for integrators in its description. Throws when two operations have the same name. */
export function buildOpenApiDocument(
  operations: readonly Operation[],
  brand: string,
  guide: string = readGuide(brand),
): Readonly<Record<string, unknown>> {
  const translator = createSchemaTranslator(brand);
  const paths: Record<string, unknown> = {};
  const ids = new Set<string>();
  for (const operation of operations) {
    const id = operationName(operation).split('/').at(-1) as string;
    if (ids.has(id) || operation.path in paths) throw new Error(`two operations have the name ${id}`);
    ids.add(id);
    paths[operation.path] = { post: describeOperation(operation, id, brand, translator) };
  }
  const used = new Set(operations.map((operation) => operation.tag));
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand === 'Service' ? '' : `${brand} `}Shipping, Fulfillment and Inventory Interface`,
      version: interfaceVersion,
      description: `${introduction(brand)}\n\n${guide}`.trim(),
    },
    // The first one is preselected: operations are not tried in production by accident.
    servers: [servers.test, servers.production, servers.mock],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name as Operation['tag']))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: buildOpenApiWebhooks(translator),
    components: {
      schemas: translator.components,
      securitySchemes: {
        Authentication: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `\`${brand}Auth <ACCESS_TOKEN>\`, in addition to the credentials in the body. Authentication/GetAccessToken returns a token.`,
        },
      },
    },
  };
}

function introduction(brand: string): string {
  return [
    'Every operation is an HTTP `POST` with a JSON body that carries the credentials. Field names are case-sensitive.',
    '',
    'Paths and query parameters match in any letter case, paths also with doubled or trailing slashes. A query parameter that the operation does not declare is rejected.',
    '',
    '`null` is the same as absent; `""` is absent for codes, flags, dates, numbers and formats; unknown properties are ignored.',
    '',
    'Values are best sent as declared. Values that plainly mean the same are read too: a whole number where a text is usually digits (`OrderNo`, `ZipCode`, which gets its leading zeros back, `PhoneNumber`, `Vintage`), a number for an amount that is declared as a string, digits in a string for an integer, `"true"`, `"false"`, 0 and 1 for flags, `"$65.00"` and `"1,234.50"` for amounts, `"14.5%"` for percentages; for a date and for a date-time, either of them as `MM/DD/YYYY` or in ISO 8601, `2026-11-20 10:00:00 UTC` and `12/07/2026 12:00:00 AM`. Anything ambiguous is rejected. A repeated request in another spelling is the same request.',
    '',
    'A text without a limit here has at most 1,000 characters, comments and instructions 10,000; texts in `AdditionalFields` have no limit of their own. Amounts that are declared as strings, and percentages, are rounded to nine decimals.',
    '',
    'Changes return a transaction reference: keep it for problem reports. Every change can be retried safely: by its own identity, or with an `Idempotency-Key` header, whose first response is stored for 24 hours.',
    '',
    `Names that begin with \`${brand}\` are also accepted with \`Service\` instead.`,
  ]
    .filter((line) => brand !== 'Service' || !line.startsWith('Names that begin'))
    .join('\n')
    .trim();
}

function describeOperation(
  operation: Operation,
  id: string,
  brand: string,
  translator: SchemaTranslator,
): OpenApiSchema {
  const described: Record<string, unknown> = {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary.replace(/\.$/, ''),
    description: deprecation(operation) + operation.description,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: translator.translate(withCredentials(operation, id), id),
          example: exampleWithCredentials(operation, brand),
        },
      },
    },
    responses: responses(operation, id, brand, translator),
  };
  const parameters = [...queryParameters(operation), ...(isWrite(operation) ? [idempotencyKeyParameter] : [])];
  if (parameters.length > 0) described.parameters = parameters;
  if (operation.token) described.security = [{ Authentication: [] }];
  if (operation.deprecated !== undefined) described.deprecated = true;
  described['x-codeSamples'] = [
    { lang: 'shell', label: 'curl', source: formatCurlSample(operation, exampleOf(operation, brand), brand) },
  ];
  if (!operation.environments.includes('production')) described.servers = [servers.test, servers.mock];
  return described;
}

/** The header of operations that write. */
export const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request idempotent: the first response (2xx or 4xx) under this key is stored for 24 hours and returned again, with `Idempotent-Replayed: true`. A request that arrives while the first one is processed waits for it. The same key with another body is rejected with 400.',
  schema: { type: 'string', maxLength: 255 },
};

function queryParameters({ form }: Operation): OpenApiSchema[] {
  if (form === undefined) return [];
  const { parameter: name, description, operation } = form;
  const deprecated = operation.deprecated === undefined ? {} : { deprecated: true };
  return [{ name, in: 'query', required: false, description, schema: { type: 'boolean' }, ...deprecated }];
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** The schema of the body, with the credentials first. */
function withCredentials(operation: Operation, id: string): unknown {
  const request = operation.request as ObjectSchema;
  const credentials: Readonly<Record<string, unknown>> =
    operation.credentials === 'top-level' ? credentialFields : { [operation.credentials]: Authentication };
  return {
    ...request,
    title: `${id}Request`,
    properties: { ...credentials, ...request.properties },
    required: [...Object.keys(credentials), ...(request.required ?? [])],
  };
}

/** Names the replacement of a deprecated operation. */
function deprecation({ deprecated }: Operation): string {
  if (deprecated === undefined) return '';
  return `**Deprecated:** use ${operationName({ path: deprecated.replacedBy })} instead.\n\n`;
}

const exampleOf = (operation: Operation, brand: string): Record<string, unknown> =>
  applyBrandToExample(operation.request, operation.requestExample, brand) as Record<string, unknown>;

function exampleWithCredentials(operation: Operation, brand: string): unknown {
  const example = exampleOf(operation, brand);
  if (operation.credentials === 'top-level') return { ...credentialsExample, ...example };
  return { [operation.credentials]: credentialsExample, ...example };
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

const retryAfter = { 'Retry-After': integerHeader('Seconds to wait.') };

const headersOf: Readonly<Record<number, unknown>> = {
  405: { Allow: textHeader('POST') },
  429: {
    ...retryAfter,
    RateLimit: textHeader('The remaining requests: `"requests";r=0;t=1`.'),
    'RateLimit-Policy': textHeader('The limit: `"requests";q=1000;w=10`.'),
  },
  503: retryAfter,
};

function responses(operation: Operation, id: string, brand: string, translator: SchemaTranslator): OpenApiSchema {
  const { status, description, schema, example } = operation.reply;
  const described: Record<string, unknown> = {
    [status]: {
      description,
      content: {
        'application/json': {
          schema: translator.translate(schema, id),
          example: applyBrandToExample(schema, example, brand),
        },
      },
    },
  };
  const error = translator.translate(ErrorSchema, id);
  for (const [code, reason] of errorDescriptionsOf(operation)) {
    described[code] = {
      description: reason,
      ...(headersOf[code] === undefined ? {} : { headers: headersOf[code] }),
      content: { 'application/json': { schema: error, example: buildErrorBodyExample(operation, code) } },
    };
  }
  return described;
}
