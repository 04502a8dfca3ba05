/** The OpenAPI 3.1 document of the operator interface, generated from its list of operations. */

import { transactionReferenceExample } from '../contract/transaction-reference.ts';
import { eventStreamTopicRoles, eventStreamTopics } from '../operators/index.ts';
import { type Refusal, validationRefusal } from '../platform/errors.ts';
import { operationName } from '../platform/http/operation.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { toErrorBody } from '../platform/http/reply.ts';
import {
  invalidRequestDescription,
  multipleOrdersRefusalExample,
  sharedErrorDescriptions,
  sharedRefusalExamples,
} from './declared-errors.ts';
import { hasCsvExport } from './list-export-operations.ts';
import { ErrorSchema, idempotencyKeyParameter } from './openapi.ts';
import { createSchemaTranslator, type OpenApiSchema, type SchemaTranslator } from './openapi-schema.ts';
import { buildPhotoOpenApiPaths, type DescribeResponses } from './photo-openapi.ts';

/** The path at which the server returns the document. */
export const operatorOpenApiPath = '/operator/openapi.json';

const servers = [
  {
    environment: 'test',
    url: '/test/operator/v1',
    description: 'Test: its own operators, a simulated warehouse and simulated carriers.',
  },
  { environment: 'production', url: '/operator/v1', description: 'Production: real data, real carriers.' },
] as const;

const describedServer = ({ url, description }: (typeof servers)[number]) => ({ url, description });

const introduction = [
  'The operations of operators: the people of the warehouse and of customer service. Every operation is an HTTP `POST` with a JSON body.',
  '',
  '`Session/SignIn` sets the cookie `dray_session` and returns a `CsrfToken`. Operations that change anything need it in the header `X-CSRF-Token`. Requests from pages of another origin are rejected.',
  '',
  'A session ends 12 hours after the last request that a person caused, and 7 days after its sign-in at the latest; at a shared station these are 7 and 90 days. Send `X-Automatic: true` with what a page reads by itself, by a timer or after an event: such a read does not extend the session, nor who is identified at a station. The event stream extends nothing either. Operations that change anything always do.',
  '',
  'Operations that change anything can be retried safely with an `Idempotency-Key` header, whose first response is stored for 24 hours.',
  '',
  'Errors have one body, as in the winery interface. The first failing step decides: 401 `SessionRequired`, 403 `ForeignOrigin`, 403 `CsrfTokenMissing`, 403 `RoleMissing`, 403 `PersonRequired`, then 400.',
].join('\n');

const examples: Readonly<Record<number, Refusal>> = {
  ...sharedRefusalExamples,
  300: multipleOrdersRefusalExample,
  400: validationRefusal([{ field: 'Email', code: 'Required', message: 'is required' }]),
  401: { code: 'SessionRequired', reason: 'There is no session, or it has ended. Sign in again.' },
  403: {
    code: 'RoleMissing',
    reason:
      'Your role (floor) does not include this. It needs service or admin: ask a person with such a role, or an administrator to change yours.',
  },
  404: { code: 'NotFound', reason: 'There is no operator ann@warehouse.example.' },
  429: { code: 'RateLimited', reason: 'Too many wrong passwords. Wait for the seconds in Retry-After.' },
};

/** Returns the document for these operations and this brand. */
export function buildOperatorOpenApiDocument(
  operations: readonly OperatorOperation[],
  brand: string,
): Readonly<Record<string, unknown>> {
  const translator = createSchemaTranslator(brand);
  const areas = [...new Set(operations.map(areaOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand === 'Service' ? '' : `${brand} `}Operator Interface`,
      version: '1.0.0',
      description: introduction,
    },
    servers: servers.map(describedServer),
    tags: [...areas, 'Exports', 'Events', 'Photos'].map((name) => ({ name })),
    paths: Object.fromEntries([
      ...operations.map((operation) => [operation.path, { post: describeOperation(operation, translator) }]),
      ['/exports/{Area}/{List}.csv', { post: describeExports(operations, translator) }],
      ['/events', { get: describeEvents(translator) }],
      ...Object.entries(buildPhotoOpenApiPaths(responsesOf(translator, 'Photos'), csrfParameter)),
    ]),
    components: {
      schemas: translator.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'dray_session', description: 'Set by Session/SignIn.' },
      },
    },
  };
}

const areaOf = (operation: OperatorOperation): string => operationName(operation).split('/')[0] as string;

function describeOperation(operation: OperatorOperation, translator: SchemaTranslator): OpenApiSchema {
  const id = operationName(operation).replace('/', '');
  const { summary, description, request, requestExample, reply } = operation;
  return {
    operationId: id,
    tags: [areaOf(operation)],
    summary: summary.replace(/\.$/, ''),
    description: operation.kind === 'sign-in' ? description : `${description}\n\nRoles: ${operation.roles.join(', ')}.`,
    security: operation.kind === 'sign-in' ? [] : [{ session: [] }],
    ...parametersOf(operation),
    ...(operation.environments === undefined
      ? {}
      : {
          servers: servers
            .filter(({ environment }) => operation.environments?.includes(environment))
            .map(describedServer),
        }),
    requestBody: {
      required: true,
      content: content(translator.translate({ ...request, title: `${id}Request` }, id), requestExample),
    },
    responses: {
      200: { description: reply.description, content: content(translator.translate(reply.schema, id), reply.example) },
      ...errorResponses(operation, (status) => errorContent(translator, id, status)),
    },
  };
}

/** The exports of all lists, which differ only in their filters, roles and columns. */
function describeExports(operations: readonly OperatorOperation[], translator: SchemaTranslator): OpenApiSchema {
  const lists = operations.filter(hasCsvExport).map(operationName);
  const description = [
    'All rows of a list as CSV (RFC 4180, UTF-8 with a byte order mark), streamed as they are read. Send the filters of the list as JSON; there are no pages. The roles are those of the list without floor. Texts that a spreadsheet would run as a formula begin with an apostrophe.',
    '',
    'Columns are the properties of a record: those of a nested object have its name before theirs, the items of an array are one text, and `Version` is left out. A list with several arrays has the rows of all, with the name of the array in the column `List`. `Orders/List`, `Holds/List` and `Activity/List` have columns of their own.',
    '',
    'A file that cannot be completed ends with its connection, without the last chunk: do not use what has arrived of it. That is so when a row cannot be read, when the session ends, and when nothing is read for a minute. At most 4 exports run at a time in a process of the server, and 2 of an operator.',
    '',
    `Lists: ${lists.map((list) => `\`${list}\``).join(', ')}.`,
  ].join('\n');
  const parameter = (name: string, text: string) => ({
    name,
    in: 'path',
    required: true,
    description: text,
    schema: { type: 'string' },
  });
  return {
    operationId: 'Exports',
    tags: ['Exports'],
    summary: 'Export all rows of a list as CSV',
    description,
    security: [{ session: [] }],
    parameters: [parameter('Area', 'As `Orders` of `Orders/List`.'), parameter('List', 'As `List` of `Orders/List`.')],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object' }, example: { Customers: ['W1001'] } } },
    },
    responses: responsesOf(translator, 'Exports')(
      {
        description: 'The file, named after the list and the day.',
        content: { 'text/csv': { schema: { type: 'string' }, example: 'CustomerNo,OrderNo\r\nW1001,CLB1001\r\n' } },
      },
      {
        400: 'A filter of the list is not valid.',
        403: 'The request comes from a page of another origin, or the role may not export the list.',
        404: 'There is no such list, or what a filter names does not exist.',
        503: 'Too many exports are running, or the service is unavailable.',
      },
    ),
  };
}

/** The responses of a route that is no operation and needs a session: 200, its own errors, 401 and 500. */
const responsesOf =
  (translator: SchemaTranslator, owner: string): DescribeResponses =>
  (ok, errors) => {
    const described = { ...errors, 401: sessionRequired, 500: commonErrors[500] as string };
    const responses = Object.entries(described).map(([status, description]) => [
      status,
      { description, content: errorContent(translator, owner, Number(status)) },
    ]);
    return { 200: ok, ...Object.fromEntries(responses) };
  };

const errorContent = (translator: SchemaTranslator, owner: string, status: number) =>
  content(
    translator.translate(ErrorSchema, owner),
    toErrorBody(examples[status] as Refusal, transactionReferenceExample),
  );

const content = (schema: unknown, example: unknown) => ({ 'application/json': { schema, example } });

/** The event stream, which is no operation: a GET without an end. */
function describeEvents(translator: SchemaTranslator): OpenApiSchema {
  const description = [
    'Server-sent events that say which topics have changed, and nothing else: read again what you show of them. A topic is sent when lists show the change. Changes are gathered: a stream gets at most a few events per second.',
    '',
    `Topics: ${eventStreamTopics.map((topic) => `\`${topic}\` (${eventStreamTopicRoles[topic].join(', ')})`).join(', ')}. An operator gets the topics of what the role may list.`,
    '',
    'The first event has all topics, or, after `Last-Event-ID`, those that have changed since that event. A comment is sent about every second. The stream ends within about a second when the session ends, and when the server stops; a client that does not read is cut. A session has at most six streams: another one ends the oldest.',
  ].join('\n');
  return {
    operationId: 'Events',
    tags: ['Events'],
    summary: 'Topics that have changed, as they change',
    description,
    security: [{ session: [] }],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'The id of the last event that was received.',
        schema: { type: 'string' },
      },
    ],
    responses: responsesOf(translator, 'Events')(
      {
        description: 'Events named `topics`. Their data is a list of topics with commas between them.',
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            example: 'id: 0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001.41\nevent: topics\ndata: orders,holds\n\n',
          },
        },
      },
      {
        403: 'The request comes from a page of another origin.',
        503: 'There are too many streams, or the server is stopping.',
      },
    ),
  };
}

const parametersOf = ({ kind }: OperatorOperation): OpenApiSchema => {
  if (kind === 'sign-in') return {};
  return { parameters: kind === 'command' ? [csrfParameter, idempotencyKeyParameter] : [automaticParameter] };
};

const automaticParameter = {
  name: 'X-Automatic',
  in: 'header',
  required: false,
  description: 'The page reads by itself, without an action of a person: the session is not extended.',
  schema: { type: 'string', enum: ['true'] },
};

const csrfParameter = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: true,
  description: 'The `CsrfToken` of the session.',
  schema: { type: 'string' },
};

const commonErrors: Readonly<Record<number, string>> = { ...sharedErrorDescriptions, 400: invalidRequestDescription };
const sessionRequired = 'There is no session, or it has ended.';

function errorResponses(
  operation: OperatorOperation,
  contentOf: (status: number) => unknown,
): Readonly<Record<number, unknown>> {
  const isSignIn = operation.kind === 'sign-in';
  const ownErrors = {
    401: isSignIn ? 'The credentials are not valid.' : sessionRequired,
    403: `The request comes from a page of another origin${isSignIn ? '' : ', or the session lacks the right'}.`,
  };
  const declared: Record<number, string> = { ...commonErrors, ...ownErrors };
  for (const [status, description] of Object.entries(operation.errors)) {
    const common = ownErrors[Number(status) as keyof typeof ownErrors];
    declared[Number(status)] = common === undefined ? description : `${common} ${description}`;
  }
  return Object.fromEntries(
    Object.entries(declared).map(([status, description]) => [
      status,
      { description, content: contentOf(Number(status)) },
    ]),
  );
}
