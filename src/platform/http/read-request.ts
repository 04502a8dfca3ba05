/**
 * Reads a parsed body into a validated request, or into all of its faults (decisions 3 and 4).
 *
 * There are two steps, because idempotent retries are recognized between them: `read` removes absent and unknown properties
 * and unifies the spellings of names and values; `validate` validates the result. Faults of the schema and of the operation's `check` are
 * reported together: values that the schema rejected are removed before `check` is called.
 */
import { Ajv, type ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { hasMoreCredentialsThan } from '../credential-pattern.ts';
import { type Fault, maxFaults } from '../errors.ts';
import type { CodeListField, CodeLists } from './code-lists.ts';
import { readCredentials } from './credentials.ts';
import { compileFilterReader, type FilterSynonyms } from './filter-reader.ts';
import { schemaStringFormats } from './formats.ts';
import { faultOfSchemaError, splitJsonPointer } from './schema-faults.ts';
import {
  type BodyReadResult,
  compileBodyReader,
  copyWithNullFields,
  formatFieldPath,
  type ReaderSchema,
  type UnreadBatchItem,
  withBrandPrefix,
} from './schema-reader.ts';

interface ValidationContext {
  readonly codeLists: CodeLists;
  readonly customerNo: string;
}

export interface RequestReader {
  /**
   * @param text the body as it was sent, which decides whether its strings must be scanned
   * @param secrets password and token of the call, or the secret of the session, which are redacted wherever else the body
   * contains them
   */
  read(body: Readonly<Record<string, unknown>>, text: string, secrets: readonly string[]): BodyReadResult;
  /** Reads a member of an `independentItems` list, which must be an object, as if it had been sent alone. */
  readItem(member: UnreadBatchItem): BodyReadResult;
  /**
   * Returns all faults; with none, `reading.request` is what the operation declares, otherwise any part of it may be missing
   * or wrong. Validation ends with the first fault beyond `maxFaults`, which is included: `limitFaults` shortens the list.
   */
  validate(reading: BodyReadResult, codeLists: CodeLists, customerNo: string): Fault[];
  /** Converts the paths of faults that were found later to the spelling of the API reference and the array indexes of the body. */
  locate(faults: readonly Fault[], reading: BodyReadResult): Fault[];
}

/** The top-level properties of a body that carry credentials. */
export const credentialNames = {
  Authentication: ['Authentication'],
  AuthenticationDetails: ['AuthenticationDetails'],
  'top-level': ['UserKey', 'Password', 'CustomerNo'],
} as const satisfies Record<string, readonly string[]>;

/** The parts of an operation that decide how its request is read. */
interface RequestDeclaration {
  readonly request: TSchema;
  /** Absent in the operator interface, whose credential is the cookie of the session. */
  readonly credentials?: keyof typeof credentialNames;
  readonly ignores?: (body: Readonly<Record<string, unknown>>) => readonly string[];
  readonly filterSynonyms?: FilterSynonyms;
  // biome-ignore lint/suspicious/noExplicitAny: the check of an operation accepts the request of its schema
  readonly check?: (request: any) => readonly Fault[];
}

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  strict: true,
  passContext: true,
  verbose: true,
  logger: false,
});
ajv.addVocabulary(['longText', 'clearable', 'brandedName', 'brandedValues', 'ignored', 'independentItems', 'coercion']);
for (const [name, format] of Object.entries(schemaStringFormats)) ajv.addFormat(name, format.check);
ajv.addKeyword({
  keyword: 'codeList',
  type: 'string',
  validate: function (this: ValidationContext, field: CodeListField, code: string): boolean {
    return this.codeLists.allowedCodes(field, this.customerNo).has(code);
  },
});

/** Returns what reads and validates the requests of an operation. Throws when their schema uses an unknown keyword. */
export function compileRequestReader(operation: RequestDeclaration, brand: string): RequestReader {
  const schema = operation.request as ReaderSchema;
  const names: readonly string[] = operation.credentials === undefined ? [] : credentialNames[operation.credentials];
  const readAll = compileBodyReader(schema, brand, new Set(names));
  const { ignores, filterSynonyms } = operation;
  const readFilters = filterSynonyms && compileFilterReader(schema.properties ?? {}, filterSynonyms, names);
  const walk: typeof readAll = (sent, careful) => {
    const body = ignores === undefined ? sent : copyWithNullFields(sent, ignores(sent));
    if (readFilters === undefined) return readAll(body, careful);
    const filters = readFilters(body);
    const reading = readAll(filters.body, careful);
    reading.faults.push(...filters.faults);
    return reading;
  };
  const check = ajv.compile<unknown>(operation.request);
  const spell = speller(schema, brand);

  const locateFault = (fault: Fault, reading: BodyReadResult): Fault => {
    if (reading.sentAt.size === 0 && spell === undefined) return fault;
    const steps = spell === undefined ? fieldSteps(fault.field) : fieldSteps(fault.field).map(spell);
    return { ...fault, field: formatFieldPath(sentPath(steps, fieldSteps(fault.field), reading)) };
  };

  return {
    read: (body, text, secrets) => {
      const password = operation.credentials && readCredentials(operation.credentials, body)?.password;
      return walk(body, needsStringScan(text, secrets, password) ? { secrets } : undefined);
    },

    readItem: ({ value, careful }) => walk(value as Readonly<Record<string, unknown>>, careful),

    validate: (reading, codeLists, customerNo) => {
      const context: ValidationContext = { codeLists, customerNo };
      const valid = check.call(context, reading.request);
      if (valid && reading.faults.length === 0) {
        if (operation.check === undefined) return [];
        return operation
          .check(reading.request)
          .slice(0, maxFaults + 1)
          .map((fault) => locateFault(fault, reading));
      }
      const faults: Fault[] = [];
      const reportedFields = new Set<string>();
      const rejectedRoots = new Set(reading.faults.map((fault) => rootField(fault.field)));
      const addFault = (fault: Fault): void => {
        if (reportedFields.has(fault.field)) return;
        reportedFields.add(fault.field);
        faults.push(fault);
      };
      for (const fault of reading.faults) addFault(spellOnly(fault, spell));
      const findings = valid ? [] : withoutRedundant(check.errors ?? []);
      for (const error of findings) {
        if (faults.length > maxFaults) return faults;
        const steps = splitJsonPointer(error.instancePath);
        if (error.keyword === 'required') steps.push(String(error.params.missingProperty));
        else rejectedRoots.add(rootField(formatFieldPath(steps)));
        const codes = (field: CodeListField) => codeLists.allowedCodes(field, customerNo);
        const fault = { field: formatFieldPath(steps), ...faultOfSchemaError(error, brand, codes) };
        addFault(withLetterCaseHint(locateFault(fault, reading), reading));
      }
      removeInvalid(findings, reading);
      for (const fault of checkRemainder(operation, reading)) {
        if (faults.length > maxFaults) return faults;
        if (!fault.unless?.some((field) => rejectedRoots.has(field))) addFault(locateFault(fault, reading));
      }
      return faults;
    },

    locate: (faults, reading) => faults.map((fault) => locateFault(fault, reading)),
  };
}

/**
 * Whether each string must be scanned. Only an escape sequence can produce characters that cannot be stored or hide a secret;
 * a secret occurs outside of the credentials where it occurs more than once, or once and is not their `password`.
 */
function needsStringScan(text: string, secrets: readonly string[], password: string | undefined): boolean {
  // An imported password does not look like a credential.
  const expected = password !== undefined && hasMoreCredentialsThan(password, 0) ? 1 : 0;
  if (text.includes('\\u') || hasMoreCredentialsThan(text, expected)) return true;
  return secrets.some((secret) => {
    // It may be escaped in the text; slashes are by PHP.
    if (/["\\/]/.test(secret) && text.includes('\\')) return true;
    const first = text.indexOf(secret);
    return first >= 0 && (secret !== password || text.indexOf(secret, first + 1) >= 0);
  });
}

/** Drops errors that follow from a wrong type: such a value is not also reported as missing from an enum. */
function withoutRedundant(errors: readonly ErrorObject[]): ErrorObject[] {
  const wrongType = new Set(errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath));
  return errors.filter(
    (error) => error.keyword === 'type' || error.keyword === 'required' || !wrongType.has(error.instancePath),
  );
}

/** Says so when a missing property was sent in another letter case: most JSON writers have a setting that changes it. */
function withLetterCaseHint(fault: Fault, { unknownProperties }: BodyReadResult): Fault {
  const field = fault.field.toLowerCase();
  if (fault.code !== 'Required' || !unknownProperties.some((sent) => sent.toLowerCase() === field)) return fault;
  return { ...fault, message: `${fault.message}; names are case-sensitive: use ${fieldSteps(fault.field).at(-1)}` };
}

/** Removes rejected values, so that `check` sees valid ones only. Array items keep the index at which they were sent. */
function removeInvalid(findings: readonly ErrorObject[], reading: BodyReadResult): void {
  const members = new Map<unknown[], Set<number>>();
  for (const error of findings) {
    if (error.keyword === 'required') continue;
    const steps = splitJsonPointer(error.instancePath);
    const last = steps.pop();
    const parent = valueAt(reading.request, steps);
    if (Array.isArray(parent)) {
      const indexes = members.get(parent) ?? new Set();
      indexes.add(Number(last));
      members.set(parent, indexes);
    } else if (typeof parent === 'object' && parent !== null && last !== undefined) {
      delete (parent as Record<string, unknown>)[last];
    }
  }
  for (const [array, indexes] of members) {
    const sentAt = reading.sentAt.get(array) ?? array.map((_, index) => index);
    reading.sentAt.set(
      array,
      sentAt.filter((_, index) => !indexes.has(index)),
    );
    const kept = array.filter((_, index) => !indexes.has(index));
    array.length = 0;
    for (const member of kept) array.push(member);
  }
}

/** Runs the operation's `check` on the remaining values. Ignores a `TypeError` of `check`, because values may be missing. */
function checkRemainder(operation: RequestDeclaration, reading: BodyReadResult): readonly Fault[] {
  try {
    return operation.check?.(reading.request) ?? [];
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

function valueAt(value: unknown, steps: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** The array that a path leads into: `ItemsInfo` of `ItemsInfo[0].ItemQuantity`. A path without an array is returned whole. */
const rootField = (field: string): string => field.split('[', 1)[0] as string;

/** Splits `ItemsInfo[0].ItemQuantity` into its steps. */
function fieldSteps(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((match) =>
    match[1] !== undefined ? Number(match[1]) : (match[2] as string),
  );
}

/** Returns `shown` with the array indexes of the body; `steps` has those of the request. */
function sentPath(
  shown: readonly (string | number)[],
  steps: readonly (string | number)[],
  reading: BodyReadResult,
): (string | number)[] {
  if (reading.sentAt.size === 0) return [...shown];
  let at: unknown = reading.request;
  return shown.map((step, i) => {
    const original = typeof step === 'number' && Array.isArray(at) ? (reading.sentAt.get(at)?.[step] ?? step) : step;
    at = valueAt(at, [steps[i] as string | number]);
    return original;
  });
}

type Spell = (step: string | number) => string | number;

/** Returns the function that spells branded property names as the API reference does, or undefined when there are none. */
function speller(schema: ReaderSchema, brand: string): Spell | undefined {
  const names = new Set<string>();
  const collect = (part: ReaderSchema): void => {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (property.brandedName) names.add(name);
      collect(property);
    }
    if (part.items !== undefined) collect(part.items);
  };
  collect(schema);
  if (brand === 'Service' || names.size === 0) return undefined;
  return (step) => (typeof step === 'string' && names.has(step) ? withBrandPrefix(step, brand) : step);
}

function spellOnly(fault: Fault, spell: Spell | undefined): Fault {
  return spell === undefined ? fault : { ...fault, field: formatFieldPath(fieldSteps(fault.field).map(spell)) };
}
