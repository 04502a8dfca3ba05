/** Every schema keyword that can reject a request has a message. A keyword without one would cause an internal error. */
import { expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import { faultOfSchemaError } from '../../src/platform/http/schema-faults.ts';

/** Of the validation vocabulary of JSON Schema, and the server's own. */
const assertions = new Set([
  ...['type', 'enum', 'const', 'codeList', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'required', 'minProperties'],
  ...['maxProperties', 'propertyNames', 'dependentRequired', 'anyOf', 'oneOf', 'allOf', 'not', 'if'],
]);

/** The keywords of a schema and of its parts. */
function keywordsOf(schema: Readonly<Record<string, unknown>>): string[] {
  const parts = [...Object.values((schema.properties ?? {}) as object), ...(schema.items ? [schema.items] : [])];
  return [...Object.keys(schema), ...parts.flatMap((part) => keywordsOf(part as Readonly<Record<string, unknown>>))];
}

test.each(
  [...wineryOperations, ...operatorOperations].map((operation) => [operationName(operation), operation] as const),
)('%s', (_, { request }) => {
  const keywords = new Set(keywordsOf(request as never).filter((keyword) => assertions.has(keyword)));
  for (const keyword of keywords) {
    const error = { keyword, params: { allowedValues: [] }, schema: {}, instancePath: '', schemaPath: '' };
    expect(faultOfSchemaError(error as never, 'Brand', () => []).message, keyword).not.toBe('');
  }
});
