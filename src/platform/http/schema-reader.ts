/**
 * Reads a parsed body into the request that an operation declares (decision 4), by a reader that is compiled once per schema.
 *
 * `null` is absent everywhere, and so is a list of nothing but `null`; `""` is absent for enums, flags, formats, code lists and numbers, unless a minimum length is set or
 * it clears the property; unknown properties are left out and listed; branded spellings become the neutral ones (decision 1), other
 * spellings of scalars the declared ones (lib/value-coercions.ts), and an empty list in place of an object an empty object. It
 * reports the faults that the validator cannot see in the result: conflicts of spellings, lists that are too long, texts that are
 * too long where the interface sets no limit, numbers that cannot be held, nesting, forbidden characters. Values of the wrong type
 * are passed on, and the validator rejects them.
 *
 * Cost: a list is read up to its limit (`maxItems`), and at most one fault more than `maxFaults` is collected.
 *
 * Invariant: the result shares no object with the body except unread items, and no object that is created here has a
 * prototype from the body.
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../lib/json-object.ts';
import { truncate } from '../../lib/text.ts';
import {
  booleanCoercion,
  flagCoercion,
  integerCoercion,
  numberCoercion,
  type ValueCoercion,
} from '../../lib/value-coercions.ts';
import { redactCredentials } from '../credential-pattern.ts';
import { type Fault, maxFaults } from '../errors.ts';
import { schemaStringFormats } from './formats.ts';

/** The parts of a JSON Schema that reading depends on. */
export interface ReaderSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ReaderSchema>>;
  readonly items?: ReaderSchema;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly codeList?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A text of several paragraphs. */
  readonly longText?: boolean;
  /** A date that `""` clears: it is read as `""`, not as absent. */
  readonly clearable?: boolean;
  readonly brandedName?: boolean;
  readonly brandedValues?: boolean;
  /** Other spellings that the field accepts, where type and format do not imply them. */
  readonly coercion?: ValueCoercion;
  /** A known property that is never read, whatever it contains. */
  readonly ignored?: boolean;
  /**
   * Set for an array of open objects of which the operation reads each member by itself: each is passed on as an
   * `UnreadBatchItem`.
   */
  readonly independentItems?: boolean;
}

/** The state and the result of reading one body. */
export interface BodyReadResult {
  /** No object where the body was none: `validate` rejects it. An empty list counts as an empty object. */
  request: Record<string, unknown>;
  /** Paths of unknown properties, at most `maxUnknown`. */
  readonly unknownProperties: string[];
  readonly faults: Fault[];
  /** For arrays from which items were removed: the sent index of each remaining item. */
  readonly sentAt: Map<unknown[], number[]>;
  /** The current path. */
  readonly path: (string | number)[];
  /** Set when each string must be scanned for secrets and for characters that cannot be stored. */
  readonly careful: { readonly secrets: readonly string[] } | undefined;
}

/** `siblings` is the object that holds the value, as it was sent. */
type Read = (value: unknown, reading: BodyReadResult, siblings?: Readonly<Record<string, unknown>>) => unknown;

/** Replaces secrets of the call in the body. */
const redactedSecret = '[secret]';

/** A member of an `independentItems` array, as it was sent: it may contain secrets of the call and any JSON value. */
export class UnreadBatchItem {
  readonly value: unknown;
  readonly careful: BodyReadResult['careful'];

  constructor(value: unknown, careful: BodyReadResult['careful']) {
    this.value = value;
    this.careful = careful;
  }

  /** Whether a value is the password or the token of the call. */
  isSecret(part: unknown): boolean {
    return typeof part === 'string' && this.careful !== undefined && this.careful.secrets.includes(part);
  }

  /** For the hash of the request: the item as it was sent. */
  toJSON(): unknown {
    return this.value;
  }
}

const maxUnknown = 100;
/**
 * Characters of a text for which the interface sets no limit, as in the longest for which it sets one. Without it, a
 * megabyte in one field would be read for hundreds of orders at a time, or repeated for each box of an order.
 */
const maxTextCharacters = 1_000;
/** Those of comments and instructions, which are not repeated for each box. */
const maxLongTextCharacters = 10_000;
const maxOpenDepth = 32;

/** Adds a fault, up to one more than `maxFaults`, which shows that there are more. */
function addFault(reading: BodyReadResult, code: string, message: string): void {
  if (reading.faults.length <= maxFaults) reading.faults.push({ field: formatFieldPath(reading.path), code, message });
}

/** Replaces the neutral prefix `Service` with the operator's brand (decision 1). */
export function withBrandPrefix(name: string, brand: string): string {
  return name.startsWith('Service') ? brand + name.slice('Service'.length) : name;
}

export function formatFieldPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : text === '' ? step : `.${step}`;
  return text;
}

/** Compiles the reader of a request's schema. `ignored` are the body's top-level names that carry the credentials. */
export function compileBodyReader(
  schema: ReaderSchema,
  brand: string,
  ignored: ReadonlySet<string>,
): (body: Readonly<Record<string, unknown>>, careful: BodyReadResult['careful']) => BodyReadResult {
  const read = objectReader(schema, brand, ignored);
  return (body, careful) => {
    const reading: BodyReadResult = {
      request: {},
      unknownProperties: [],
      faults: [],
      sentAt: new Map(),
      path: [],
      careful,
    };
    reading.request = read(body, reading) as Record<string, unknown>;
    return reading;
  };
}

/** Returns a copy of the body in which these paths (`OrderInfo.OrderNo`) are null. */
export function copyWithNullFields(
  body: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> {
  let result = body;
  for (const place of paths) {
    const [name, inner] = place.split('.', 2) as [string, string?];
    const section = result[name];
    if (inner === undefined) result = { ...result, [name]: null };
    else if (isJsonObject(section)) result = { ...result, [name]: { ...section, [inner]: null } };
  }
  return result;
}

function reader(schema: ReaderSchema, brand: string): Read {
  if (schema.type === 'object' && schema.properties !== undefined) return objectReader(schema, brand, new Set());
  if (schema.independentItems) return unreadItemsReader;
  if (schema.type === 'array' && schema.items !== undefined) return arrayReader(schema, schema.items, brand);
  if (schema.brandedValues) return brandedValueReader(schema, brand);
  const coercion = coercionOfSchema(schema);
  if (schema.type === 'string' || schema.enum !== undefined) {
    const readText =
      schema.maxLength === undefined
        ? boundedTextReader(schema.longText ? maxLongTextCharacters : maxTextCharacters)
        : textReader;
    const read: Read = emptyIsAbsent(schema)
      ? (value, reading) => (value === '' ? undefined : readText(value, reading))
      : readText;
    if (coercion === undefined) return read;
    // Without a format only values of other types are coerced.
    if (schema.type === 'string' && schema.format === undefined) {
      return (value, reading, siblings) =>
        typeof value === 'string' ? read(value, reading) : read(coercion.read(value, siblings), reading);
    }
    return (value, reading, siblings) => read(coercion.read(value, siblings), reading);
  }
  if (coercion === undefined) return schema.type === 'object' ? openObjectReader : openValueReader;
  if (schema.type === 'boolean') return (value) => emptyAsAbsent(coercion.read(value));
  return (value) => (typeof value === 'number' ? value : emptyAsAbsent(coercion.read(value)));
}

/** The other spellings of a scalar, by its type and format unless the field has its own. */
export function coercionOfSchema({ coercion, format, enum: values, type }: ReaderSchema): ValueCoercion | undefined {
  if (coercion !== undefined) return coercion;
  if (format !== undefined) {
    const { read, message } = schemaStringFormats[format] ?? {};
    return read && message !== undefined ? { read, message } : undefined;
  }
  if (values !== undefined)
    return values.includes(true) ? booleanCoercion : values.includes(0) ? flagCoercion : undefined;
  if (type === 'boolean') return booleanCoercion;
  return type === 'integer' ? integerCoercion : type === 'number' ? numberCoercion : undefined;
}

function emptyIsAbsent(schema: ReaderSchema): boolean {
  if (schema.clearable) return false;
  const kind = schema.enum !== undefined || schema.format !== undefined || schema.codeList !== undefined;
  return kind && (schema.minLength ?? 0) === 0;
}

// A value of the wrong type may be as deep as the body, so only its type is passed to the validator.
const wrongType = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (Array.isArray(value) ? [] : {}) : value;

const emptyAsAbsent = (value: unknown): unknown => (value === '' ? undefined : wrongType(value));
const textReader: Read = (value, reading) => {
  if (typeof value !== 'string') return wrongType(value);
  return reading.careful === undefined ? value : scanString(value, reading);
};
const codeReader: Read = (value, reading) => (value === '' ? undefined : textReader(value, reading));
const boundedTextReader =
  (max: number): Read =>
  (value, reading) => {
    if (typeof value !== 'string' || !isLongerThan(value, max)) return textReader(value, reading);
    addFault(reading, 'MaxLength', `must have at most ${max} characters`);
    return undefined;
  };

/** Whether a text has more characters, of which some have two UTF-16 units. */
const isLongerThan = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && [...text].length > max);

function brandedValueReader(schema: ReaderSchema, brand: string): Read {
  const neutral = new Map((schema.enum ?? []).map((value) => [withBrandPrefix(String(value), brand), value]));
  return (value, reading) =>
    typeof value === 'string' && neutral.has(value) ? neutral.get(value) : codeReader(value, reading);
}

function objectReader(schema: ReaderSchema, brand: string, credentials: ReadonlySet<string>): Read {
  const ignored = new Set(credentials);
  const properties = new Map<
    string,
    { readonly name: string; readonly read: Read; readonly hasBrandedName: boolean }
  >();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.ignored) ignored.add(name);
    if (ignored.has(name)) continue;
    const hasBrandedName = property.brandedName === true && brand !== 'Service';
    const entry = { name, read: reader(property, brand), hasBrandedName: hasBrandedName };
    properties.set(name, entry);
    if (hasBrandedName) properties.set(withBrandPrefix(name, brand), entry);
  }
  return (value, reading) => {
    if (!isJsonObject(value)) return isEmptyArray(value) ? {} : wrongType(value);
    const result: Record<string, unknown> = {};
    for (const key in value) {
      const sent = value[key];
      const property = properties.get(key);
      if (property === undefined) {
        if (!ignored.has(key)) recordUnknownProperty(key, reading);
        continue;
      }
      if (sent === null) continue;
      reading.path.push(property.name);
      const member = property.read(sent, reading, value);
      if (property.hasBrandedName && member !== undefined && Object.hasOwn(result, property.name)) {
        if (!isDeepStrictEqual(result[property.name], member)) {
          const message = `is given twice, as ${property.name} and as ${withBrandPrefix(property.name, brand)}, and differs`;
          addFault(reading, 'Conflict', message);
        }
      } else if (member !== undefined) {
        result[property.name] = member;
      }
      reading.path.pop();
    }
    return result;
  };
}

function arrayReader({ maxItems = Number.POSITIVE_INFINITY }: ReaderSchema, items: ReaderSchema, brand: string): Read {
  const read = reader(items, brand);
  return (value, reading) => {
    if (!Array.isArray(value)) return wrongType(value);
    const result: unknown[] = [];
    let sentAt: number[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      reading.path.push(index);
      const member = value[index] === null ? undefined : read(value[index], reading);
      reading.path.pop();
      if (member === undefined) {
        sentAt ??= Array.from(result, (_, i) => i);
      } else if (result.length === maxItems) {
        addFault(reading, 'MaxItems', `must have at most ${maxItems} ${maxItems === 1 ? 'entry' : 'entries'}`);
        return undefined;
      } else {
        result.push(member);
        sentAt?.push(index);
      }
    }
    // An update that reads it as an empty list would remove what the caller sent nothing about.
    if (result.length === 0 && value.length > 0 && value.every((member) => member === null)) return undefined;
    if (sentAt !== undefined) reading.sentAt.set(result, sentAt);
    return result;
  };
}

const unreadItemsReader: Read = (value, reading) => {
  if (!Array.isArray(value)) return wrongType(value);
  return value.map((member: unknown) => new UnreadBatchItem(member, reading.careful));
};

const openValueReader: Read = (value, reading) => copyOpenObject(value, reading, 0);
const openObjectReader: Read = (value, reading) => (isEmptyArray(value) ? {} : openValueReader(value, reading));

/** What PHP writes for an empty object. */
const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Copies an open object. Limits its depth, rejects numbers that JSON cannot represent, and leaves out nulls. */
function copyOpenObject(value: unknown, reading: BodyReadResult, depth: number): unknown {
  if (typeof value === 'string') return textReader(value, reading);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    addFault(reading, 'Maximum', 'must not contain a number beyond 1.7e308');
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value === null ? undefined : value;
  if (depth >= maxOpenDepth) {
    addFault(reading, 'Depth', `must not be nested deeper than ${maxOpenDepth} levels`);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((member) => copyOpenObject(member, reading, depth + 1)).filter((member) => member !== undefined);
  }
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = key === '__proto__' ? undefined : (textReader(key, reading) as string | undefined);
    const copied = name === undefined ? undefined : copyOpenObject(member, reading, depth + 1);
    if (name !== undefined && copied !== undefined) result[name] = copied;
  }
  return result;
}

function recordUnknownProperty(key: string, reading: BodyReadResult): void {
  if (reading.unknownProperties.length >= maxUnknown) return;
  const name = reading.careful === undefined ? key : withoutSecrets(toStorable(key), reading.careful.secrets);
  reading.unknownProperties.push(formatFieldPath([...reading.path, truncate(name, 100)]));
}

function scanString(text: string, reading: BodyReadResult): string | undefined {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    addFault(reading, 'Characters', 'must not contain the character NUL or half of a surrogate pair');
    return undefined;
  }
  return withoutSecrets(text, reading.careful?.secrets ?? []);
}

const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) result = result.replaceAll(secret, redactedSecret);
  return redactCredentials(result);
}
