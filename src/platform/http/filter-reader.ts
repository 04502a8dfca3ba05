/**
 * Accepts the filters of a query also under the names that other queries have for them (decision 4). A query that
 * ignored such a filter would return the records of the whole customer. A body of a change may contain more than the
 * operation reads; an unknown property of a query is ignored too, unless it looks like a filter:
 *
 * - another name of one of its own filters (`OrderNo` for `OrderNumbers`) is read as that filter;
 * - a filter of another query only, or a name of its own in another letter case, is a fault that names what the query
 *   reads.
 *
 * A filter with an empty value is ignored, because clients send one body to several queries.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Fault, maxFaults } from '../errors.ts';
import type { ReaderSchema } from './schema-reader.ts';

/** The synonyms of filters: each member lists all names of one filter. */
export type FilterSynonyms = readonly (readonly string[])[];

type Body = Readonly<Record<string, unknown>>;

interface NamedFilters {
  readonly body: Body;
  readonly faults: readonly Fault[];
}

/**
 * Compiles the reader of a query's filters.
 * @param own the properties of its request
 * @param credentials the top-level names of its credentials, which are no filters
 */
export function compileFilterReader(
  own: Readonly<Record<string, ReaderSchema>>,
  names: FilterSynonyms,
  credentials: readonly string[],
): (body: Body) => NamedFilters {
  const filterOf = new Map<string, string | undefined>();
  for (const family of names) {
    const read = family.filter((name) => name in own);
    const filter = read.find((name) => own[name]?.type === 'array') ?? read[0];
    for (const name of family) filterOf.set(name, filter);
  }
  const nameOf = new Map([...filterOf.keys(), ...Object.keys(own)].map((name) => [name.toLowerCase(), name]));
  const declared = new Set([...Object.keys(own), ...credentials]);
  const ownNames = Object.keys(own).join(', ');
  const notRead = `is not a filter of this operation, which ${ownNames === '' ? 'has none' : `reads ${ownNames}`}`;

  return (body) => {
    let read = body;
    const faults: Fault[] = [];
    const addFault = (field: string, message: string, code = 'UnknownParameter'): void => {
      if (faults.length <= maxFaults) faults.push({ field, code, message });
    };
    for (const [key, sent] of Object.entries(body)) {
      if (declared.has(key) || isEmpty(sent)) continue;
      const name = nameOf.get(key.toLowerCase());
      if (name === undefined) continue;
      const filter = filterOf.get(name) ?? (name in own ? name : undefined);
      if (filter === undefined) addFault(key, notRead);
      else if (key !== name)
        addFault(key, `is not a property of this operation; names are case-sensitive: use ${filter}`);
      else {
        const value = valueFor(own[filter]?.type, sent);
        if (value === undefined) addFault(key, `has several values; this operation reads one ${filter}`);
        else if (isEmpty(read[filter])) read = { ...read, [filter]: value };
        else if (!isDeepStrictEqual(read[filter], value)) addFault(key, `differs from ${filter}`, 'Conflict');
      }
    }
    return { body: read, faults };
  };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty));

/** The value in the form of the filter, one or a list; undefined when the filter is one and the list has several. */
function valueFor(type: string | undefined, sent: unknown): unknown {
  if (type === 'array') return Array.isArray(sent) ? sent : [sent];
  if (!Array.isArray(sent)) return sent;
  return sent.length === 1 ? sent[0] : undefined;
}
