/**
 * Converts validator errors to faults of the interface (decision 3): a path in wire names, a stable code, and a message for
 * people. A fault never contains values of the request.
 */
import type { ErrorObject } from 'ajv';
import type { Fault } from '../errors.ts';
import type { CodeListField } from './code-lists.ts';
import { schemaStringFormats } from './formats.ts';
import { coercionOfSchema, type ReaderSchema, withBrandPrefix } from './schema-reader.ts';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** Splits a JSON pointer (`/ItemsInfo/0/ItemQuantity`) into its steps. Names of the interface need no unescaping. */
export function splitJsonPointer(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const joinValues = (values: readonly unknown[]): string => values.map((value) => String(value)).join(', ');

/** Returns code and message of a value of the wrong type: what the field accepts, including other spellings of its values. */
export function typeFaultOf(schema: ReaderSchema | undefined, type: string): Omit<Fault, 'field'> {
  const coercion = schema === undefined ? undefined : coercionOfSchema(schema);
  return { code: 'Type', message: coercion?.message ?? `must be ${typeNames[type] ?? type}` };
}

/**
 * Returns code and message of a validator error. `codes` returns the codes that a `codeList` field accepts from this caller.
 * @throws Error for a keyword without a message here
 */
export function faultOfSchemaError(
  error: ErrorObject,
  brand: string,
  codes: (field: CodeListField) => Iterable<string>,
): Omit<Fault, 'field'> {
  const limit = Number(error.params.limit);
  switch (error.keyword) {
    case 'required':
      return { code: 'Required', message: 'is required' };
    case 'type':
      return typeFaultOf(error.parentSchema as ReaderSchema | undefined, String(error.params.type));
    case 'enum': {
      const values = error.params.allowedValues as unknown[];
      const spelled = (error.parentSchema as ReaderSchema | undefined)?.brandedValues === true;
      const shown = spelled ? values.map((value) => withBrandPrefix(String(value), brand)) : values;
      return { code: 'Enum', message: `must be one of ${joinValues(shown)}` };
    }
    case 'codeList':
      return { code: 'Enum', message: `must be one of ${joinValues([...codes(error.schema as CodeListField)])}` };
    case 'format':
      return {
        code: 'Format',
        message: schemaStringFormats[String(error.params.format)]?.message ?? 'has the wrong form',
      };
    case 'minLength':
      if (limit === 1) return { code: 'MinLength', message: 'must not be empty' };
      return { code: 'MinLength', message: `must have at least ${plural(limit, 'character', 'characters')}` };
    case 'maxLength':
      return { code: 'MaxLength', message: `must have at most ${plural(limit, 'character', 'characters')}` };
    case 'minItems':
      if (limit === 1) return { code: 'MinItems', message: 'must not be empty' };
      return { code: 'MinItems', message: `must have at least ${plural(limit, 'entry', 'entries')}` };
    case 'maxItems':
      return { code: 'MaxItems', message: `must have at most ${plural(limit, 'entry', 'entries')}` };
    case 'uniqueItems':
      return {
        code: 'DuplicateEntry',
        message: `must not have an entry twice: entries ${error.params.j} and ${error.params.i} are equal`,
      };
    case 'minimum':
      return { code: 'Minimum', message: `must be at least ${limit}` };
    case 'maximum':
      return { code: 'Maximum', message: `must be at most ${limit}` };
    case 'exclusiveMinimum':
      return { code: 'Minimum', message: `must be greater than ${limit}` };
    case 'pattern':
      return { code: 'Pattern', message: 'has the wrong form' };
    default:
      throw new Error(`the schema keyword ${error.keyword} has no message`);
  }
}
