/** `/asyncapi.json` and the webhooks of `/openapi.json`: valid, and every example is valid by its schema. */
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { buildAsyncApiDocument } from '../../src/api/asyncapi.ts';
import { buildOpenApiDocument } from '../../src/api/openapi.ts';
import { eventKinds } from '../../src/events/index.ts';
import { validatorOf } from '../support/document-schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: the documents have the shape of their standards
type Document = any;

const bodies = [...eventKinds, 'webhook.test', 'tracking_update'];

test('the AsyncAPI document is valid by the schema of AsyncAPI 3', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(structuredClone(specs.schemasWithoutId['3.0.0']) as object);
  expect(validate(buildAsyncApiDocument('Acme')) ? [] : validate.errors).toEqual([]);
});

test('every body is described in both documents, with an example that its schema allows', () => {
  const document: Document = buildAsyncApiDocument('Acme');
  const errorsOf = validatorOf(document);
  const messages = Object.values<Document>(document.components.messages);
  expect(messages.map(({ name }) => name)).toEqual(bodies);
  for (const { payload, examples } of messages) expect(errorsOf(payload, examples[0].payload)).toEqual([]);
  const { webhooks, ...openApi }: Document = buildOpenApiDocument([], 'Acme', '');
  expect(Object.keys(webhooks)).toEqual(bodies);
  const errorsIn = validatorOf(openApi);
  for (const { post } of Object.values<Document>(webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    expect(errorsIn(schema, example)).toEqual([]);
    // A body of another kind is none of this one.
    expect(errorsIn(schema, { ...example, type: 'order.lost', event: 'order.lost' })).not.toEqual([]);
  }
});
