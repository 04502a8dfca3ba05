/**
 * Builds JSON schemas with static types: the functions of TypeBox that Dray uses, with TypeBox's types. TypeBox itself is
 * only needed for its types; loading its 370 modules costs a tenth of the start of the program.
 */
import type * as TypeBox from 'typebox';

export type { Static, TArray, TObject, TProperties, TSchema, TSchemaOptions, TUnsafe } from 'typebox';

type Schema = Readonly<Record<string, unknown>>;
type Used =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Omit'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe';

/** Marks an optional property. Not enumerable, so that it is in no document. */
const optionalMark = '~optional';

const ofType = (type: string) => (options?: Schema) => ({ type, ...options });

const optional = (schema: Schema): Schema => Object.defineProperty({ ...schema }, optionalMark, { value: true });

function object(properties: Readonly<Record<string, Schema>>, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name] as Schema, optionalMark));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>;
}

const withProperties = (properties: readonly (readonly [string, Schema])[], options?: Schema): Schema =>
  object(Object.fromEntries(properties), options);

const omit = ({ properties }: ObjectSchema, names: readonly string[], options?: Schema): Schema =>
  withProperties(
    Object.entries(properties).filter(([name]) => !names.includes(name)),
    options,
  );

const partial = ({ properties }: ObjectSchema, options?: Schema): Schema =>
  withProperties(
    Object.entries(properties).map(([name, schema]) => [name, optional(schema)]),
    options,
  );

/** Schemas have the same content and order of keywords as TypeBox's. The keys of a record are any strings. */
const Type = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Integer: ofType('integer'),
  Literal: (value: string | number | boolean, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Number: ofType('number'),
  Object: object,
  Omit: omit,
  Optional: optional,
  Partial: partial,
  Record: (_key: Schema, values: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  String: ofType('string'),
  Union: (schemas: readonly Schema[], options?: Schema) => ({ anyOf: schemas, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
} as unknown as Pick<typeof TypeBox, Used>;

export default Type;
