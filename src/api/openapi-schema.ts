/**
 * Translates the operations' schemas to OpenAPI: brand names are shown (decision 1), our own keywords and formats become
 * standard ones, and titled objects become named components.
 */
import { isDeepStrictEqual } from 'node:util';
import { type CodeListField, wineryInterfaceCodeLists } from '../platform/http/code-lists.ts';
import { withBrandPrefix } from '../platform/http/schema-reader.ts';

export type OpenApiSchema = Readonly<Record<string, unknown>>;

interface SourceSchema {
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly codeList?: CodeListField;
  readonly brandedName?: boolean;
  readonly ignored?: boolean;
  readonly independentItems?: boolean;
  readonly coercion?: unknown;
  readonly brandedValues?: boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SourceSchema>>;
  readonly required?: readonly string[];
  readonly items?: SourceSchema;
  readonly anyOf?: readonly SourceSchema[];
  readonly [keyword: string]: unknown;
}

const decimalPattern = { pattern: '^[+-]?(\\d{1,15}(\\.\\d{1,9})?|\\.\\d{1,9})$' };

const standardFormats: Readonly<Record<string, OpenApiSchema>> = {
  'us-date': { pattern: '^\\d{1,2}/\\d{1,2}/\\d{4}$' },
  'iso-date-time': { format: 'date-time' },
  'end-date-time': { format: 'date-time' },
  'date-time-range': {
    pattern: '^\\d{1,2}/\\d{1,2}/\\d{4} \\d{2}:\\d{2}:\\d{2} - \\d{1,2}/\\d{1,2}/\\d{4} \\d{2}:\\d{2}:\\d{2}$',
  },
  amount: decimalPattern,
  percentage: decimalPattern,
  decimal: decimalPattern,
};

export interface SchemaTranslator {
  /** Translates a schema. `owner` distinguishes different schemas with the same title. */
  translate(schema: unknown, owner: string): OpenApiSchema;
  /** `#/components/schemas` with all components that were translated. */
  readonly components: Readonly<Record<string, OpenApiSchema>>;
}

/** A schema that differs from an earlier one of its title is named with its `owner` first; throws when that name is taken. */
export function createSchemaTranslator(brand: string): SchemaTranslator {
  const components: Record<string, OpenApiSchema> = {};

  const translate = (schema: SourceSchema, owner: string): OpenApiSchema => {
    const inline = translateInline(schema, owner);
    if (schema.title === undefined) return inline;
    const differs = (name: string) => name in components && !isDeepStrictEqual(components[name], inline);
    const name = differs(schema.title) ? `${owner}${schema.title}` : schema.title;
    if (differs(name)) throw new Error(`${owner} has two different schemas with the title ${schema.title}`);
    components[name] = inline;
    return { $ref: `#/components/schemas/${name}` };
  };

  const translateInline = (schema: SourceSchema, owner: string): OpenApiSchema => {
    const {
      codeList,
      brandedName: _,
      ignored: __,
      independentItems: ___,
      longText: _____,
      clearable,
      coercion: ____,
      brandedValues,
      format,
      properties,
      required,
      items,
      ...rest
    } = schema;
    const name = (property: string): string =>
      properties?.[property]?.brandedName ? withBrandPrefix(property, brand) : property;
    const translated: Record<string, unknown> = { ...rest };
    if (format !== undefined) Object.assign(translated, standardFormats[format] ?? { format });
    if (schema.anyOf !== undefined) translated.anyOf = schema.anyOf.map((member) => translate(member, owner));
    if (clearable) translated.anyOf = [{ pattern: translated.pattern }, { const: '' }];
    if (clearable) delete translated.pattern;
    if (codeList !== undefined) translated.anyOf = openCodeList(codeList);
    if (brandedValues && schema.enum !== undefined) {
      translated.enum = schema.enum.map((value) => withBrandPrefix(String(value), brand));
      if (schema.default !== undefined) translated.default = withBrandPrefix(String(schema.default), brand);
    }
    if (properties !== undefined) {
      translated.properties = Object.fromEntries(
        Object.entries(properties).map(([property, member]) => [name(property), translate(member, owner)]),
      );
    }
    if (required !== undefined) translated.required = required.map(name);
    if (items !== undefined) translated.items = translate(items, owner);
    return translated;
  };

  return { translate: (schema, owner) => translate(schema as SourceSchema, owner), components };
}

/** The codes of the interface, and other codes of the operator or the customer. */
function openCodeList(field: CodeListField): OpenApiSchema[] {
  const owner = field.list === 'Warehouse' ? "the operator's" : "the customer's own";
  return [
    { enum: [...wineryInterfaceCodeLists.allowedCodes(field, '')] },
    { type: 'string', description: `Another code: ${owner}.` },
  ];
}

/** Returns an example with branded names and values where the schema declares them. */
export function applyBrandToExample(schema: unknown, example: unknown, brand: string): unknown {
  const { properties, items, brandedValues } = schema as SourceSchema;
  if (Array.isArray(example))
    return items === undefined ? example : example.map((one) => applyBrandToExample(items, one, brand));
  if (typeof example === 'string') return brandedValues ? withBrandPrefix(example, brand) : example;
  if (typeof example !== 'object' || example === null || properties === undefined) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, member]) => {
      const property = properties[name];
      if (property === undefined) return [name, member];
      return [property.brandedName ? withBrandPrefix(name, brand) : name, applyBrandToExample(property, member, brand)];
    }),
  );
}
