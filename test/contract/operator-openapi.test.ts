/** `/operator/openapi.json`: valid and complete. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOperatorOpenApiDocument } from '../../src/api/operator-openapi.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { validatorOf } from '../support/document-schemas.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has the shape of OpenAPI
type Document = any;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const all: readonly OperatorOperation[] = operatorOperations;
const document: Document = structuredClone(buildOperatorOpenApiDocument(all, 'Service'));
const errorsOf = validatorOf(document);

test('is served, and valid OpenAPI 3.1', async () => {
  const response = await fetch(`${server.url}/operator/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const served = await response.json();
  expect(Object.keys((served as Document).paths)).toEqual([
    ...all.map(({ path }) => path),
    '/exports/{Area}/{List}.csv',
    ...['/events', '/photos/{CustomerNo}/{Photo}', '/photos/{CustomerNo}/{Photo}/thumbnail'],
  ]);
  const result = await new Validator().validate(served as Document);
  expect(result.errors).toBeUndefined();
});

const headersOf = { 'sign-in': undefined, query: ['X-Automatic'], command: ['X-CSRF-Token', 'Idempotency-Key'] };

test.each(all.map((operation) => [operation.path, operation] as const))('describes all of %s', (path, operation) => {
  const { post } = document.paths[path];
  const body = post.requestBody.content['application/json'];
  expectValid(body.schema, body.example);
  for (const status of [200, 400, 401, 403, 405, 413, 415, 500, 503, ...Object.keys(operation.errors)]) {
    const { schema, example } = post.responses[status].content['application/json'];
    expectValid(schema, example);
    if (Number(status) >= 300) expect(example.Status).toBe(Number(status));
  }
  const header = post.parameters?.map(({ name }: Document) => name);
  expect(header).toEqual(headersOf[operation.kind]);
});

test('describes the exports of lists', () => {
  const { post } = document.paths['/exports/{Area}/{List}.csv'];
  expect(post.responses[200].content['text/csv'].example).toContain('\r\n');
  expect(post.description).toContain('`Orders/List`');
  for (const status of [400, 401, 403, 404, 500, 503]) {
    const { schema, example } = post.responses[status].content['application/json'];
    expectValid(schema, example);
    expect(example.Status).toBe(status);
  }
});

test('describes the event stream', () => {
  const { get } = document.paths['/events'];
  expect(get.responses[200].content['text/event-stream'].example).toMatch(
    /^id: \S+\nevent: topics\ndata: orders,holds\n\n$/,
  );
  for (const status of [401, 403, 500, 503]) {
    const { schema, example } = get.responses[status].content['application/json'];
    expectValid(schema, example);
    expect(example.Status).toBe(status);
  }
});

test('describes every property of every request', () => {
  const missing: string[] = [];
  const visit = (schema: Document, path: string): void => {
    for (const [name, property] of Object.entries<Document>(schema?.properties ?? {})) {
      if (!('$ref' in property) && !property.description) missing.push(`${path}.${name}`);
      visit(property, `${path}.${name}`);
    }
    if (schema?.items) visit(schema.items, `${path}[]`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (name.endsWith('Request')) visit(schema, name);
  }
  expect(missing).toEqual([]);
});

function expectValid(schema: object, value: unknown): void {
  expect(errorsOf(schema, value)).toEqual([]);
}
