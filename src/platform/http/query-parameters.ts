/**
 * Reads the query parameters of a request (decision 4). Only `''` of the declared one is ignored: its name matches in any letter
 * case, and an undeclared one is a fault, because a misspelled `IsCancelOnly` would update an order that it should cancel.
 */
import { truncate } from '../../lib/text.ts';
import { redactCredentials } from '../credential-pattern.ts';
import { type Fault, maxFaults } from '../errors.ts';
import { type Operation, operationName } from './operation.ts';

export interface QueryParametersReadResult {
  /**
   * The declared parameter by its declared name, as `true` or `false` where valid; others as they were sent. `''` is absent, a name without
   * `=` a fault.
   */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
}

/** @param url the path and query as they were sent, to distinguish `?IsCancelOnly` from `?IsCancelOnly=` */
export type QueryParametersReader = (sent: Readonly<Record<string, unknown>>, url: string) => QueryParametersReadResult;

const emptyQuery: QueryParametersReadResult = { values: {}, faults: [] };

/** Compiles the reader of an operation's parameters: one boolean, when the operation has another form. */
export function compileQueryParametersReader(
  operation: Partial<Pick<Operation, 'form'>> & { readonly path: string },
): QueryParametersReader {
  const declared = operation.form?.parameter;
  const accepted = declared === undefined ? 'has no query parameters' : `accepts ${declared}`;
  const unknownMessage = `is not a query parameter of ${operationName(operation)}, which ${accepted}`;
  const bareName = declared === undefined ? undefined : new RegExp(`[?&]${declared}(?=&|$)`, 'i');
  return (sent, url) => {
    const names = Object.keys(sent);
    if (names.length === 0) return emptyQuery;
    const values: Record<string, string> = Object.create(null);
    const faults: Fault[] = [];
    for (const name of names) {
      if (faults.length > maxFaults) break;
      if (declared === undefined || name.toLowerCase() !== declared.toLowerCase()) {
        values[name] = String(sent[name]);
        faults.push({ field: shownName(name), code: 'UnknownParameter', message: unknownMessage });
        continue;
      }
      for (const text of [sent[name]].flat().map(String)) {
        if (text === '') {
          if (bareName?.test(url)) faults.push({ field: declared, code: 'Type', message: 'must be true or false' });
          continue;
        }
        const value = text.toLowerCase();
        if (value !== 'true' && value !== 'false') {
          faults.push({ field: declared, code: 'Type', message: 'must be true or false' });
        } else if (values[declared] !== undefined && values[declared] !== value) {
          faults.push({ field: declared, code: 'Conflict', message: 'is given more than once, with different values' });
        }
        values[declared] ??= value;
      }
    }
    return { values, faults };
  };
}

/** The name in a fault: shortened, storable, and without a credential that was sent as a name. */
const shownName = (name: string): string => redactCredentials(truncate(name.replaceAll('\u0000', '\ufffd'), 100));
