/**
 * Reads the query parameters of a request (decision 4). A parameter is never ignored: declared names match in any letter
 * case, and an undeclared one is a fault, because a misspelled `IsCancelOnly` would update an order that it should cancel.
 */
import { truncate } from '../../lib/text.ts';
import { redactCredentials } from '../credential-pattern.ts';
import { type Fault, maxFaults } from '../errors.ts';
import { type Operation, operationName } from './operation.ts';

export interface ReadQuery {
  /** Declared parameters by their declared names, as `true` or `false` where valid; others as they were sent. `''` is absent. */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
}

export type QueryReader = (sent: Readonly<Record<string, unknown>>) => ReadQuery;

const emptyQuery: ReadQuery = { values: {}, faults: [] };

/** Compiles the reader of an operation's parameters, which are all booleans. */
export function queryReader(
  operation: Partial<Pick<Operation, 'queryParameters'>> & { readonly path: string },
): QueryReader {
  const declared = new Map(Object.keys(operation.queryParameters ?? {}).map((name) => [name.toLowerCase(), name]));
  const unknownMessage = unknownParameterMessage(operationName(operation), [...declared.values()]);
  return (sent) => {
    const names = Object.keys(sent);
    if (names.length === 0) return emptyQuery;
    const values: Record<string, string> = Object.create(null);
    const faults: Fault[] = [];
    for (const name of names) {
      if (faults.length > maxFaults) break;
      const field = declared.get(name.toLowerCase());
      if (field === undefined) {
        values[name] = String(sent[name]);
        faults.push({ field: shownName(name), code: 'UnknownParameter', message: unknownMessage });
        continue;
      }
      for (const text of [sent[name]].flat().map(String)) {
        if (text === '') continue;
        const value = text.toLowerCase();
        if (value !== 'true' && value !== 'false') {
          faults.push({ field, code: 'Type', message: 'must be true or false' });
        } else if (values[field] !== undefined && values[field] !== value) {
          faults.push({ field, code: 'Conflict', message: 'is given more than once, with different values' });
        }
        values[field] ??= value;
      }
    }
    return { values, faults };
  };
}

function unknownParameterMessage(operation: string, declared: readonly string[]): string {
  const accepted = declared.length === 0 ? 'has no query parameters' : `accepts ${declared.join(', ')}`;
  return `is not a query parameter of ${operation}, which ${accepted}`;
}

/** The name in a fault: shortened, storable, and without a credential that was sent as a name. */
const shownName = (name: string): string =>
  redactCredentials(truncate(name.replaceAll('\u0000', '\ufffd'), 100), '[credential]');
