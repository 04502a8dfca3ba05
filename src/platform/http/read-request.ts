/**
 * From a parsed body to a request that an operation may trust, or to all its faults (decisions 3 and 4).
 *
 * Two steps, because a safe retry is recognized between them: `read` takes out what is absent, unknown or spelled by
 * the brand; `validate` judges what remains. Faults of the schema and of the operation's own `check` are told
 * together: before `check` is asked, whatever the schema refused is taken out.
 */
import { Ajv, type ErrorObject } from 'ajv';
import { hasExtraCredentials } from '../credential-pattern.ts';
import { type Fault, maxFaults } from '../errors.ts';
import type { CodeListField, CodeLists } from './code-lists.ts';
import { formats } from './formats.ts';
import type { Operation } from './operation.ts';
import { faultOfSchemaError, pointerSteps } from './schema-faults.ts';
import {
  branded,
  compileReader,
  pathText,
  type Reading,
  type ReadSchema,
  type UnreadItem,
  withoutPaths,
} from './schema-reader.ts';

interface ValidationContext {
  readonly codeLists: CodeLists;
  readonly customerNo: string;
}

export interface RequestReader {
  /**
   * @param text the body as it was sent: decides whether its strings need a closer look
   * @param secrets password and token of the call, which are taken out wherever else they stand
   */
  read(body: Readonly<Record<string, unknown>>, text: string, secrets: readonly string[]): Reading;
  /** Reads a member of an `independentItems` list, which must be an object, as if it had come alone. */
  readItem(member: UnreadItem): Reading;
  /**
   * All faults; none means that `reading.request` is what the operation declares. Faults leave it unusable. Validation ends
   * at the first fault beyond `maxFaults`, which is answered too: its caller lists them by `limitFaults`.
   */
  validate(reading: Reading, codeLists: CodeLists, customerNo: string): Fault[];
  /** Brings the paths of faults that were found later to the spelling and the array indexes of the body. */
  locate(faults: readonly Fault[], reading: Reading): Fault[];
}

export const credentialNames: Readonly<Record<Operation['credentials'], readonly string[]>> = {
  Authentication: ['Authentication'],
  AuthenticationDetails: ['AuthenticationDetails'],
  'top-level': ['UserKey', 'Password', 'CustomerNo'],
};

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  strict: true,
  passContext: true,
  verbose: true,
  logger: false,
});
ajv.addVocabulary(['brandedName', 'brandedValues', 'ignored', 'independentItems']);
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.check);
ajv.addKeyword({
  keyword: 'codeList',
  type: 'string',
  validate: function (this: ValidationContext, field: CodeListField, code: string): boolean {
    return this.codeLists.allowedCodes(field, this.customerNo).has(code);
  },
});

/** Compiles an operation's request once. Throws when its schema uses a keyword that this module does not know. */
export function compileRequest(operation: Operation, brand: string): RequestReader {
  const schema = operation.request as ReadSchema;
  const readAll = compileReader(schema, brand, new Set(credentialNames[operation.credentials]));
  const { ignores } = operation;
  const walk: typeof readAll =
    ignores === undefined ? readAll : (body, careful) => readAll(withoutPaths(body, ignores(body)), careful);
  const check = ajv.compile<unknown>(operation.request);
  const spell = speller(schema, brand);

  const locateFault = (fault: Fault, reading: Reading): Fault => {
    if (reading.sentAt.size === 0 && spell === undefined) return fault;
    const steps = spell === undefined ? fieldSteps(fault.field) : fieldSteps(fault.field).map(spell);
    return { ...fault, field: pathText(sentPath(steps, fieldSteps(fault.field), reading)) };
  };

  return {
    read: (body, text, secrets) => walk(body, needsStringScan(text, secrets) ? { secrets } : undefined),

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
        const steps = pointerSteps(error.instancePath);
        if (error.keyword === 'required') steps.push(String(error.params.missingProperty));
        else rejectedRoots.add(rootField(pathText(steps)));
        const codes = (field: CodeListField) => codeLists.allowedCodes(field, customerNo);
        addFault(locateFault({ field: pathText(steps), ...faultOfSchemaError(error, brand, codes) }, reading));
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
 * Whether strings must be looked at one by one: only an escape can bring in a character that cannot be stored or hide
 * a secret; and a secret that stands in the text more than once stands somewhere else than in its own place.
 */
function needsStringScan(text: string, secrets: readonly string[]): boolean {
  if (text.includes('\\u') || hasExtraCredentials(text, 1)) return true;
  return secrets.some((secret) => {
    const first = text.indexOf(secret);
    return first >= 0 && text.indexOf(secret, first + 1) >= 0;
  });
}

/** One finding per place: a value of the wrong type is not told to be missing from a list as well. */
function withoutRedundant(errors: readonly ErrorObject[]): ErrorObject[] {
  const wrongType = new Set(errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath));
  return errors.filter(
    (error) => error.keyword === 'type' || error.keyword === 'required' || !wrongType.has(error.instancePath),
  );
}

/** Takes the refused values out, so that `check` sees only what is in order; members of arrays keep their sent index. */
function removeInvalid(findings: readonly ErrorObject[], reading: Reading): void {
  const members = new Map<unknown[], Set<number>>();
  for (const error of findings) {
    if (error.keyword === 'required') continue;
    const steps = pointerSteps(error.instancePath);
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

/**
 * Asks the operation's own rules about what remained. A rule that stumbles over a part that the schema refused has
 * nothing to tell: the caller reads the schema's faults first.
 */
function checkRemainder(operation: Operation, reading: Reading): readonly Fault[] {
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

/** The field that an array's member, or what is in it, belongs to: `ItemsInfo` of `ItemsInfo[0].ItemQuantity`. */
const rootField = (field: string): string => field.split('[', 1)[0] as string;

/** `ItemsInfo[0].ItemQuantity` to its steps. */
function fieldSteps(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((match) =>
    match[1] !== undefined ? Number(match[1]) : (match[2] as string),
  );
}

/** `shown`, with the indexes at which the members stood in the body; `steps` is where they stand in the request. */
function sentPath(
  shown: readonly (string | number)[],
  steps: readonly (string | number)[],
  reading: Reading,
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

/** Faults name a branded property as the API reference does. `undefined` when nothing is spelled otherwise. */
function speller(schema: ReadSchema, brand: string): Spell | undefined {
  const names = new Set<string>();
  const collect = (part: ReadSchema): void => {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (property.brandedName) names.add(name);
      collect(property);
    }
    if (part.items !== undefined) collect(part.items);
  };
  collect(schema);
  if (brand === 'Service' || names.size === 0) return undefined;
  return (step) => (typeof step === 'string' && names.has(step) ? branded(step, brand) : step);
}

function spellOnly(fault: Fault, spell: Spell | undefined): Fault {
  return spell === undefined ? fault : { ...fault, field: pathText(fieldSteps(fault.field).map(spell)) };
}
